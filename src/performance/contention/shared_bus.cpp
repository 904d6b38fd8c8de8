// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include "base/choice.hpp"
#include "cutline/detail/performance/contention.hpp"

namespace cutline {

namespace {

/// Whether the service time counts the turns of all other nodes.
enum class OtherTurns { counted, none };
constexpr Choice<OtherTurns, 2> kTurns = {"turns", {"counted", "none"}};

/// r of eq. 4, cycles of the bus for one message; flits are not pipelined.
double message_time(const LoadedNetwork& network) { return network.message_cycles(); }

/// 1 / mu: by eq. 3, the service time of a message includes a turn of each of the N - 1 other nodes.
double service_time(const Parameters& parameters, const LoadedNetwork& network) {
  const double turns = kTurns.of(parameters) == OtherTurns::counted ? network.nodes() - 1 : 1;
  return turns * message_time(network);
}

std::string refusal_of_shared_bus(const Parameters&, const LoadedNetwork& network) {
  if (network.shape.kind != NetworkKind::bus)
    return fmt::format("shared-bus models nodes that take turns on one bus, and this is a {}",
                       network.family.printed());
  if (network.nodes() < 2) return "shared-bus needs at least two nodes";
  return {};
}

/// The number of messages that all nodes together offer in the service time of one message.
double utilisation_of_shared_bus(const Parameters& parameters, const LoadedNetwork& network, double load) {
  return network.nodes() * load / network.message_bits * service_time(parameters, network);
}

double saturation_of_shared_bus(const Parameters& parameters, const LoadedNetwork& network) {
  return 1 / utilisation_of_shared_bus(parameters, network, 1);
}

std::optional<LoadedLatency> latency_of_shared_bus(const Parameters& parameters, const LoadedNetwork& network,
                                                   double load) {
  if (load >= saturation_of_shared_bus(parameters, network)) return std::nullopt;
  const double rho = utilisation_of_shared_bus(parameters, network, load);
  const double wait = rho * service_time(parameters, network) / (2 * (1 - rho));
  return LoadedLatency{message_time(network) + wait, wait};
}

std::vector<std::string> notes_of_shared_bus(const Parameters& parameters, const LoadedNetwork&) {
  if (kTurns.of(parameters) != OtherTurns::counted) return {};
  return {"shared-bus counts the turns of the N - 1 other nodes in the service time and a queue besides, as printed"};
}

}  // namespace

ContentionModel shared_bus_contention() {
  return {.name = "shared-bus",
          .summary = "nodes that take turns on one bus: an M/D/1 queue",
          .source = "[Engel 2005, eq. 1 to 5]",
          .fields = {kTurns.field("whether the service time counts the turns of all other nodes, as printed",
                                  OtherTurns::counted)},
          .refusal = refusal_of_shared_bus,
          .latency = latency_of_shared_bus,
          .saturation = saturation_of_shared_bus,
          .notes = notes_of_shared_bus,
          .counts_messages_to_oneself = false};
}

}  // namespace cutline
