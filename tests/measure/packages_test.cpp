// SPDX-License-Identifier: Apache-2.0
#include "measure/packages.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "cutline/base/error.hpp"
#include "cutline/study/laid_out.hpp"
#include "layout/flat.hpp"
#include "support/laid_out.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

PackageLevel level(const std::string& name, std::array<std::uint32_t, 3> cells) {
  return {.name = name, .cells = cells};
}

/// Chips in boards in a machine, with whole or partial modules.
std::vector<Packages> hierarchies() {
  return {{level("machine", {})},
          {level("chip", {1, 1, 1}), level("machine", {})},
          {level("chip", {2, 2, 1}), level("board", {4, 2, 1}), level("machine", {})},
          {level("chip", {3, 2, 1}), level("board", {3, 4, 1}), level("cabinet", {9, 4, 1}), level("machine", {})}};
}

Cell module_of(const Packages& packages, std::size_t number, const Cell& cell) {
  Cell module;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::uint32_t cells = packages[number].cells[axis];
    module.at[axis] = cells == 0 ? 0 : cell.at[axis] / cells;
  }
  return module;
}

/// Counts everything again, link by link and step by step; lines share nothing.
struct CountedPackages {
  std::map<Cell, std::int64_t> pins, wires;
  std::map<std::pair<Cell, std::size_t>, std::int64_t> faces;
  std::map<std::pair<Cell, std::array<std::uint32_t, 2>>, std::int64_t> cuts;  ///< by module, axis and cut
  std::uint64_t crossing = 0, inside = 0;
  Span longest_span;
};

/// The cells that a link's wires pass: along x from `a`, then along y, then along z to `b`.
std::vector<Cell> way(const flat::FlatLink& link) {
  std::vector<Cell> cells = {link.a};
  for (const std::size_t axis : {0, 1, 2}) {
    while (cells.back().at[axis] != link.b.at[axis]) {
      Cell next = cells.back();
      next.at[axis] += next.at[axis] < link.b.at[axis] ? 1 : -1u;
      cells.push_back(next);
    }
  }
  return cells;
}

/// The innermost level at which one module holds both cells and an end of the link.
std::size_t wiring_level(const Packages& packages, const flat::FlatLink& link, const Cell& p, const Cell& q) {
  for (std::size_t number = 0;; ++number) {
    const Cell module = module_of(packages, number, p);
    if (module != module_of(packages, number, q)) continue;
    if (module == module_of(packages, number, link.a) || module == module_of(packages, number, link.b)) return number;
  }
}

void count_step(const Packages& packages, std::size_t number, const flat::FlatLink& link, const Cell& p, const Cell& q,
                CountedPackages& counted) {
  const Cell from = module_of(packages, number, p), to = module_of(packages, number, q);
  const std::size_t axis = p.at[0] != q.at[0] ? 0 : p.at[1] != q.at[1] ? 1 : 2;
  const bool up = q.at[axis] > p.at[axis];
  if (from != to) {
    counted.wires[from] += link.wires;
    counted.wires[to] += link.wires;
    counted.faces[{from, 2 * axis + (up ? 1 : 0)}] += link.wires;
    counted.faces[{to, 2 * axis + (up ? 0 : 1)}] += link.wires;
  }
  if (wiring_level(packages, link, p, q) != number) return;
  // A module's cut at its level, summed over all its lines: the coordinates along the axis are those of one band.
  Cell band = from;
  band.at[axis] = 0;
  counted.cuts[{band, {static_cast<std::uint32_t>(axis), std::max(p.at[axis], q.at[axis])}}] += link.wires;
}

CountedPackages count(const cases::Case& c, const std::vector<flat::FlatLink>& links, const Packages& packages,
                      std::size_t number) {
  CountedPackages counted;
  for (const flat::FlatLink& link : links) {
    const Cell a = module_of(packages, number, link.a), b = module_of(packages, number, link.b);
    if (a != b) {
      std::set<Cell> ends = {a, b};
      for (const Cell& tap : link.taps) ends.insert(module_of(packages, number, tap));
      for (const Cell& module : ends) counted.pins[module] += link.wires;
      ++counted.crossing;
    }
    std::size_t common = 0;
    while (module_of(packages, common, link.a) != module_of(packages, common, link.b)) ++common;
    if (common == number) {
      ++counted.inside;
      counted.longest_span = std::max(counted.longest_span, flat::span(c, link));
    }
    const std::vector<Cell> cells = way(link);
    for (std::size_t i = 0; i + 1 < cells.size(); ++i) {
      count_step(packages, number, link, cells[i], cells[i + 1], counted);
    }
  }
  return counted;
}

template <class Map>
std::int64_t most(const Map& counts) {
  std::int64_t result = 0;
  for (const auto& [key, value] : counts) result = std::max(result, value);
  return result;
}

void check_level(const cases::Case& c, const std::vector<flat::FlatLink>& links, const Packages& packages,
                 std::size_t number, const LevelMeasures& measured) {
  const CountedPackages counted = count(c, links, packages, number);
  std::set<Cell> modules;
  const GridSize& grid = c.layout.wiring.grid;
  for (std::uint32_t x = 0; x < grid[Axis::x]; ++x) {
    for (std::uint32_t y = 0; y < grid[Axis::y]; ++y) {
      for (std::uint32_t z = 0; z < grid[Axis::z]; ++z) modules.insert(module_of(packages, number, Cell{{x, y, z}}));
    }
  }
  CHECK(measured.modules == modules.size());
  CHECK(measured.links_crossing == counted.crossing);
  CHECK(measured.inside.links == counted.inside);
  CHECK(measured.inside.longest_span == counted.longest_span);
  CHECK(measured.pins_max == most(counted.pins));
  CHECK(measured.wires_max == most(counted.wires));
  CHECK(measured.cut_wires_max == most(counted.cuts));
  if (measured.pins_max > 0) CHECK(counted.pins.at(measured.pins_module) == measured.pins_max);
  if (measured.wires_max > 0) CHECK(counted.wires.at(measured.wires_module) == measured.wires_max);
  std::int64_t total = 0;
  for (const auto& [module, pins] : counted.pins) total += pins;
  CHECK(measured.pins_total == total);
  std::array<std::int64_t, 6> faces{};
  for (const auto& [face, wires] : counted.faces) faces[face.second] = std::max(faces[face.second], wires);
  CHECK(measured.face_wires_max == faces);
}

/// Checks that the lengths by level add up to those of all wires.
void check_lengths(const cases::Case& c, const PackageMeasures& measured) {
  const Measures whole = measure(c.layout, c.topology, c.placement);
  Int128 total = 0;
  std::int64_t longest = 0;
  std::uint64_t links = 0;
  double longest_mm = 0;
  for (const LevelMeasures& one : measured.levels) {
    total += one.inside.total_pitches;
    links += one.inside.links;
    longest = std::max(longest, one.inside.longest_pitches);
    longest_mm = std::max(longest_mm, one.inside.mm.longest);
  }
  CHECK(total == whole.length.total_pitches);
  CHECK(links == c.topology.link_count());
  if (c.layout.rules.unit) CHECK(longest == whole.length.longest_pitches);
  CHECK(longest_mm == doctest::Approx(whole.length.mm ? whole.length.mm->longest : 0));
}

void check_case(const cases::Case& c) {
  CAPTURE(c.name);
  const std::vector<flat::FlatLink> links = flat::links(c.layout);
  for (const Packages& packages : hierarchies()) {
    const PackageMeasures measured = measure_packages(c.layout, packages);
    REQUIRE(measured.levels.size() == packages.size());
    for (std::size_t number = 0; number < packages.size(); ++number) {
      CAPTURE(packages[number].name);
      check_level(c, links, packages, number, measured.levels[number]);
    }
    check_lengths(c, measured);
  }
}

PackageMeasures packaged(const RoutedCase& network, std::uint32_t columns, std::uint32_t rows) {
  return measure_packages(network.layout, {level("module", {columns, rows, 1}), level("machine", {})});
}

std::int64_t power(std::int64_t base, std::int64_t exponent) {
  std::int64_t result = 1;
  while (exponent-- > 0) result *= base;
  return result;
}

}  // namespace

TEST_CASE("pins, wires over faces and cuts of modules equal a count over all links, in every family and order") {
  cases::for_each_catalogue_case(check_case, 1);
}

TEST_CASE("pins, wires over faces and cuts of modules equal a count over all links of random networks") {
  cases::for_each_random_case(60, check_case);
}

TEST_CASE("a subcube of 2^m nodes of the n-cube has (n - m) 2^m links to the others") {
  for (std::int64_t n = 2; n <= 10; ++n) {
    const RoutedCase cube = lay_out("hypercube", {{"dimensions", n}});
    const auto columns = static_cast<std::int64_t>(cube.layout.wiring.grid[Axis::x]);
    for (std::int64_t m = 0, width = 1; width <= columns; ++m, width *= 2) {
      CAPTURE(n);
      CAPTURE(m);
      const auto measured = packaged(cube, static_cast<std::uint32_t>(width), 1);
      CHECK(measured.levels[0].pins_max == 2 * (n - m) * power(2, m));
      CHECK(measured.levels[0].pins_total == Int128{measured.levels[0].pins_max} * power(2, n - m));
    }
  }
}

TEST_CASE("a block of m whole dimensions of the k-ary n-cube has 2 (n - m) k^m links to the others") {
  for (const std::int64_t k : {3, 4, 5}) {
    for (const std::int64_t n : {2, 3, 4}) {
      const RoutedCase torus = lay_out("torus", {{"radix", k}, {"dimensions", n}});
      const auto on_x = (n + 1) / 2;
      for (std::int64_t m = 0; m <= on_x; ++m) {
        CAPTURE(k);
        CAPTURE(n);
        CAPTURE(m);
        const auto measured = packaged(torus, static_cast<std::uint32_t>(power(k, m)), 1);
        CHECK(measured.levels[0].pins_max == 2 * 2 * (n - m) * power(k, m));
      }
    }
  }
}

TEST_CASE(
    "a torus of 16 x 16 x 16 as chips of 4 x 4 x 1, boards of 4 x 4 chips and a cabinet equals a count of links") {
  for (const char* order : {"natural", "folded"}) {
    PlacementChoice choice;
    choice.axes = {Axis::x, Axis::y, Axis::z};
    choice.orders = {order};
    const cases::Case torus = cases::family_case("torus", {{"radix", 16}, {"dimensions", 3}}, choice);
    const std::vector<flat::FlatLink> links = flat::links(torus.layout);
    const Packages packages = {level("chip", {4, 4, 1}), level("board", {16, 16, 1}), level("cabinet", {})};
    const PackageMeasures measured = measure_packages(torus.layout, packages);
    for (std::size_t number = 0; number < packages.size(); ++number) {
      CAPTURE(packages[number].name);
      check_level(torus, links, packages, number, measured.levels[number]);
    }
    CHECK(measured.levels[0].modules == 256);
    CHECK(measured.levels[1].modules == 16);
    CHECK(measured.levels[1].pins_max ==
          2 * 2 * 16 * 16);  // two links of a node to other planes, two wires for each link
    CHECK(measured.levels[2].pins_max == 0);
    // Each of the 256 lines along x, and along y, is four blocks. In natural order a block has two ends of links to
    // other blocks. Folded, a block is two runs of two nodes with four ends, except for the outer blocks, whose runs
    // meet. Each link has two wires.
    const std::int64_t ends_of_a_line = order == std::string("natural") ? 4 * 2 : 2 * 4 + 2 * 2;
    CHECK(measured.levels[0].pins_total == 2 * (2 * 256 * ends_of_a_line + 2 * 4096));
  }
}

TEST_CASE("a block of b x b nodes of a two-dimensional torus has 4 b links to the others") {
  const RoutedCase torus = lay_out("torus", {{"radix", 12}, {"dimensions", 2}});
  for (const std::uint32_t b : {1, 2, 3, 4, 6}) {
    CAPTURE(b);
    CHECK(packaged(torus, b, b).levels[0].pins_max == 2 * 4 * b);
  }
}

TEST_CASE("a module that holds the whole machine has no pins and all its links") {
  const RoutedCase torus = lay_out("torus", {{"radix", 6}, {"dimensions", 2}});
  const auto measured = packaged(torus, 6, 8);
  CHECK(measured.levels[0].modules == 1);
  CHECK(measured.levels[0].pins_max == 0);
  CHECK(measured.levels[0].wires_max == 0);
  CHECK(measured.levels[0].inside.links == torus.topology.link_count());
  CHECK(measured.levels[1].inside.links == 0);
}

TEST_CASE("what lies on each level's wiring adds up to the density of the layout") {
  const RoutedCase cube = lay_out("hypercube", {{"dimensions", 8}});
  const auto alone = measure_packages(cube.layout, {level("machine", {})});
  CHECK(alone.levels[0].cut_wires_max ==
        std::max(cube.measures.density[0].peak_wires, cube.measures.density[1].peak_wires));
}

TEST_CASE("modules stand apart by their spacing, which wires over the gap are longer by") {
  const Topology topology = build_topology("mesh", {{"radix", 6}, {"dimensions", 2}});
  const Placement placement = place(topology, {});
  Packages packages = {level("chip", {2, 2, 1}), level("board", {4, 6, 1}), level("machine", {})};
  packages[0].spacing = packages[0].spacing_y = {7};
  packages[1].spacing = packages[1].spacing_y = {100};
  LayoutRules rules = cases::unit_rules(1);
  const Layout dense = route(wire_up(topology, placement), rules, {});
  for (const Axis axis : {Axis::x, Axis::y}) {
    rules.gaps[index(axis)] = module_gaps(packages, placement.grid(), axis, 1);
  }
  const Layout spaced = route(wire_up(topology, placement), rules, {});
  CHECK(spaced.columns().total == dense.columns().total + 7 + 7 + 100);
  CHECK(spaced.rows().total == dense.rows().total + 7 + 7);
  const PackageMeasures before = measure_packages(dense, packages), after = measure_packages(spaced, packages);
  CHECK(after.levels[0].inside.longest_pitches == before.levels[0].inside.longest_pitches);
  CHECK(after.levels[2].inside.longest_pitches == before.levels[2].inside.longest_pitches + 107);
  CHECK(before.levels[1].longest_crossing_pitches == 0);
  CHECK(after.levels[0].longest_crossing_pitches == 107);
  CHECK(after.levels[1].longest_crossing_pitches == 107);
}

TEST_CASE("a link from edge to edge is as long as what lies between its modules") {
  // One row of twelve nodes in chips of three: a wrap-around link passes two whole chips and three gaps.
  const Topology topology = build_topology("ring", {{"nodes", 12}});
  const Placement placement = place(topology, {});
  Packages packages = {level("chip", {3, 1, 1}), level("machine", {})};
  packages[0].spacing = {5};
  LayoutRules rules = cases::unit_rules(1);
  rules.gaps[0] = module_gaps(packages, placement.grid(), Axis::x, 1);
  const Layout layout = route(wire_up(topology, placement), rules, {});
  std::int64_t chips = 0;
  for (std::uint32_t slot = 3; slot < 9; ++slot) chips += layout.columns().box[slot] + layout.columns().channel[slot];
  const LevelMeasures measured = measure_packages(layout, packages).levels[0];
  CHECK(measured.longest_crossing_pitches == chips + 3 * 5);
  CHECK(measured.links_crossing == 4);
}

TEST_CASE("a link takes the first medium that reaches, and pays for every level it crosses") {
  const RoutedCase ring = lay_out("ring", {{"nodes", 12}});
  Packages packages = {level("chip", {3, 1, 1}), level("board", {6, 1, 1}), level("machine", {})};
  packages[0].edge.phy_delay = nanoseconds(2);
  packages[0].edge.energy_pj_per_bit = 0.5;
  packages[1].edge.phy_delay = nanoseconds(10);
  packages[1].edge.media = {{.name = "trace", .reach = Length{0}, .delay = nanoseconds(1)},
                            {.name = "cable", .reach = Length{1}, .delay = nanoseconds(100), .energy_pj_per_bit = 3}};
  const PackageMeasures measured = measure_packages(ring.layout, packages);
  // Links 2-3 and 8-9 join chips of one board; 5-6 joins boards that touch; 11-0 passes two chips.
  CHECK(in_ns(measured.levels[0].inside.delay_max) == 0);
  CHECK(in_ns(measured.levels[1].inside.delay_max) == 2);
  CHECK(in_ns(measured.levels[2].inside.delay_max) == 2 + 10 + 1);
  CHECK(measured.levels[1].over_reach == 0);
  CHECK(in_ns(measured.delay_mean) == doctest::Approx((2 + 2 + 13 + 13) / 12.0));
  CHECK(measured.energy->max_pj_per_bit == 0.5);
}

TEST_CASE("links that no medium reaches are counted") {
  const RoutedCase ring = lay_out("ring", {{"nodes", 12}});
  Packages packages = {level("chip", {3, 1, 1}), level("machine", {})};
  packages[0].edge.media = {{.name = "bridge", .reach = Length{0}}};
  const LevelMeasures chip = measure_packages(ring.layout, packages).levels[0];
  CHECK(chip.over_reach == 1);
  CHECK(chip.reach_max == Length{0});
}

TEST_CASE("an edge offers pins by the module, by its circumference, or by the area of bumps") {
  const RoutedCase torus = lay_out("torus", {{"radix", 8}, {"dimensions", 2}});
  const auto offered = [&](const PackageEdge& edge) {
    Packages packages = {level("chip", {4, 4, 1}), level("machine", {})};
    packages[0].edge = edge;
    return measure_packages(torus.layout, packages).levels[0];
  };
  CHECK(offered({}).pins.offered == kUnlimited);
  const LevelMeasures by_module = offered({.pins = ModulePins{64}});
  CHECK(by_module.pins_max == 32);
  CHECK(by_module.pins.fraction() == 0.5);
  const LevelMeasures with_power = offered({.pins = ModulePins{64}, .other_pins = 24});
  CHECK(with_power.pins.offered == 40);
  CHECK(with_power.pins.fraction() == 0.8);
  CHECK(with_power.other_pins == 24);
  CHECK(offered({.pins = ModulePins{64}, .other_pins = 70}).pins.offered == 0);
  const double side = static_cast<double>(torus.layout.columns().total) / 2;
  CHECK(offered({.pins = BumpGrid{Length{3}}}).pins.offered == std::floor(side / 3) * std::floor(side / 3));
}

TEST_CASE("packages of the binary 20-cube are measured by pattern") {
  const RoutedCase cube = lay_out("hypercube", {{"dimensions", 20}});
  const auto measured =
      measure_packages(cube.layout, {level("chip", {4, 4, 1}), level("board", {32, 32, 1}), level("machine", {})});
  CHECK(measured.levels[0].modules == 65536);
  CHECK(measured.levels[0].pins_max == 2 * (20 - 4) * 16);
  CHECK(measured.levels[1].pins_max == 2 * (20 - 10) * 1024);
  CHECK(measured.levels[2].inside.links == 10 * (1u << 19));
}

TEST_CASE("too many modules are refused before the work") {
  const RoutedCase ring = lay_out("ring", {{"nodes", std::int64_t{1} << 23}});
  CHECK_THROWS_AS(packaged(ring, 1, 1), Error);
}
