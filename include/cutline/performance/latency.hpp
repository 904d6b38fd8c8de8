// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cutline/base/quantity.hpp"

namespace cutline {

enum class Switching { wormhole, store_and_forward, virtual_cut_through };
enum class ClockRule { longest_wire, per_link, fixed };

/// The inputs of the latency of one candidate with one delay model; all of them are measured or given elsewhere.
struct LatencyInput {
  double mean_hops = 0;
  Time longest_wire;     ///< delay of the longest wire
  Time mean_route_wire;  ///< the sum of the wires' own delays, averaged over routes (clock rule per_link)
  /// Whole cycles of a mean route's links, each by its own delay (fixed clock, pipelined wires); absent: every link
  /// takes as many as the longest wire.
  std::optional<double> mean_route_cycles;
  double router_cycles = 0;       ///< per hop
  Time router_time;               ///< per hop, beside the cycles
  double first_routers = 0;       ///< that a message passes before its first hop: 1 where the first one counts
  double mean_interchanges = 0;   ///< of the hops, those that end at an interchange
  double interchange_cycles = 0;  ///< of such a hop, instead of the router's
  Time interchange_time;
  double site_period_cycles = 0;  ///< from one phit to the next through a router, or an interchange that messages pass
  Time site_period;               ///< the same as a time
  double injection_cycles = 0, ejection_cycles = 0;
  Time injection_time, ejection_time;
  double width_bits = 1;     ///< of a channel; a fraction in ideal candidates
  bool whole_cycles = true;  ///< a message takes ceil(size / width) cycles; ideal candidates size / width
  struct Part {
    double size_bits = 0;
    double share = 1;
  };
  std::vector<Part> messages;  ///< shares sum to 1
  Switching switching = Switching::wormhole;
  ClockRule clock = ClockRule::longest_wire;
  Time fixed_cycle;  ///< of ClockRule::fixed
  Time floor;        ///< no cycle is shorter
  bool pipelined = false;
};

/// The whole cycles that a wire takes, at least one. A delay above a whole number by a rounding error alone takes that
/// number. This is the one place where delays become cycles.
double whole_cycles(Time delay, Time cycle);

/// The limits below which no cycle can be.
enum class CycleLimit : std::uint8_t { longest_wire, fixed_frequency, floor, router };
/// "longest wire", "fixed frequency", "floor", "router".
std::string_view cycle_limit_text(CycleLimit limit);

struct Latency {
  Time cycle;
  CycleLimit cycle_set_by = CycleLimit::longest_wire;
  double period_cycles = 1;  ///< cycles from one phit of a channel to the next
  Time node, wire, message;  ///< the parts; they add up to the total
  Time total() const { return node + wire + message; }
  double total_cycles() const { return cycle.base > 0 ? total() / cycle : 0; }
};

/// Zero-load latency of a mean message. Source: [Dally 1990, eq. 2 and 3].
///
/// The cycle is the larger of the floor and the rule: the longest wire's delay, or the fixed cycle. With a fixed cycle
/// a phit takes c = ceil(longest wire / cycle) cycles for a link, at least one, and the next one follows after c
/// cycles, or after 1 where wires are pipelined; under the other rules both are 1.
///
/// No phit follows another through a router or interchange sooner than after its period: in cycles it lengthens the
/// channel's period, as a time it lengthens the cycle, or under ClockRule::fixed the period by whole cycles.
///
///   node       (hops - interchanges + first routers) x router + interchanges x interchange + injection + ejection;
///              cycles of a router are multiples of the cycle
///   wire       hops x c cycles, or the routes' own cycles where they are given; under ClockRule::per_link the mean of
///              the routes' own wire delays
///   message    (size / width) x period cycles, whole phits in layouts: the mean over the messages' shares
///
/// Store and forward pays the message at every hop, and a phit's own way over the wire is part of that: its message
/// part is hops x (size / width) x period, its wire part what a pipelined link takes longer than the period. Virtual
/// cut-through at zero load is wormhole. With no router delay: cycle x (hops + size / width), and cycle x hops x
/// size / width for store and forward.
Latency zero_load_latency(const LatencyInput& input);

}  // namespace cutline
