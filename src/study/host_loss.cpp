// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>

#include "cutline/delay/delay_model.hpp"
#include "study/sentence.hpp"

namespace cutline {

namespace {

/// Channels so wide that a message is one phit.
constexpr double kWide = 1e18;

/// The host with channels `times` as wide; its wires stay as long.
std::vector<Leg> legs(const Emulation& host, double times) {
  HostMeasures measures = host.exact;
  measures.width *= times;
  return exact_legs(host.wafer, host.host, host.task, measures).value_or(std::vector<Leg>{});
}

double transmissions(const std::vector<Leg>& legs) {
  return time_of(legs, [](double) { return 1.0; });
}

}  // namespace

std::optional<Loss> host_loss(const Emulation& loser, const Emulation& winner, const ChosenDelay& delay) {
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
  if (!(least < time(own) * (1 - 1e-9))) return std::nullopt;
  if (least == with_width) {
    return Loss{"its narrow channels", "their narrow channels",
                fmt::format("{} against {} wires", rounded_text(width), rounded_text(best_width))};
  }
  if (least == with_steps) {
    return Loss{"its many steps", "their many steps",
                fmt::format("{} against {}", rounded_text(steps), rounded_text(best_steps))};
  }
  return Loss{"its long wires", "their long wires", fmt::format("a phit takes {:.3g} times as long", wire / best_wire)};
}

}  // namespace cutline
