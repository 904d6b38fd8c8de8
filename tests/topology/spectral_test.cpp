// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "base/random.hpp"
#include "cutline/topology/family.hpp"
#include "cutline/detail/topology/graph_measures.hpp"
#include "support/csv.hpp"
#include "support/graphs.hpp"
#include "topology/balanced_cuts.hpp"

using cutline::BisectionWidth;
using cutline::build_topology;
using cutline::LocalLink;
using cutline::Topology;
using cutline::test::graph_of;
using cutline::test::random_graph;
using cutline::test::Row;

namespace {

constexpr std::uint64_t kSpectralEffort = 2'000'000'000;

Topology network_of(const Row& row) {
  const std::string& family = row.text("family");
  const std::int64_t n = row.integer("n");
  if (family == "ring") return build_topology(family, {{"nodes", row.integer("k")}});
  if (family == "star") return build_topology(family, {{"symbols", n}});
  if (family == "debruijn") return build_topology("de_bruijn", {{"radix", row.integer("k")}, {"dimensions", n}});
  if (family == "generalized_hypercube")
    return build_topology("hyperx", {{"radix", row.integer("k")}, {"dimensions", n}});
  if (family == "mesh" || family == "torus")
    return build_topology(family, {{"radix", row.integer("k")}, {"dimensions", n}});
  return build_topology(family, {{"dimensions", n}});
}

std::uint64_t integer_of(const std::string& text) { return std::stoull(text); }

/// Checks that the sides halve the nodes, and that the number of links between them, counted one by one, is as claimed.
void check_partition(const Topology& topology, const cutline::BalancedPartition& partition) {
  REQUIRE(partition.sides.size() == topology.site_count());
  std::uint64_t ones = 0, links = 0;
  for (std::uint64_t site = 0; site < topology.site_count(); ++site) {
    if (topology.kind(site) == cutline::SiteKind::node) ones += partition.sides[site];
  }
  CHECK(2 * ones + 1 >= topology.node_count());
  CHECK(2 * ones <= topology.node_count() + 1);
  cutline::for_each_link(topology, [&](std::size_t, std::size_t, std::uint64_t a, std::uint64_t b) {
    links += partition.sides[a] != partition.sides[b] ? 1 : 0;
  });
  CHECK(links == partition.links);
}

}  // namespace

TEST_CASE("every row of the exact table lies within the bounds, which are no weaker than the table's own") {
  std::size_t rows = 0;
  for (const Row& row : cutline::test::golden("bisection.csv")) {
    Topology topology = network_of(row);
    CAPTURE(topology.family);
    CAPTURE(row.integer("n"));
    REQUIRE(topology.node_count() == integer_of(row.text("N")));
    REQUIRE(topology.link_count() == integer_of(row.text("links")));
    const auto spectral = cutline::spectral_bound(topology);
    REQUIRE(spectral);
    CHECK(*spectral == integer_of(row.text("lb_spectral")));
    topology.theorems.bisection = {};
    const BisectionWidth bounds = cutline::certified_bounds(topology, kSpectralEffort);
    const bool closed = bounds.exact();
    CHECK((closed || bounds.lower >= integer_of(row.text("lb_spectral"))));
    CHECK((closed || bounds.lower >= integer_of(row.text("lb_congestion"))));
    CHECK(closed == (bounds.method.starts_with("certificate:") || bounds.method == "branch and bound"));
    check_partition(topology, cutline::best_partition(topology, bounds));
    ++rows;
    if (!row.has("bisection_width")) continue;
    CHECK(bounds.lower <= integer_of(row.text("bisection_width")));
    CHECK(bounds.upper >= integer_of(row.text("bisection_width")));
  }
  CHECK(rows == 73);
}

TEST_CASE("hypercubes, even tori and cube-connected cycles are exact without their theorems") {
  std::vector<Topology> networks;
  for (std::int64_t n = 2; n <= 20; ++n) networks.push_back(build_topology("hypercube", {{"dimensions", n}}));
  for (std::int64_t d = 3; d <= 7; ++d) networks.push_back(build_topology("ccc", {{"dimensions", d}}));
  for (std::int64_t k = 4; k <= 16; k += 2) {
    for (std::int64_t n = 1; n <= 4; ++n)
      networks.push_back(build_topology("torus", {{"radix", k}, {"dimensions", n}}));
  }
  for (Topology& network : networks) {
    REQUIRE(network.theorems.bisection.told());
    const std::uint64_t theorem = network.theorems.bisection.links;
    network.theorems.bisection = {};
    CAPTURE(network.family);
    CAPTURE(network.node_count());
    const BisectionWidth bounds = cutline::certified_bounds(network, kSpectralEffort);
    CHECK(bounds.lower == theorem);
    CHECK(bounds.upper == theorem);
    CHECK(bounds.method == "certificate: congestion = halves in node order");
  }
}

TEST_CASE("folded hypercubes are exact by the spectrum alone") {
  for (std::int64_t n = 4; n <= 9; ++n) {
    Topology network = build_topology("folded_hypercube", {{"dimensions", n}});
    network.theorems.bisection = {};
    const BisectionWidth bounds = cutline::certified_bounds(network, kSpectralEffort);
    CHECK(bounds.lower == std::uint64_t{1} << n);
    CHECK(bounds.method == "certificate: spectral = halves in node order");
  }
}

TEST_CASE("random graphs of up to 20 nodes: bounds and partition hold the exact width") {
  cutline::Random random(31);
  for (int round = 0; round < 100; ++round) {
    const auto nodes = static_cast<std::uint32_t>(2 + random.below(19));
    const Topology topology = random_graph(random, nodes, random.below(3 * nodes));
    CAPTURE(round);
    const cutline::Partition least = cutline::least_partition(topology).value();
    const std::uint64_t exact = least.cut.links;
    const BisectionWidth bounds = cutline::certified_bounds(topology, kSpectralEffort);
    CHECK(bounds.lower <= exact);
    CHECK(bounds.upper >= exact);
    const auto spectral = cutline::spectral_bound(topology);
    REQUIRE(spectral);
    CHECK(*spectral <= exact);
    const cutline::BalancedPartition found = cutline::best_partition(topology, bounds);
    check_partition(topology, found);
    CHECK(found.links == exact);
    const cutline::Partition improved = cutline::improved_partition(topology);
    check_partition(
        topology, {improved.sides, improved.cut.links, improved.cut.channels, improved.cut.widths, improved.found_by});
  }
}

TEST_CASE("the spectral bound of graphs with known spectra is their closed form rounded up") {
  const auto check = [](const Topology& topology, double eigenvalue) {
    const std::uint64_t nodes = topology.node_count();
    CAPTURE(topology.family);
    CAPTURE(nodes);
    const double pairs = static_cast<double>((nodes / 2) * (nodes - nodes / 2)) / static_cast<double>(nodes);
    REQUIRE(cutline::spectral_bound(topology));
    CHECK(*cutline::spectral_bound(topology) == static_cast<std::uint64_t>(std::ceil(eigenvalue * pairs - 1e-7)));
  };
  for (const std::int64_t n : {2, 3, 8, 33, 100, 1000}) {
    const double angle = std::numbers::pi / static_cast<double>(n);
    if (n > 2) check(build_topology("ring", {{"nodes", n}}), 2 - 2 * std::cos(2 * angle));
    check(build_topology("mesh", {{"radix", n}, {"dimensions", 1}}), 2 - 2 * std::cos(angle));
    check(build_topology("complete", {{"nodes", n}}), static_cast<double>(n));
  }
  check(build_topology("hypercube", {{"dimensions", 20}}), 2);
  check(build_topology("torus", {{"radix", 64}, {"dimensions", 3}}), 2 - 2 * std::cos(std::numbers::pi / 32));
  // Parallel links add up: twice the ring has twice its eigenvalues.
  std::vector<LocalLink> doubled;
  for (std::uint32_t i = 0; i < 30; ++i) doubled.insert(doubled.end(), 2, {i, (i + 1) % 30});
  check(graph_of(30, doubled), 2 * (2 - 2 * std::cos(std::numbers::pi / 15)));
}

TEST_CASE("the spectral bound claims nothing of networks in pieces, and is left out where it does not apply") {
  CHECK(cutline::spectral_bound(graph_of(4, {{0, 1}, {2, 3}})) == std::uint64_t{0});
  CHECK(!cutline::spectral_bound(build_topology("express", {{"radix", 16}, {"dimensions", 2}, {"spacing", 4}})));
  CHECK(!cutline::spectral_bound(build_topology("ring", {{"nodes", 4096}})));
  CHECK(!cutline::spectral_bound(build_topology("bus", {{"nodes", 8}})));
  cutline::Random random(37);
  const Topology large = random_graph(random, 3000, 3000);
  const std::string method = cutline::certified_bounds(large, kSpectralEffort).method;
  CHECK(method.find("(no spectral bound past 2048 nodes)") != std::string::npos);
}

TEST_CASE("a partition is found where a theorem gives the width, and attains it where halves do") {
  for (const char* family : {"mesh", "torus", "hyperx"}) {
    for (const std::int64_t radix : {3, 4, 5, 6}) {
      const Topology network = build_topology(family, {{"radix", radix}, {"dimensions", 3}});
      const BisectionWidth width = cutline::graph_measures(network).bisection;
      const cutline::BalancedPartition partition = cutline::best_partition(network, width);
      CAPTURE(family);
      CAPTURE(radix);
      check_partition(network, partition);
      CHECK(partition.links == width.upper);
      CHECK(partition.found_by == "halves in node order");
    }
  }
}
