// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "cutline/performance/loaded_spread.hpp"
#include "cutline/study/loaded.hpp"
#include "cutline/study/study.hpp"

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
  double load(const OfferedLoad& offered) const {
    const double in_cycles = offered.amount * share * cycles * group;
    switch (offered.unit) {
      case OfferedLoad::Unit::bits_per_cycle:
        return in_cycles;
      case OfferedLoad::Unit::bits_per_ns:
        return in_cycles * in_ns(timing.clock.cycle);
      case OfferedLoad::Unit::of_capacity:
        return whole ? in_cycles * whole->full : offered.amount * full;
      case OfferedLoad::Unit::of_saturation:
        return whole ? in_cycles * whole->steady : offered.amount * steady;
      case OfferedLoad::Unit::as_given:
        return given;
    }
    return 0;
  }
  /// The latency at a load, and the waits if the model of channels gives them.
  struct Found {
    Time latency;
    std::optional<ChannelWaits> waits;
  };
  std::optional<Found> latency_at(double load) const {
    if (load >= steady) return std::nullopt;
    if (model == nullptr) return Found{timing.latency.total(), {}};
    const auto loaded = model->latency(network, load);
    if (!loaded) return std::nullopt;
    return Found{timing.latency.total() + timing.clock.cycle * (loaded->blocking_cycles * cycles), loaded->waits};
  }
  LoadPoint saturated_at(double load) const {
    const double per_terminal = load / cycles / group;
    return {per_terminal, std::min(per_terminal, steady / cycles / group), Saturated{}};
  }
  /// The point at a load.
  LoadPoint point(double load) const {
    LoadPoint made = saturated_at(load);
    const auto found = latency_at(load);
    if (found && found->waits) {
      made.result = messages(*found);
    } else if (found) {
      made.result = found->latency;
    }
    return made;
  }
  std::vector<LoadPoint> points(const std::vector<OfferedLoad>& loads) const {
    std::vector<LoadPoint> all;
    for (const OfferedLoad& offered : loads) all.push_back(point(load(offered)));
    return all;
  }
  /// The measurements of others, with the model's latency at each load that has a steady state.
  std::vector<MeasuredLoad> measured(const Study& study) const {
    std::vector<MeasuredLoad> all = measured_loads(study, candidate.design->name, timing.delay_label);
    for (MeasuredLoad& each : all) {
      if (!each.besides || (model == nullptr && each.offered > 0)) continue;
      const double offered = each.offered * cycles * group;  // of a plane: its own load
      const auto found = each.offered > 0 ? latency_at(offered) : Found{timing.latency.total(), {}};
      if (found) each.predicted = found->latency / timing.clock.cycle + *each.besides;
    }
    return all;
  }
  UpToSaturation up_to_saturation() const {
    constexpr int kSteps = 24;
    UpToSaturation all{{}, saturation()};
    const double top = whole ? whole->steady * share * cycles * group : steady;  // of a plane: of the whole candidate
    for (int i = 0; i < kSteps; ++i) {
      const double load = top * i / kSteps;
      LoadPoint& made = all.points.emplace_back(saturated_at(load));
      if (const auto found = latency_at(load)) made.result = found->latency;
    }
    return all;
  }
  /// The load at saturation, in bits per cycle and terminal.
  double saturation() const { return steady / cycles / group; }
  /// The load at which the model saturates and, by the model of channels, what is full just below it.
  decltype(Timing::saturation) saturates() const {
    constexpr double kBelow = 0.99;
    const auto found = latency_at(steady * kBelow);
    if (found && found->waits) return ChannelSaturation{saturation(), found->waits->nearest};
    return ModelSaturation{saturation()};
  }

 private:
  LoadedMessages messages(const Found& found) const {
    const Time cycle = timing.clock.cycle;
    const ChannelWaits& waits = *found.waits;
    return {found.latency,
            cycle * waits.source,
            cycle * waits.channels,
            cycle * waits.virtual_channels,
            cycle * waits.credits,
            waits.nearest,
            waits.used,
            loaded_spread(timing.spread, waits, cycle)};
  }
};

}  // namespace cutline
