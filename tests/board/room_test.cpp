// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <cmath>

#include "board/measured_boards.hpp"
#include "board/measures.hpp"
#include "board/signals.hpp"
#include "cutline/technology/technology.hpp"
#include "support/csv.hpp"

using namespace cutline;
using namespace cutline::board;
using namespace cutline::test;
using namespace cutline::test;

namespace {

Nanometres mm_of(const Row& row, const char* column) { return std::llround(row.number(column) * 1e6); }

}  // namespace

TEST_CASE("tracks between two pads are those of exact geometry") {
  for (const Row& row : golden("boards_escape.csv")) {
    CAPTURE(row.text("field"));
    TrackRules rules{.width = mm_of(row, "trace_mm"), .space = mm_of(row, "space_mm")};
    rules.clearance = mm_of(row, "clearance_mm");
    const auto tracks = tracks_between_pads(mm_of(row, "pitch_mm"), mm_of(row, "pad_mm"), rules);
    CHECK(tracks == row.integer("tracks_between_pads"));
    // The form of channels never promises fewer layers than that of whole rows.
    CHECK((row.integer("rows_deep") + tracks - 1) / tracks >= row.integer("layers_one_side"));
  }
}

TEST_CASE("n tracks fit into exactly their own width, and not into a nanometre less") {
  for (const bool pairs : {false, true}) {
    TrackRules rules{.width = 100, .space = 70, .gap = 30, .pair_space = 200, .pairs = pairs};
    const Nanometres each = pairs ? 230 : 100, between = pairs ? 200 : 70;
    CHECK(tracks_side_by_side(-5, rules) == 0);
    CHECK(tracks_side_by_side(0, rules) == 0);
    for (Nanometres n = 1; n < 50; ++n) {
      CHECK(tracks_side_by_side(n * each + (n - 1) * between, rules) == n);
      CHECK(tracks_side_by_side(n * each + (n - 1) * between - 1, rules) == n - 1);
    }
  }
}

TEST_CASE("a pair of 5 mil lines passes between pads 2 mm apart, one of 8 mil lines does not") {
  const Nanometres pad = 1'100'000;
  TrackRules five{.width = 5 * kMil, .clearance = 5 * kMil, .gap = 5 * kMil, .pair_space = 15 * kMil, .pairs = true};
  CHECK(tracks_between_pads(2 * kMm, pad, five) == 1);
  TrackRules eight{.width = 8 * kMil, .clearance = 200'000, .gap = 8 * kMil, .pair_space = 24 * kMil, .pairs = true};
  CHECK(tracks_between_pads(2 * kMm, pad, eight) == 0);
}

TEST_CASE("a layer crosses a pin field between its columns and beside it") {
  Connector connector = signal_field(47);
  Board made = row_board(1, connector, {}, 1);
  CHECK(tracks_past(made, made.slots[0]) == 46 * 3 + 2 * 3);
  // Two connectors, 7 mm from column to column: 5.646 mm between their pads.
  made.connectors = {signal_field(20)};
  made.slots[0].connectors.push_back(made.slots[0].connectors[0]);
  made.slots[0].connectors[1].y += (19 * 2 + 7) * kMm;
  made.outline = {{0, 0}, {20 * kMm, 0}, {0, 12 * kMm + 1'100'000 + (2 * 19 * 2 + 5) * kMm}};
  CHECK(tracks_past(made, made.slots[0]) == 2 * 19 * 3 + 22 + 2 * 17);
  // A board without pins: all its height but the edges.
  made.slots[0].connectors.clear();
  CHECK(tracks_past(made, made.slots[0]) == tracks_side_by_side(93'100'000, made.rules));
}

TEST_CASE("dielectric loss and time of flight are those of the tables") {
  for (const Row& row : golden("boards_materials.csv")) {
    CAPTURE(row.text("material"));
    Material material;
    material.dk = row.number("dk");
    material.df = row.number("df");
    for (const auto& [column, ghz] : {std::pair("db_7", 7.0), std::pair("db_14", 14.0), std::pair("db_26_56", 26.56)})
      CHECK(dielectric_loss_db(material, ghz, 1) == doctest::Approx(row.number(column)).epsilon(0.004));
    CHECK(flight_ps_per_mm(material.dk) == doctest::Approx(row.number("ps_per_mm")).epsilon(1e-4));
  }
}
