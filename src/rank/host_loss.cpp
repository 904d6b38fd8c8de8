// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "cutline/study/quantities.hpp"
#include "rank/verdict.hpp"

namespace cutline {

namespace {

/// A factor on widths, so large that every message is one phit.
constexpr double kWide = 1e18;

/// The legs of the communication on a host with channels `times` as wide and wires of the same length.
std::vector<Leg> legs(const Emulation& host, double times) {
  HostMeasures measures = host.exact;
  measures.width *= times;
  return exact_legs(host.wafer, host.host, host.task, measures).value_or(std::vector<Leg>{});
}

double transmissions(const std::vector<Leg>& legs) {
  return time_of(legs, [](double) { return 1.0; });
}

}  // namespace

Loss host_loss(const Emulation& loser, const Emulation& winner, const ChosenDelay& delay) {
  const auto time = [&](const std::vector<Leg>& way) {
    return time_of(way, [&](double pitches) {
      WireLength wire;
      wire.span = pitches;
      return in_ns(delay(wire));
    });
  };
  const double width = loser.exact.width;
  const double best_width = winner.exact.width;
  const std::vector<Leg> own = legs(loser, 1), best = legs(winner, 1);
  const double steps = transmissions(legs(loser, kWide)), best_steps = transmissions(legs(winner, kWide));
  const double wire = time(own) / transmissions(own), best_wire = time(best) / transmissions(best);
  const double with_width = time(legs(loser, best_width / width));
  const double with_steps = time(own) * best_steps / steps;
  const double with_wire = time(own) * best_wire / wire;
  const double least = std::min({with_width, with_steps, with_wire});
  if (!(least < time(own) * (1 - 1e-9))) return {};
  if (least == with_width) return {Cause::host_channels, {width, best_width}};
  if (least == with_steps) return {Cause::host_steps, {steps, best_steps}};
  return {Cause::host_wires, {wire / best_wire}};
}

Loss emulation_loss(const UnderDelay& loser, const UnderDelay& winner) {
  const auto &own = loser.candidate.emulations.at(loser.delay), &best = winner.candidate.emulations.at(winner.delay);
  return own && best ? host_loss(*own, *best, loser.study.delays.at(loser.delay)) : Loss{};
}

}  // namespace cutline
