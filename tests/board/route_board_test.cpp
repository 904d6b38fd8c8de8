// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "board/boards.hpp"
#include "board/check_board.hpp"
#include "board/measures.hpp"
#include "board/pin_field.hpp"
#include "support/errors.hpp"

namespace {

using namespace cutline;
using namespace cutline::test;
using board::Board;
using board::LeftBecause;
using board::RoutedBoard;

constexpr std::uint32_t kChannels = 48;  // of a field of 47 columns, with the strips outside

std::uint32_t up(std::uint64_t wires, std::uint64_t tracks) {
  return static_cast<std::uint32_t>((wires + tracks - 1) / tracks);
}

struct Shape {
  const char* name;
  Links links;
  std::uint64_t cut;  ///< links over the densest place between two of 16 slots
  std::vector<std::uint32_t> wires;
};

/// Networks of 16 slots in a row with the closed form of their densest cut: 2, floor(n^2 / 4), 10 for the 4-cube, for a
/// dual star with its hubs in the middle 7 + 8 links to each side's hub, and of 4 x 4 slots one link of a line and one
/// of each of 4 columns, twice as many where they are closed.
std::vector<Shape> shapes() {
  return {{"ring", ring_of(16), 2, {1, 16, 24, 47, 58}},
          {"full mesh", full_mesh_of(16), 64, {1, 4, 8}},
          {"4-cube", cube_of(4), 10, {4, 16, 32, 47}},
          {"dual star", dual_star_of(16), 15, {4, 8, 15}},
          {"mesh", square_of(4, false), 5, {4, 19, 40}},
          {"torus", square_of(4, true), 10, {4, 19, 40}}};
}

std::vector<LeftBecause> reasons(const RoutedBoard& routed) {
  std::vector<LeftBecause> all;
  for (const board::LeftOver& each : routed.left_over) all.push_back(each.why);
  return all;
}

}  // namespace

TEST_CASE("a board is drawn on as many layers as its densest cut needs, and with one layer fewer wires are left over") {
  for (const Shape& shape : shapes()) {
    for (const std::uint32_t wires : shape.wires) {
      CAPTURE(shape.name);
      CAPTURE(wires);
      Board board = backplane(hard_metric(), 16, shape.links, wires);
      const RoutedBoard routed = route_board(board);
      const std::uint32_t layers = up(shape.cut * wires, kChannels);
      CHECK(routed.left_over.empty());
      CHECK(measure_board(board).cut.layers == layers);  // what compare says
      CHECK(routed.signal_layers == layers);
      CHECK(check_board(board, routed).empty());
      CHECK(routed.nets.size() == shape.links.size() * wires);
      if (layers == 1) continue;
      board.signal_layers = layers - 1;
      const RoutedBoard fewer = route_board(board);
      CHECK(fewer.signal_layers == layers - 1);
      CHECK(fewer.left_over.size() >= shape.cut * wires - kChannels * (layers - 1));
      for (const LeftBecause why : reasons(fewer)) CHECK(why == LeftBecause::tracks);
      CHECK(check_board(board, fewer).empty());
    }
  }
}

TEST_CASE("boards whose cuts are nearly full are drawn on as many layers as these ask for") {
  struct Full {
    const char* name;
    Links links;
    std::uint32_t slots, wires, cut;
  };
  Links cycles;  // cube-connected cycles of 3 dimensions, cycle by cycle
  for (std::uint32_t v = 0; v < 8; ++v) {
    for (std::uint32_t d = 0; d < 3; ++d) {
      cycles.push_back({3 * v + std::min(d, (d + 1) % 3), 3 * v + std::max(d, (d + 1) % 3)});
      if ((v >> d & 1U) == 0) cycles.push_back({3 * v + d, 3 * (v | 1U << d) + d});
    }
  }
  const std::uint32_t tracks = 3 * kChannels;
  for (const Full& full : std::vector<Full>{{"cube-connected cycles", cycles, 24, 17, 8},
                                            {"ring", ring_of(16), 16, 68, 2},
                                            {"full mesh", full_mesh_of(16), 16, 15, 64},
                                            {"4-cube", cube_of(4), 16, 28, 10}}) {
    CAPTURE(full.name);
    Board board = backplane(hard_metric(), full.slots, full.links, full.wires);
    board.rules.width = board.rules.space = board.rules.clearance = 127'000;
    const RoutedBoard routed = route_board(board);
    CHECK(routed.left_over.empty());
    CHECK(routed.signal_layers == up(std::uint64_t{full.cut} * full.wires, tracks));
    CHECK(check_board(board, routed).empty());
  }
}

TEST_CASE("where slots lack pins few wires are left: of 120 links of 16 wires each slot lacks 5 pins, so 40 are") {
  Board board = backplane(hard_metric(), 16, full_mesh_of(16), 16);
  board.rules.width = board.rules.space = board.rules.clearance = 127'000;
  const RoutedBoard routed = route_board(board);
  CHECK(routed.signal_layers <= up(64 * 16, 3 * kChannels));
  CHECK(routed.left_over.size() >= 40);
  CHECK(routed.left_over.size() <= 60);
  CHECK(check_board(board, routed).empty());
}

TEST_CASE("nearly all pins of all slots find a wire: 14 wires a link of a full mesh of 16, 210 of 235 pins") {
  const Board board = backplane(hard_metric(), 16, full_mesh_of(16), 14);
  const RoutedBoard routed = route_board(board);
  CHECK(routed.left_over.empty());
  CHECK(check_board(board, routed).empty());
  for (const board::PinBudget& slot : measure_board(board).pins) {
    CHECK(slot.there == 235);
    CHECK(slot.needed == 210);
  }
}

TEST_CASE("wires of slots with too few pins are left over, and only those") {
  const Board board = backplane(hard_metric(4), 3, {{0, 1}, {1, 2}}, 12);
  const RoutedBoard routed = route_board(board);
  CHECK(measure_board(board).pins[1].needed == 24);
  CHECK(measure_board(board).pins[1].there == 20);
  CHECK(reasons(routed) == std::vector<LeftBecause>(4, LeftBecause::pins));
  CHECK(check_board(board, routed).empty());
}

TEST_CASE(
    "tracks between two pads by exact geometry: one of 8 mil and three of 5 mil in a field of 2 mm, pairs by pitch") {
  Board board = backplane(hard_metric(), 16, ring_of(16), 1);
  CHECK(pin_field(board).channels[1].tracks == 1);
  board.rules.width = board.rules.space = board.rules.clearance = 127'000;
  CHECK(pin_field(board).channels[1].tracks == 3);
  CHECK(pin_field(backplane(pair_connector(), 4, ring_of(4), 1, 25 * kMm)).channels[1].tracks == 2);
}

TEST_CASE("both lines of a pair end at pins of their polarity and are equally long") {
  const Board board = backplane(pair_connector(), 8, full_mesh_of(8), 3, 25 * kMm);
  const RoutedBoard routed = route_board(board);
  const std::vector<board::Nanometres> lengths = lengths_of_nets(routed);
  CHECK(routed.left_over.empty());
  CHECK(check_board(board, routed).empty());
  for (std::uint32_t n = 0; n < routed.nets.size(); ++n) {
    const board::Net& net = routed.nets[n];
    CHECK(routed.nets[net.mate].mate == n);
    CHECK(lengths[n] == lengths[net.mate]);
    for (const std::uint32_t pin : net.pins)
      CHECK((routed.pins[pin].row % 3 == 0) == (net.polarity == board::Polarity::positive));
  }
}

TEST_CASE("a bus is one net with a pin at every slot; a pair of three slots needs vias and is left over") {
  Board board = backplane(hard_metric(), 8, {{0, 7}}, 40);
  board.links[0].slots = {3, 1, 0, 2, 4, 5, 7, 6};
  const RoutedBoard routed = route_board(board);
  CHECK(routed.left_over.empty());
  CHECK(routed.signal_layers == 1);
  CHECK(check_board(board, routed).empty());
  for (const board::Net& net : routed.nets) CHECK(net.pins.size() == 8);
  Board pairs = backplane(pair_connector(), 3, {{0, 1}}, 2, 25 * kMm);
  pairs.links[0].slots = {0, 1, 2};
  CHECK(reasons(route_board(pairs)) == std::vector<LeftBecause>(2, LeftBecause::shape));
}

TEST_CASE("a bus of 24 slots whose last one lacks pins leaves as many wires, without trying all ends") {
  Board board = backplane(hard_metric(10), 24, {{0, 1}}, 40);
  for (std::uint32_t s = 2; s < 24; ++s) board.links[0].slots.push_back(s);
  board.connectors.push_back(hard_metric(5));  // 25 pins
  board.slots.back().connectors.front().connector = 1;
  CHECK(reasons(route_board(board)) == std::vector<LeftBecause>(15, LeftBecause::pins));
}

TEST_CASE("no wire passes a keep-out or leaves the outline") {
  Board board = backplane(hard_metric(10), 4, ring_of(4), 3);
  const std::uint32_t before = route_board(board).signal_layers;
  board.keep_outs = {{50 * kMm, 0, 55 * kMm, 35 * kMm}};
  const RoutedBoard routed = route_board(board);
  CHECK(routed.left_over.empty());
  CHECK(routed.signal_layers > before);
  CHECK(check_board(board, routed).empty());
  board.keep_outs = {{50 * kMm, 0, 55 * kMm, 100 * kMm}};
  CHECK(route_board(board).left_over.size() == 6);  // link 1-2 and the long one
}

TEST_CASE("slots that stand too near to each other are refused") {
  CHECK(message_of([] { route_board(backplane(hard_metric(), 4, ring_of(4), 1, 8 * kMm)); }) ==
        "the pins of slots '0' and '1' overlap");
}

TEST_CASE("the check finds each fault that is planted in a routed board") {
  const Board board = backplane(hard_metric(), 8, full_mesh_of(8), 6);
  const RoutedBoard right = route_board(board);
  CHECK(check_board(board, right).empty());
  const auto finds = [&](board::BoardFault kind, const auto& plant) {
    Board asked = board;
    RoutedBoard routed = right;
    plant(asked, routed);
    const std::vector<board::FoundFault> found = check_board(asked, routed);
    return std::any_of(found.begin(), found.end(), [&](const board::FoundFault& f) { return f.kind == kind; });
  };
  using enum board::BoardFault;
  CHECK(finds(open, [](Board&, RoutedBoard& r) { r.segments.erase(r.segments.begin()); }));
  CHECK(finds(clearance,
              [](Board&, RoutedBoard& r) { r.segments[1].layer = (r.segments[1].layer + 1) % r.signal_layers; }));
  CHECK(finds(clearance, [](Board&, RoutedBoard& r) { r.segments[1].y0 = r.segments[1].y1 += kMm / 10; }));
  CHECK(finds(oblique, [](Board&, RoutedBoard& r) { r.segments[1].y0 += 1; }));
  CHECK(finds(outline, [](Board& b, RoutedBoard&) { b.outline[2][1] = b.outline[3][1] = 30 * kMm; }));
  CHECK(finds(keep_out, [](Board& b, RoutedBoard&) { b.keep_outs = {{50 * kMm, 0, 55 * kMm, 60 * kMm}}; }));
  CHECK(finds(wrong_pin, [](Board&, RoutedBoard& r) { r.pins[r.nets[0].pins[0]].net = 1; }));
  CHECK(finds(wrong_pin, [](Board& b, RoutedBoard&) { b.links[3].slots = {6, 7}; }));
  CHECK(finds(missing, [](Board&, RoutedBoard& r) { r.nets[5].pins.clear(); }));
}
