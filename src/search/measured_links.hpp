// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "search/link_grid.hpp"

namespace cutline {

/// Whether every router reaches every other one. Cost: O(nodes + links).
bool joins_all(const LinkLimits& limits, std::vector<GridLink> links);

/// Whether no two routers, which the links join, are farther apart than the limit on the diameter. Cost: O(nodes x
/// links).
bool is_within_diameter(const LinkLimits& limits, const std::vector<GridLink>& links);

/// Connected links with everything that is counted about them. The members that only a search can fill (moves, start,
/// course) are empty. Leaves out detours (detours.hpp) if `steps` are given and no bisection is required.
FoundLinks measured_links(const LinkLimits& limits, std::vector<GridLink> links);

/// The links without those whose ends are joined by a cheaper path over other links. Without them the sum of costs
/// stays the same; with them, routes with the fewest hops would use such a link and cost more. Cost: O(links x steps x
/// degree).
std::vector<GridLink> without_detours(const LinkLimits& limits, const std::vector<GridLink>& links);

/// What channels carry if each pair of routers sends its weight over all paths of the fewest hops, in equal parts: the
/// routes of `minimal`. From each router a breadth-first search counts the paths, and the way back adds up what they
/// carry. Source: [Brandes 2001]. Cost of a count: O(nodes x channels).
class ChannelLoads {
 public:
  /// `channels`: how many there may be, over which norm() takes the mean.
  ChannelLoads(const LinkLimits& limits, std::uint64_t channels)
      : limits_(limits), channels_(static_cast<double>(channels)), from_(limits.nodes()) {}

  void count(const AdjacencyLists& heads);

  double busiest() const;
  /// The number of channels times the mean of order 16 of their loads: near the busiest channel's load for all of them,
  /// but every channel counts. Never below the sum of all loads.
  double norm() const;
  /// Ordered pairs that no path joins.
  std::uint64_t without_way() const { return without_way_; }

 private:
  struct Seen {
    double paths = 0, carried = 0;
    std::uint32_t hops = 0;
  };
  void add_from(const AdjacencyLists& heads, std::uint32_t source);

  const LinkLimits& limits_;
  double channels_;
  std::vector<double> loads_;
  std::vector<Seen> from_;
  std::vector<std::uint32_t> order_;
  std::uint64_t without_way_ = 0;
};

}  // namespace cutline
