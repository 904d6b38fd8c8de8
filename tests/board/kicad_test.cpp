// SPDX-License-Identifier: Apache-2.0
// Routed boards, as KiCad's own design-rule check judges them.
#include "board/kicad.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "board/board.hpp"
#include "board/boards.hpp"
#include "board/check_board.hpp"
#include "board/pin_field.hpp"
#include "support/errors.hpp"

namespace {

using namespace cutline;
using namespace cutline::test;
using board::Board;
using board::RoutedBoard;

const auto kKicadSkip = doctest::skip(!has_kicad());

Board fine_tracks(Board board) {
  board.rules.width = board.rules.space = board.rules.clearance = 127'000;
  return board;
}

/// Eleven boards: single tracks and pairs, with and without grounds, one and three tracks a channel, a bus, a keep-out,
/// an outline with a notch, a mid-plane with two nets of power; up to 1,920 nets on 16 layers.
std::map<std::string, Board> many_boards() {
  std::map<std::string, Board> boards;
  boards["ring"] = backplane(hard_metric(), 16, ring_of(16), 16);
  boards["mesh"] = backplane(hard_metric(), 16, full_mesh_of(16), 4);
  boards["large"] = backplane(hard_metric(65), 16, full_mesh_of(16), 16);
  boards["cube"] = backplane(hard_metric(20, 5), 16, cube_of(4), 12);
  boards["star"] = backplane(hard_metric(), 16, dual_star_of(16), 8);
  boards["fine"] = fine_tracks(backplane(hard_metric(), 16, full_mesh_of(16), 12));
  boards["pairs"] = backplane(pair_connector(), 8, ring_of(8), 8, 25 * kMm);
  boards["mesh-pairs"] = backplane(pair_connector(12), 8, full_mesh_of(8), 4, 25 * kMm);
  Board bus = backplane(hard_metric(), 8, {{0, 7}, {2, 3}}, 30, 2032 * kMm / 100);
  bus.links[0].slots = {0, 1, 2, 3, 4, 5, 6, 7};
  boards["bus"] = bus;
  Board kept = backplane(hard_metric(), 8, ring_of(8), 12);
  kept.keep_outs = {{70 * kMm, 30 * kMm, 75 * kMm, 60 * kMm}};
  kept.outline.insert(kept.outline.begin() + 1,
                      {{90 * kMm, 0}, {90 * kMm, 15 * kMm}, {100 * kMm, 15 * kMm}, {100 * kMm, 0}});
  boards["kept"] = kept;
  Board both_sides = backplane(hard_metric(20), 8, ring_of(8), 12);
  set_letters(both_sides.connectors[0], {"SSGSP", "SSGSV"}, "PV");
  both_sides.connectors[0].rails = {"12V", "3V3"};
  both_sides.rules.plane_clearance = 300'000;
  for (std::size_t slot = 1; slot < both_sides.slots.size(); slot += 2) both_sides.slots[slot].back = true;
  boards["mid-plane"] = both_sides;
  return boards;
}

std::vector<std::string> names_of(const std::map<std::string, Board>& boards) {
  std::vector<std::string> names;
  for (const auto& board : boards) names.push_back(board.first);
  return names;
}

}  // namespace

TEST_CASE("without KiCad the tests against it are skipped, and a message says so") {
  if (!has_kicad()) MESSAGE("KiCad is not installed: tests skipped; it is in Debian's package kicad");
}

TEST_CASE("KiCad finds no violation and no open net on eleven boards, and their tracks as long as we do" * kKicadSkip) {
  const OwnFolder folder;
  const std::map<std::string, Board> boards = many_boards();
  std::map<std::string, std::map<std::string, long long>> ours;
  for (const auto& [name, board] : boards) {
    const RoutedBoard routed = route_board(board);
    CAPTURE(name);
    CHECK(routed.left_over.empty());
    CHECK(check_board(board, routed).empty());
    const exporting::NamedBoard named = exporting::named_board(board, routed);
    write_for_kicad(folder, name, named);
    const std::vector<board::Nanometres> lengths = lengths_of_nets(routed);
    for (std::size_t n = 0; n < lengths.size(); ++n) ours[name][named.nets[n]] = lengths[n];
  }
  for (const auto& [name, seen] : seen_by_kicad(folder, names_of(boards))) {
    CAPTURE(name);
    CHECK(seen.violations == 0);
    CHECK(seen.unconnected == 0);
    CHECK(seen.length_nm.size() == ours[name].size());
    for (const auto& [net, length] : ours[name]) {
      const auto found = seen.length_nm.find(net);
      REQUIRE(found != seen.length_nm.end());
      CHECK(std::abs(found->second - length) <= 1000);
    }
  }
}

TEST_CASE("KiCad and our check find a moved track, a lost one, pins exchanged and tracks exchanged between layers" *
          kKicadSkip) {
  const OwnFolder folder;
  std::map<std::string, Board> broken;
  for (const bool pairs : {false, true}) {
    const Board board = pairs ? backplane(pair_connector(), 8, full_mesh_of(8), 2, 25 * kMm)
                              : fine_tracks(backplane(hard_metric(), 8, full_mesh_of(8), 12));
    const RoutedBoard right = route_board(board);
    REQUIRE(right.signal_layers > 1);
    std::map<std::string, RoutedBoard> wrong = {{"moved", right}, {"lost", right}, {"pins", right}, {"layers", right}};
    board::BoardTrack& moved = wrong["moved"].segments[1];
    moved.y0 += board::track_pitch(board.rules);
    moved.y1 += board::track_pitch(board.rules);
    wrong["lost"].segments.erase(wrong["lost"].segments.begin() + 4);
    std::swap(wrong["pins"].pins[right.nets[0].pins[0]].net, wrong["pins"].pins[right.nets[3].pins[0]].net);
    for (board::BoardTrack& s : wrong["layers"].segments) s.layer = s.layer == 1 ? 0 : s.layer;
    for (const auto& [fault, routed] : wrong) {
      const std::string name = fault + (pairs ? "-pairs" : "");
      CAPTURE(name);
      CHECK_FALSE(check_board(board, routed).empty());
      write_for_kicad(folder, name, exporting::named_board(board, routed));
      broken[name] = board;
    }
  }
  for (const auto& [name, seen] : seen_by_kicad(folder, names_of(broken))) {
    CAPTURE(name);
    CHECK(seen.violations + seen.unconnected > 0);
  }
}

TEST_CASE("with the tracks of one layer put on another one KiCad and our check find faults, whichever layer it is" *
          kKicadSkip) {
  // 48 tracks of a layer pass the field: two layers of a ring of 40 wires a link, and so on.
  const std::map<std::string, Board> boards = {{"ring", backplane(hard_metric(), 16, ring_of(16), 40)},
                                               {"torus", backplane(hard_metric(), 16, square_of(4, true), 12)},
                                               {"mesh", backplane(hard_metric(), 16, square_of(4, false), 24)},
                                               {"dual star", backplane(hard_metric(), 16, dual_star_of(16), 8)},
                                               {"full mesh", backplane(hard_metric(), 16, full_mesh_of(16), 2)}};
  const OwnFolder folder;
  std::vector<std::string> names;
  for (const auto& [name, board] : boards) {
    CAPTURE(name);
    const RoutedBoard said = route_board(board);
    REQUIRE(said.left_over.empty());
    REQUIRE(said.signal_layers >= 2);
    CHECK(check_board(board, said).empty());
    for (std::uint32_t onto = 0; onto + 1 < said.signal_layers; ++onto) {
      RoutedBoard fewer = said;
      --fewer.signal_layers;
      for (board::BoardTrack& track : fewer.segments)
        track.layer = track.layer == fewer.signal_layers ? onto : track.layer;
      CHECK_FALSE(check_board(board, fewer).empty());
      names.push_back(name.substr(0, 1) + name.substr(name.size() - 2) + std::to_string(onto));
      write_for_kicad(folder, names.back(), exporting::named_board(board, fewer));
    }
  }
  for (const auto& [name, seen] : seen_by_kicad(folder, names)) {
    CAPTURE(name);
    CHECK(seen.violations > 0);
  }
}

TEST_CASE("KiCad holds tracks to the rules of the board: they fit exactly, and not a micrometre more" * kKicadSkip) {
  const OwnFolder folder;
  for (const bool pairs : {false, true}) {
    const Board board = pairs ? backplane(pair_connector(), 4, ring_of(4), 8, 25 * kMm)
                              : fine_tracks(backplane(hard_metric(4), 4, ring_of(4), 8));
    const RoutedBoard routed = route_board(board);
    Board strict = board;
    (pairs ? strict.rules.pair_space : strict.rules.space) += 1000;
    (pairs ? strict.rules.gap : strict.rules.clearance) += 1000;
    write_for_kicad(folder, pairs ? "pairs" : "single", exporting::named_board(board, routed));
    write_for_kicad(folder, pairs ? "pairs-strict" : "single-strict", exporting::named_board(strict, routed));
    CHECK(check_board(board, routed).empty());
    CHECK_FALSE(check_board(strict, routed).empty());
  }
  std::map<std::string, SeenByKicad> seen = seen_by_kicad(folder, {"single", "single-strict", "pairs", "pairs-strict"});
  CHECK(seen["single"].violations == 0);
  CHECK(seen["pairs"].violations == 0);
  CHECK(seen["single-strict"].violations > 0);
  CHECK(seen["pairs-strict"].violations > 0);
}

TEST_CASE("a board too long for KiCad and one of too many layers are refused") {
  const Board board = backplane(hard_metric(4), 80, {{0, 79}}, 1);
  const RoutedBoard routed = route_board(board);
  CHECK(check_board(board, routed).empty());
  const std::string refusal = message_of([&] { exporting::kicad_files(exporting::named_board(board, routed)); });
  CHECK(refusal.find("1628 mm") != std::string::npos);
  const Board deep = backplane(hard_metric(8, 5), 16, full_mesh_of(16), 2);
  const RoutedBoard many = route_board(deep);
  CHECK(copper_stack(exporting::named_board(deep, many)).size() % 2 == 0);
}
