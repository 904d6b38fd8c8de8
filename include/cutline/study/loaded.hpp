// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/performance/contention.hpp"
#include "cutline/study/candidate.hpp"

namespace cutline {

/// The candidate as the input of contention models. A cycle of the models is the time of a phit.
LoadedNetwork loaded_network(const Study& study, const Candidate& candidate);

/// Capacity of the channels of a unidirectional or binary k-ary n-cube, in bits per cycle and terminal. Absent for
/// other networks, and if traffic is not uniform.
std::optional<double> capacity_per_cycle(const Study& study, const Candidate& candidate, const Timing& timing);

/// Latencies with their operating points, and notes on these.
struct Loaded {
  LatencyResult latency;
  std::vector<Note> notes;
};

/// Adds operating points to a candidate's latencies, by the first of the study's contention models that applies, or by
/// `channels` if the study names none. The latency at a load is the latency without load plus the time that messages
/// wait according to the model. If messages do not wait, or if the study names no model and `channels` does not apply,
/// it is the latency without load, up to the saturation bound.
Loaded at_loads(const Study& study, const Candidate& candidate, LatencyResult latency, const Effort& effort);

}  // namespace cutline
