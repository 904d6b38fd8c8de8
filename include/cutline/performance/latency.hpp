// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cutline/base/quantity.hpp"

namespace cutline {

enum class Switching { wormhole, store_and_forward, virtual_cut_through };
enum class ClockRule { longest_wire, per_link, fixed };

/// What a message meets on its way, in one candidate with one delay model. All of it is measured or given elsewhere.
struct LatencyInput {
  double mean_hops = 0;
  Time longest_wire;                ///< delay of the longest wire
  Time mean_route_wire;             ///< the sum of the wires' own delays, averaged over routes (clock rule per_link)
  double router_cycles = 0;         ///< per hop
  Time router_time;                 ///< per hop, beside the cycles
  double injection_cycles = 0, ejection_cycles = 0;
  Time injection_time, ejection_time;
  double width_bits = 1;            ///< of a channel; a fraction in ideal candidates
  bool whole_cycles = true;         ///< a message takes ceil(size / width) cycles; ideal candidates size / width
  struct Part { double size_bits = 0; double share = 1; };
  std::vector<Part> messages;       ///< shares sum to 1
  Switching switching = Switching::wormhole;
  ClockRule clock = ClockRule::longest_wire;
  Time fixed_cycle;                 ///< of ClockRule::fixed
  Time floor;                       ///< no cycle is shorter
  bool pipelined = false;
};

struct Latency {
  Time cycle;
  std::string cycle_set_by;         ///< "longest wire", "floor", "fixed frequency", "router"
  double period_cycles = 1;         ///< cycles from one phit of a channel to the next
  Time node, wire, message;         ///< the parts; they add up to the total
  Time total() const { return node + wire + message; }
  double total_cycles() const { return cycle.base > 0 ? total() / cycle : 0; }
};

/// Zero-load latency of a mean message. Source: [Dally 1990, eq. 2 and 3]; parts as in the reference.
/// Wormhole: hops x router + hops x wire + (size / width) x period; store and forward pays the message at every hop.
Latency zero_load_latency(const LatencyInput& input);

}  // namespace cutline
