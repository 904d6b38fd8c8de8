// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "cutline/performance/self_messages.hpp"

namespace cutline {

/// Bounds of throughput. Loads and capacities are bits per cycle and node, widths bits of a channel per cycle.

/// The load that the channels of a k-ary n-cube one way round carry when all are busy: n channels of a node over n (k -
/// 1)/2 hops, 2W/(k - 1), which is k/(k - 1) at the width k/2 of equal bisection (the paper rounds it to 1). Infinite
/// at radix 1. Source: [Dally 1990], reconstructed (KN-eq17, sure).
double cube_capacity(double radix, double width_bits);

/// The load at which the busiest channel is full: W over its messages per offered message. Infinite without any.
double channel_bound(double width_bits, double peak_load);

/// The load at which uniform traffic fills the channels of a cut of the nodes in halves: of N messages 2 floor(N/2)
/// ceil(N/2) / N cross it (over N - 1 without messages to oneself), over `cut_channels` channels, both directions
/// counted. Any balanced cut gives a bound, the least one the best. Infinite for one node.
double bisection_bound(std::uint64_t nodes, double cut_channels, double width_bits, SelfMessages self);

}  // namespace cutline
