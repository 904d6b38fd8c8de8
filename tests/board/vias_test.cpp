// SPDX-License-Identifier: Apache-2.0
// A board with vias that is drawn by hand, its measures, and its files as KiCad reads them.
#include <doctest/doctest.h>

#include "board/boards.hpp"
#include "board/kicad.hpp"
#include "board/signals.hpp"

namespace {

using namespace cutline;
using namespace cutline::test;
using board::Board;
using board::RoutedBoard;

const auto kViasSkip = doctest::skip(!has_kicad());

/// Two slots with six pins each, the middle row ground, and a link of two wires. Wire 1 is straight, 16 mm; wire 0 goes
/// down, up and down again, 26 mm, partly on the second layer through four vias.
Board two_slots_with_vias() {
  board::Connector four = hard_metric(2);
  four.rows = 3;
  four.pins.assign(6, {});
  four.pins[1].use = four.pins[4].use = board::PinUse::ground;
  Board board = backplane(four, 2, {{0, 1}}, 2);
  board.rules.via_pad = 600'000;
  board.rules.via_drill = 300'000;
  board.thickness = 3'200'000;
  return board;
}

RoutedBoard routed_with_vias() {
  RoutedBoard out{.signal_layers = 2, .layers_along_y = 1};
  for (std::uint32_t slot = 0; slot < 2; ++slot) {
    for (std::uint32_t column = 0; column < 2; ++column) {
      for (std::uint32_t row = 0; row < 3; ++row) {
        board::Pin pin{.slot = slot, .column = column, .row = row};
        pin.x = (20 + 20 * slot + 2 * row) * kMm;
        pin.y = (20 + 2 * column) * kMm;
        if (row == 1) pin.use = board::PinUse::ground;
        if (row == (slot == 0 ? 2U : 0U)) pin.net = column;
        out.pins.push_back(pin);
      }
    }
  }
  // Pins of slot 0: 0-5, of slot 1: 6-11.
  out.nets = {{.wire = 0, .pins = {2, 6}}, {.wire = 1, .pins = {5, 9}}};
  const auto track = [&](std::uint32_t net, std::uint32_t layer, std::array<board::Nanometres, 4> mm) {
    out.segments.push_back({net, layer, mm[0] * kMm, mm[1] * kMm, mm[2] * kMm, mm[3] * kMm});
  };
  track(1, 0, {24, 22, 40, 22});
  track(0, 0, {24, 20, 26, 20});
  track(0, 0, {26, 20, 26, 18});
  track(0, 0, {26, 18, 28, 18});
  track(0, 1, {28, 18, 28, 23});
  track(0, 0, {28, 23, 34, 23});
  track(0, 1, {34, 23, 34, 20});
  track(0, 0, {34, 20, 40, 20});
  out.vias = {{0, 28 * kMm, 18 * kMm}, {0, 28 * kMm, 23 * kMm}, {0, 34 * kMm, 23 * kMm}, {0, 34 * kMm, 20 * kMm}};
  return out;
}

}  // namespace

TEST_CASE("measures of a board drawn by hand: lengths, skew, vias, stubs") {
  const board::DrawnMeasures measures = measure_drawn(two_slots_with_vias(), routed_with_vias());
  CHECK(measures.longest == (2 + 2 + 2 + 5 + 6 + 3 + 6) * kMm);
  CHECK(measures.skew.most == 10 * kMm);
  CHECK(measures.pair_skew.most == 0);
  CHECK(measures.vias == 4);
  CHECK(measures.most_vias == 4);
  CHECK(measures.layers == 2);
  CHECK(measures.layers_along_y == 1);
  // Signal layers 0 and 1 are copper layers 1 and 3 of 0 to 4: pins leave at 1/4, vias join 1/4 and 3/4.
  CHECK(measures.stub == 0.75);
  for (const double stub : stubs_of_vias(two_slots_with_vias(), routed_with_vias())) CHECK(stub == 0.25);
}

TEST_CASE("a pin on the back has its stub on the other side, and without tracks there is none") {
  Board board = two_slots_with_vias();
  board.slots[1].back = true;
  const std::vector<double> stubs = stubs_of_pins(board, routed_with_vias());
  CHECK(stubs[2] == 0.75);
  CHECK(stubs[6] == 0.25);
  CHECK(stubs[0] == 0);
}

TEST_CASE("measures of several boards: the worse of each, the sum of vias and wires left") {
  board::DrawnMeasures all{.longest = 5, .skew = {1, "a - b", 1}, .vias = 2, .wires_left = 1, .layers = 3, .stub = 0.5};
  add_board(all, {.longest = 4, .skew = {2, "c - d", 3}, .vias = 3, .wires_left = 4, .layers = 2, .stub = 0.25});
  CHECK(all.longest == 5);
  CHECK(all.skew.most == 2);
  CHECK(all.skew.link == "c - d");
  CHECK(all.skew.missed == 4);
  CHECK(all.vias == 5);
  CHECK(all.wires_left == 5);
  CHECK(all.layers == 3);
  CHECK(all.stub == 0.5);
}

TEST_CASE("KiCad accepts vias and measures tracks beside them as we do" * kViasSkip) {
  const OwnFolder folder;
  write_for_kicad(folder, "vias", exporting::named_board(two_slots_with_vias(), routed_with_vias()));
  std::map<std::string, SeenByKicad> seen = seen_by_kicad(folder, {"vias"});
  CAPTURE(text_of(folder.file("vias.rpt")));
  CHECK(seen["vias"].violations == 0);
  CHECK(seen["vias"].unconnected == 0);
  CHECK(seen["vias"].length_nm["L0_0"] == 26 * kMm);
  CHECK(seen["vias"].length_nm["L0_1"] == 16 * kMm);
}

TEST_CASE("KiCad finds wires that differ by more than the rules allow, planted here" * kViasSkip) {
  const OwnFolder folder;
  Board board = two_slots_with_vias();
  RoutedBoard routed = routed_with_vias();
  routed.vias.clear();
  routed.signal_layers = 1;
  routed.layers_along_y = 0;
  routed.segments.clear();
  // Wire 0 makes a detour of 4 mm.
  for (const auto& [net, mm] :
       std::vector<std::pair<std::uint32_t, std::array<board::Nanometres, 4>>>{{1, {24, 22, 40, 22}},
                                                                               {0, {24, 20, 26, 20}},
                                                                               {0, {26, 20, 26, 18}},
                                                                               {0, {26, 18, 34, 18}},
                                                                               {0, {34, 18, 34, 20}},
                                                                               {0, {34, 20, 40, 20}}})
    routed.segments.push_back({net, 0, mm[0] * kMm, mm[1] * kMm, mm[2] * kMm, mm[3] * kMm});
  board.rules.match = 4 * kMm;
  write_for_kicad(folder, "kept", exporting::named_board(board, routed));
  board.rules.match = 3 * kMm;
  write_for_kicad(folder, "broken", exporting::named_board(board, routed));
  std::map<std::string, SeenByKicad> seen = seen_by_kicad(folder, {"kept", "broken"});
  CAPTURE(text_of(folder.file("kept.rpt")));
  CHECK(seen["kept"].violations == 0);
  CHECK(seen["kept"].unconnected == 0);
  CAPTURE(text_of(folder.file("broken.rpt")));
  CHECK(seen["broken"].violations > 0);
  CHECK(text_of(folder.file("broken.rpt")).find("length_out_of_range") != std::string::npos);
}

TEST_CASE("KiCad's own IPC-D-356 has our vias, and our Specctra design has them" * kViasSkip) {
  const OwnFolder folder;
  const RoutedBoard routed = routed_with_vias();
  const Board board = two_slots_with_vias();
  const exporting::NamedBoard named = exporting::named_board(board, routed);
  write_for_kicad(folder, "vias", named);
  seen_by_kicad(folder, {"vias"});
  const auto via_lines = [](const std::string& text) {
    std::vector<std::string> all;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      if (line.size() > 70 && line.substr(20, 3) == "VIA") all.push_back(line);
    }
    return all;
  };
  const std::vector<std::string> ours = via_lines(ipc_356(named));
  const std::vector<std::string> kicads = via_lines(text_of(folder.file("vias.kicad.d356")));
  REQUIRE(ours.size() == 4);
  REQUIRE(kicads.size() == 4);
  for (std::size_t i = 0; i < 4; ++i) {
    CAPTURE(ours[i]);
    CAPTURE(kicads[i]);
    CHECK(ours[i].substr(3, 10) == kicads[i].substr(3, 10));
    CHECK(ours[i].substr(32) == kicads[i].substr(32));
  }
  const std::string design = specctra_dsn(named);
  CHECK(design.find("(via \"Via_600:300_um\" ") != std::string::npos);
}
