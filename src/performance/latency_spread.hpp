// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/detail/performance/contention.hpp"
#include "cutline/detail/performance/traffic.hpp"

namespace cutline {

struct WayCount;

/// The spread if hops determine the latency. `input.mean_hops` is not used; the mean over the shares is the latency at
/// the mean distance. Throws a BrokenContract under ClockRule::per_link, or if mean_route_cycles is set.
LatencySpread latency_spread(const std::vector<Int128>& histogram, LatencyInput input, SelfMessages self);

/// The spread if hops do not determine the latency: each message counts with its own way. `counts` come from
/// way_counts(), with delays in ns under ClockRule::per_link and else in cycles: those of links, if
/// `input.mean_route_cycles` is set or under per_link, and what a site takes longer than `input`'s router.
/// `input.mean_hops`, the mean over routes and interchanges are not used. Messages within a node count `own_node` times
/// as often as others: with c terminals a node, 1 if messages to oneself count, else (c - 1) / c.
LatencySpread latency_spread(const std::vector<WayCount>& counts, LatencyInput input, double own_node);

/// The distribution of latencies under load, from the latencies without load at each distance and the waits. In its
/// source and for credits, every message waits as long as a mean one. For others on its way, a message of h hops waits
/// (h + 1) / (H + 1) times as long as a mean message of H hops, since it waits at each channel and at its ejection. The
/// waits of messages of one distance are taken to have a gamma distribution with the mean and the variance of the
/// model; it is exponential behind a single busy channel and narrow behind many. The last quantile, that of all
/// messages, has no bound and stays 0. Empty if `unloaded` is. derived: an estimate; tests compare it with the
/// simulator of tests/flits.
LatencySpread loaded_spread(const LatencySpread& unloaded, const ChannelWaits& waits, Time cycle);

}  // namespace cutline
