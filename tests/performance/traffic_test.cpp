// SPDX-License-Identifier: Apache-2.0

#include <doctest/doctest.h>

#include <cmath>
#include <map>

#include "cutline/detail/layout/shapes.hpp"
#include "cutline/measure/measures.hpp"
#include "cutline/detail/routing/routes.hpp"
#include "layout/cases.hpp"
#include "performance/route_cost.hpp"
#include "support/counted.hpp"

using cutline::Axis;
using cutline::LinkGeometry;
using cutline::Routing;
using cutline::Topology;
using doctest::Approx;

namespace {

constexpr std::uint64_t kTrafficEffort = 2'000'000'000;

std::optional<double> route_cost(const cases::Case& c, bool self, double (*cost)(const LinkGeometry&),
                                 std::uint64_t effort = kTrafficEffort, Routing routing = Routing::minimal) {
  return cutline::test::mean_route_cost(c.topology, c.placement, c.layout, routing, self, effort, cost);
}

double one(const LinkGeometry&) { return 1; }
double span(const LinkGeometry& link) { return link.span.pitches(); }
double cells(const LinkGeometry& link) {
  return static_cast<double>(link.cells_x + 3 * link.cells_y + 5 * link.cells_z);
}

/// The same network as a user's graph with the same node numbers: one class of bidirectional links, or one of one-way
/// links.
Topology flattened(const Topology& topology) {
  Topology flat;
  flat.family = "graph";
  flat.digits = {static_cast<std::uint32_t>(topology.node_count())};
  flat.has_dimensions = false;
  flat.classes = {{"two-way", {0}, {}, {}, {}, 2}, {"one-way", {0}, {}, {}, {}, 1}};
  cutline::for_each_link(topology, [&](std::size_t c, std::size_t, std::uint64_t a, std::uint64_t b) {
    flat.classes[topology.classes[c].channels == 2 ? 0 : 1].links.push_back(
        {static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b)});
  });
  return flat;
}

/// Every node of the flat graph in the cell that it has in the regular network.
cases::Case flat_case(const cases::Case& c) {
  cutline::PlacementChoice choice;
  for (std::uint64_t node = 0; node < c.topology.node_count(); ++node) {
    const cutline::Cell cell = cell_of(c.topology, c.placement, node);
    choice.cells.push_back({cell.at[0], cell.at[1], cell.at[2]});
  }
  Topology flat = flattened(c.topology);
  cutline::Placement placement = place(flat, choice);
  return cases::routed("flat " + c.name, std::move(flat), std::move(placement), c.layout.rules, c.channel);
}

bool any(const Topology&) { return true; }

/// Every family's examples in every placement, where the network is wanted: layouts take most of the time.
std::vector<cases::Case> every_family(bool (*wanted)(const Topology&) = any) {
  std::vector<cases::Case> all;
  for (const cutline::Family& family : cutline::families()) {
    for (const cutline::Parameters& example : family.examples) {
      const Topology topology = cutline::build_topology(family.name, example);
      if (!wanted(topology)) continue;
      for (const auto& [name, choice] : cases::placement_choices(topology)) {
        all.push_back(
            cases::family_case(family.name, example, choice, 2, {.width_bits = 3, .wires_per_bit = 1, .control = 1}));
      }
    }
  }
  return all;
}

}  // namespace

TEST_CASE("a cost of 1 a link gives the mean hops, in every family and placement") {
  for (const cases::Case& c : every_family()) {
    CAPTURE(c.name);
    const auto measures = cutline::test::measures_without_cuts(c.topology);
    for (const bool self : {true, false}) {
      const auto hops = cutline::mean_hops(measures, c.topology.node_count(),
                                           self ? cutline::SelfMessages::counted : cutline::SelfMessages::left_out);
      REQUIRE(hops);
      CHECK(*route_cost(c, self, one) == Approx(*hops).epsilon(1e-12));
    }
  }
}

TEST_CASE("by the express rule a cost of 1 a link gives the rule's mean hops, in every placement") {
  std::size_t ruled = 0;
  for (const cases::Case& c : every_family(cutline::has_express_rule)) {
    CAPTURE(c.name);
    ++ruled;
    const auto hops = cutline::mean_express_hops(c.topology, kTrafficEffort);
    REQUIRE(hops);
    CHECK(*route_cost(c, true, one, kTrafficEffort, Routing::express) == Approx(*hops).epsilon(1e-12));
    CHECK(*hops >= *route_cost(c, true, one) - 1e-12);
  }
  CHECK(ruled > 0);
}

TEST_CASE("by the express rule a route in a line is as long as its ends are apart, where interchanges take no room") {
  for (const std::int64_t levels : {1, 2}) {
    cutline::PlacementChoice choice;
    choice.interchange_pitch = 0;
    const cases::Case c = cases::family_case("express",
                                             {{"radix", 20},
                                              {"dimensions", 1},
                                              {"spacing", 3},
                                              {"levels", levels},
                                              {"multiplicity", cutline::IntegerList{2}}},
                                             choice);
    const double mean = (20.0 - 1.0 / 20) / 3;  // mean of |a - b| over all pairs
    CHECK(*route_cost(c, true, span, kTrafficEffort, Routing::express) == Approx(mean).epsilon(1e-12));
  }
}

TEST_CASE("mean hops with messages to oneself are those of the papers") {
  const auto hops = [](const char* family, cutline::Parameters parameters) {
    const Topology topology = cutline::build_topology(family, std::move(parameters));
    return *cutline::mean_hops(cutline::test::measures_without_cuts(topology), topology.node_count(),
                               cutline::SelfMessages::counted);
  };
  for (std::int64_t k = 3; k <= 9; ++k) {
    for (std::int64_t n = 1; n <= 3; ++n) {
      const double ring =
          k % 2 == 0 ? static_cast<double>(k) / 4 : (static_cast<double>(k) - 1.0 / static_cast<double>(k)) / 4;
      CHECK(hops("torus", {{"radix", k}, {"dimensions", n}, {"channels", "unidirectional"}}) ==
            Approx(static_cast<double>(n * (k - 1)) / 2));
      CHECK(hops("torus", {{"radix", k}, {"dimensions", n}}) == Approx(static_cast<double>(n) * ring));
    }
  }
  for (std::int64_t n = 1; n <= 12; ++n)
    CHECK(hops("hypercube", {{"dimensions", n}}) == Approx(static_cast<double>(n) / 2));
}

TEST_CASE("mean hops are absent where the mean distance is") {
  CHECK(!cutline::mean_hops({}, 10, cutline::SelfMessages::counted));
  CHECK(!cutline::mean_hops({}, 10, cutline::SelfMessages::left_out));
}

TEST_CASE("networks alike in all their links cost the same by product and as a user's graph") {
  struct Network {
    const char* family;
    cutline::Parameters parameters;
  };
  const Network networks[] = {
      {"torus", {{"radices", cutline::IntegerList{4, 3}}}},
      {"torus", {{"radices", cutline::IntegerList{4, 4}}, {"channels", "unidirectional"}}},
      {"torus", {{"radices", cutline::IntegerList{5, 2, 3}}}},
      {"hypercube", {{"dimensions", 5}}},
      {"ring", {{"nodes", 9}}},
      {"mesh", {{"radices", cutline::IntegerList{7}}}},
  };
  for (const Network& network : networks) {
    for (const char* order : {"natural", "folded"}) {
      cutline::PlacementChoice choice;
      choice.orders = {order};
      const cases::Case c = cases::family_case(network.family, network.parameters, choice);
      CAPTURE(c.name);
      const cases::Case flat = flat_case(c);
      CHECK(*route_cost(flat, true, one) == Approx(*route_cost(c, true, one)).epsilon(1e-12));
      CHECK(*route_cost(flat, true, span) == Approx(*route_cost(c, true, span)).epsilon(1e-12));
      // Merging the classes of all dimensions into one may change the tracks, and so the routed length, of a network in
      // which some slots have links of several dimensions.
      if (c.topology.digits.size() == 1) {
        CHECK(*route_cost(flat, true, cells) == Approx(*route_cost(c, true, cells)).epsilon(1e-12));
      }
    }
  }
}

TEST_CASE("by pattern and link by link the mean is the same") {
  for (cases::Case& c : every_family()) {
    if (!c.topology.is_product() || c.topology.has_interchanges() || !c.layout.wiring.joints.empty()) continue;
    CAPTURE(c.name);
    const double by_pattern = *route_cost(c, true, cells);
    // The same cells, given node by node, so that every axis depends on all digits.
    cutline::PlacementChoice choice;
    for (std::uint64_t node = 0; node < c.topology.node_count(); ++node) {
      const cutline::Cell cell = cell_of(c.topology, c.placement, node);
      choice.cells.push_back({cell.at[0], cell.at[1], cell.at[2]});
    }
    const cutline::Placement by_tables = place(c.topology, choice);
    const auto by_link =
        cutline::test::mean_route_cost(c.topology, by_tables, c.layout, Routing::minimal, true, kTrafficEffort, cells);
    CHECK(*by_link == Approx(by_pattern).epsilon(1e-12));
  }
}

TEST_CASE("the cells of a link are those of its longest wire's shapes") {
  for (const cases::Case& c : every_family()) {
    CAPTURE(c.name);
    // The cells of each wire, from the shapes that are drawn and checked; the longest wire of each pair of nodes.
    std::map<std::array<cutline::Cell, 2>, std::int64_t> longest;
    cutline::for_each_wire(c.layout, [&](const cutline::WireShapes& wire) {
      std::int64_t length = 0;
      for (const cutline::Post& post : wire.posts)
        length += std::int64_t{post.z1 - post.z0} * c.layout.rules.plane_cells;
      // A tap's stub, which follows those of the ends, is not part of the way.
      for (std::size_t i = 0; i + wire.taps < wire.segments.size(); ++i) {
        const cutline::Segment& s = wire.segments[i];
        length += s.x1 - s.x0 + s.y1 - s.y0;
      }
      std::array<cutline::Cell, 2> ends = {wire.terminals[0].node, wire.terminals.back().node};
      std::sort(ends.begin(), ends.end());
      longest[ends] = std::max(longest[ends], length);
    });
    std::int64_t most = 0;
    for (const auto& entry : longest) most = std::max(most, entry.second);
    std::int64_t seen = 0;
    const auto watch = [&](const LinkGeometry& link) {
      seen = std::max(seen, link.cells_x + link.cells_y + link.cells_z);
      return 1.0;
    };
    cutline::test::mean_route_cost(c.topology, c.placement, c.layout, Routing::minimal, true, kTrafficEffort, watch);
    CHECK(seen == most);
    CHECK(seen == cutline::measure(c.layout, c.topology, c.placement).length.longest_pitches);
  }
}

TEST_CASE("on a line of nodes the routes' span is the distance of their ends") {
  // A path of 5 nodes in natural order: every route's span is its number of hops.
  const cases::Case path = cases::family_case("mesh", {{"radices", cutline::IntegerList{5}}});
  CHECK(*route_cost(path, true, span) == Approx(*route_cost(path, true, one)));
  CHECK(*route_cost(path, true, span) == Approx(40.0 / 25));
  CHECK(*route_cost(path, false, span) == Approx(40.0 / 20));
}

TEST_CASE("the mean cost of random graphs is that of their shortest paths, walked one by one") {
  cutline::Random random(31);
  for (int round = 0; round < 20; ++round) {
    const auto nodes = static_cast<std::uint32_t>(4 + random.below(20));
    std::vector<cutline::LocalLink> links;
    // A tree has one path between any two nodes: no ties to split.
    for (std::uint32_t i = 1; i < nodes; ++i) links.push_back({static_cast<std::uint32_t>(random.below(i)), i});
    Topology tree;
    tree.family = "graph";
    tree.digits = {nodes};
    tree.has_dimensions = false;
    tree.classes = {{"links", {0}, links, {}, {}, 2}};
    cutline::Placement placement = place(tree, {});
    const cases::Case c = cases::routed("tree", tree, placement, cases::unit_rules(1), {});
    // Each link of a tree carries all pairs of its two halves.
    double expected = 0;
    for (std::uint32_t i = 1; i < nodes; ++i) {
      std::vector<bool> below(nodes);
      below[i] = true;
      double count = 1;
      for (std::uint32_t j = i + 1; j < nodes; ++j) {
        below[j] = below[links[j - 1].a];
        count += below[j] ? 1 : 0;
      }
      const auto a = cell_of(tree, placement, links[i - 1].a);
      const auto b = cell_of(tree, placement, i);
      double length = 0;
      for (const Axis axis : cutline::kAxes)
        length += std::abs(static_cast<double>(a[axis]) - static_cast<double>(b[axis]));
      expected += 2 * count * (nodes - count) * length / (static_cast<double>(nodes) * nodes);
    }
    CHECK(*route_cost(c, true, span) == Approx(expected).epsilon(1e-12));
  }
}

TEST_CASE("past the effort there is no mean cost") {
  const cases::Case c = cases::family_case("graph", cutline::find_family("graph")->examples[0]);
  CHECK(route_cost(c, true, one, 1000));
  CHECK(!route_cost(c, true, one, 10));
}

TEST_CASE("a torus of 2^20 nodes costs what its closed forms say") {
  const cases::Case c = cases::family_case("torus", {{"radices", cutline::IntegerList{1024, 1024}}});
  CHECK(*route_cost(c, true, one) == Approx(512.0).epsilon(1e-12));
  // In natural order all links of a ring have span 1, except the one that closes it.
  CHECK(*route_cost(c, true, span) == Approx(512.0 * (1023 + 1023) / 1024).epsilon(1e-12));
}
