// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "cutline/search/link_search.hpp"

namespace cutline {

/// What keeps pairs of routers apart, where a bound says so.
enum class HopBoundCause : std::uint8_t { links, reach, wire, cuts };
std::string_view word(HopBoundCause cause);

struct HopBound {
  std::uint64_t hops = 0;  ///< no network within the limits has a lower sum of the hops over ordered pairs
  std::uint64_t cost = 0;  ///< nor a lower sum of the costs, by the `steps` of the question
  bool solved = false;     ///< links were proved to be the best of all: `cost` is theirs
  HopBoundCause most_binding = HopBoundCause::links;  ///< what most of the hops past the first are due to
};

/// A lower bound of the sum of the hops. For every number of hops k it bounds the pairs that are within k hops, by the
/// least of four counts:
/// - links: from every link, at most so many ways without turning back as the links of routers allow;
/// - reach: from every router, at most as many (Moore's count), and no more than a way of k longest links can get to;
/// - wire: a link is part of at most so many ways, so all ways of up to k hops together are only so long, and a pair
///   needs a way that is at least as long as the pair is far apart;
/// - cuts: likewise the ways over a line of the grid with a limit, which the pairs on its two sides need.
/// The costs are at least as much as the hops and the distances of all pairs, each times a factor, where no link costs
/// less than one hop and its span times these factors; of such factors the best are taken.
/// Absent where a contradiction is known.
/// Source: [Hoffman 1960]; the others are derived here. Cost: O(nodes^2 x diameter).
std::optional<HopBound> least_hops(const LinkLimits& limits);

/// Whether counting shows that no connected network meets the limits; where it does not, there may still be none. Cost:
/// O(nodes^2).
bool is_ruled_out(const LinkLimits& limits);

/// What links within the limits need at least to cost no more than so much.
struct LinkNeeds {
  std::uint64_t wire = 0;  ///< with less total wire, the bound of the cost is higher
  std::uint64_t span = 0;  ///< with no link so long, too
  /// Let every router send a message to every other one, on any ways: some channel carries at least so many.
  double busiest_pairs = 0;
};
LinkNeeds least_needs(const LinkLimits& limits, std::uint64_t cost);

/// What is known of all links within the limits.
struct LinkProof {
  bool finished = false;             ///< no links cost less than what was asked about, or `better` are the best of all
  std::optional<FoundLinks> better;  ///< links that cost less
};
/// Looks for links that cost less than `cost` by branch and bound over all links that the grid allows: a branch ends
/// where even all links that are undecided make the cost no lower. Cost: up to `steps` moves; all graphs of 8 routers
/// on a grid with 4 links a router take some 10^5.
LinkProof prove_links(const LinkLimits& limits, std::uint64_t cost, std::uint64_t steps);

/// One of the limits.
enum class LinkLimit : std::uint8_t { degree, links, wire, span, reach, bisection, middle_cut, any_cut };
std::string_view word(LinkLimit limit);

/// A limit, and how far it alone must be loosened.
struct NearestLimit {
  LinkLimit limit = LinkLimit::links;
  std::uint64_t given = 0;
  std::optional<std::uint64_t> nearest;            ///< not ruled out; absent: loosening this limit alone does not help
  std::optional<std::uint64_t> met;                ///< a short search found links that meet it
  std::array<std::uint32_t, 2> reach = kAnyReach;  ///< as given; the numbers above are of the lesser of the two
};
/// A value of it as a user gives it: one number, or the two of a reach.
std::vector<std::uint64_t> as_given(const NearestLimit& limit, std::uint64_t value);

/// Limits that contradict one another.
struct Contradiction {
  std::vector<NearestLimit> limits;  ///< each of them is needed for the contradiction
};

/// The contradiction that counting shows; absent where it shows none, which proves nothing. Cost: that of
/// is_ruled_out() some 50 times a limit, and of short searches, which together take at most some 10^10 / nodes^2 moves.
/// Where the watch stops them, no links are found from then on.
std::optional<Contradiction> contradiction(const LinkLimits& limits, Watch* watch = nullptr);
/// All limits that are set, each loosened alone until a short search finds links: for limits that no search met. Cost:
/// as of contradiction().
std::vector<NearestLimit> nearest_limits(const LinkLimits& limits, Watch* watch = nullptr);

}  // namespace cutline
