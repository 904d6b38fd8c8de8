// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "cutline/detail/base/callbacks.hpp"

namespace cutline {

/// The most routers of a grid that search_links() takes.
inline constexpr std::uint32_t kMostSearchedNodes = 1024;
/// The most routers for which all halvings are counted one by one.
inline constexpr std::uint32_t kMostHalvedNodes = 24;

/// The most steps that a link may cost in a search.
inline constexpr std::uint32_t kMostLinkSteps = 64;

inline constexpr std::uint64_t kNoLimit = ~std::uint64_t{0};
inline constexpr std::array<std::uint32_t, 2> kAnyReach = {~std::uint32_t{0}, ~std::uint32_t{0}};

/// A link from router a to router b. A two-way link has a < b.
struct GridLink {
  std::uint32_t a = 0, b = 0;
  auto operator<=>(const GridLink&) const = default;
};

/// What a search of links minimises.
enum class LinkObjective : std::uint8_t {
  cost,  ///< the sum of the costs of all pairs
  load   ///< what the busiest channel carries
};

/// The question of a search: which links between the routers of a grid are allowed, and what is minimised. Router n
/// stands in column n modulo `columns`, or where `places` says. Links are two-way, or one-way if `directed`; every
/// count is one of such links. Spans and wire are counted in pitches of the grid, or in the unit of `places`.
///
/// By LinkObjective::cost the search minimises the sum of costs over all ordered pairs of distinct routers, each times
/// the pair's weight, which follows the messages that it sends. The cost of a pair is that of its cheapest path, and a
/// path costs the sum of its links. A link of span s = |dx| + |dy| costs steps[s], or the last entry for longer links:
/// 1 to kMostLinkSteps. If `steps` is empty, every link costs 1, and the search minimises hops. To minimise latency,
/// give the delay of router and wire in a common unit, such as {1, 3, 4, 5} for a router of 2 cycles and a wire of one
/// cycle a pitch. Choose a coarse unit: the time of a search is proportional to the highest cost of a pair. An upper
/// limit that is not given is kNoLimit.
///
/// By LinkObjective::load it minimises the load of the busiest channel, if each pair sends its weight in equal parts
/// over all paths of the fewest hops. Then `steps` are not used.
struct LinkLimits {
  std::uint32_t columns = 1, rows = 1;
  /// x and y of each router, neither negative; empty: the routers fill the grid.
  std::vector<std::array<std::uint32_t, 2>> places = {};
  double unit_mm = 0;  ///< a unit of `places` in mm; 0: pitches of a grid
  LinkObjective objective = LinkObjective::cost;
  bool directed = false;
  std::uint32_t degree = 4;        ///< most links of a router; directed: most out of it, and most into it
  std::uint64_t links = kNoLimit;  ///< at most
  std::uint64_t wire = kNoLimit;   ///< sum of |dx| + |dy| over the links, at most
  std::uint64_t span = kNoLimit;   ///< |dx| + |dy| of a link, at most
  std::array<std::uint32_t, 2> reach = kAnyReach;  ///< no link is longer, in Euclidean length, than the step [dx, dy]
  std::uint64_t bisection = 0;                     ///< links over every halving of the routers, at least
  std::uint64_t middle_cut = kNoLimit;             ///< links over the middle of the grid, at most; see GridCuts
  std::uint64_t any_cut = kNoLimit;                ///< links over any line of the grid, at most
  std::uint64_t diameter = kNoLimit;               ///< hops between any two routers, at most
  std::vector<std::uint32_t> steps = {};           ///< what a link costs, by its span; empty: 1
  std::vector<std::uint32_t> weights = {};         ///< of ordered pairs, a row for each router; empty: 1
  std::vector<GridLink> kept = {};                 ///< are there, and stay; they meet the limits
  std::uint32_t nodes() const {                    ///< at most kMostSearchedNodes
    return places.empty() ? columns * rows : static_cast<std::uint32_t>(places.size());
  }
  /// The sum of all weights: costs and hops over it are means of messages.
  double pairs() const;
};

/// |dx| + |dy| of a link.
std::uint32_t span_of_link(const LinkLimits& limits, const GridLink& link);
/// The greatest |dx| + |dy| that two routers might be apart: the two sides of the box around them.
std::uint32_t most_span(const LinkLimits& limits);

/// How many links cross a line between two columns or two rows of the grid, both directions together. Where routers
/// fill no grid, each x of a router is a column and each y a row. The line has the whole length of the grid. A link
/// crosses |dx| lines between columns and |dy| between rows, whichever way it bends.
struct GridCuts {
  /// The line half way along the longer side; on a square, the one of two such lines that more links cross.
  std::uint64_t middle = 0;
  std::uint64_t densest = 0;
};

/// The least number of links over any halving: exact, or between a proved bound and the links over a halving that was
/// found.
struct HalvingRange {
  std::uint64_t least = 0, most = 0;
  bool exact() const { return least == most; }
};

/// Which limit the links to keep do not meet, as a sentence; empty: they meet all that a single link or the sum of
/// links has.
std::string why_not_kept(const LinkLimits& limits);

struct SearchEffort {
  std::uint64_t moves = 0;   ///< of all starts together
  std::uint32_t starts = 8;  ///< independent runs, which share the moves
  std::uint64_t seed = 1;
  std::vector<GridLink> first = {};  ///< every second run begins with these links, if they meet the limits
};

/// In courses, loads of channels are counted in parts of a pair's mean weight.
inline constexpr double kLoadSteps = 64;

/// The number of moves that takes some thirty seconds on two cores. Of the limits, the routers and weights are used.
std::uint64_t default_moves(const LinkLimits& limits);

/// The cost of the best links of a start after `moves` of its moves.
struct LinkStep {
  std::uint64_t moves = 0, cost = 0;
  bool operator==(const LinkStep&) const = default;
};

struct FoundLinks {
  std::vector<GridLink> links;  ///< sorted
  std::uint64_t cost = 0;       ///< sum over ordered pairs of distinct routers, by weight
  std::uint64_t hops = 0;       ///< sum over ordered pairs of the fewest hops, by weight
  std::uint32_t diameter = 0;   ///< the most hops between two routers
  double busiest = 0;           ///< what the busiest channel carries, if each pair sends its weight: see LinkObjective
  std::uint64_t wire = 0;       ///< sum of |dx| + |dy|
  std::uint32_t longest_span = 0;  ///< of a link
  GridCuts cuts;
  /// Given if it is exact or limited. A `least` below the limit: not proved to meet it.
  std::optional<HalvingRange> bisection;
  std::uint64_t moves = 0;  ///< tried; fewer than asked if the search was stopped or reached the bound
  std::uint32_t start = 0;  ///< the start that found the links
  /// For each start, how the cost of its best links fell, or kLoadSteps times what their busiest channel carries, as
  /// seen every 1024 moves. Empty: the start found no links.
  std::vector<std::vector<LinkStep>> course = {};
  double mean_hops(const LinkLimits& limits) const;  ///< over ordered pairs of distinct routers, by weight
};

/// Searches for the links within the limits that have the least sum of costs, by simulated annealing from several
/// starts. Annealing suits the question because a move changes few links, and its cost is a sum that can be counted
/// quickly; the bound of least_hops() says how much better an answer could be. A move removes up to two links and adds
/// up to three. A start that reaches the bound ends the search, because nothing is better; starts with a higher number
/// then count for nothing. Absent if no start finds a connected network within the limits. The same effort gives the
/// same links for any number of threads, unless the watch stops the search. Throws a limit error for fewer than 2 or
/// more than kMostSearchedNodes routers, and for a link that costs less than 1 or more than kMostLinkSteps.
///
/// With a limit on the diameter, each pair that is farther apart adds a price to the cost, and only links without such
/// pairs are kept as the best. With a limit on the bisection, a start remembers every halving that was seen to have too
/// few links, and adds to the cost a price for each link that such a halving lacks. For up to kMostHalvedNodes routers,
/// all halvings of the result were counted. For more routers, only those were counted that a heuristic found, and
/// `bisection` says what is proved.
///
/// Cost: O(nodes^2 x (degree + binary digits of weights) x diameter / 64) a move. With more than 256 routers and links
/// that cost several steps, O(pairs whose cost changes x degree); so too with weights, for more than 128 routers, or 64
/// if links cost several steps. By LinkObjective::load, half of the moves are by cost; of the others one in
/// kMovesOfLoad is made, for it takes O(nodes^2 x degree).
std::optional<FoundLinks> search_links(const LinkLimits& limits, const SearchEffort& effort, Watch* watch = nullptr);

/// The cuts of these links; of the limits, only the grid is used. Cost: O(links x (columns + rows)).
GridCuts grid_cuts(const LinkLimits& limits, const std::vector<GridLink>& links);

/// The least number of links over any halving. Exact for up to kMostHalvedNodes routers. For more, an interval from
/// certified_bounds() of the topology floor, which for one-way links branch and bound of up to `visits` of links and
/// routers narrows. Cost: that of certified_bounds(), and some 2 10^-9 s a visit.
HalvingRange halving_range(const LinkLimits& limits, const std::vector<GridLink>& links, std::uint64_t visits);

/// The sum of the hops over ordered pairs; absent if some router cannot reach another. Cost: O(nodes x links).
std::optional<std::uint64_t> total_hops(std::uint32_t nodes, bool directed, const std::vector<GridLink>& links);

/// What each pair's weight makes the busiest channel carry, over all paths of the fewest hops in equal parts; absent if
/// some router cannot reach another. Cost: O(nodes x links).
std::optional<double> busiest_channel(const LinkLimits& limits, const std::vector<GridLink>& links);

/// The sum of the costs over ordered pairs, each times its weight; absent if some router cannot reach another. The
/// links need not meet the limits. Cost: O(nodes x (links + highest cost of a pair)).
std::optional<std::uint64_t> total_cost(const LinkLimits& limits, const std::vector<GridLink>& links);

/// The fewest links between two halves of the routers, over all halvings; halves of an odd number differ by one router.
/// Of one-way links, only those from the first half to the second count, and each half is the first in one halving.
/// Throws a limit error for more than kMostHalvedNodes routers. Cost: some milliseconds.
std::uint64_t least_halving(std::uint32_t nodes, bool directed, const std::vector<GridLink>& links);

}  // namespace cutline
