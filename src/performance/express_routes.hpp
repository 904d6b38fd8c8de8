// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/detail/routing/routes.hpp"

namespace cutline {

struct ChannelGraph;

/// The three phases of a route through a hierarchical express cube, in hops: up to an interchange of the highest level,
/// along the channels of that level, and down. The functions below return nothing for networks without interchanges or
/// with interleaved ones, and for messages that meet no interchange of the highest level. Cost: O(levels), except for
/// means.
struct ExpressPhases {
  double ascent = 0;
  double cruise = 0;
  double descent = 0;
};

/// The phases of a route that follows the express rule from `source` to a node `distance` further up.
std::optional<ExpressPhases> walked_phases(const ExpressRule& rule, std::uint64_t source, std::uint64_t distance);
/// The mean over all places of the source within the largest spacing. Cost: O(largest spacing x levels).
std::optional<ExpressPhases> mean_phases(const ExpressRule& rule, std::uint64_t distance);

/// The mean by formula: H_a = (i - 1) l / 2 + 1, H_c = floor((D - D_a) / i^l), H_d = H_a, D_a = (i^l - 1) / 2. If
/// spacings grow by different factors i_q, the sum of (i_q - 1) / 2 replaces (i - 1) l / 2. Source: [Dally 1991, sec.
/// III-C], corrected: l is missing from the printed H_a.
std::optional<ExpressPhases> phases_by_formula(const ExpressRule& rule, std::uint64_t distance);
/// The printed H_a = (i - 1) / 2 + 1.
std::optional<double> ascent_as_printed(const ExpressRule& rule);

/// The phases by the digits of source S and destination T in radix i: H_a = digit sum of -S mod i^l, H_c = floor(T /
/// i^l) - ceil(S / i^l), H_d = digit sum of T mod i^l. Interchanges stand in the places of nodes, so that a message
/// passes none between a node and that node's interchange. Source: [Dally 1991, sec. III-C], corrected.
std::optional<ExpressPhases> phases_by_digits(const ExpressRule& rule, std::uint64_t source, std::uint64_t distance);
/// The printed H_a, which ignores carries: the sum of (i - s_j) mod i over the digits s_j, j < l.
std::optional<double> ascent_by_digits_as_printed(const ExpressRule& rule, std::uint64_t source);

/// The load of every channel of a digit's graph, as channel_loads() has it, but with routes by the express rule.
/// Parallel channels share evenly. Absent if k^2 passes `effort`. Cost: O(k^2 levels).
std::optional<std::vector<double>> express_loads(const Topology& topology, std::size_t digit, const ChannelGraph& graph,
                                                 std::uint64_t effort);

}  // namespace cutline
