// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "cutline/routing/express.hpp"

namespace cutline {

/// The three parts of a message's way through a hierarchical express cube, in hops: up to an interchange of the highest
/// level, along that level's channels, and down. Every function below returns nothing for networks without interchanges
/// or with interleaved ones, and for messages that meet no interchange of the highest level. Cost: O(levels), except
/// for means.
struct ExpressPhases {
  double ascent = 0;
  double cruise = 0;
  double descent = 0;
};

/// Walked by the express rule, upwards from a node.
std::optional<ExpressPhases> walked_phases(const ExpressRule& rule, std::uint64_t source, std::uint64_t distance);
/// The mean over all places of the source in its group of the largest spacing. Cost: O(largest spacing x levels).
std::optional<ExpressPhases> mean_phases(const ExpressRule& rule, std::uint64_t distance);

/// H_a = (i - 1) l / 2 + 1, H_c = floor((D - D_a) / i^l), H_d = H_a, D_a = (i^l - 1) / 2; where spacings grow by
/// different factors, the sum of their (i_q - 1) / 2 in place of (i - 1) l / 2.
/// Source: [Dally 1991, sec. III-C], corrected: l is missing from the printed H_a.
std::optional<ExpressPhases> phases_by_formula(const ExpressRule& rule, std::uint64_t distance);
/// The printed H_a = (i - 1) / 2 + 1.
std::optional<double> ascent_as_printed(const ExpressRule& rule);

/// Digit by digit of the source S and the destination in radix i, interchanges standing in the places of nodes, so that
/// none is passed between a node and its own: H_a = digit sum of -S mod i^l, H_c = floor(destination / i^l) - ceil(S /
/// i^l), H_d = digit sum of the destination mod i^l. Source: [Dally 1991, sec. III-C], corrected.
std::optional<ExpressPhases> phases_by_digits(const ExpressRule& rule, std::uint64_t source, std::uint64_t distance);
/// The printed H_a: the sum over the digits s_j, j < l, of (i - s_j) mod i, which ignores carries.
std::optional<double> ascent_by_digits_as_printed(const ExpressRule& rule, std::uint64_t source);

}  // namespace cutline
