// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "evaluate/link_costs.hpp"
#include "performance/channel_waits.hpp"
#include "performance/latency_spread.hpp"
#include "performance/pair_costs.hpp"

namespace cutline {

/// The candidate as contention models see it. A cycle of the models is the time of a phit.
LoadedNetwork loaded_network(const LatencyAsked& asked, const CostedCandidate& candidate);

/// Capacity of the channels of a k-ary n-cube that is unidirectional or binary, in bits per cycle and terminal. Absent
/// for other networks, and if traffic is not uniform.
std::optional<double> capacity_per_cycle(const LatencyAsked& asked, const CostedCandidate& candidate,
                                         const WireTiming& wires);

/// The least loads without a steady state, in bits per phit and node: by the model, and by the terminals alone.
struct SteadyLimit {
  double model = 0, terminals = 0;
  double least() const { return std::min(model, terminals); }
};

/// The loads that shares of capacity or of saturation count from, in bits per cycle and terminal.
struct LoadScale {
  double full = 0;         ///< capacity
  double steady = 0;       ///< the least load without a steady state
  SteadyLimit limit = {};  ///< what `steady` is by, if a contention model applies
};
/// The part of a candidate's loads that one of its planes carries, and the loads that shares count from, of the whole
/// candidate: one entry a delay model.
struct LoadOfPlane {
  double share = 1;
  std::vector<LoadScale> whole;
  double of_rates = 1;  ///< the part of its traffic's absolute rates; below 1: planes carry the study's together
};

/// A candidate whose latencies under load are asked for.
struct CandidateUnderLoad {
  const StudySettings& study;
  const CostedCandidate& candidate;
  const Effort& effort;
  SharedConst<LinkKinds> kinds = {};  ///< of its layout, where they are known; null: they are tabulated when needed
  bool up_to_saturation = false;      ///< whether Timing::up_to_saturation is wanted
  const LoadOfPlane* plane =
      nullptr;  ///< the candidate is a plane: loads are those of the whole; null: it stands alone
  const std::vector<LoadScale>* scales = nullptr;  ///< its own load_scales(), where they are known
};
/// The loads that shares count from, one entry a delay model; empty without latencies, or if no contention model that
/// the study names applies.
std::vector<LoadScale> load_scales(const CandidateUnderLoad& asked, const std::vector<Timing>& timings);

/// Whether verdicts say at which load the winner changes even if the spec asks for no load.
bool wants_up_to_saturation(const Study& study, const Effort& effort);

/// Latencies with their operating points, and notes on these.
struct Loaded {
  LatencyResult latency;
  std::vector<Note> notes;
};

/// Adds the operating points of a candidate's latencies, by the first of the study's contention models that applies; if
/// the study names none, by `channels`. The latency at a load is the latency without load plus the time that messages
/// wait by the model. If messages do not contend, or if `channels` was not asked for and does not apply, it is the
/// latency without load, up to the saturation bound.
Loaded at_loads(CandidateUnderLoad asked, LatencyResult latency);

/// The latencies without load with what messages wait for credits, where the spec gives buffers that are shallower than
/// a credit loop. They are those of the model of channels, whatever the contention model; a note says why where there
/// is none.
Loaded with_credit_waits(const CandidateUnderLoad& asked, LatencyResult latency);

/// Converts the user's loads into those of a contention model, for one candidate under one delay model.
struct Scale {
  const CostedCandidate& candidate;
  const Timing& timing;
  LoadedNetwork network;
  const ChosenContention* model = nullptr;
  double cycles = 1;                    ///< cycles of a phit
  double group = 1;                     ///< terminals of a node
  SteadyLimit limit;                    ///< if there is a model
  double steady = 0;                    ///< the least load without a steady state, in bits per phit and node
  double full = 0;                      ///< bits per phit and node at capacity; loads may be given as shares of it
  double given = 0;                     ///< at the absolute rates of the traffic
  double share = 1;                     ///< the part of an offered load that the network carries
  std::optional<LoadScale> whole = {};  ///< of a plane: what shares count from, in place of `full` and `steady`

  /// The load in bits per phit and node.
  double load(const OfferedLoad& offered) const;
  /// The latency at a load, and the waits if the model of channels gives them.
  struct Found {
    Time latency;
    std::optional<ChannelWaits> waits;
  };
  std::optional<Found> latency_at(double load) const;
  LoadPoint saturated_at(double load) const;
  /// The point at a load.
  LoadPoint point(double load) const;
  std::vector<LoadPoint> points(const std::vector<OfferedLoad>& loads) const;
  /// The measurements of others, with the model's latency at each load that has a steady state.
  std::vector<MeasuredLoad> measured(const LoadAsked& asked) const;
  UpToSaturation up_to_saturation() const;
  /// The load at saturation, in bits per cycle and terminal.
  double saturation() const { return steady / cycles / group; }
  /// The load at which the model saturates and, by the model of channels, what is full just below it.
  decltype(Timing::saturation) saturates() const;

 private:
  LoadedMessages messages(const Found& found) const;
};

/// The cycles that a message takes over a link: the link's own under a fixed clock if wires are pipelined, else those
/// of the longest wire.
inline double cycles_of_link(const DelaysAsked& asked, const ChannelClock& clock, Time delay) {
  return asked.takes_own_cycles() ? whole_cycles(delay, clock.cycle) : clock.link_cycles;
}

/// For each channel of the candidate's channel graph, the cycles of its link under one delay model.
std::vector<double> channel_cycles(const DelaysAsked& asked, const BuiltCandidate& candidate, const ChosenDelay& delay,
                                   const Timing& timing);

/// The flits of the study's messages, and buffers and routers as the candidate has them.
LoadedRouters loaded_routers(const RoutersAsked& asked, const CostedCandidate& candidate, const Timing& timing);

/// For each delay model, the model of the candidate's channels under load, or the reason why there is none.
using ModelsOrWhy = std::variant<std::vector<ChannelModel>, std::string>;
/// Models uniform traffic in dimension order, line by line. Wires are `wire_delay` times as slow as the study says.
ModelsOrWhy line_models(const CandidateUnderLoad& asked, const std::vector<Timing>& timings, double wire_delay = 1);
/// Models any traffic, by a walk over all routes.
ModelsOrWhy walked_models(const CandidateUnderLoad& asked, const std::vector<Timing>& timings, double wire_delay = 1);
/// As walked_models(). As line_models() if that is possible, and if a walk passes the effort or not every detail is
/// wanted.
ModelsOrWhy channel_models(const CandidateUnderLoad& asked, const std::vector<Timing>& timings, double wire_delay = 1);

}  // namespace cutline
