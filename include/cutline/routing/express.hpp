// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "cutline/base/function_ref.hpp"
#include "cutline/base/integers.hpp"
#include "cutline/topology/express_rule.hpp"

namespace cutline {

struct Topology;

/// Whether the spacings are i, i^2, i^3 ... for one i > 1.
bool has_one_factor(const ExpressRule& rule);

/// A part of a route on channels of one level (0: local). Places are in half node pitches: node n at 2 n, boundary b at
/// 2 b - 1. A hop of level j > 0 passes spacing[j - 1] nodes; a local one goes to the next node or, if an interchange
/// lies between, to the interchange.
struct ExpressLeg {
  std::size_t level = 0;
  std::int64_t from = 0;
  std::int64_t to = 0;
  std::uint64_t hops = 0;
};

/// The express rule. At an interchange of level j, with the destination the r-th node ahead, a message takes the local
/// channel if r <= s_1, the channel of level p if s_p < r <= s_(p+1) and p < j, else that of level j. So no channel
/// leads past the destination, and an array's ends change nothing: all boundaries between two of its nodes hold their
/// interchanges. Calls visit for each leg in order, in either direction; an empty list of spacings means local channels
/// alone. Cost: O(levels), interleaved O(m).
/// Source: [Dally 1991, sec. III-A and III-C]; closed form derived: climb while the next boundary of the next level is
/// not past the destination, then take the highest level that fits, level by level down.
void for_each_leg(const ExpressRule& rule, std::int64_t source, std::int64_t destination,
                  FunctionRef<void(const ExpressLeg&)> visit);

/// Hops by level, local first.
std::vector<std::uint64_t> hops_by_level(const ExpressRule& rule, std::int64_t source, std::int64_t destination);
std::uint64_t express_hops(const ExpressRule& rule, std::int64_t source, std::int64_t destination);

/// The mean number of hops over a distance D going up, over all places of the source in its group of the largest
/// spacing, for one level or many:
///   D (1 + 1 / s_1) for D < s_1, else D / s_p + sum over q <= p of (i_q - 1) + 1, s_p the largest spacing <= D.
/// Exact, and the same going down. Source: derived; for D >= s_l [Dally 1991, eq. 5], with one level [eq. 3].
/// Interleaved interchanges have no closed form: the mean is taken place by place. Cost: O(levels), interleaved
/// O(spacing x m).
double mean_express_hops(const ExpressRule& rule, std::uint64_t distance);

/// The sum of the hops over all ordered pairs of the nodes 0 .. nodes - 1. Messages are counted together, boundary by
/// boundary: O(nodes). Interleaved interchanges cost O(nodes x spacing x m); the result is empty where that passes
/// `effort`.
std::optional<Int128> total_express_hops(const ExpressRule& rule, std::uint64_t nodes, std::uint64_t effort);

/// Hops from a source half way between two interchanges of spacing i, by [Dally 1991, eq. 4] for D >= (i + 1) / 2; for
/// a smaller D it is D. The printed equation has + 1 / (2 i) in the number of express hops and counts wires and message
/// twice; corrected: H_i = (i + 1) / 2, H_e = floor(D / i - 1/2 - 1 / (2 i)), H_f = 1 + ((D - i / 2 - 1/2) mod i).
double half_way_hops(std::uint32_t spacing, std::uint64_t distance);
/// half_way_hops with the sign as printed.
double half_way_hops_as_printed(std::uint32_t spacing, std::uint64_t distance);
/// The printed H_e with the D_local of sec. III-D: (i + 1) / 2 + ((D - i / 2 + 1/2) mod i) local hops. It fits
/// messages that may go past their destination.
double half_way_hops_past_destination(std::uint32_t spacing, std::uint64_t distance);

/// Whether the network has an express rule.
bool has_express_rule(const Topology& topology);
/// The express rule in the dimension of a digit. Requires has_express_rule; `spacings` is empty where the digit has no
/// interchanges.
ExpressRule express_rule(const Topology& topology, std::size_t digit);

/// Mean hops of uniform traffic by the express rule, messages of a node to itself included; empty past the effort.
/// Cost: as total_express_hops, equal dimensions once.
std::optional<double> mean_express_hops(const Topology& topology, std::uint64_t effort);

}  // namespace cutline
