// SPDX-License-Identifier: Apache-2.0
// Lengths of the wires of a link and of the lines of a pair, matched by serpentines.
#include "board/match_lengths.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "board/boards.hpp"
#include "board/check_board.hpp"
#include "board/kicad.hpp"
#include "board/measures.hpp"
#include "board/pin_field.hpp"
#include "board/signals.hpp"

namespace {

using namespace cutline;
using namespace cutline::test;
using board::Board;
using board::Nanometres;
using board::RoutedBoard;

constexpr Nanometres kWindow = 10'000;

Board matched(Board board) {
  if (!board.rules.pairs) board.rules.width = board.rules.space = board.rules.clearance = 127'000;
  board.rules.match = kWindow;
  if (board.rules.pairs) board.rules.match_in_pairs = kWindow;
  return board;
}

/// How far the lengths of the nets of a link lie apart at most.
Nanometres widest_skew(const RoutedBoard& routed) {
  const std::vector<Nanometres> lengths = lengths_of_nets(routed);
  std::map<std::uint32_t, std::pair<Nanometres, Nanometres>> ends;
  for (std::size_t n = 0; n < lengths.size(); ++n) {
    auto& [low, high] = ends.try_emplace(routed.nets[n].link, lengths[n], lengths[n]).first->second;
    low = std::min(low, lengths[n]);
    high = std::max(high, lengths[n]);
  }
  Nanometres widest = 0;
  for (const auto& [link, range] : ends) widest = std::max(widest, range.second - range.first);
  return widest;
}

/// Pairs that take nearly all of their slots: the strips beside their tracks are too few for serpentines.
Board nearly_full(const Links& links, std::uint32_t slots, std::uint32_t pairs) {
  return matched(backplane(pair_connector(12), slots, links, pairs, 25 * kMm));
}

}  // namespace

TEST_CASE("the wires of every link differ by the window at most, and serpentines tell what was added") {
  const Board board = matched(backplane(hard_metric(), 16, full_mesh_of(16), 8));
  Board unmatched = board;
  unmatched.rules.match.reset();
  const RoutedBoard routed = route_board(board);
  CHECK(routed.left_over.empty());
  CHECK(check_board(board, routed).empty());
  CHECK(widest_skew(routed) <= kWindow);
  CHECK(widest_skew(route_board(unmatched)) > kWindow);
  CHECK(route_board(unmatched).serpentines.empty());
  const std::vector<Nanometres> lengths = lengths_of_nets(routed);
  for (std::uint32_t n = 0; n < lengths.size(); ++n) {
    const board::Pin &a = routed.pins[routed.nets[n].pins[0]], &b = routed.pins[routed.nets[n].pins[1]];
    // Along x a wire is as long as its pins are apart; along y it leaves its channel at most twice, and changes tracks.
    const Nanometres rest = lengths[n] - routed.serpentines[n] - std::abs(a.x - b.x);
    CHECK(rest >= 0);
    CHECK(rest <= 2 * board.connectors[0].column_pitch);
  }
}

TEST_CASE(
    "where lengths are matched only the outermost two tracks of a channel are used, and the layers said count so") {
  Board board = matched(backplane(hard_metric(), 16, full_mesh_of(16), 8));
  CHECK(board::tracks_dealt(3, board.rules) == 2);
  CHECK(board::tracks_dealt(1, board.rules) == 1);
  const RoutedBoard routed = route_board(board);
  for (const board::RowChannel& channel : pin_field(board).channels) CHECK(channel.tracks <= 2);
  CHECK(measure_board(board).signal_layers() == 6);  // 64 x 8 wires over 48 x 2 tracks
  CHECK(routed.signal_layers == 6);
  board.rules.match.reset();
  CHECK(board::tracks_dealt(3, board.rules) == 3);
  CHECK(measure_board(board).signal_layers() == 4);
}

TEST_CASE("both lines of a pair stay equally long in its serpentines, which keep the pair's gap") {
  const Board board = matched(backplane(pair_connector(12), 8, full_mesh_of(8), 3, 25 * kMm));
  const RoutedBoard routed = route_board(board);
  const std::vector<Nanometres> lengths = lengths_of_nets(routed);
  CHECK(routed.left_over.empty());
  CHECK(check_board(board, routed).empty());
  CHECK(widest_skew(routed) <= kWindow);
  Nanometres added = 0;
  for (std::uint32_t n = 0; n < routed.nets.size(); ++n) {
    CHECK(lengths[n] == lengths[routed.nets[n].mate]);
    CHECK(routed.serpentines[n] == routed.serpentines[routed.nets[n].mate]);
    added += routed.serpentines[n];
  }
  CHECK(added > 0);
}

TEST_CASE("pairs that nearly fill their slots match too: in any room, on other layers, and on further ones") {
  const std::vector<Board> boards = {nearly_full(dual_star_of(8), 8, 6),  // 42 of 48 pairs at a hub
                                     nearly_full(full_mesh_of(8), 8, 6),  // 42 of 48 at every slot
                                     nearly_full(cube_of(4), 16, 11)};    // 44 of 48
  const std::vector<std::uint32_t> further = {0, 1, 1};
  for (std::size_t b = 0; b < boards.size(); ++b) {
    CAPTURE(b);
    const RoutedBoard routed = route_board(boards[b]);
    CHECK(check_board(boards[b], routed).empty());
    CHECK(routed.layers_to_match == further[b]);
    const board::DrawnMeasures measures = measure_drawn(boards[b], routed);
    CHECK(measures.skew.most <= kWindow);
    CHECK(measures.skew.missed == 0);
    CHECK(measures.pair_skew.missed == 0);
    Board unmatched = boards[b];
    unmatched.rules.match.reset();
    unmatched.rules.match_in_pairs.reset();
    CHECK(measure_drawn(unmatched, route_board(unmatched)).skew.most > 5 * kMm);
    // What is no serpentine is as long as without: along x as far as the pins, along y to the track and back.
    const std::vector<Nanometres> lengths = lengths_of_nets(routed);
    for (std::uint32_t n = 0; n < lengths.size(); ++n) {
      if (routed.nets[n].pins.empty()) continue;
      const board::Pin &a = routed.pins[routed.nets[n].pins[0]], &z = routed.pins[routed.nets[n].pins[1]];
      const Nanometres rest = lengths[n] - routed.serpentines[n] - std::abs(a.x - z.x);
      CHECK(rest >= 0);
      CHECK(rest <= 2 * boards[b].connectors[0].column_pitch);
    }
  }
}

TEST_CASE("no further layer is taken than the stack-up has, and the link that misses its window is named") {
  Board board = nearly_full(full_mesh_of(8), 8, 6);
  board.signal_layers = route_board(board).signal_layers - 1;
  const RoutedBoard routed = route_board(board);
  CHECK(routed.left_over.empty());
  CHECK(routed.layers_to_match == 0);
  CHECK(routed.signal_layers == board.signal_layers);
  const board::DrawnMeasures measures = measure_drawn(board, routed);
  CHECK(measures.skew.most == widest_skew(routed));
  CHECK(measures.skew.missed > 0);
  // The named link is one whose lengths lie so far apart.
  const std::vector<Nanometres> lengths = lengths_of_nets(routed);
  Nanometres low = 0, high = 0;
  for (std::uint32_t n = 0; n < lengths.size(); ++n) {
    const board::BoardLink& link = board.links[routed.nets[n].link];
    if (board.slots[link.slots[0]].name + " - " + board.slots[link.slots[1]].name != measures.skew.link) continue;
    low = low == 0 ? lengths[n] : std::min(low, lengths[n]);
    high = std::max(high, lengths[n]);
  }
  CHECK(high - low == measures.skew.most);
}

TEST_CASE("the check finds a serpentine that reaches too far") {
  const Board board = matched(backplane(hard_metric(), 16, full_mesh_of(16), 8));
  RoutedBoard routed = route_board(board);
  Board strict = board;
  strict.rules.space += 1000;
  CHECK_FALSE(check_board(strict, routed).empty());
  // All tops of teeth two tracks farther: some meet the track of the next channel.
  for (board::BoardTrack& s : routed.segments) {
    if (s.y0 == s.y1 && std::abs(s.x1 - s.x0) == 254'000) s.y0 = s.y1 += 508'000;
  }
  CHECK_FALSE(check_board(board, routed).empty());
}

TEST_CASE("KiCad finds no violation on boards with serpentines, and their lengths as we do" *
          doctest::skip(!has_kicad())) {
  std::map<std::string, Board> boards;
  boards["mesh"] = matched(backplane(hard_metric(), 16, full_mesh_of(16), 8));
  boards["cube"] = matched(backplane(hard_metric(20, 5), 16, cube_of(4), 8));
  boards["pairs"] = matched(backplane(pair_connector(12), 8, full_mesh_of(8), 3, 25 * kMm));
  boards["bus"] = matched(backplane(hard_metric(), 8, {{0, 7}}, 20));
  boards["bus"].links[0].slots = {0, 1, 2, 3, 4, 5, 6, 7};
  Board stepped = matched(backplane(hard_metric(12), 6, ring_of(6), 20));
  stepped.rules.via_pad = 600'000;
  stepped.rules.via_drill = 300'000;
  for (std::uint32_t s = 1; s < 6; s += 2) stepped.slots[s].connectors[0].y += 16 * kMm;
  stepped.outline[2][1] = stepped.outline[3][1] += 16 * kMm;
  boards["vias"] = stepped;
  boards["full-pairs"] = nearly_full(full_mesh_of(8), 8, 6);
  boards["full-cube"] = nearly_full(cube_of(4), 16, 10);
  expect_kicad_agrees(boards);
}
