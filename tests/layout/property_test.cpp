// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "layout/checked.hpp"
#include "layout/flat.hpp"

namespace {

using namespace cutline;
using cases::Case;

void check_near(double a, double b) { CHECK(a == doctest::Approx(b).epsilon(1e-12)); }

void check_same(const WireMillimetres& a, const WireMillimetres& b) {
  check_near(a.longest, b.longest);
  check_near(a.mean, b.mean);
  check_near(a.total, b.total);
}

void check_same(const SizeMillimetres& a, const SizeMillimetres& b) {
  check_near(a.width, b.width);
  check_near(a.height, b.height);
  check_near(a.area_mm2, b.area_mm2);
}

void check_same(const LayoutDepth& a, const LayoutDepth& b) {
  CHECK(a.pitches == b.pitches);
  CHECK((a.volume_pitches3 == b.volume_pitches3));
  check_near(a.mm, b.mm);
  check_near(a.volume_mm3, b.volume_mm3);
}

template <class T>
void check_same(const std::optional<T>& a, const std::optional<T>& b) {
  REQUIRE(a.has_value() == b.has_value());
  if (a) check_same(*a, *b);
}

void check_same(const Lengths& a, const Lengths& b) {
  CHECK(a.longest_span == b.longest_span);
  CHECK((a.total_span_halves == b.total_span_halves));
  CHECK(a.mean_span == b.mean_span);
  CHECK(a.longest_pitches == b.longest_pitches);
  CHECK((a.total_pitches == b.total_pitches));
  CHECK(a.mean_pitches == b.mean_pitches);
  check_same(a.mm, b.mm);
  CHECK(a.by_class == b.by_class);
}

void check_same(const LayoutSize& a, const LayoutSize& b) {
  CHECK(a.width_pitches == b.width_pitches);
  CHECK(a.height_pitches == b.height_pitches);
  CHECK((a.area_pitches2 == b.area_pitches2));
  CHECK(a.node_area_fraction == b.node_area_fraction);
  check_same(a.mm, b.mm);
  check_same(a.planes, b.planes);
}

void check_same(const Measures& a, const Measures& b) {
  for (const Axis axis :
       a.size.has_planes() ? std::vector<Axis>{Axis::x, Axis::y, Axis::z} : std::vector<Axis>{Axis::x, Axis::y}) {
    CAPTURE(letter(axis));
    CHECK(a.density[index(axis)] == b.density[index(axis)]);
    CHECK(a.tracks[index(axis)] == b.tracks[index(axis)]);
  }
  check_same(a.length, b.length);
  check_same(a.size, b.size);
  CHECK(a.pins_per_node_max == b.pins_per_node_max);
  CHECK(a.ports_per_node_max == b.ports_per_node_max);
  CHECK(a.pins_per_interchange_max == b.pins_per_interchange_max);
  CHECK(a.ports_per_interchange_max == b.ports_per_interchange_max);
  CHECK(a.wires_per_link_min == b.wires_per_link_min);
  CHECK(a.wires_per_link_max == b.wires_per_link_max);
  CHECK((a.room == b.room));
}

void expect_flat_same(const Case& c) {
  CAPTURE(c.name);
  const Measures by_pattern = measure(c);
  const Measures by_wire = flat::measures(c);
  check_same(by_pattern, by_wire);
  CHECK(by_pattern.length.longest_link_a == by_wire.length.longest_link_a);
  CHECK(by_pattern.length.longest_link_b == by_wire.length.longest_link_b);
  if (c.layout.wiring.grid[Axis::z] == 1) CHECK(by_pattern.density[2].peak_links == 0);
  for (const Axis axis : flat::line_axes(c.layout)) {
    const Profile profile = machine_profile(c.layout, axis);
    const std::vector<Profile> lines = flat::line_profiles(c.layout, axis, flat::links(c.layout));
    const Profile flat_profile = flat::sum(c.layout, axis, lines);
    CHECK(profile.links == flat_profile.links);
    CHECK(profile.wires == flat_profile.wires);
  }
}

Placement mirrored(const Placement& placement, Axis axis) {
  Placement mirror = placement;
  AxisPlacement& along = mirror.axes[index(axis)];
  std::vector<std::uint32_t> taken;
  along.for_each_coordinate(
      [&](Coordinate coordinate) { taken.push_back(along.slots() - 1 - along.slot(coordinate)); });
  along.place(std::move(taken), along.slots());
  return mirror;
}

template <class Container>
Container reversed(Container values) {
  std::reverse(values.begin(), values.end());
  return values;
}

void expect_mirrors(const Case& c) {
  CAPTURE(c.name);
  for (const Axis axis : flat::line_axes(c.layout)) {
    const Case mirror = cases::routed("mirror", c.topology, mirrored(c.placement, axis), c.layout.rules, c.channel);
    const Profile profile = machine_profile(c.layout, axis);
    const Profile image = machine_profile(mirror.layout, axis);
    CHECK(image.links == reversed(profile.links));
    CHECK(image.wires == reversed(profile.wires));
    if (!c.layout.wiring.joints.empty()) continue;
    const Lines& lines = c.layout.lines(axis);
    const Lines& images = mirror.layout.lines(axis);
    for (std::size_t line = 0; line < lines.pattern_of_line.size(); ++line) {
      const Pattern& pattern = lines.patterns[lines.pattern_of_line[line]];
      const Pattern& mirror_pattern = images.patterns[images.pattern_of_line[line]];
      CHECK(pattern_profile(mirror.layout, axis, mirror_pattern).links ==
            reversed(pattern_profile(c.layout, axis, pattern).links));
    }
  }
}

void expect_cuts_sum_to_span(const Case& c) {
  CAPTURE(c.name);
  Int128 links = 0, wires = 0, wire_span = 0;
  for (const Axis axis : kAxes) {
    const Profile profile = machine_profile(c.layout, axis);
    for (const std::int64_t count : profile.links) links += count;
    for (const std::int64_t count : profile.wires) wires += count;
  }
  for (const flat::FlatLink& link : flat::links(c.layout)) {
    wire_span += static_cast<Int128>(flat::span(c, link).halves / 2) * link.wires;
  }
  CHECK((2 * links == measure(c).length.total_span_halves));
  CHECK((wires == wire_span));
}

/// The links of the only class that belongs to this digit alone; null if there is none.
const LinkClass* class_of_digit(const Topology& topology, std::uint8_t digit) {
  const LinkClass* found = nullptr;
  for (const LinkClass& links : topology.classes) {
    if (std::find(links.digits.begin(), links.digits.end(), digit) == links.digits.end()) continue;
    if (found != nullptr || links.digits.size() != 1 || !links.only.empty()) return nullptr;
    found = &links;
  }
  return found;
}

/// Swaps every two equal digits of an axis, and returns the number of such pairs. Skips networks whose nodes stand on a
/// grid in an order of their own, because their axes share digits.
std::size_t expect_relabelled_same(const Case& c) {
  CAPTURE(c.name);
  std::size_t swaps = 0;
  if (c.placement.axes[0].digits == c.placement.axes[1].digits) return 0;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::vector<std::uint8_t>& digits = c.placement.axes[axis].digits;
    for (std::size_t i = 0; i < digits.size(); ++i) {
      for (std::size_t j = i + 1; j < digits.size(); ++j) {
        const LinkClass* a = class_of_digit(c.topology, digits[i]);
        const LinkClass* b = class_of_digit(c.topology, digits[j]);
        if (!a || !b || a->links != b->links || a->widths != b->widths || a->channels != b->channels) continue;
        Placement placement = c.placement;
        std::swap(placement.axes[axis].digits[i], placement.axes[axis].digits[j]);
        const Case other = cases::routed("relabelled", c.topology, placement, c.layout.rules, c.channel);
        const Lengths before = measure(c).length;
        const Lengths after = measure(other).length;
        CHECK(before.longest_span == after.longest_span);
        CHECK((before.total_span_halves == after.total_span_halves));
        CHECK((before.total_pitches == after.total_pitches));
        CHECK(before.longest_pitches == after.longest_pitches);
        ++swaps;
      }
    }
  }
  return swaps;
}

/// Node i becomes node i + turned; links change their order and directions.
Topology shuffled(Topology topology, std::uint32_t turned, Random& random) {
  const std::uint32_t nodes = topology.digits[0].radix;
  for (LinkClass& in : topology.classes) {
    for (LocalLink& link : in.links) {
      link = {(link.a + turned) % nodes, (link.b + turned) % nodes};
      if (random.below(2) == 0) std::swap(link.a, link.b);
    }
    for (std::size_t i = in.links.size() - 1; i > 0; --i) {
      const std::size_t j = random.below(i + 1);
      std::swap(in.links[i], in.links[j]);
      if (!in.widths.empty()) std::swap(in.widths[i], in.widths[j]);
    }
  }
  return topology;
}

Placement renumbered(const Placement& placement, std::uint32_t nodes, std::uint32_t turned) {
  Placement result = placement;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const AxisPlacement& along = placement.axes[axis];
    if (along.coordinates() == 1) continue;
    std::vector<std::uint32_t> taken(nodes);
    for (std::uint32_t node = 0; node < nodes; ++node) taken[(node + turned) % nodes] = along.slot(Coordinate{node});
    result.axes[axis].place(std::move(taken), along.slots());
  }
  return result;
}

std::uint64_t power(std::uint64_t base, std::uint32_t exponent) {
  return exponent == 0 ? 1 : base * power(base, exponent - 1);
}

/// Checks width and height of a grid of equal lines: boxes that hold their terminals, and tracks distributed over the
/// layer pairs.
void expect_exact_size(const Case& c, std::int64_t wires, std::int64_t ends_on_x, std::int64_t ends_on_y) {
  const Measures m = measure(c);
  const std::int64_t pairs = c.layout.rules.layer_pairs;
  const GridSize grid = c.placement.grid();
  const Case one_pair = cases::routed("one pair", c.topology, c.placement, cases::unit_rules(1), c.channel);
  const Measures one = measure(one_pair);
  const std::int64_t side_x = std::max<std::int64_t>(1, wires * ends_on_x);
  const std::int64_t side_y = std::max<std::int64_t>(1, wires * ends_on_y + (pairs > 1 ? 1 : 0));
  CHECK(m.size.width_pitches == grid[Axis::x] * (side_x + ceil_div(wires * one.tracks[1].links, pairs)));
  CHECK(m.size.height_pitches == grid[Axis::y] * (side_y + ceil_div(wires * one.tracks[0].links, pairs)));
}

/// The graph with its last nodes as switches, and its cells spread over a grid with more columns and rows than sites.
Case with_switches(const Case& c) {
  Topology topology = c.topology;
  const std::uint32_t sites = topology.digits[0].radix;
  topology.inner = InnerSites::switches;
  topology.has_dimensions = false;
  for (std::uint32_t site = 0; site < sites; ++site)
    topology.digits[0].levels.push_back(site < sites - sites / 3 ? std::uint8_t{0} : std::uint8_t{1});
  PlacementChoice choice;
  for (std::uint32_t site = 0; site < sites; ++site) {
    const Cell cell = cell_of(c.topology, c.placement, site);
    choice.cells.push_back({7 * cell[Axis::x] + 2, sites + 3 * cell[Axis::y], cell[Axis::z]});
  }
  Placement placement = place(topology, choice);
  return cases::routed("switches in " + c.name, std::move(topology), std::move(placement), c.layout.rules, c.channel);
}

/// Checks that every box of a node is as large as the rules ask; a line with switches only may be smaller.
void expect_nodes_have_room(const Case& c) {
  CAPTURE(c.name);
  for (std::uint64_t site = 0; site < c.topology.site_count(); ++site) {
    if (c.topology.kind(site) != SiteKind::node) continue;
    const Cell cell = cell_of(c.topology, c.placement, site);
    CHECK(c.layout.columns().box[cell[Axis::x]] >= c.layout.rules.node_width);
    CHECK(c.layout.rows().box[cell[Axis::y]] >= c.layout.rules.node_height);
  }
}

}  // namespace

TEST_CASE("wire by wire and pattern by pattern give the same numbers for every network of the catalogues") {
  cases::for_each_catalogue_case(expect_flat_same);
  cases::for_each_catalogue_case(cases::over_some_nodes(expect_flat_same), 1);
  cases::for_each_catalogue_case(cases::faced(expect_flat_same), 1);
}

TEST_CASE("wire by wire and pattern by pattern give the same numbers for hundreds of random networks") {
  cases::for_each_random_case(300, expect_flat_same);
  cases::for_each_random_case(150, [](const Case& c) { expect_flat_same(cases::over_nodes(c)); });
  cases::for_each_random_case(150, cases::faced(expect_flat_same));
}

TEST_CASE("switches may stand among the nodes of a graph, on grids of any size") {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    const Case c = with_switches(cases::random_graph(seed, 1 + static_cast<std::uint32_t>(seed % 2)));
    expect_flat_same(c);
    expect_nodes_have_room(c);
    expect_flat_same(cases::over_nodes(c));
  }
}

TEST_CASE("mirroring an axis reverses the machine's profile, and a line's where no link is bent") {
  cases::for_each_catalogue_case(expect_mirrors, 1);
  cases::for_each_random_case(100, expect_mirrors);
}

TEST_CASE("the profiles of the axes add up to the total span") {
  cases::for_each_catalogue_case(expect_cuts_sum_to_span, 1);
  cases::for_each_random_case(200, expect_cuts_sum_to_span);
}

TEST_CASE("relabelling equal dimensions within an axis keeps the longest and the total length") {
  std::size_t swaps = 0;
  cases::for_each_catalogue_case([&](const Case& c) { swaps += expect_relabelled_same(c); }, 2);
  CHECK(swaps > 200);
}

TEST_CASE("numbers of nodes, and the order and direction of links, change no number of a graph's layout") {
  for (std::uint64_t seed = 1; seed <= 250; ++seed) {
    const Case c = cases::random_graph(seed, seed <= 150 ? 1 : 2 + static_cast<std::uint32_t>(seed % 4));
    CAPTURE(c.name);
    Random random(seed);
    const auto turned = static_cast<std::uint32_t>(random.below(c.topology.digits[0].radix));
    const Topology topology = shuffled(c.topology, turned, random);
    const Placement placement = renumbered(c.placement, c.topology.digits[0].radix, turned);
    check_same(measure(c), measure(cases::routed("relabelled", topology, placement, c.layout.rules, c.channel)));
  }
}

TEST_CASE(
    "an n-cube takes floor(2P/3) tracks for P nodes in a line, and its size is exact on any number of layer pairs") {
  for (const std::string order : {"natural", "gray"}) {
    for (std::uint32_t n = 2; n <= 12; ++n) {
      const Parameters parameters = {{"dimensions", std::int64_t{n}}};
      const std::uint32_t x = (n + 1) / 2, y = n / 2;
      for (std::uint32_t pairs = 1; pairs <= 4; ++pairs) {
        PlacementChoice choice;
        choice.orders = {order};
        const ChannelWires channel{.width_bits = n % 3 + 1};
        const Case c = cases::family_case("hypercube", parameters, choice, pairs, channel);
        CAPTURE(c.name);
        if (pairs == 1) {
          CHECK(measure(c).tracks[0].links == static_cast<std::int64_t>(2 * power(2, x) / 3));
          CHECK(measure(c).tracks[1].links == static_cast<std::int64_t>(2 * power(2, y) / 3));
        }
        expect_exact_size(c, 2 * channel.width_bits, x, y);
      }
    }
  }
}

TEST_CASE("a whole n-cube in one row takes floor(2P/3) tracks, as many as its densest cut") {
  for (const std::string order : {"natural", "gray"}) {
    for (std::uint32_t n = 2; n <= 12; ++n) {
      PlacementChoice choice;
      choice.orders = {order};
      choice.axes.assign(n, Axis::x);
      const Measures m = measure(cases::family_case("hypercube", {{"dimensions", std::int64_t{n}}}, choice));
      CHECK(m.tracks[0].links == static_cast<std::int64_t>(2 * power(2, n) / 3));
      CHECK(m.tracks[0].links == m.density[0].peak_links);
      CHECK(m.size.height_pitches == 1 + 2 * m.tracks[0].links);
    }
  }
}

TEST_CASE("a torus of equal radices takes 2(P-1)/(k-1) tracks for P nodes in a line, and its size is exact") {
  for (const std::string order : {"natural", "folded"}) {
    for (std::uint32_t k = 3; k <= 7; ++k) {
      for (std::uint32_t n = 1; n <= (k == 3 ? 6U : 4U); ++n) {
        const std::uint32_t x = (n + 1) / 2, y = n / 2;
        for (std::uint32_t pairs = 1; pairs <= 3; ++pairs) {
          PlacementChoice choice;
          choice.orders = {order};
          const Case c =
              cases::family_case("torus", {{"radix", std::int64_t{k}}, {"dimensions", std::int64_t{n}}}, choice, pairs);
          CAPTURE(c.name);
          if (pairs == 1) {
            CHECK(measure(c).tracks[0].links == static_cast<std::int64_t>(2 * (power(k, x) - 1) / (k - 1)));
            CHECK(measure(c).tracks[1].links == static_cast<std::int64_t>(2 * (power(k, y) - 1) / (k - 1)));
          }
          expect_exact_size(c, 2, 2 * x, 2 * y);
        }
      }
    }
  }
}

TEST_CASE("without bent links tracks are the densest cut, in links where all are equally wide") {
  const auto expect_optimal = [](const Case& c) {
    if (!c.layout.wiring.joints.empty()) return;
    CAPTURE(c.name);
    const Measures m = measure(c);
    for (std::size_t axis = 0; axis < 3; ++axis) {
      CHECK(m.tracks[axis].links == m.density[axis].per_line_peak_links);
      CHECK(m.tracks[axis].wires == m.density[axis].per_line_peak_wires);
    }
  };
  cases::for_each_catalogue_case(expect_optimal, 1);
}
