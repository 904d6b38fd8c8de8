// SPDX-License-Identifier: Apache-2.0
#include "evaluate/load_scale.hpp"

namespace cutline {

double Scale::load(const OfferedLoad& offered) const {
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

std::optional<Scale::Found> Scale::latency_at(double load) const {
  if (load >= steady) return std::nullopt;
  if (model == nullptr) return Found{timing.latency.total(), {}};
  const auto loaded = model->latency(network, load);
  if (!loaded) return std::nullopt;
  return Found{timing.latency.total() + timing.clock.cycle * (loaded->blocking_cycles * cycles), loaded->waits};
}

LoadPoint Scale::saturated_at(double load) const {
  const double per_terminal = load / cycles / group;
  return {per_terminal, std::min(per_terminal, steady / cycles / group), Saturated{}};
}

LoadPoint Scale::point(double load) const {
  LoadPoint made = saturated_at(load);
  const auto found = latency_at(load);
  if (found && found->waits) {
    made.result = messages(*found);
  } else if (found) {
    made.result = found->latency;
  }
  return made;
}

std::vector<LoadPoint> Scale::points(const std::vector<OfferedLoad>& loads) const {
  std::vector<LoadPoint> all;
  for (const OfferedLoad& offered : loads) all.push_back(point(load(offered)));
  return all;
}

std::vector<MeasuredLoad> Scale::measured(const Study& study) const {
  std::vector<MeasuredLoad> all = measured_loads(study, candidate.design->name, timing.delay_label);
  for (MeasuredLoad& each : all) {
    if (!each.besides || (model == nullptr && each.offered > 0)) continue;
    const double offered = each.offered * cycles * group;  // of a plane: its own load
    const auto found = each.offered > 0 ? latency_at(offered) : Found{timing.latency.total(), {}};
    if (found) each.predicted = found->latency / timing.clock.cycle + *each.besides;
  }
  return all;
}

UpToSaturation Scale::up_to_saturation() const {
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

decltype(Timing::saturation) Scale::saturates() const {
  constexpr double kBelow = 0.99;
  const auto found = latency_at(steady * kBelow);
  if (found && found->waits) return ChannelSaturation{saturation(), found->waits->nearest};
  return ModelSaturation{saturation()};
}

LoadedMessages Scale::messages(const Found& found) const {
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

}  // namespace cutline
