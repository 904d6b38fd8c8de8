// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "cutline/detail/base/callbacks.hpp"
#include "routing/ways_to.hpp"

namespace cutline {

/// The part of a site's number that a route corrects in one go: a digit of a product network, or all of the number in
/// any other network.
struct RouteStage {
  ChannelGraph graph;
  std::uint64_t weight = 1;          ///< of the digit in a site's number
  std::optional<std::size_t> digit;  ///< absent: the whole network
  std::uint32_t value(std::uint64_t site) const {
    return static_cast<std::uint32_t>(site / weight % graph.node_count());
  }
};

/// The stages, in the order in which routes take them: digits from the highest. `whole` is the channel graph of the
/// network.
std::vector<RouteStage> route_stages(const Topology& topology, const ChannelGraph& whole);

/// One digit as a kind of its own, with all its classes.
DigitKind digit_alone(const Topology& topology, std::size_t digit);

/// The channel of a graph from one node to another that belongs to this link of this class.
std::uint64_t channel_at(const ChannelGraph& graph, std::uint64_t from, std::uint64_t to, std::uint32_t link_class,
                         std::uint32_t local_link);

/// The channel of the whole network that belongs to channel `channel` of `node` in the stage's graph, if all other
/// digits are those of `site`.
std::uint64_t whole_channel(const ChannelGraph& whole, const RouteStage& stage, std::uint64_t site, std::uint32_t node,
                            std::uint64_t channel);

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
