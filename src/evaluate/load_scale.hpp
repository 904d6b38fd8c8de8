// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "cutline/study/study.hpp"
#include "evaluate/loaded.hpp"
#include "performance/latency_spread.hpp"

namespace cutline {

/// The least loads without a steady state, in bits per phit and node: by the model, and by the terminals alone.
struct SteadyLimit {
  double model = 0, terminals = 0;
  double least() const { return std::min(model, terminals); }
};

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
  std::vector<MeasuredLoad> measured(const Study& study) const;
  UpToSaturation up_to_saturation() const;
  /// The load at saturation, in bits per cycle and terminal.
  double saturation() const { return steady / cycles / group; }
  /// The load at which the model saturates and, by the model of channels, what is full just below it.
  decltype(Timing::saturation) saturates() const;

 private:
  LoadedMessages messages(const Found& found) const;
};

}  // namespace cutline
