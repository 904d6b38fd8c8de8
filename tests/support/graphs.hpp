// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "cutline/topology/topology.hpp"
#include "topology/balanced_cuts.hpp"

namespace cutline::test {

/// A user's graph.
inline Topology graph_of(std::uint32_t nodes, std::vector<LocalLink> links, int channels = 2) {
  Topology topology;
  topology.family = "graph";
  topology.digits = {nodes};
  topology.has_dimensions = false;
  LinkClass all;
  all.name = "links";
  all.digits = {0};
  all.links = std::move(links);
  all.channels = channels;
  topology.classes = {all};
  return topology;
}

/// Adds links between random nodes; some may be parallel.
inline void add_random(Random& random, std::uint32_t nodes, std::size_t extra, std::vector<LocalLink>& links) {
  for (std::size_t i = 0; i < extra; ++i) {
    const auto a = static_cast<std::uint32_t>(random.below(nodes));
    links.push_back({a, static_cast<std::uint32_t>((a + 1 + random.below(nodes - 1)) % nodes)});
  }
}

/// The links of a random tree, and `extra` more links.
inline std::vector<LocalLink> random_links(Random& random, std::uint32_t nodes, std::size_t extra) {
  std::vector<LocalLink> links;
  for (std::uint32_t i = 1; i < nodes; ++i) links.push_back({static_cast<std::uint32_t>(random.below(i)), i});
  add_random(random, nodes, extra, links);
  return links;
}

/// A random tree with `extra` more links.
inline Topology random_graph(Random& random, std::uint32_t nodes, std::size_t extra, int channels = 2) {
  return graph_of(nodes, random_links(random, nodes, extra), channels);
}

/// Both bisection widths, also of networks in which messages cannot reach every node.
inline GraphMeasures widths_of(const Topology& topology) {
  GraphMeasures measures;
  measure_bisections(topology, 2'000'000'000, CutSearch::full, measures);
  return measures;
}

}  // namespace cutline::test
