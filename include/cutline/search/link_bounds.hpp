// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "cutline/search/link_search.hpp"

namespace cutline {

/// What keeps pairs of routers apart, where a bound says so.
enum class HopBoundCause : std::uint8_t { links, reach, wire };
std::string_view word(HopBoundCause cause);

struct HopBound {
  std::uint64_t hops = 0;  ///< no network within the limits has a lower sum of the hops over ordered pairs
  std::uint64_t cost = 0;  ///< nor a lower sum of the costs, by the `steps` of the question
  HopBoundCause most_binding = HopBoundCause::links;  ///< what most of the hops past the first are due to
};

/// A lower bound of the sum of the hops. For every number of hops k it bounds the pairs that are within k hops, by the
/// least of three counts:
/// - links: from every link, at most so many ways without turning back as the links of routers allow;
/// - reach: from every router, at most as many (Moore's count), and no more than a way of k longest links can get to;
/// - wire: a link is part of at most so many ways, so all ways of up to k hops together are only so long, and a pair
///   needs a way that is at least as long as the pair is far apart.
/// The costs are at least as much as the hops and the distances of all pairs, each times a factor, where no link costs
/// less than one hop and its span times these factors; of such factors the best are taken.
/// Absent where a contradiction is known.
/// Source: [Hoffman 1960]; the other two are derived here. Cost: O(nodes^2 x diameter).
std::optional<HopBound> least_hops(const LinkLimits& limits);

/// One of the limits.
enum class LinkLimit : std::uint8_t { degree, links, wire, span, bisection };
std::string_view word(LinkLimit limit);

/// A limit that no connected network can meet beside the others, and the nearest value that this proof does not rule
/// out.
struct Contradiction {
  LinkLimit limit = LinkLimit::links;
  std::uint64_t given = 0, nearest = 0;
};

/// The first contradiction that counting shows; absent where it shows none, which proves nothing. Halvings: the mean
/// over all of them is crossed by a little more than half of the links, so the least is crossed by no more. Cost:
/// O(nodes^2).
std::optional<Contradiction> contradiction(const LinkLimits& limits);

}  // namespace cutline
