// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/performance/distance_histogram.hpp"
#include "cutline/performance/load_waits.hpp"

namespace cutline {

/// How latencies spread under load: those without load by distance, and the waits. A message of h hops waits in its
/// source and for credits, whose longest wait counts once, as a mean one. It waits for others on its way (h + 1) / (H +
/// 1) times as long as a mean one of H hops: at each channel and at its ejection. Waits of messages of one distance
/// have a gamma distribution of that mean and variance, which is exponential behind one busy channel and narrow behind
/// many. The last quantile, of all messages, has no bound and stays 0. Empty where `unloaded` is. derived: an estimate,
/// held against the simulator of tests/flits.
LatencySpread loaded_spread(const LatencySpread& unloaded, const ChannelWaits& waits, Time cycle);

}  // namespace cutline
