// SPDX-License-Identifier: Apache-2.0
// Layouts with places given by the user, on dies with cells of one micrometre.
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <sstream>

#include "layout/given_die.hpp"
#include "support/csv.hpp"
#include "support/errors.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

/// The chiplets of a PlaceIT design as tiles, and their PHYs as routers. Links join the PHYs whose distances are as
/// published.
struct Chiplets {
  TilePlan plan;
  IntegerTable links;
  double area = 0;  ///< mm2, as published

  explicit Chiplets(const std::string& design) {
    std::vector<std::vector<std::int64_t>> phys;  // of each chiplet: numbers of routers
    for (const Row& row : golden("published/placeit_chiplets.csv")) {
      if (row.text("design") != design) continue;
      phys.emplace_back();
      std::stringstream points(row.text("phys"));
      double x = 0, y = 0;
      for (char between = ';'; points >> x >> y; points >> between) {
        phys.back().push_back(static_cast<std::int64_t>(plan.tiles.size()));
        plan.tiles.push_back(router_at(plan.tiles.size(), 1e3 * x, 1e3 * y));
        if (phys.back().size() > 1) continue;  // the first PHY has the chiplet's tile, the others stand on it
        plan.tiles.back().box = {millimetres(row.number("x")), millimetres(row.number("y")),
                                 millimetres(row.number("w")), millimetres(row.number("h"))};
      }
    }
    for (const Row& row : golden("published/placeit_links.csv")) {
      if (row.text("design") != design) continue;
      const auto [a, b] = pair_apart(phys[static_cast<std::size_t>(row.number("a"))],
                                     phys[static_cast<std::size_t>(row.number("b"))], row.number("length_mm"));
      links.push_back({a, b});
    }
    for (const Row& row : golden("published/placeit_baselines.csv")) {
      if (row.text("design") == design) area = row.number("area_mm2");
    }
  }

  std::array<double, 2> apart(std::int64_t a, std::int64_t b) const {
    const Tile& one = plan.tiles[static_cast<std::size_t>(a)];
    const Tile& other = plan.tiles[static_cast<std::size_t>(b)];
    return {std::abs(in_mm(one.router_x - other.router_x)), std::abs(in_mm(one.router_y - other.router_y))};
  }

 private:
  std::pair<std::int64_t, std::int64_t> pair_apart(const std::vector<std::int64_t>& ones,
                                                   const std::vector<std::int64_t>& others, double mm) const {
    for (const std::int64_t a : ones) {
      for (const std::int64_t b : others) {
        const auto [x, y] = apart(a, b);
        if (std::abs(std::hypot(x, y) - mm) < 1e-3) return {a, b};
      }
    }
    FAIL("no two PHYs are " << mm << " mm apart");
    return {};
  }
};

}  // namespace

TEST_CASE("Chiplets of unequal size stand as published, and their links are as long as their PHYs are apart") {
  for (const char* design : {"32cores_homo", "64cores_homo", "32cores_hetero", "64cores_hetero"}) {
    CAPTURE(design);
    const Chiplets chiplets(design);
    const Rectangle die = die_of(chiplets.plan);
    CHECK(in_mm(die.width) * in_mm(die.height) == doctest::Approx(chiplets.area));
    const auto nodes = static_cast<std::int64_t>(chiplets.plan.tiles.size());
    const Given given = lay_out(nodes, chiplets.links, chiplets.plan, 1, 2);
    CHECK(given.checked().passed());
    CHECK(given.overflow_of().wires == 0);
    // A wire is longer than its way in the grid by its stubs and terminals, which take a few cells of 1 um.
    std::int64_t ways = 0;
    for (const IntegerList& link : chiplets.links) {
      const auto [x, y] = chiplets.apart(link[0], link[1]);
      ways += std::llround(1e3 * (x + y));
    }
    const auto total = static_cast<std::int64_t>(lengths_of(given));
    CHECK(total >= ways - 2 * static_cast<std::int64_t>(chiplets.links.size()));
    CHECK(total <= ways + 12 * static_cast<std::int64_t>(chiplets.links.size()));
  }
}

TEST_CASE("Wires that have room on the die have it to the last track") {
  // The row's box takes cells 4 and 5, for its terminals and the stacks of columns. Above it each pair has 14 tracks.
  for (const int pairs : {1, 2}) {
    const auto room = static_cast<std::uint32_t>(14 * pairs);
    const Given full = one_row(room, pairs);
    CHECK(full.overflow_of().wires == 0);
    CHECK(full.overflow_of().over_cut == 0);
    CHECK(full.checked().passed());
    CHECK(full.layout.columns().total == 3000);
    CHECK(full.layout.rows().total == 20);
  }
}

TEST_CASE("A die that is too small says by how much: by one wire, and by a factor of two") {
  const Given one_more = one_row(15, 1);
  CHECK(one_more.overflow_of().wires == 1);  // no track is left here, though the cut has 20
  CHECK(one_more.overflow_of().by_cause == std::array<std::uint64_t, kNoRooms>{1, 0, 0});
  CHECK(one_more.overflow_of().over_cut == 0);
  CHECK(one_more.overflow_of().lines == std::vector<LineOverflow>{{Axis::x, 0, 1}});
  CHECK(one_more.overflow_of().edges == std::vector<EdgeOverflow>{{Axis::x, 0, 1, 1}});

  const Given past_cut = one_row(21, 1);  // more wires than rows of cells: no layout exists
  CHECK(past_cut.overflow_of().over_cut == 1);
  CHECK(past_cut.overflow_of().wires == 7);
  CHECK(past_cut.overflow_of().fullest == CutRoom{Axis::x, 1, 21, 20});

  const Given twice = one_row(80, 2);
  CHECK(twice.overflow_of().over_cut == 40);
  CHECK(twice.overflow_of().wires == 80 - 28);
  CHECK(twice.overflow_of().share_with_room == doctest::Approx(14.0 / 40));
  for (const Given* given : {&one_more, &past_cut, &twice}) CHECK(given->checked().passed());
}

TEST_CASE("A blocked stripe along the tracks takes them, and on all layers what lies behind it") {
  // Rows 10 to 12 of cells are blocked between the routers, on horizontal layers only: each pair has 3 tracks fewer.
  const Given tracks = one_row(22, 2, {blocked(700, 10, 900, 12, {"H1", "H2"})});
  CHECK(tracks.overflow_of().wires == 0);
  CHECK(tracks.overflow_of().fullest == CutRoom{Axis::x, 1, 22, 34});
  CHECK(tracks.checked().passed());
  CHECK(one_row(24, 2, {blocked(700, 10, 900, 12, {"H1", "H2"})}).overflow_of().wires == 2);
  // There 2 x (20 - 3) tracks cross the die, so 36 wires are two too many for the cut.
  const Given past_cut = one_row(36, 2, {blocked(700, 10, 900, 12, {"H1", "H2"})});
  CHECK(past_cut.overflow_of().over_cut == 2);
  CHECK(past_cut.overflow_of().fullest == CutRoom{Axis::x, 1, 36, 34});
  CHECK(past_cut.overflow_of().wires == 36 - 22);
  // The routers are blocked too, on all layers. Stubs cannot pass, so that only cells 6 to 9 are left.
  const Given behind = one_row(10, 2, {blocked(0, 10, 2999, 12)});
  CHECK(behind.overflow_of().wires == 2);
  CHECK(behind.overflow_of().over_cut == 0);  // the whole cut has 17 tracks for each pair
  CHECK(behind.checked().passed());
  CHECK(one_row(8, 2, {blocked(0, 10, 2999, 12)}).overflow_of().wires == 0);
  // The cells of terminals are blocked: no wire that begins there has a way out.
  const Given terminals = one_row(10, 1, {blocked(0, 5, 3, 5)});
  CHECK(terminals.overflow_of().by_cause == std::array<std::uint64_t, kNoRooms>{0, 0, 4});
  CHECK(terminals.checked().passed());
}

TEST_CASE("Terminals that find no room at a router are told apart") {
  // Columns stand 6 cells apart: 5 cells for terminals, 1 for tracks.
  const TilePlan plan = die_of_cells(600, 60, {{0, 4}, {6, 4}, {300, 4}});
  const Given given = lay_out(3, {{0, 1}, {1, 2}}, plan, 8, 1);
  CHECK(given.overflow_of().by_cause[static_cast<std::size_t>(NoRoom::terminal)] > 0);
  CHECK(given.overflow_of().by_cause[static_cast<std::size_t>(NoRoom::track)] == 0);
  CHECK(given.checked().passed());
}

TEST_CASE("Moving a router by some cells changes the lengths of its own links by so much") {
  const auto length = [](double x) {
    const Given given = lay_out(3, {{0, 1}, {1, 2}}, die_of_cells(900, 30, {{0, 4}, {200, 4}, {x, 4}}), 3, 1);
    CHECK(given.checked().passed());
    return static_cast<std::int64_t>(lengths_of(given));
  };
  CHECK(length(500) - length(400) == 300);
  CHECK(length(401) - length(400) == 3);
}

TEST_CASE("Routers closer than the snap share a line of the grid") {
  TilePlan plan = die_of_cells(900, 300, {{0, 4}, {200, 9}, {400, 4}});
  CHECK(lay_out(3, {{0, 1}, {1, 2}}, plan, 1, 1).layout.wiring.grid[Axis::y] == 2);
  plan.snap = um(5);
  CHECK(lay_out(3, {{0, 1}, {1, 2}}, plan, 1, 1).layout.wiring.grid[Axis::y] == 1);
}

TEST_CASE("Random floorplans: the check agrees with a look at every cell, and no wire is lost") {
  Random random(7);
  std::uint64_t crowded = 0;
  for (int round = 0; round < 150; ++round) {
    CAPTURE(round);
    const auto nodes = static_cast<std::uint32_t>(3 + random.below(12));
    const double side = 40 + static_cast<double>(random.below(60));
    const TilePlan plan = random_plan(random, nodes, side);
    const IntegerTable links = random_links(random, nodes);
    const auto wires = static_cast<std::uint32_t>(1 + random.below(3));
    const Given given = lay_out(nodes, links, plan, wires, static_cast<int>(1 + random.below(3)));
    const CheckResult result = given.checked();
    CHECK_MESSAGE(result.passed(), (result.violations.empty() ? "" : result.violations[0].message));
    std::uint64_t routed = 0;
    CHECK(faults(given, routed) == 0);
    CHECK(routed + given.layout.unrouted.wires() == std::uint64_t{wires} * links.size());
    crowded += given.layout.unrouted.wires() > 0 ? 1 : 0;
  }
  CHECK(crowded > 20);
  CHECK(crowded < 140);
}

TEST_CASE("A wire that is moved onto another, off the die or into blocked cells is found") {
  Given given = one_row(10, 1, {blocked(700, 17, 900, 17, {"H1"})});
  REQUIRE(given.checked().passed());
  const Layout good = given.layout;
  Pattern& row = given.layout.wiring[Axis::x].patterns[given.layout.wiring[Axis::x].pattern_of_line[0]];
  REQUIRE(row.lane.size() == 10);
  row.lane[3] = row.lane[4];
  CHECK_FALSE(given.checked().passed());
  given.layout = good;
  row.lane[3] = 11;  // cell 17
  CHECK_FALSE(given.checked().passed());
  given.layout = good;
  row.lane[3] = 16;  // cell 22, on a die of 20
  CHECK_FALSE(given.checked().passed());
  given.layout = good;
  given.layout.unrouted.straight.push_back({Axis::x, 0, 0, 2, NoRoom::track});
  given.layout.unrouted.parts = given.layout.unrouted.straight;
  CHECK(given.checked().passed());  // a missing wire breaks no rule
}

TEST_CASE("Places that cannot be are refused") {
  const auto why = [](const TilePlan& plan) { return message_of([&] { lay_out(2, {{0, 1}}, plan, 1, 1); }); };
  CHECK(why(die_of_cells(100, 20, {{0, 4}, {0, 4}})) == "the router of '1' stands in the place of that of '0'");
  CHECK(why(die_of_cells(100, 20, {{0, 4}})) == "a node of the network has no place: 1");
  CHECK(why(die_of_cells(100, 20, {{0, 4}, {101, 4}})) == "the router of '1' stands outside the die");
  CHECK(why(die_of_cells(100, 20, {{0, 4}, {1.5, 4}})) ==
        "routers at x = 0 mm and x = 0.0015 mm are closer than two wire pitches");
  CHECK(why(die_of_cells(100, 20, {{0, 4}, {100, 4}})) ==
        "a router at x = 0.1 mm stands at the edge of the die, where no wires begin");
  TilePlan plan = die_of_cells(100, 20, {{0, 4}, {50, 4}});
  plan.blockages.push_back(blocked(1, 1, 2, 2, {"M9"}));
  CHECK(why(plan) != "no error");
}
