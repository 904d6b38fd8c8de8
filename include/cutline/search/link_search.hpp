// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "cutline/base/watch.hpp"

namespace cutline {

/// The most routers of a grid that search_links() takes.
inline constexpr std::uint32_t kMostSearchedNodes = 1024;
/// The most routers of which the least of all halvings is counted, cut by cut.
inline constexpr std::uint32_t kMostHalvedNodes = 24;

/// The most steps that a link may cost in a search.
inline constexpr std::uint32_t kMostLinkSteps = 64;

inline constexpr std::uint64_t kNoLimit = ~std::uint64_t{0};
inline constexpr std::array<std::uint32_t, 2> kAnyReach = {~std::uint32_t{0}, ~std::uint32_t{0}};

/// The question of a search: which links between the routers of a grid are allowed, and what is minimised. Router n
/// stands in column n modulo `columns`. Links are two-way; where `directed`, they are one-way, and counts are of them.
///
/// What is minimised is the sum of costs over all ordered pairs of distinct routers. The cost of a pair is that of its
/// cheapest way, and a way costs as much as its links. A link of span s, |dx| + |dy|, costs steps[s], or the last entry
/// if it spans more: 1 to kMostLinkSteps. With no `steps` every link costs 1, and what is minimised are the hops. For
/// latency, take the delay of router and wire in some common unit, such as {1, 3, 4, 5} for a router of 2 cycles and a
/// wire of one cycle a pitch. A search takes time proportional to the cost of the dearest pair: choose a coarse unit.
/// Each of the limits that are at most so much is kNoLimit where there is none.
struct LinkLimits {
  std::uint32_t columns = 1, rows = 1;
  bool directed = false;
  std::uint32_t degree = 4;                               ///< links of a router; directed: so many out, so many in
  std::uint64_t links = kNoLimit;                         ///< at most
  std::uint64_t wire = kNoLimit;                          ///< sum of |dx| + |dy| over the links, at most
  std::uint64_t span = kNoLimit;                          ///< |dx| + |dy| of a link, at most
  std::array<std::uint32_t, 2> reach = kAnyReach;         ///< no link is longer, by Euclid, than a step of [dx, dy]
  std::uint64_t bisection = 0;                            ///< links over every halving of the routers, at least
  std::uint64_t middle_cut = kNoLimit;                    ///< links over the middle of the grid, at most; see GridCuts
  std::uint64_t any_cut = kNoLimit;                       ///< links over any line of the grid, at most
  std::vector<std::uint32_t> steps = {};                  ///< what a link costs, by its span; empty: 1
  std::uint32_t nodes() const { return columns * rows; }  ///< at most kMostSearchedNodes
};

/// From router a to router b; two-way links have a < b.
struct GridLink {
  std::uint32_t a = 0, b = 0;
  auto operator<=>(const GridLink&) const = default;
};

/// |dx| + |dy| of a link, in pitches of routers.
std::uint32_t span_of_link(const LinkLimits& limits, const GridLink& link);

/// Links over the lines between columns and between rows of a grid, each over its whole length, both ways together. A
/// link crosses |dx| lines between columns and |dy| between rows, whichever way it bends.
struct GridCuts {
  std::uint64_t middle = 0;  ///< half way along the longer side; of two equal ones, the line that more links cross
  std::uint64_t densest = 0;
};

/// The least number of links over any halving: exact, or between what is proved and what a halving has.
struct HalvingRange {
  std::uint64_t least = 0, most = 0;
  bool exact() const { return least == most; }
};

struct SearchEffort {
  std::uint64_t moves = 0;   ///< of all starts together
  std::uint32_t starts = 8;  ///< independent runs, which share the moves
  std::uint64_t seed = 1;
  std::vector<GridLink> first = {};  ///< every second run begins with these links, where they meet the limits
};

/// The moves that take some thirty seconds on two cores.
std::uint64_t default_moves(std::uint32_t nodes);

/// What the best links of a start cost after so many of its moves.
struct LinkStep {
  std::uint64_t moves = 0, cost = 0;
  bool operator==(const LinkStep&) const = default;
};

struct FoundLinks {
  std::vector<GridLink> links;     ///< sorted
  std::uint64_t cost = 0;          ///< sum over ordered pairs of distinct routers: what was minimised
  std::uint64_t hops = 0;          ///< sum over ordered pairs, of the ways with the fewest links
  std::uint64_t wire = 0;          ///< sum of |dx| + |dy|
  std::uint32_t longest_span = 0;  ///< of a link, in pitches of routers
  GridCuts cuts;
  std::optional<HalvingRange> bisection;  ///< where it is exact or a limit; below that limit: not proved to meet it
  std::uint64_t moves = 0;                ///< that were tried; fewer than asked where it was stopped, or at the bound
  std::uint32_t start = 0;                ///< the run that found them
  /// Of each start, how the cost of its best links came down, looked at every 1024 moves; empty: it found none.
  std::vector<std::vector<LinkStep>> course = {};
  double mean_hops(std::uint32_t nodes) const;
};

/// Searches the links with the least mean of the costs that meet the limits, by simulated annealing from many starts. A
/// move removes up to two links and adds up to three. Absent where no start finds a connected network that meets the
/// limits. A start that reaches the bound of least_hops() ends, and all later ones with it, for nothing is better. The
/// same effort gives the same links for any number of threads, unless it is stopped.
///
/// Where a halving must be crossed by so many links, runs gather the halvings that fell short, and pay for every link
/// that one of them lacks. Of up to kMostHalvedNodes routers, what is returned was counted over all halvings; of more,
/// over those that a search of halvings found, and `bisection` tells what is proved.
///
/// Cost: O(nodes^2 x degree x diameter / 64) a move; of more than 256 routers and links of several steps, O(pairs whose
/// costs change x degree).
std::optional<FoundLinks> search_links(const LinkLimits& limits, const SearchEffort& effort, Watch* watch = nullptr);

GridCuts grid_cuts(const LinkLimits& limits, const std::vector<GridLink>& links);

/// The least number of links over any halving: exact for up to kMostHalvedNodes routers, and for more as far as the
/// bounds of topology and a branch and bound of so many steps get. Cost: O(nodes^3 + steps x links).
HalvingRange halving_range(const LinkLimits& limits, const std::vector<GridLink>& links, std::uint64_t steps);

/// The sum of the hops over ordered pairs; absent where some router cannot reach another. Cost: as of a move.
std::optional<std::uint64_t> total_hops(std::uint32_t nodes, bool directed, const std::vector<GridLink>& links);

/// The sum of the costs over ordered pairs, by the `steps` of the question; absent where some router cannot reach
/// another. The links need not meet the limits. Cost: as of a move.
std::optional<std::uint64_t> total_cost(const LinkLimits& limits, const std::vector<GridLink>& links);

/// The fewest links from one half of the routers to the other, over all halvings (odd numbers: by one router); one-way
/// links count from the first half to the second, and every half is once the first. At most kMostHalvedNodes routers.
/// Cost: O(2^nodes / sqrt(nodes)).
std::uint64_t least_halving(std::uint32_t nodes, bool directed, const std::vector<GridLink>& links);

}  // namespace cutline
