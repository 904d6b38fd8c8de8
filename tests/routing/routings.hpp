// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <doctest/doctest.h>

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "cutline/routing/flows.hpp"
#include "cutline/detail/routing/routes.hpp"
#include "cutline/detail/topology/graph_measures.hpp"
#include "support/graphs.hpp"

namespace cutline::test {

inline std::shared_ptr<const ChannelGraph> shared_graph(const Topology& topology) {
  return std::make_shared<const ChannelGraph>(channel_graph(topology));
}

inline bool goes_both_ways(const ChannelGraph& graph) {
  std::set<std::pair<std::uint32_t, std::uint32_t>> channels;
  for (std::uint32_t site = 0; site < graph.node_count(); ++site) {
    for (std::uint64_t c = graph.first[site]; c < graph.first[site + 1]; ++c) channels.insert({site, graph.head[c]});
  }
  return std::all_of(channels.begin(), channels.end(), [&](const auto& each) {
    return channels.count({each.second, each.first}) > 0;
  });
}

inline Routes up_down_of(const Topology& topology, std::shared_ptr<const ChannelGraph> graph) {
  const std::vector<std::uint32_t> ranks = up_down_ranks(topology, *graph);
  return up_down_routes(std::move(graph), ranks);
}

inline Routes layered_of(const Topology& topology, std::shared_ptr<const ChannelGraph> graph,
                         std::uint32_t most = kMostLayers) {
  const std::vector<std::uint32_t> ranks = up_down_ranks(topology, *graph);
  return layered_routes(std::move(graph), ranks, most);
}

/// Connected, of 4 to 23 nodes; some links are parallel.
inline Topology random_network(std::uint64_t seed) {
  Random random(seed);
  const auto nodes = static_cast<std::uint32_t>(4 + random.below(20));
  return graph_of(nodes, random_links(random, nodes, random.below(2 * nodes)));
}

inline void each_random_network(const std::function<void(const Topology&)>& visit) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    CAPTURE(seed);
    visit(random_network(seed));
  }
}

/// Random, all nodes of one degree, no parallel links; connected in all likelihood.
inline Topology random_regular(std::uint32_t nodes, std::uint32_t degree, std::uint64_t seed) {
  Random random(seed);
  for (;;) {
    std::vector<std::uint32_t> ends;
    for (std::uint32_t i = 0; i < nodes * degree; ++i) ends.push_back(i / degree);
    const auto take = [&] {
      std::swap(ends[random.below(ends.size())], ends.back());
      const std::uint32_t end = ends.back();
      ends.pop_back();
      return end;
    };
    std::set<std::pair<std::uint32_t, std::uint32_t>> links;
    for (int failed = 0; !ends.empty() && failed < 1000;) {
      const std::uint32_t a = take(), b = take();
      if (a != b && links.insert(std::minmax(a, b)).second) continue;
      ends.insert(ends.end(), {a, b});
      ++failed;
    }
    if (!ends.empty()) continue;
    std::vector<LocalLink> all;
    for (const auto& [a, b] : links) all.push_back({a, b});
    return graph_of(nodes, all);
  }
}

inline double busiest(const Flows& flows) {
  double most = 0;
  for (std::uint64_t c = 0; c < flows.graph->head.size(); ++c) most = std::max(most, flows.load(c));
  return most;
}

}  // namespace cutline::test
