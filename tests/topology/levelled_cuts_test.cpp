// SPDX-License-Identifier: Apache-2.0
#include "topology/levelled_cuts.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "cutline/topology/family.hpp"
#include "support/graphs.hpp"

using cutline::ChannelGraph;
using cutline::MergedGraph;
using cutline::Sides;

namespace {

ChannelGraph random_graph(cutline::Random& random, std::uint32_t nodes) {
  ChannelGraph graph = cutline::link_graph(cutline::test::random_graph(random, nodes, random.below(3 * nodes)));
  for (std::uint32_t node = 0; node < nodes; ++node)
    graph.kinds.push_back(random.below(6) == 0 ? cutline::SiteKind::interchange : cutline::SiteKind::node);
  return graph;
}

std::size_t on_first(const ChannelGraph& graph, const Sides& sides) {
  std::size_t count = 0;
  for (std::size_t site = 0; site < sides.size(); ++site) count += sides[site] == 0 && graph.is_node(site) ? 1 : 0;
  return count;
}

bool is_balanced(const ChannelGraph& graph, const Sides& sides) {
  const std::size_t first = on_first(graph, sides), nodes = graph.addressed_count();
  return first == nodes / 2 || first == nodes - nodes / 2;
}

Sides odd_and_even(const ChannelGraph& graph) {
  Sides sides;
  while (sides.size() < graph.node_count()) sides.push_back(sides.size() % 2);
  return sides;
}

}  // namespace

TEST_CASE("a queue of nodes gives them by gain, whatever was added, changed and removed") {
  cutline::Random random(3);
  std::vector<std::int64_t> gains(200);
  std::vector<std::uint32_t> ties(200);
  for (std::uint32_t node = 0; node < 200; ++node) ties[node] = node;
  cutline::NodeQueue queue(gains, ties);
  std::set<std::pair<std::int64_t, std::uint32_t>> expected;
  std::vector<bool> queued(200);
  for (int step = 0; step < 5000; ++step) {
    const auto node = static_cast<std::uint32_t>(random.below(200));
    if (queued[node]) expected.erase({gains[node], node});
    if (queued[node] && random.below(2) == 0) {
      queue.remove(node);
      queued[node] = false;
    } else {
      gains[node] = static_cast<std::int64_t>(random.below(30)) - 15;
      queue.add_or_update(node);
      queued[node] = true;
      expected.insert({gains[node], node});
    }
    REQUIRE(queue.empty() == expected.empty());
    if (!expected.empty()) CHECK(queue.top() == expected.rbegin()->second);
  }
}

TEST_CASE("merged nodes have one label, their sizes add up, and cuts that part no pair weigh the same") {
  cutline::Random random(5);
  for (int round = 0; round < 60; ++round) {
    const auto nodes = static_cast<std::uint32_t>(2 + random.below(120));
    const ChannelGraph graph = random_graph(random, nodes);
    const MergedGraph fine = cutline::unmerged(graph);
    std::vector<std::uint8_t> labels(nodes);
    for (std::uint8_t& label : labels) label = static_cast<std::uint8_t>(random.below(4));
    std::vector<std::uint32_t> merged;
    const MergedGraph coarse = merged_in_pairs(fine, labels, random, merged);
    std::vector<std::int64_t> sizes(coarse.count());
    for (std::uint32_t node = 0; node < nodes; ++node) {
      sizes[merged[node]] += fine.size[node];
      for (std::uint32_t other = 0; other < node; ++other)
        CHECK((merged[node] != merged[other] || labels[node] == labels[other]));
    }
    CHECK(sizes == coarse.size);
    CHECK(coarse.total == static_cast<std::int64_t>(graph.addressed_count()));
    Sides above(coarse.count()), below(nodes);
    for (std::uint8_t& side : above) side = static_cast<std::uint8_t>(random.below(2));
    for (std::uint32_t node = 0; node < nodes; ++node) below[node] = above[merged[node]];
    std::int64_t weight = 0;
    for (std::uint32_t node = 0; node < coarse.count(); ++node) {
      for (std::uint32_t c = coarse.first[node]; c < coarse.first[node + 1]; ++c)
        weight += above[node] != above[coarse.head[c]] ? coarse.weight[c] : 0;
    }
    CHECK(weight == 2 * static_cast<std::int64_t>(cutline::crossing(graph, below)));
  }
}

TEST_CASE("a partition over levels from a balanced one is balanced and cuts no more") {
  cutline::Random random(7);
  int better = 0;
  for (int round = 0; round < 60; ++round) {
    const auto nodes = static_cast<std::uint32_t>(2 + random.below(400));
    const ChannelGraph graph = random_graph(random, nodes);
    Sides start(nodes);
    for (std::uint8_t& side : start) side = static_cast<std::uint8_t>(random.below(2));
    const std::size_t half = graph.addressed_count() / 2;
    cutline::improve(graph, {half, graph.addressed_count() - half}, 1, start);
    REQUIRE(is_balanced(graph, start));
    std::vector<std::uint8_t> labels(nodes);
    for (std::size_t node = 0; node < nodes; ++node)
      labels[node] = static_cast<std::uint8_t>(2 * start[node] + random.below(2));
    const Sides found = levelled_partition(cutline::unmerged(graph), labels, &start, random);
    CHECK(is_balanced(graph, found));
    CHECK(cutline::crossing(graph, found) <= cutline::crossing(graph, start));
    better += cutline::crossing(graph, found) < cutline::crossing(graph, start);
  }
  CHECK(better > 10);
}

TEST_CASE("partitions recombined from a bad one cut a long mesh and a tree of hubs about as well as the best") {
  cutline::Random random(9);
  const ChannelGraph mesh =
      cutline::link_graph(cutline::build_topology("mesh", {{"radices", cutline::IntegerList{100, 6}}}));
  CHECK(cutline::crossing(mesh, cutline::recombined(mesh, {odd_and_even(mesh)}, 0)) == 6);
  // Ten hubs of 40 leaves on a path: one link is cut. No leaf is linked to another, so only shared hubs merge them.
  std::vector<cutline::LocalLink> links;
  for (std::uint32_t hub = 0; hub < 10; ++hub) {
    if (hub > 0) links.push_back({41 * (hub - 1), 41 * hub});
    for (std::uint32_t leaf = 1; leaf <= 40; ++leaf) links.push_back({41 * hub, 41 * hub + leaf});
  }
  const ChannelGraph hubs = cutline::link_graph(cutline::test::graph_of(410, links));
  const Sides halves = cutline::recombined(hubs, {odd_and_even(hubs)}, 0);
  CHECK(is_balanced(hubs, halves));
  CHECK(cutline::crossing(hubs, halves) == 1);
}
