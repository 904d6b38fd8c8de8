// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "cutline/performance/self_messages.hpp"

namespace cutline {

/// Bounds of throughput. Loads and capacities are bits per cycle and node, widths bits of a channel per cycle.

/// The load at which all channels of a unidirectional k-ary n-cube are busy: n channels of a node over n (k - 1)/2
/// hops, 2W/(k - 1). At the width k/2 of equal bisection this is k/(k - 1), which the paper rounds to 1. Infinite at
/// radix 1. Source: [Dally 1990], reconstructed (KN-eq17, sure).
double cube_capacity(double radix, double width_bits);

/// The load at which the busiest channel is full: W over its messages per offered message. Infinite if it has none.
double channel_bound(double width_bits, double peak_load);

/// The load at which uniform traffic fills the channels of a cut that halves the nodes. Of N messages, 2 floor(N/2)
/// ceil(N/2) / N cross the cut (without messages to oneself, divide by N - 1 instead), over `cut_channels` channels of
/// both directions. Any balanced cut gives a bound; the smallest cut gives the best one. Infinite for one node.
double bisection_bound(std::uint64_t nodes, double cut_channels, double width_bits, SelfMessages self);

}  // namespace cutline
