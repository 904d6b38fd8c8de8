// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>

#include "cutline/detail/performance/traffic.hpp"
#include "cutline/topology/topology.hpp"
#include "routing/destinations.hpp"

namespace cutline {

namespace {

std::string refusal_of_round_trip(const Parameters& parameters, const Topology& topology) {
  const std::uint32_t radix = topology.node_value_count(0);
  if (static_cast<std::uint64_t>(parameters.integer("distance")) < radix) return {};
  return fmt::format("round_trip goes less than once round dimension 0, so its distance is at most {}", radix - 1);
}

/// Half of a node's messages are requests to the node `distance` coordinates further on, the other half are answers to
/// the node `distance` coordinates back.
Traffic traffic_of_round_trip(const Parameters& parameters, const Topology& topology) {
  const std::uint64_t radix = topology.node_value_count(0);
  const auto distance = static_cast<std::uint64_t>(parameters.integer("distance"));
  return {topology.node_count(), [radix, distance](std::uint64_t source) {
            const std::uint64_t own = source % radix;
            const std::uint64_t line = source - own;
            const std::uint64_t on = line + (own + distance) % radix;
            const std::uint64_t back = line + (own + radix - distance) % radix;
            if (on == back) return Destinations{.to = {{on, 1}}, .divisor = 1};
            return Destinations{.to = {{std::min(on, back), 1}, {std::max(on, back), 1}}, .divisor = 2};
          }};
}

}  // namespace

TrafficPattern round_trip_traffic() {
  return {.name = "round_trip",
          .summary = "requests to the node some coordinates on in dimension 0, wrapping around, and their answers",
          .source = "common",
          .fields = {{.name = "distance",
                      .help = "coordinates from the node that asks to the one that answers",
                      .default_value = 1,
                      .min = 1}},
          .refusal = refusal_of_round_trip,
          .traffic = traffic_of_round_trip};
}

}  // namespace cutline
