// SPDX-License-Identifier: Apache-2.0
#include "cutline/detail/performance/latency.hpp"

#include <algorithm>
#include <cmath>

#include "cutline/base/error.hpp"

namespace cutline {

namespace {

/// Rounds up to a whole number. A number that exceeds a whole one only by a rounding error is rounded down to it.
double whole(double x) {
  constexpr double kRounding = 1e-9;
  return std::ceil(x - kRounding * std::max(1.0, x));
}

/// Adds the mean number of phits of a message, and the cycles that others of its message go first.
void add_phits(const LatencyInput& input, double period, Latency& latency) {
  for (const LatencyInput::Part& part : input.messages) {
    const double exact = part.size_bits / input.width_bits;
    const double phits = part.share * (input.whole_cycles ? std::max(1.0, whole(exact)) : exact);
    latency.phits += phits;
    latency.burst_cycles += (part.packets - 1) / 2 * phits * period;
  }
}

}  // namespace

std::string_view cycle_limit_text(CycleLimit limit) {
  constexpr std::array<std::string_view, 4> kTexts = {"longest wire", "fixed frequency", "floor", "router"};
  return kTexts.at(static_cast<std::size_t>(limit));
}

double whole_cycles(Time delay, Time cycle) { return std::max(1.0, whole(delay / cycle)); }

ChannelClock clock_of(const LatencyInput& input) {
  const bool fixed = input.clock == ClockRule::fixed;
  ChannelClock clock;
  clock.cycle = fixed ? input.fixed_cycle : input.longest_wire;
  clock.cycle_set_by = fixed ? CycleLimit::fixed_frequency : CycleLimit::longest_wire;
  if (input.floor > clock.cycle) {
    clock.cycle = input.floor;
    clock.cycle_set_by = CycleLimit::floor;
  }
  clock.site_period = input.site_period;
  clock.period_cycles = std::max(1.0, input.site_period_cycles);
  if (!fixed && input.site_period > clock.cycle) {
    clock.cycle = input.site_period;
    clock.cycle_set_by = CycleLimit::router;
  }
  if (!fixed) return clock;
  CUTLINE_EXPECT(clock.cycle.base > 0);
  clock.link_cycles = whole_cycles(input.longest_wire, clock.cycle);
  if (!input.pipelined) clock.period_cycles = std::max(clock.period_cycles, clock.link_cycles);
  clock.period_cycles = std::max(clock.period_cycles, whole(input.site_period / clock.cycle));
  return clock;
}

Latency zero_load_latency(const LatencyInput& input) {
  CUTLINE_EXPECT(input.width_bits > 0 && input.mean_hops >= 0 && !input.messages.empty());
  const ChannelClock clock = clock_of(input);
  const double ends = input.injection_cycles + input.ejection_cycles;
  Latency latency;
  const bool own_cycles = input.clock == ClockRule::fixed && input.pipelined && input.mean_route_cycles.has_value();
  const double route_cycles = own_cycles ? *input.mean_route_cycles : input.mean_hops * clock.link_cycles;
  const double routers = input.mean_hops - input.mean_interchanges + input.first_routers;
  latency.node =
      clock.cycle * (routers * input.router_cycles + input.mean_interchanges * input.interchange_cycles + ends) +
      input.router_time * routers + input.interchange_time * input.mean_interchanges + input.injection_time +
      input.ejection_time;
  add_phits(input, clock.period_cycles, latency);
  latency.wire = input.clock == ClockRule::per_link ? input.mean_route_wire : clock.cycle * route_cycles;
  const bool stored = input.switching == Switching::store_and_forward;
  const double waits = stored ? input.mean_hops * std::max(latency.phits - 1, 0.0) : latency.phits;
  latency.message = clock.cycle * (waits * clock.period_cycles + latency.burst_cycles + input.credit_cycles);
  return latency;
}

}  // namespace cutline
