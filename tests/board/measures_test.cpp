// SPDX-License-Identifier: Apache-2.0
#include "board/measures.hpp"

#include <doctest/doctest.h>

#include "board/measured_boards.hpp"

using namespace cutline::board;
using namespace cutline::test;

namespace {

using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

Pairs full_mesh(std::uint32_t nodes) {
  Pairs links;
  for (std::uint32_t a = 0; a < nodes; ++a) {
    for (std::uint32_t b = a + 1; b < nodes; ++b) links.emplace_back(a, b);
  }
  return links;
}

std::uint64_t densest(const Board& made) { return measure_board(made).densest_cut_wires(); }

}  // namespace

TEST_CASE("the densest cut of a full mesh in a row has floor(n^2 / 4) links") {
  for (std::uint32_t n = 2; n <= 20; ++n) CHECK(densest(row_board(n, signal_field(47), full_mesh(n), 1)) == n * n / 4);
  CHECK(densest(row_board(16, signal_field(47), full_mesh(16), 1)) == 64);
}

TEST_CASE("the densest cut of an n-cube in natural order has floor(2^(n + 1) / 3) links") {
  for (std::uint32_t n = 1; n <= 7; ++n) {
    Pairs links;
    for (std::uint32_t a = 0; a < 1u << n; ++a) {
      for (std::uint32_t d = 0; d < n; ++d) {
        if ((a >> d & 1) == 0) links.emplace_back(a, a | 1u << d);
      }
    }
    CHECK(densest(row_board(1u << n, signal_field(47), links, 1)) == (2u << n) / 3);
  }
}

TEST_CASE("every cut of a ring has two links, in natural order and folded") {
  Pairs natural, folded;
  const auto place = [](std::uint32_t i) { return i < 8 ? 2 * i : 31 - 2 * i; };
  for (std::uint32_t i = 0; i < 16; ++i) {
    natural.emplace_back(i, (i + 1) % 16);
    folded.emplace_back(place(i), place((i + 1) % 16));
  }
  for (const Pairs& links : {natural, folded}) {
    const BoardMeasures measures = measure_board(row_board(16, signal_field(47), links, 3));
    CHECK(measures.cut_wires == std::vector<std::uint64_t>(15, 6));
    CHECK(measures.pins[5].needed == 6);
  }
}

TEST_CASE("signal layers: wires of a cut over the tracks of a layer, or pins of a column over those of a channel") {
  // 16 links x 15 slots: 64 x 14 = 896 wires over the middle; 48 x 3 = 144 tracks; 210 pins on 47 columns: 5 deep.
  const BoardMeasures mesh = measure_board(row_board(16, signal_field(47), full_mesh(16), 14));
  CHECK(mesh.cut.place == 8);
  CHECK(mesh.cut.wires == 896);
  CHECK(mesh.cut.tracks == 144);
  CHECK(mesh.cut.layers == 7);
  CHECK(mesh.escape.place == 0);
  CHECK(mesh.escape.wires == 5);
  CHECK(mesh.escape.tracks == 3);
  CHECK(mesh.escape.layers == 2);
  CHECK(mesh.signal_layers() == 7);
  CHECK(copper_stack(6, 0).size() == 13);
  CHECK(copper_stack(2, 1) == std::vector<std::uint32_t>{kNone, 0, kNone - 1, kNone, 1, kNone});
  CHECK(mesh.pins_short() == 0);
  CHECK(mesh.longest == 300 * kMm);
  // Two slots of four columns: 5 channels of 3 tracks for 20 wires, and columns that are 5 deep.
  const BoardMeasures small = measure_board(row_board(2, signal_field(4), {{0, 1}}, 20));
  CHECK(small.cut.layers == 2);
  CHECK(small.escape.layers == 2);
  CHECK(small.signal_layers() == 2);
}

TEST_CASE("pins short are told by slot, and pairs take two pins of a pair each") {
  Connector connector = signal_field(10, 5);
  Board made = row_board(3, connector, {{0, 1}, {1, 2}}, 30);
  CHECK(measure_board(made).pins_short() == 10);
  CHECK(measure_board(made).pins[1].missing() == 10);
  made.rules.pairs = true;
  made.rules.gap = 5 * kMil;
  made.rules.pair_space = 15 * kMil;
  set_pairs(made.connectors[0], 2);
  const BoardMeasures pairs = measure_board(made);
  CHECK(pairs.pins[1].needed == 120);
  CHECK(pairs.pins[1].there == 40);
  CHECK(pairs.cut_wires == std::vector<std::uint64_t>{60, 60});
  CHECK(pairs.cut.layers == 4);     // 30 pairs in 9 channels of one pair
  CHECK(pairs.escape.layers == 3);  // 3 pairs deep, one between two pads
}

TEST_CASE("a bus counts once over every cut, and once at every slot") {
  Board made = row_board(5, signal_field(10), {}, 0);
  made.links = {{0, {0, 2, 4, 1, 3}, 32}};
  const BoardMeasures measures = measure_board(made);
  CHECK(measures.cut_wires == std::vector<std::uint64_t>(4, 32));
  for (const PinBudget& pins : measures.pins) CHECK(pins.needed == 32);
}

TEST_CASE("where no track passes between pads, layers are not known") {
  Board made = row_board(3, signal_field(10), {{0, 2}}, 4);
  made.rules = tracks_of(kMm);
  CHECK_FALSE(measure_board(made).signal_layers().has_value());
  made.links.clear();
  CHECK(measure_board(made).signal_layers() == 0);
}

TEST_CASE("maps of pins: grounds in turn, pairs of a column, letters") {
  Connector connector = signal_field(3, 5);
  set_grounds(connector, 1, 3);
  const auto count = [&](PinUse use) {
    return std::count_if(connector.pins.begin(), connector.pins.end(), [&](const auto& pin) { return pin.use == use; });
  };
  CHECK(count(PinUse::ground) == 5);
  CHECK(connector.pin(0, 2).use == PinUse::ground);
  CHECK(connector.pin(1, 0).use == PinUse::ground);
  set_letters(connector, {"SGPS-", "SSSSS"});
  CHECK(connector.pin(2, 4).use == PinUse::unused);
  CHECK(connector.pin(2, 2).use == PinUse::power);
  CHECK(count(PinUse::signal) == 9);
  set_all_signals(connector);
  set_pairs(connector, 2);
  CHECK(count(PinUse::ground) == 3);
  CHECK(connector.pin(0, 2).use == PinUse::ground);
  for (std::uint32_t column = 0; column < 3; ++column) {
    CHECK(connector.pin(column, 0).pair == static_cast<std::int32_t>(2 * column));
    CHECK(connector.pin(column, 4).pair == static_cast<std::int32_t>(2 * column + 1));
    CHECK(connector.pin(column, 3).positive);
    CHECK_FALSE(connector.pin(column, 4).positive);
  }
}

TEST_CASE("keep-outs take the tracks that they cover from the cut in which they stand alone") {
  Board made = row_board(3, signal_field(10), {{0, 1}, {1, 2}}, 30);
  const std::uint64_t all = 9 * 3 + 2 * 3;
  CHECK(measure_board(made).cut.tracks == all);
  // Between slots 1 and 2, over channels 0 to 3 of the field, whose lowest pins stand at 5.55 mm.
  made.keep_outs = {{40 * kMm, 5'550'000, 41 * kMm, 5'550'000 + 8 * kMm}};
  CHECK(measure_board(made).cut.place == 2);
  CHECK(measure_board(made).cut.tracks == all - 4 * 3);
  made.keep_outs = {{40 * kMm, 0, 41 * kMm, 100 * kMm}};
  CHECK_FALSE(measure_board(made).cut.layers.has_value());
}

TEST_CASE("boards together: pins and cuts of all, the worst place with its board, the largest size") {
  const BoardMeasures light = measure_board(row_board(3, signal_field(10), {{0, 1}}, 20));
  const BoardMeasures heavy = measure_board(row_board(4, signal_field(10), {{0, 3}}, 80));
  const BoardMeasures all = together({light, heavy}, {0, 1, 0, 1});
  CHECK(all.count == 4);
  CHECK(all.pins.size() == 14);
  CHECK(all.pins_short() == 2 * heavy.pins_short());
  CHECK(all.cut.board == 1);
  CHECK(all.worst() == 1);
  CHECK(all.signal_layers() == heavy.signal_layers());
  CHECK(all.width == heavy.width);
  CHECK(all.longest == 60 * kMm);
}
