// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/performance/contention.hpp"
#include "cutline/study/candidate.hpp"

namespace cutline {

/// The candidate as contention models see it: a node's channels under its mean message, cycles of a phit each.
LoadedNetwork loaded_network(const Study& study, const Candidate& candidate);

/// What the channels of a k-ary n-cube one way round carry, bits per cycle and terminal; nothing of other networks and
/// under traffic other than uniform.
std::optional<double> capacity_per_cycle(const Study& study, const Candidate& candidate, const Timing& timing);

/// Latencies with their operating points, and what a reader of these must know.
struct Loaded {
  LatencyResult latency;
  std::vector<Note> notes;
};

/// Adds the operating points of a candidate's latencies, by the first of the study's contention models that applies.
/// The latency at a load is the latency without load and what messages wait by the model; without a model it is the
/// former alone, up to the saturation bound.
Loaded at_loads(const Study& study, const Candidate& candidate, LatencyResult latency);

}  // namespace cutline
