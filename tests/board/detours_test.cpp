// SPDX-License-Identifier: Apache-2.0
// Wires that change channels: vias, and tracks along y between them.
#include <doctest/doctest.h>

#include <cmath>

#include "board/boards.hpp"
#include "board/check_board.hpp"
#include "board/kicad.hpp"
#include "board/measures.hpp"

namespace {

using namespace cutline;
using namespace cutline::test;
using board::Board;
using board::LeftBecause;
using board::Nanometres;
using board::RoutedBoard;

/// Tracks of 5 mil and vias of 0.6 mm.
Board with_vias(Board board) {
  if (!board.rules.pairs) board.rules.width = board.rules.space = board.rules.clearance = 127'000;
  board.rules.via_pad = 600'000;
  board.rules.via_drill = 300'000;
  return board;
}

/// Every second slot stands higher.
Board stepped(Board board, Nanometres up) {
  for (std::uint32_t s = 1; s < board.slots.size(); s += 2) board.slots[s].connectors[0].y += up;
  for (auto& corner : board.outline) corner[1] += corner[1] > 0 ? up : 0;
  return board;
}

/// Two connectors one above the other in each slot.
Board doubled(Board board, std::uint32_t columns) {
  const Nanometres up = (columns + 2) * board.connectors[0].column_pitch;
  for (board::Slot& slot : board.slots) {
    slot.connectors.push_back(slot.connectors[0]);
    slot.connectors[1].y += up;
  }
  for (auto& corner : board.outline) corner[1] += corner[1] > 0 ? up : 0;
  return board;
}

Board full_mesh_of_16() { return doubled(backplane(hard_metric(), 16, full_mesh_of(16), 16), 47); }

Board stepped_pairs() { return with_vias(stepped(backplane(pair_connector(6), 6, ring_of(6), 4, 30 * kMm), 20 * kMm)); }

Board bus_of(Board board, std::uint32_t slots) {
  board.links[0].slots.clear();
  for (std::uint32_t s = 0; s < slots; ++s) board.links[0].slots.push_back(s);
  return board;
}

Board above_each_other() {
  Board board = with_vias(backplane(hard_metric(12), 4, full_mesh_of(4), 5));
  board.slots[1].connectors[0] = {0, 20 * kMm, 50 * kMm};
  board.slots[3].connectors[0] = {0, board.slots[2].connectors[0].x, 50 * kMm};
  for (auto& corner : board.outline) corner[1] += corner[1] > 0 ? 40 * kMm : 0;
  return board;
}

Board stepped_with_keep_out() {
  Board board = with_vias(stepped(backplane(hard_metric(12), 8, ring_of(8), 12), 10 * kMm));
  board.keep_outs = {{70 * kMm, 30 * kMm, 75 * kMm, 40 * kMm}};
  board.outline.insert(board.outline.begin() + 1,
                       {{90 * kMm, 0}, {90 * kMm, 15 * kMm}, {100 * kMm, 15 * kMm}, {100 * kMm, 0}});
  return board;
}

/// Boards whose wires need vias: slots at two heights that share channels or none, above each other, buses, pairs, a
/// notch and a keep-out, nearly all tracks taken.
std::map<std::string, Board> via_boards() {
  return {{"steps", with_vias(stepped(backplane(hard_metric(12), 6, ring_of(6), 6), 30 * kMm))},
          {"overlap", with_vias(stepped(backplane(hard_metric(12), 6, ring_of(6), 20), 16 * kMm))},
          {"pairs", stepped_pairs()},
          {"bus", with_vias(bus_of(stepped(backplane(hard_metric(12), 8, {{0, 7}, {2, 3}}, 12), 30 * kMm), 8))},
          {"pair-bus", with_vias(bus_of(backplane(pair_connector(6), 6, {{0, 5}, {2, 3}}, 4, 30 * kMm), 6))},
          {"above", above_each_other()},
          {"kept", stepped_with_keep_out()},
          {"mesh", with_vias(full_mesh_of_16())}};
}

}  // namespace

TEST_CASE("wires between slots at other heights take two vias and one track along y each, or run between the heights") {
  const Board board = with_vias(stepped(backplane(hard_metric(12), 2, {{0, 1}}, 10), 30 * kMm));
  const RoutedBoard routed = route_board(board);
  CHECK(routed.left_over.empty());
  CHECK(check_board(board, routed).empty());
  CHECK(routed.layers_along_y == 1);
  CHECK(routed.signal_layers == 2);
  std::vector<int> vias(routed.nets.size()), along_y(routed.nets.size());
  for (const board::BoardVia& via : routed.vias) ++vias[via.net];
  for (const board::BoardTrack& s : routed.segments) along_y[s.net] += s.layer == 1 && s.x0 == s.x1;
  for (std::size_t n = 0; n < vias.size(); ++n) CHECK(vias[n] == 2 * along_y[n]);
  CHECK(routed.vias.size() >= 10);  // a line of five pins beside the channel between the heights has no more wires
  Board without = board;
  without.rules.via_pad = without.rules.via_drill = 0;
  CHECK(route_board(without).left_over.size() == 5);
}

TEST_CASE("a full mesh of 16 cards with two connectors each is drawn on the layers said, and not on one fewer") {
  const Board board = with_vias(full_mesh_of_16());
  const std::uint64_t said = measure_board(board).signal_layers().value_or(0);
  const RoutedBoard routed = route_board(board);
  CHECK(said == 4);  // ceil(64 x 16 / 328)
  CHECK(routed.left_over.empty());
  CHECK(check_board(board, routed).empty());
  CHECK(routed.signal_layers - routed.layers_along_y == said);
  Board fewer = board;
  fewer.signal_layers = static_cast<std::uint32_t>(said) - 1;
  CHECK_FALSE(route_board(fewer).left_over.empty());
}

TEST_CASE("only wires of slots with too few pins are left over where vias are allowed and layers are not limited") {
  for (auto& [name, board] : via_boards()) {
    CAPTURE(name);
    Board more = board;
    more.links[0].wires += 100;
    const RoutedBoard routed = route_board(more);
    CHECK(check_board(more, routed).empty());
    for (const board::LeftOver& each : routed.left_over) CHECK(each.why != LeftBecause::rows);
  }
}

TEST_CASE("the check finds a via moved, a via lost, a track along y on another's, and tracks of layers put together") {
  for (const bool pairs : {false, true}) {
    const Board board = pairs ? stepped_pairs() : via_boards()["overlap"];
    const RoutedBoard right = route_board(board);
    CHECK(right.left_over.empty());
    CHECK(check_board(board, right).empty());
    REQUIRE(right.vias.size() > 4);
    const auto finds = [&](board::BoardFault kind, const auto& plant) {
      RoutedBoard routed = right;
      plant(routed);
      const std::vector<board::FoundFault> found = check_board(board, routed);
      return std::any_of(found.begin(), found.end(), [&](const board::FoundFault& f) { return f.kind == kind; });
    };
    using enum board::BoardFault;
    const std::uint32_t along_y = right.signal_layers - right.layers_along_y;
    CHECK(finds(open, [](RoutedBoard& r) { r.vias[1].x += kMm / 10; }));
    CHECK(finds(open, [](RoutedBoard& r) { r.vias.erase(r.vias.begin()); }));
    CHECK(finds(clearance, [](RoutedBoard& r) { r.vias[0].x = r.vias[2].x, r.vias[0].y = r.vias[2].y; }));
    CHECK(finds(clearance, [](RoutedBoard& r) {
      for (board::BoardVia& via : r.vias) via.y += kMm;
    }));
    CHECK(finds(outline, [](RoutedBoard& r) { r.vias[0].y = 0; }));
    CHECK(finds(clearance, [&](RoutedBoard& r) {
      for (board::BoardTrack& s : r.segments) s.layer = std::min(s.layer, along_y - 1);
    }));
    CHECK(finds(stack, [](RoutedBoard& r) { r.signal_layers -= 1; }));
    CHECK(finds(clearance, [&](RoutedBoard& r) {  // all tracks along y of a room on the first one's place
      const auto is_lane = [&](const board::BoardTrack& s) { return s.layer >= along_y && s.x0 == s.x1; };
      const auto first = std::find_if(r.segments.begin(), r.segments.end(), is_lane);
      for (board::BoardTrack& s : r.segments) {
        if (is_lane(s) && std::abs(s.x0 - first->x0) < 10 * kMm) s.x0 = s.x1 = first->x0, s.layer = first->layer;
      }
    }));
  }
}

TEST_CASE("KiCad finds no violation and no open net on boards with vias, and their tracks as long as we do" *
          doctest::skip(!has_kicad())) {
  expect_kicad_agrees(via_boards());
}
