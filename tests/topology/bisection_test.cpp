// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <numeric>

#include "base/random.hpp"
#include "cutline/base/parallel.hpp"
#include "cutline/detail/topology/graph_measures.hpp"
#include "cutline/topology/family.hpp"
#include "support/csv.hpp"
#include "support/graphs.hpp"
#include "topology/balanced_cuts.hpp"
#include "topology/graph_searches.hpp"

using cutline::BisectionWidth;
using cutline::CutIn;
using cutline::LinkClass;
using cutline::LocalLink;
using cutline::Topology;
using cutline::test::graph_of;
using cutline::test::widths_of;
using doctest::Approx;

namespace {

constexpr std::uint64_t kEffort = 2'000'000'000;

/// A random graph with two-way or one-way links.
Topology either_way(cutline::Random& random, std::uint32_t nodes, std::size_t extra) {
  std::vector<LocalLink> links = cutline::test::random_links(random, nodes, extra);
  return graph_of(nodes, std::move(links), random.below(2) == 0 ? 1 : 2);
}

/// Gives the links random widths.
void widen(cutline::Random& random, LinkClass& links) {
  for (std::size_t i = 0; i < links.links.size(); ++i)
    links.widths.push_back(static_cast<std::uint32_t>(1 + random.below(random.below(3) == 0 ? 20 : 3)));
}

/// The fewest links, or relative widths of channels, over any balanced split, by trying every subset of the sites.
std::uint64_t by_brute_force(const Topology& topology, CutIn what = CutIn::links) {
  const auto sites = static_cast<unsigned>(topology.site_count());
  std::uint32_t nodes = 0;
  for (unsigned site = 0; site < sites; ++site)
    nodes |= (topology.kind(site) == cutline::SiteKind::node ? 1u : 0u) << site;
  struct Weighed {
    std::uint64_t a, b, weight;
  };
  std::vector<Weighed> links;
  cutline::for_each_link(topology, [&](std::size_t c, std::size_t link, std::uint64_t a, std::uint64_t b) {
    const LinkClass& own = topology.classes[c];
    const std::uint64_t wires = std::uint64_t{own.width(link)} * static_cast<std::uint64_t>(own.channels);
    links.push_back({a, b, what == CutIn::links ? 1 : wires});
  });
  std::uint64_t fewest = ~std::uint64_t{0};
  for (std::uint32_t subset = 0; subset < (1u << sites); ++subset) {
    if (std::popcount(subset & nodes) != std::popcount(nodes) / 2) continue;
    std::uint64_t cut = 0;
    for (const Weighed& link : links) cut += (subset >> link.a & 1) != (subset >> link.b & 1) ? link.weight : 0;
    fewest = std::min(fewest, cut);
  }
  return fewest;
}

Topology family_of(const cutline::test::Row& row) {
  const std::int64_t k = std::stoll(row.text("k"));
  const std::int64_t n = std::stoll(row.text("n"));
  if (row.text("family") == "ring") return cutline::build_topology("ring", {{"nodes", k}});
  if (row.text("family") == "hypercube") return cutline::build_topology("hypercube", {{"dimensions", n}});
  return cutline::build_topology(row.text("family"), {{"radix", k}, {"dimensions", n}});
}

/// The same network as a user's graph: a list of its links.
Topology flattened(const Topology& topology) {
  std::vector<LocalLink> links;
  cutline::for_each_link(topology, [&](std::size_t, std::size_t, std::uint64_t a, std::uint64_t b) {
    links.push_back({static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b)});
  });
  return graph_of(static_cast<std::uint32_t>(topology.node_count()), links);
}

void check_bounds(const BisectionWidth& bounds, std::uint64_t exact) {
  CHECK(bounds.lower <= exact);
  CHECK(bounds.upper >= exact);
}

}  // namespace

TEST_CASE("bisection widths of the families are those of the theorems and exact searches") {
  std::size_t covered = 0;
  for (const cutline::test::Row& row : cutline::test::golden("bisection.csv")) {
    const std::string& family = row.text("family");
    if (family != "ring" && family != "mesh" && family != "torus" && family != "hypercube") continue;
    CAPTURE(family);
    CAPTURE(row.text("k"));
    CAPTURE(row.text("n"));
    ++covered;
    const std::uint64_t exact = std::stoull(row.text("bisection_width"));
    Topology topology = family_of(row);
    REQUIRE(topology.node_count() == std::stoull(row.text("N")));
    REQUIRE(topology.link_count() == std::stoull(row.text("links")));
    const BisectionWidth theorem = cutline::graph_measures(topology).bisection;
    CHECK(theorem.exact());
    CHECK(theorem.lower == exact);
    CHECK(theorem.upper_channels == 2 * exact);
    CHECK(theorem.method.substr(0, 8) == "theorem:");
    topology.theorems.bisection = {};
    const BisectionWidth product = cutline::bisection_bounds(topology, kEffort);
    check_bounds(product, exact);
    // Every cut of these families is found; the congestion bound is at least as strong as the golden table's.
    CHECK(product.upper == exact);
    CHECK(product.upper_channels == 2 * exact);
    CHECK(product.lower >= std::stoull(row.text("lb_congestion")));
    const BisectionWidth flat = cutline::bisection_bounds(flattened(topology), kEffort);
    check_bounds(flat, exact);
    CHECK(flat.upper == exact);
    CHECK(flat.lower >= std::stoull(row.text("lb_congestion")));
  }
  CHECK(covered == 35);
}

TEST_CASE("a complete network of N nodes is cut over floor(N^2 / 4) links") {
  for (std::int64_t nodes = 2; nodes <= 40; ++nodes) {
    Topology topology = cutline::build_topology("complete", {{"nodes", nodes}});
    const auto exact = static_cast<std::uint64_t>(nodes * nodes / 4);
    CHECK(cutline::graph_measures(topology).bisection.lower == exact);
    topology.theorems.bisection = {};
    const BisectionWidth bounds = cutline::bisection_bounds(topology, kEffort);
    CHECK(bounds.upper == exact);
    CHECK(bounds.lower == exact);
  }
}

TEST_CASE("random graphs of up to 14 nodes: branch and bound is exact and the bounds enclose it") {
  cutline::Random random(11);
  int enclosed = 0;
  for (int round = 0; round < 50; ++round) {
    const auto nodes = static_cast<std::uint32_t>(2 + random.below(13));
    const Topology topology = either_way(random, nodes, random.below(2 * nodes));
    CAPTURE(round);
    const std::uint64_t exact = by_brute_force(topology);
    const BisectionWidth width = cutline::bisection_bounds(topology, kEffort);
    CHECK(width.method == "branch and bound");
    CHECK(width.lower == exact);
    CHECK(width.upper == exact);
    CHECK(width.upper_channels == exact * static_cast<std::uint64_t>(topology.classes[0].channels));
    const std::uint64_t below = cutline::congestion_bound(topology, kEffort);
    CHECK(below >= 1);
    CHECK(below <= exact);
    CHECK(cutline::congestion_bound(topology, 16 * 2 * topology.link_count() * (nodes / 2)) <= exact);
    CHECK(cutline::halving_cut(topology)->links >= exact);
    const cutline::Cut above = cutline::improved_partition(topology).cut;
    CHECK(above.links >= exact);
    enclosed += above.links == exact;
  }
  // A search that hardly ever found the least cut of a tiny graph would be useless.
  CHECK(enclosed >= 45);
}

TEST_CASE("cuts in wires: branch and bound is exact and the bounds enclose it, whatever the widths") {
  cutline::Random random(31);
  int enclosed = 0;
  for (int round = 0; round < 60; ++round) {
    const auto nodes = static_cast<std::uint32_t>(2 + random.below(12));
    Topology topology = either_way(random, nodes, random.below(2 * nodes));
    if (random.below(4) == 0) topology.classes.push_back(either_way(random, nodes, 2).classes[0]);
    for (LinkClass& links : topology.classes) widen(random, links);
    CAPTURE(round);
    const std::uint64_t exact = by_brute_force(topology, CutIn::wires);
    const cutline::GraphMeasures measures = widths_of(topology);
    CHECK(measures.bisection_wires.lower == exact);
    CHECK(measures.bisection_wires.upper == exact);
    CHECK(measures.bisection.upper == by_brute_force(topology));
    check_bounds(cutline::certified_bounds(topology, kEffort, CutIn::wires), exact);
    CHECK(cutline::congestion_bound(topology, 16 * 4 * topology.link_count() * (nodes / 2), CutIn::wires) <= exact);
    CHECK(cutline::spectral_bound(topology, 0, CutIn::wires).value_or(0) <= exact);
    const cutline::BalancedPartition best = best_partition(topology, measures.bisection_wires, CutIn::wires);
    CHECK(best.widths == exact);
    const std::uint64_t found = cutline::improved_partition(topology, CutIn::wires).cut.widths;
    CHECK(found >= exact);
    enclosed += found == exact;
  }
  CHECK(enclosed >= 55);
}

TEST_CASE("a link of width w is cut like w links beside each other") {
  cutline::Random random(37);
  for (const std::uint32_t nodes : {9u, 40u}) {
    Topology wide = either_way(random, nodes, nodes), parallel = wide;
    widen(random, wide.classes[0]);
    parallel.classes[0].links.clear();
    for (std::size_t i = 0; i < wide.classes[0].links.size(); ++i)
      parallel.classes[0].links.insert(parallel.classes[0].links.end(), wide.classes[0].width(i),
                                       wide.classes[0].links[i]);
    const BisectionWidth in_wires = widths_of(wide).bisection_wires;
    CHECK(in_wires.upper == widths_of(parallel).bisection_wires.upper);
    CHECK(in_wires.upper >= in_wires.lower);
  }
}

TEST_CASE("all small networks of the families have the fewest links and the fewest wires of all balanced cuts") {
  std::size_t differ = 0;
  const auto check = [&](const Topology& topology) {
    if (topology.site_count() > 16 || topology.classes[0].shared) return;
    const cutline::GraphMeasures measures = cutline::graph_measures(topology, kEffort);
    const std::uint64_t wires = by_brute_force(topology, CutIn::wires);
    CHECK(measures.bisection.lower == by_brute_force(topology));
    CHECK(measures.bisection_wires.lower == wires);
    CHECK(measures.bisection_wires.upper == wires);
    check_bounds(cutline::certified_bounds(topology, kEffort, CutIn::wires), wires);
    differ += !cutline::equal_link_weight(topology, CutIn::wires);
  };
  for (const cutline::Family& family : cutline::families()) {
    CAPTURE(family.name);
    for (const cutline::Parameters& example : family.examples) check(cutline::build_topology(family.name, example));
  }
  for (std::int64_t levels = 1; levels < 4; ++levels) {
    for (std::int64_t widening = 1; widening < 5; ++widening)
      check(cutline::build_topology("h_tree", {{"levels", levels}, {"widening", widening}}));
  }
  CHECK(differ > 3);
}

TEST_CASE("products of small random graphs: bounds by digit enclose the least cut") {
  cutline::Random random(13);
  for (int round = 0; round < 40; ++round) {
    Topology product = either_way(random, static_cast<std::uint32_t>(2 + random.below(3)), random.below(3));
    const Topology other = either_way(random, static_cast<std::uint32_t>(2 + random.below(3)), random.below(3));
    product.digits.push_back(other.digits[0]);
    product.classes.push_back(other.classes[0]);
    product.classes[1].digits = {1};
    CAPTURE(round);
    const std::uint64_t exact = by_brute_force(product);
    CHECK(cutline::least_partition(product)->cut.links == exact);
    CHECK(cutline::congestion_bound(product, kEffort) <= exact);
    const auto halves = cutline::halving_cut(product);
    REQUIRE(halves);
    CHECK(halves->links >= exact);
    for (LinkClass& links : product.classes) widen(random, links);
    const std::uint64_t wires = by_brute_force(product, CutIn::wires);
    CHECK(cutline::congestion_bound(product, kEffort, CutIn::wires) <= wires);
    CHECK(cutline::spectral_bound(product, 0, CutIn::wires).value_or(0) <= wires);
    CHECK(cutline::halving_cut(product, CutIn::wires)->widths >= wires);
    CHECK(cutline::halves(product, CutIn::wires).cut.widths == cutline::halving_cut(product, CutIn::wires)->widths);
  }
}

TEST_CASE("the halving cut of a product, by formula, is the best of the cuts counted link by link") {
  for (const auto& radices : {std::vector<std::int64_t>{3, 4, 5}, {5, 4, 3}, {3, 3, 3}, {2, 7, 3}, {6, 5}, {9}}) {
    Topology mesh = cutline::build_topology("mesh", {{"radices", radices}});
    std::uint64_t natural = 0;
    const std::uint64_t half = mesh.node_count() / 2;
    cutline::for_each_link(
        mesh, [&](std::size_t, std::size_t, std::uint64_t a, std::uint64_t b) { natural += (a < half) != (b < half); });
    const std::uint64_t theorem = mesh.theorems.bisection.links;
    const auto halves = cutline::halving_cut(mesh);
    REQUIRE(halves);
    CHECK(halves->links <= natural);
    CHECK(halves->links == theorem);
  }
}

TEST_CASE("the halving cut of a product leads with the digit that is cheapest to cut") {
  // 5 x 6 links join the middle places of the path; a complete graph of 6 alone costs 9 for each of 20 copies.
  Topology product = cutline::build_topology("complete", {{"nodes", std::int64_t{6}}});
  const LinkClass five = cutline::build_topology("complete", {{"nodes", std::int64_t{5}}}).classes[0];
  product.digits = {4, 5, 6};
  product.classes[0].digits = {2};
  product.classes.push_back(five);
  product.classes[1].digits = {1};
  product.classes.push_back({"path", {0}, {{0, 1}, {1, 2}, {2, 3}}, {}, {}, 2});
  CHECK(cutline::halving_cut(product)->links == 30);
}

TEST_CASE("a network in two equal parts has a bisection of 0") {
  std::vector<LocalLink> links;
  for (std::uint32_t i = 0; i < 29; ++i) {
    if (i != 14) links.push_back({i, i + 1});
  }
  const BisectionWidth bounds = cutline::bisection_bounds(graph_of(30, links), kEffort);
  CHECK(bounds.lower == 0);
  CHECK(bounds.upper == 0);
}

TEST_CASE("any partition is balanced and bettered by a round of moves") {
  cutline::Random random(17);
  for (int round = 0; round < 30; ++round) {
    const auto nodes = static_cast<std::uint32_t>(2 + random.below(200));
    const cutline::ChannelGraph graph = cutline::link_graph(either_way(random, nodes, nodes));
    cutline::Sides sides(nodes);
    for (auto& side : sides) side = random.below(3) == 0 ? 1 : 0;
    const auto count = [&] { return static_cast<std::uint32_t>(std::count(sides.begin(), sides.end(), 1)); };
    const bool was_balanced = count() == nodes / 2 || count() == nodes - nodes / 2;
    const std::uint64_t before = cutline::crossing(graph, sides);
    cutline::improve(graph, sides);
    CHECK((count() == nodes / 2 || count() == nodes - nodes / 2));
    if (was_balanced) CHECK(cutline::crossing(graph, sides) <= before);
    const std::uint64_t after = cutline::crossing(graph, sides);
    cutline::improve(graph, sides);
    CHECK(cutline::crossing(graph, sides) <= after);
  }
}

TEST_CASE("bounds of a larger random graph are the same on any number of threads") {
  cutline::Random random(19);
  const Topology topology = either_way(random, 400, 800);
  cutline::set_thread_count(3);
  const BisectionWidth once = cutline::bisection_bounds(topology, kEffort);
  cutline::set_thread_count(1);
  const BisectionWidth again = cutline::bisection_bounds(topology, kEffort);
  cutline::set_thread_count(0);
  CHECK(once.lower == again.lower);
  CHECK(once.upper == again.upper);
  CHECK(once.method == again.method);
  CHECK(once.lower > 1);
}

TEST_CASE("bisection of a huge product is bounded without writing it out") {
  Topology torus = cutline::build_topology("torus", {{"radices", cutline::IntegerList{1 << 20, 1 << 20}}});
  const std::uint64_t exact = torus.theorems.bisection.links;
  torus.theorems.bisection = {};
  const BisectionWidth bounds = cutline::bisection_bounds(torus, kEffort);
  CHECK(bounds.upper == exact);
  CHECK(bounds.upper_channels == 2 * exact);
  CHECK(bounds.lower <= exact);
  CHECK(static_cast<double>(bounds.lower) > 0.999999 * static_cast<double>(exact));
}

TEST_CASE("loads of all channels add up to all distances, and the searches agree with the closed forms") {
  cutline::Random random(23);
  std::vector<Topology> networks;
  for (std::int64_t nodes : {2, 3, 4, 7, 8}) {
    networks.push_back(cutline::build_topology("ring", {{"nodes", nodes}}));
    networks.push_back(cutline::build_topology("ring", {{"nodes", nodes}, {"channels", "unidirectional"}}));
    networks.push_back(cutline::build_topology("mesh", {{"radix", nodes}, {"dimensions", 1}}));
    networks.push_back(cutline::build_topology("complete", {{"nodes", nodes}}));
  }
  networks.push_back(graph_of(5, {{3, 0}, {0, 4}, {4, 1}, {1, 2}}));
  networks.push_back(graph_of(2, {{0, 1}, {1, 0}}));
  networks.push_back(graph_of(3, {{0, 1}, {1, 2}, {2, 0}, {0, 1}, {1, 2}, {2, 0}}));
  networks.push_back(
      graph_of(6, {{0, 2}, {1, 3}, {2, 4}, {3, 5}, {4, 0}, {5, 1}, {0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 0}}));
  for (int i = 0; i < 10; ++i) networks.push_back(graph_of(40, either_way(random, 40, 40).classes[0].links));
  for (const Topology& network : networks) {
    const cutline::ChannelGraph graph = cutline::channel_graph(network);
    const auto loads = cutline::channel_loads(graph, kEffort);
    REQUIRE(loads);
    std::vector<std::uint32_t> sources(graph.node_count());
    std::iota(sources.begin(), sources.end(), 0u);
    const std::vector<double> searched = cutline::channel_loads_from(graph, sources);
    for (std::size_t c = 0; c < searched.size(); ++c) CHECK((*loads)[c] == Approx(searched[c]).epsilon(1e-12));
    const double nodes = static_cast<double>(graph.node_count());
    const double total = std::accumulate(loads->begin(), loads->end(), 0.0);
    CHECK(total == Approx(cutline::graph_measures(network).distances->mean_hops * nodes * (nodes - 1)).epsilon(1e-12));
  }
}

TEST_CASE("loads stay finite where the shortest paths outnumber every double") {
  // A chain of diamonds doubles the number of paths at every link of the chain.
  constexpr std::uint32_t kDiamonds = 1500;
  std::vector<LocalLink> links;
  for (std::uint32_t i = 0; i < kDiamonds; ++i) {
    const std::uint32_t at = 3 * i;
    for (const LocalLink link : {LocalLink{at, at + 1}, {at, at + 2}, {at + 1, at + 3}, {at + 2, at + 3}})
      links.push_back(link);
  }
  const cutline::ChannelGraph graph = cutline::channel_graph(graph_of(3 * kDiamonds + 1, links));
  const std::vector<double> loads = cutline::channel_loads_from(graph, {0});
  CHECK(loads[0] == Approx((3 * kDiamonds - 2) / 2.0 + 1));
  for (const double load : loads) CHECK((load >= 0 && load <= 3 * kDiamonds));
}

TEST_CASE("the work for loads is bounded by the effort") {
  cutline::Random random(29);
  const Topology topology = either_way(random, 50, 50);
  const cutline::ChannelGraph graph = cutline::link_graph(topology);
  const std::uint64_t visits = graph.head.size() * 50;
  CHECK(cutline::channel_loads(graph, visits));
  CHECK(!cutline::channel_loads(graph, visits - 1));
}

TEST_CASE("de Bruijn graphs of 256 and 1,024 nodes are cut as well as the best searches do") {
  for (const auto& [dimensions, known] : {std::pair{8, 54}, {10, 164}}) {
    const auto found = cutline::improved_partition(cutline::build_topology("de_bruijn", {{"dimensions", dimensions}}));
    CHECK(found.cut.links <= std::uint64_t(known));
    CHECK(std::count(found.sides.begin(), found.sides.end(), 0) == 1 << (dimensions - 1));
  }
}

TEST_CASE("partitions walked from bad starts are balanced, and cut a long mesh across") {
  const auto graph = cutline::link_graph(cutline::build_topology("mesh", {{"radices", cutline::IntegerList{60, 5}}}));
  cutline::Sides odd;
  while (odd.size() < 300) odd.push_back(odd.size() % 2);
  for (const auto& sides : cutline::walked_partitions(graph, {odd, odd})) {
    CHECK(std::count(sides.begin(), sides.end(), 1) == 150);
    CHECK(cutline::crossing(graph, sides) <= 20);
  }
}
