// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/performance/contention.hpp"
#include "cutline/study/candidate.hpp"

namespace cutline {

/// The candidate as contention models see it. A cycle of the models is the time of a phit.
LoadedNetwork loaded_network(const Study& study, const CostedCandidate& candidate);

/// Capacity of the channels of a k-ary n-cube that is unidirectional or binary, in bits per cycle and terminal. Absent
/// for other networks, and if traffic is not uniform.
std::optional<double> capacity_per_cycle(const Study& study, const CostedCandidate& candidate, const WireTiming& wires);

/// The loads that shares of capacity or of saturation count from, in bits per cycle and terminal.
struct LoadScale {
  double full = 0;    ///< capacity
  double steady = 0;  ///< the least load without a steady state
};
/// The part of a candidate's loads that one of its planes carries, and the loads that shares count from, of the whole
/// candidate: one entry a delay model.
struct LoadOfPlane {
  double share = 1;
  std::vector<LoadScale> whole;
  double of_rates = 1;  ///< the part of its traffic's absolute rates; below 1: planes carry the study's together
  bool turns = false;   ///< whether verdicts want Timing::up_to_saturation, as tells_turns() says of the whole
};
/// The loads that shares count from, one entry a delay model; empty without latencies, or if no contention model that
/// the study names applies.
std::vector<LoadScale> load_scales(const Study& study, const CostedCandidate& candidate,
                                   const std::vector<Timing>& timings, const Effort& effort);

/// Whether verdicts say at which load the order of a study's candidates changes even if the spec asks for no load.
bool tells_turns(const Study& study, const Effort& effort);

/// Latencies with their operating points, and notes on these.
struct Loaded {
  LatencyResult latency;
  std::vector<Note> notes;
};

/// Adds the operating points of a candidate's latencies, by the first of the study's contention models that applies; if
/// the study names none, by `channels`. The latency at a load is the latency without load plus the time that messages
/// wait by the model. If messages do not contend, or if `channels` was not asked for and does not apply, it is the
/// latency without load, up to the saturation bound. `plane`: the candidate is a plane, and the study's loads are those
/// of the whole candidate; null: it stands alone.
Loaded at_loads(const Study& study, const CostedCandidate& candidate, LatencyResult latency, const Effort& effort,
                const LoadOfPlane* plane = nullptr);

}  // namespace cutline
