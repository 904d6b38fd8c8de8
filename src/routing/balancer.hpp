// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "cutline/base/function_ref.hpp"
#include "routing/path_table.hpp"

namespace cutline {

/// The hops from every site to one destination; kUnreached where there is no way.
using HopsTo = std::vector<std::uint32_t>;
/// Whether messages at a site may take one of its channels that leads one hop nearer.
using MayTake = FunctionRef<bool(std::uint32_t site, std::uint64_t channel)>;

/// Chooses paths to one destination after another, over the least loaded channels that may be taken, and keeps count of
/// the load of every channel.
class Balancer {
 public:
  explicit Balancer(std::shared_ptr<const ChannelGraph> graph)
      : graph_(*graph), table_(graph), loads_(graph->head.size()) {}

  /// Chooses the paths to a destination anew; those chosen before no longer count. Cost: O(channels).
  void choose(std::uint32_t destination, const HopsTo& hops, MayTake may_take);
  /// Calls visit(destination) for all nodes, three times, because the first paths are chosen while most loads are
  /// unknown.
  template <class Visit>
  void for_each_choice(const Visit& visit) {
    for (int round = 0; round < 3; ++round) {
      for (std::uint32_t site = 0; site < graph_.node_count(); ++site) {
        if (graph_.is_node(site)) visit(site);
      }
    }
  }
  PathTable table() && { return std::move(table_); }

 private:
  void add_paths(const std::vector<std::uint32_t>& order, std::uint32_t destination, double times);

  const ChannelGraph& graph_;
  PathTable table_;
  std::vector<double> loads_;
};

}  // namespace cutline
