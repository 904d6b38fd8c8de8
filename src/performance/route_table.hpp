// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "cutline/base/function_ref.hpp"
#include "cutline/topology/channel_graph.hpp"
#include "cutline/topology/graph_measures.hpp"

namespace cutline {

/// All shortest paths of a small graph: hops and numbers of paths between all pairs. Memory: O(nodes^2).
class RouteTable {
 public:
  explicit RouteTable(const ChannelGraph& graph);
  std::uint32_t hops(std::uint32_t from, std::uint32_t to) const { return hops_[to * nodes_ + from]; }
  /// Splits an amount evenly over all shortest paths; calls visit(node, channel, share) for each channel on them, once.
  void spread(std::uint32_t from, std::uint32_t to, double amount,
              FunctionRef<void(std::uint32_t node, std::uint64_t channel, double share)> visit);

 private:
  const ChannelGraph& graph_;
  std::size_t nodes_;
  std::vector<std::uint32_t> hops_;  ///< to a target, from every node
  std::vector<double> paths_;
  std::vector<double> amount_;  ///< in spread(): the amount that has reached each node
};

}  // namespace cutline
