// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "rank/verdict.hpp"

namespace cutline {

Cause cause_of(const LatencyInput& loser, const LatencyInput& winner) {
  const double hop_ratio = loser.mean_hops > 0 ? winner.mean_hops / loser.mean_hops : 1;
  LatencyInput hops = loser;
  hops.mean_hops = winner.mean_hops;
  hops.mean_route_wire = loser.mean_route_wire * hop_ratio;
  if (hops.mean_route_cycles) hops.mean_route_cycles = *loser.mean_route_cycles * hop_ratio;
  LatencyInput router = loser;
  router.router_cycles = winner.router_cycles;
  router.router_time = winner.router_time;
  router.first_routers = winner.first_routers;
  LatencyInput wire = loser;
  wire.longest_wire = winner.longest_wire;
  if (hop_ratio > 0) wire.mean_route_wire = winner.mean_route_wire * (1 / hop_ratio);
  // If it is absent, the longest wire counts, and then the winner's counts too.
  wire.mean_route_cycles = winner.mean_route_cycles;
  if (hop_ratio > 0 && wire.mean_route_cycles) *wire.mean_route_cycles /= hop_ratio;
  LatencyInput channel = loser;
  channel.width_bits = winner.width_bits;
  const std::array<std::pair<Cause, const LatencyInput*>, 4> exchanged = {
      {{Cause::hops, &hops}, {Cause::routers, &router}, {Cause::longest_wire, &wire}, {Cause::channels, &channel}}};
  const Time own = zero_load_latency(loser).total();
  Time least = own;
  Cause cause = Cause::none;
  for (const auto& [what, input] : exchanged) {
    const Time with = zero_load_latency(*input).total();
    if (with >= least) continue;
    least = with;
    cause = what;
  }
  return cause;
}

}  // namespace cutline
