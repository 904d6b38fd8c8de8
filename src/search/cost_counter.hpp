// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "search/link_grid.hpp"

namespace cutline {

/// What a pair costs besides its hops if it is farther apart than the limit on the diameter.
inline constexpr std::uint64_t kPriceOfFar = 3;

/// Sums the costs of the cheapest paths between all pairs of routers, by a breadth-first search from all routers at
/// once in which each router is one bit of a set. After k rounds, the set of a router holds the routers that it reaches
/// at a cost of at most k. In round k a router joins its set with the set that the head of each of its arcs had in
/// round k - s, where s is the cost of the arc. The cost of a pair is the number of rounds before it is reached, so the
/// sum of costs is the number of unreached pairs, added up over the rounds; or what they weigh. Weights are split into
/// sets of pairs, one for each binary digit, so that they too are counted many pairs at once. If the links stay the
/// same under turns of the grid, sets are joined for one router of each orbit alone: those of its images are the same,
/// turned.
class CostCounter {
 public:
  virtual ~CostCounter() = default;

  /// A pair without a path costs as much as a path through all routers over the most expensive arcs, if it has the mean
  /// weight. If the sum exceeds `enough`, returns early with any number above `enough`.
  virtual std::uint64_t sum(const AdjacencyLists& heads, std::uint64_t enough) = 0;
};

/// For links that keep the turns; with weights there are none. If all arcs cost 1, a pair farther apart than the limit
/// on the diameter costs kPriceOfFar mean weights more.
std::unique_ptr<CostCounter> cost_counter(const LinkGrid& grid, Turns turns = Turns::none);

}  // namespace cutline
