// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "cutline/detail/search/link_search.hpp"

namespace cutline {

/// Which of the four counts of least_hops() makes the bound as high as it is.
enum class HopBoundCause : std::uint8_t { links, reach, wire, cuts };
/// "links", "reach", "wire", "cuts".
std::string_view word(HopBoundCause cause);

struct HopBound {
  std::uint64_t hops = 0;  ///< no network within the limits has a lower sum of hops over ordered pairs
  std::uint64_t cost = 0;  ///< nor a lower sum of costs, counted in LinkLimits::steps
  bool solved = false;     ///< an exact search proved the best links of all, and `cost` is what they cost
  HopBoundCause most_binding = HopBoundCause::links;  ///< the count that adds most of the hops after the first
};

/// A lower bound on the sum of hops over ordered pairs of routers. For each k, four counts bound from above how many
/// pairs can be at most k hops apart; the bound uses the smallest:
/// - links: routers have few links, so a link begins only a limited number of paths of k hops that never turn back;
/// - reach: a router reaches no more routers than Moore's count allows, and none farther away than k of the longest
///   links;
/// - wire: a link is part of a limited number of paths, which bounds the total length of all paths of up to k hops; the
///   path of a pair is at least as long as the distance of the pair;
/// - cuts: in the same way, few paths cross a line of the grid that has a limit, and every pair with a router
///   on each side needs one of them.
///
/// The cost follows from the hops: if every link costs at least a + b times its span, with a and b not negative, a path
/// costs at least a times its hops plus b times the distance of its ends. The best such a and b are used. Absent if
/// is_ruled_out(). Source: [Hoffman 1960]; the others are derived here. Cost: O(nodes^2 x diameter).
std::optional<HopBound> least_hops(const LinkLimits& limits);

/// Lower bounds on the sums of hops and of costs by the weights of pairs. For each router they take the higher of two
/// sums: of the fewest hops, or the least cost, over the distance of each pair; and of hops as Moore's count allows
/// them [Hoffman 1960], the heaviest pairs nearest. `hops` and `cost` are set; `most_binding` is reach. Cost: O(nodes^2
/// log nodes + nodes x allowed links of a router).
HopBound least_by_weight(const LinkLimits& limits);

/// Whether counting proves that no connected network meets the limits. If it does not prove this, there may still be no
/// such network. Cost: O(nodes^2).
bool is_ruled_out(const LinkLimits& limits);

/// The least wire, span and load of links within the limits whose cost (LinkLimits) does not exceed a given one.
struct LinkNeeds {
  std::uint64_t wire = 0;  ///< least total wire, in pitches of routers: with less, least_hops() proves a higher cost
  std::uint64_t span = 0;  ///< the same for the span of the longest link
  /// If every router sends one message to every other one, some channel carries at least this many, whatever the
  /// routes.
  double busiest_pairs = 0;
};
/// Cost: some 20 calls of least_hops() for each of wire and span.
LinkNeeds least_needs(const LinkLimits& limits, std::uint64_t cost);

/// A lower bound on what the busiest channel carries if each pair sends its weight, whatever the routes: all hops over
/// all channels, what a router sends or takes over its channels and, of pairs alike, what crosses limited lines and the
/// wire that distances take. `bound`: that of least_hops(). Cost: as least_hops().
double least_busiest(const LinkLimits& limits, const HopBound& bound);
/// The most channels that any links within the limits can have; at least 1.
std::uint64_t most_arcs(const LinkLimits& limits);

/// The result of prove_links().
struct LinkProof {
  /// The search was complete: `better` are the best links of all or, if absent, no links cost less than asked.
  bool finished = false;
  std::optional<FoundLinks> better;  ///< links that cost less
};
/// Looks for links that cost less than `cost`. Branch and bound decides for one allowed link after the other whether
/// the network has it, and leaves a branch if the cost would not fall below `cost` even with all undecided links. Takes
/// up to `steps` decisions, each as long as a move of search_links(); some 10^5 decide 8 routers with 4 links each.
/// Does nothing for more than kMostHalvedNodes routers: `finished` is false.
LinkProof prove_links(const LinkLimits& limits, std::uint64_t cost, std::uint64_t steps);

/// A limit of LinkLimits.
enum class LinkLimit : std::uint8_t { degree, links, wire, span, reach, bisection, middle_cut, any_cut, diameter };
/// The key of a limit in a spec: "links_of_router", "links", "middle_links" ...
std::string_view word(LinkLimit limit);

/// A limit, and the value that it needs if only this limit is loosened.
struct NearestLimit {
  LinkLimit limit = LinkLimit::links;
  std::uint64_t given = 0;
  /// The first value that is not ruled out. Absent: no value of this limit alone helps.
  std::optional<std::uint64_t> nearest;
  std::optional<std::uint64_t> met;  ///< the first value tried for which a short search found links
  /// As given. The numbers above are the smaller component of a reach.
  std::array<std::uint32_t, 2> reach = kAnyReach;
};
/// A value of the limit as a user writes it: one number, or both components of a reach.
std::vector<std::uint64_t> as_given(const NearestLimit& limit, std::uint64_t value);

/// Limits that contradict one another.
struct Contradiction {
  std::vector<NearestLimit> limits;  ///< without any one of them, counting shows no contradiction
};

/// The contradiction that counting proves; absent if it proves none, and then there may still be no network. Cost: some
/// 50 calls of is_ruled_out() a limit, and short searches with some 10^10 / nodes^2 moves at most in total. If the
/// watch stops, the remaining searches find nothing.
std::optional<Contradiction> contradiction(const LinkLimits& limits, Watch* watch = nullptr);
/// For limits that no search has met: each limit that is set, loosened alone until a short search finds links. Cost: as
/// contradiction().
std::vector<NearestLimit> nearest_limits(const LinkLimits& limits, Watch* watch = nullptr);

}  // namespace cutline
