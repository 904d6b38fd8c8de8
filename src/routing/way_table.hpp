// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "cutline/routing/routes.hpp"

namespace cutline {

inline constexpr std::uint32_t kAllLayers = ~std::uint32_t{0};
/// Stands for a number of hops where messages do not arrive.
inline constexpr std::uint32_t kNoWay = ~std::uint32_t{0} - 1;

/// Ways of any kind, hop by hop: with shares, datelines, and hops of one layer alone. Memory: 24 bytes a hop.
class WayTable {
 public:
  explicit WayTable(std::shared_ptr<const ChannelGraph> graph) : graph_(std::move(graph)), to_(graph_->node_count()) {}

  std::shared_ptr<const ChannelGraph> shared_graph() const { return graph_; }
  /// Adds a hop from a site, for messages within one layer or within all (kAllLayers).
  void add(std::uint32_t site, std::uint32_t destination, const NextHop& hop, std::uint32_t within);
  /// To be called when all hops are added.
  void sort();

  /// The hops added for a destination and a layer, without an order: at each site the hops of this layer or, where
  /// there are none, those of all layers.
  WaysToNode said(std::uint32_t destination, std::uint32_t layer) const;
  /// The same for all sites from which messages arrive, with their order. Requires that no message goes round in a
  /// circle.
  WaysToNode ways_to(std::uint32_t destination, std::uint32_t layer) const;

 private:
  struct Entry {
    std::uint32_t site, within;
    NextHop hop;
  };
  std::shared_ptr<const ChannelGraph> graph_;
  std::vector<std::vector<Entry>> to_;  ///< by destination
};

/// The hops of the longest way from every site to the destination; kNoWay where some message does not arrive. Fills
/// `circle` with the sites of a circle in which messages go round, if there is one. Cost: O(hops).
std::vector<std::uint32_t> longest_ways(const ChannelGraph& graph, const WaysToNode& ways, std::uint32_t destination,
                                        std::vector<std::uint32_t>& circle);

}  // namespace cutline
