// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/performance/distance_histogram.hpp"
#include "cutline/performance/load_waits.hpp"

namespace cutline {

/// The distribution of latencies under load, from the latencies without load at each distance and the waits. In its
/// source and for credits, every message waits as long as a mean one. For others on its way, a message of h hops waits
/// (h + 1) / (H + 1) times as long as a mean message of H hops, since it waits at each channel and at its ejection. The
/// waits of messages of one distance are taken to have a gamma distribution with the mean and the variance of the
/// model; it is exponential behind a single busy channel and narrow behind many. The last quantile, that of all
/// messages, has no bound and stays 0. Empty if `unloaded` is. derived: an estimate; tests compare it with the
/// simulator of tests/flits.
LatencySpread loaded_spread(const LatencySpread& unloaded, const ChannelWaits& waits, Time cycle);

}  // namespace cutline
