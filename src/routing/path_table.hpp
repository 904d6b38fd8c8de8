// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "cutline/routing/routes.hpp"

namespace cutline {

/// One path a pair: the channel by which messages for a destination leave a site, as its place among the site's
/// channels.
class PathTable {
 public:
  static constexpr std::uint16_t kNone = 0xffff;

  explicit PathTable(std::shared_ptr<const ChannelGraph> graph)
      : graph_(std::move(graph)), sites_(graph_->node_count()), ports_(sites_ * sites_, kNone) {}

  const ChannelGraph& graph() const { return *graph_; }
  std::shared_ptr<const ChannelGraph> shared_graph() const { return graph_; }
  bool has_way(std::uint32_t site, std::uint32_t destination) const { return port(site, destination) != kNone; }
  std::uint64_t channel(std::uint32_t site, std::uint32_t destination) const {
    return graph_->first[site] + port(site, destination);
  }
  void set(std::uint32_t site, std::uint32_t destination, std::uint64_t channel) {
    ports_[destination * sites_ + site] = static_cast<std::uint16_t>(channel - graph_->first[site]);
  }
  /// The ways to a destination; a broken contract where paths go round in circles.
  WaysToNode ways_to(std::uint32_t destination) const;

 private:
  std::uint16_t port(std::uint32_t site, std::uint32_t destination) const {
    return ports_[destination * sites_ + site];
  }

  std::shared_ptr<const ChannelGraph> graph_;
  std::size_t sites_;
  std::vector<std::uint16_t> ports_;
};

/// Sites by descending number of hops; those with `none` hops, or 0, are left out. Cost: O(sites).
std::vector<std::uint32_t> farthest_first(const std::vector<std::uint32_t>& hops, std::uint32_t none);
/// The paths of balanced_routes.
PathTable balanced_paths(std::shared_ptr<const ChannelGraph> graph);
/// Routes by a table, all in one layer.
Routes routes_by(PathTable table);

}  // namespace cutline
