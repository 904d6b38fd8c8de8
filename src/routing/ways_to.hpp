// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "cutline/base/error.hpp"
#include "cutline/topology/channel_graph.hpp"
#include "cutline/topology/graph_measures.hpp"
#include "topology/digit_graphs.hpp"

namespace cutline {

/// The channels from one node to another, each at its own cost, and their mean: they share evenly.
template <class Cost>
struct ParallelChannels {
  Cost mean;
  double channels = 0;
};

/// The channels from one node to another; there must be at least one. Cost: O(channels of the node).
template <class Cost, class CostOf>
ParallelChannels<Cost> channels_between(const ChannelGraph& graph, std::uint32_t from, std::uint32_t to,
                                        const CostOf& cost) {
  Cost sum;
  double channels = 0;
  for (std::uint64_t c = graph.first[from]; c < graph.first[from + 1]; ++c) {
    if (graph.head[c] != to) continue;
    sum = sum + cost(c);
    ++channels;
  }
  CUTLINE_EXPECT(channels > 0);
  return {sum * (1 / channels), channels};
}

/// All shortest paths to one node of a graph. Refers to the graph. Cost: O(channels).
class WaysTo {
 public:
  /// `back` is the graph with all channels turned round.
  WaysTo(const ChannelGraph& graph, const ChannelGraph& back, std::uint32_t target);
  /// kUnreached where there is no way.
  std::uint32_t hops(std::uint32_t from) const { return hops_[from]; }
  double paths(std::uint32_t from) const { return paths_[from]; }
  /// The first channel of a node that leads one hop nearer. Requires hops(from) > 0, and that there is a way.
  std::uint64_t first_channel(std::uint32_t from) const;

  /// All nodes that have a way, nearest first, without the target itself.
  const std::vector<std::uint32_t>& nearest_first() const { return nearest_first_; }
  /// Calls visit(channel, share) for the channels of a node that lead one hop nearer, with the share of paths that
  /// begin with it; makes no call for the target and for nodes that have no way. Cost: O(channels of the node).
  template <class Visit>
  void for_each_next(std::uint32_t node, const Visit& visit) const {
    if (hops_[node] == 0 || hops_[node] == kUnreached) return;
    for (std::uint64_t c = graph_.first[node]; c < graph_.first[node + 1]; ++c) {
      const std::uint32_t head = graph_.head[c];
      if (leads_nearer(node, head)) visit(c, paths_[head] / paths_[node]);
    }
  }

  /// For every node the mean, over all shortest paths to the target, of the sum of `cost(node, channel)` over the
  /// path's channels; nothing for nodes that have no way. Cost needs +, and * by a number. Cost: O(channels).
  template <class Cost, class CostOf>
  std::vector<Cost> mean_costs(const CostOf& cost) const {
    std::vector<Cost> sums(graph_.node_count());
    for (const std::uint32_t node : nearest_first_) {
      for_each_next(node, [&](std::uint64_t c, double share) {
        sums[node] = sums[node] + (cost(node, c) + sums[graph_.head[c]]) * share;
      });
    }
    return sums;
  }

 private:
  bool leads_nearer(std::uint32_t node, std::uint32_t head) const { return hops_[head] + 1 == hops_[node]; }

  const ChannelGraph& graph_;
  std::vector<std::uint32_t> hops_;
  std::vector<double> paths_;
  std::vector<std::uint32_t> nearest_first_;
};

}  // namespace cutline
