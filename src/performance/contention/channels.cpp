// SPDX-License-Identifier: Apache-2.0
#include "performance/channel_waits.hpp"

namespace cutline {

namespace {

/// The bits that the terminals of a node send in the time of a phit if each sends a flit in every period.
double full_of_channels(const LoadedNetwork& network) {
  return network.width_bits * network.channels->routers().terminals;
}

/// The longest wait for other messages that is not yet saturation. Simulators give a network up as saturated if its
/// latency exceeds five times the latency without load.
double most_of_channels(const LoadedNetwork& network) {
  constexpr double kGivenUp = 5;
  return (kGivenUp - 1) * network.unloaded_cycles;
}

std::optional<LoadedLatency> latency_of_channels(const Parameters&, const LoadedNetwork& network, double load) {
  const auto waits = network.channels->waits(load / full_of_channels(network));
  if (!waits || waits->from_others() > most_of_channels(network)) return std::nullopt;
  const double period = network.channels->routers().period_cycles;
  const double others = waits->from_others();  // the latency without load has the wait for credits
  return LoadedLatency{(network.unloaded_cycles + others) / period, others / period, waits};
}

double saturation_of_channels(const Parameters&, const LoadedNetwork& network) {
  return network.channels->saturation(most_of_channels(network)) * full_of_channels(network);
}

}  // namespace

ContentionModel channels_contention() {
  return {.name = "channels",
          .summary = "any network, channel by channel on its routes: waits for channels, virtual channels and sources",
          .source = "derived: docs/load.md",
          .fields = {},
          .refusal =
              [](const Parameters&, const LoadedNetwork& network) {
                return network.channels != nullptr ? std::string() : "channels: " + network.why_no_channels;
              },
          .latency = latency_of_channels,
          .saturation = saturation_of_channels,
          .takes_all_of_study = true,
          .walks_channels = true};
}

}  // namespace cutline
