// SPDX-License-Identifier: Apache-2.0
// Networks whose nodes are numbered otherwise are the same networks.
#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>

#include "base/random.hpp"
#include "cutline/topology/family.hpp"
#include "support/graphs.hpp"
#include "topology/balanced_cuts.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

/// The links of the network as those of a user's graph.
Topology as_graph(const Topology& network) {
  std::vector<LocalLink> links;
  for_each_link(network, [&](std::size_t, std::size_t, std::uint64_t a, std::uint64_t b) {
    links.push_back({static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b)});
  });
  return graph_of(static_cast<std::uint32_t>(network.site_count()), std::move(links));
}

/// The graph with other numbers, its links in another order and from either end.
Topology shuffled(const Topology& graph, Random& random) {
  std::vector<std::uint32_t> numbers(graph.site_count());
  std::iota(numbers.begin(), numbers.end(), 0u);
  for (std::size_t i = numbers.size(); i > 1; --i) std::swap(numbers[i - 1], numbers[random.below(i)]);
  Topology other = graph;
  LinkClass& links = other.classes[0];
  for (LocalLink& link : links.links) {
    link = {numbers[link.a], numbers[link.b]};
    if (links.channels == 2 && random.below(2) == 0) std::swap(link.a, link.b);
  }
  for (std::size_t i = links.links.size(); i > 1; --i) {
    const std::size_t with = random.below(i);
    std::swap(links.links[i - 1], links.links[with]);
    if (!links.widths.empty()) std::swap(links.widths[i - 1], links.widths[with]);
  }
  return other;
}

void check_same(const Topology& graph, Random& random) {
  const GraphMeasures measures = widths_of(graph);
  for (int round = 0; round < 3; ++round) {
    const Topology other = shuffled(graph, random);
    const GraphMeasures same = widths_of(other);
    CHECK(same.bisection == measures.bisection);
    CHECK(same.bisection_wires == measures.bisection_wires);
    for (const CutIn what : {CutIn::links, CutIn::wires}) {
      const BisectionWidth& width = what == CutIn::links ? measures.bisection : measures.bisection_wires;
      const BalancedPartition one = best_partition(graph, width, what), two = best_partition(other, width, what);
      CHECK(one.links == two.links);
      CHECK(one.widths == two.widths);
      CHECK(one.found_by == two.found_by);
      const Cut counted = cut_between(other, two.sides);
      CHECK(counted.links == two.links);
      CHECK(counted.widths == two.widths);
    }
  }
}

}  // namespace

TEST_CASE("the bisection of a graph does not depend on the numbers of its nodes") {
  Random random(41);
  for (int round = 0; round < 40; ++round) {
    const auto nodes = static_cast<std::uint32_t>(8 + random.below(60));
    Topology graph = random_graph(random, nodes, nodes + random.below(nodes), random.below(3) == 0 ? 1 : 2);
    if (random.below(2) == 0) {
      for (std::size_t i = 0; i < graph.classes[0].links.size(); ++i)
        graph.classes[0].widths.push_back(static_cast<std::uint32_t>(1 + random.below(5)));
    }
    CAPTURE(round);
    check_same(graph, random);
  }
}

TEST_CASE("nor where many nodes are alike: families, given as graphs") {
  Random random(43);
  for (const Family& family : families()) {
    CAPTURE(family.name);
    for (const Parameters& example : family.examples) {
      const Topology network = build_topology(family.name, example);
      if (network.has_interchanges() || network.site_count() > 64 || network.classes[0].shared) continue;
      check_same(as_graph(network), random);
    }
  }
}
