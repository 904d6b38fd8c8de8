// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "cutline/topology/channel_graph.hpp"
#include "cutline/topology/topology.hpp"
#include "performance/route_table.hpp"

namespace cutline {

/// One digit of a product network: its graph, and the loads of its channels by messages within it.
class DigitLoads {
 public:
  DigitLoads(const Topology& topology, std::size_t digit);
  DigitLoads(const DigitLoads&) = delete;  // the table refers to the graph
  DigitLoads& operator=(const DigitLoads&) = delete;
  const ChannelGraph& graph() const { return graph_; }
  /// The load of every channel if each pair of the digit's values stands for one message, from its first to its second
  /// value. Paths and rings take O(radix + pairs), other digits a table of all shortest paths; absent if that would
  /// pass `effort`.
  std::optional<std::vector<double>> of_pairs(const std::vector<std::pair<std::uint32_t, std::uint32_t>>& pairs,
                                              std::uint64_t effort);
  /// The same for one message from every value of a node to every other.
  std::optional<std::vector<double>> of_all_pairs(std::uint64_t effort) const;

 private:
  enum class Way { path, ring, one_way_ring, any };
  std::vector<double> on_a_line(const std::vector<std::pair<std::uint32_t, std::uint32_t>>& pairs) const;

  ChannelGraph graph_;
  Way way_ = Way::any;
  std::unique_ptr<RouteTable> routes_;
};

}  // namespace cutline
