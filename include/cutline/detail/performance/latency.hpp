// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "cutline/detail/base/values.hpp"

namespace cutline {

enum class Switching { wormhole, store_and_forward, virtual_cut_through };
enum class ClockRule { longest_wire, per_link, fixed };

/// The inputs of the latency of a candidate under one delay model. All of them are measured or given elsewhere.
struct LatencyInput {
  double mean_hops = 0;
  Time longest_wire;     ///< delay of the longest wire
  Time mean_route_wire;  ///< the sum of the wires' own delays, averaged over routes (clock rule per_link)
  /// Whole cycles on the links of a mean route, each by its own delay (fixed clock, pipelined wires). Absent: every
  /// link takes as many cycles as the longest wire.
  std::optional<double> mean_route_cycles;
  double router_cycles = 0;       ///< per hop
  Time router_time;               ///< per hop, in addition to router_cycles
  double first_routers = 0;       ///< routers that a message passes before its first hop: 1 if the first router counts
  double mean_interchanges = 0;   ///< mean hops that end at an interchange; part of mean_hops
  double interchange_cycles = 0;  ///< of such a hop, instead of the router's
  Time interchange_time;
  /// Least cycles from one phit to the next through a router, or through an interchange that messages pass.
  double site_period_cycles = 0;
  Time site_period;  ///< the same as a time
  double injection_cycles = 0, ejection_cycles = 0;
  Time injection_time, ejection_time;
  double width_bits = 1;     ///< of a channel; a fraction in ideal candidates
  bool whole_cycles = true;  ///< a message takes ceil(size / width) cycles; ideal candidates size / width
  struct Part {
    double size_bits = 0;
    double share = 1;
    double packets = 1;  ///< of this size, which a terminal sends to one destination, one after another
  };
  std::vector<Part> messages;  ///< shares sum to 1
  Switching switching = Switching::wormhole;
  ClockRule clock = ClockRule::longest_wire;
  Time fixed_cycle;  ///< of ClockRule::fixed
  Time floor;        ///< no cycle is shorter
  bool pipelined = false;
  double credit_cycles = 0;  ///< that the tail of a mean message comes later for want of credits
  double packet_gap = 0;     ///< cycles by which packets of a message follow each other later, for want of channels
};

/// The whole cycles that a wire takes, at least one. A delay that exceeds a whole number only by a rounding error takes
/// that number. All delays become cycles here.
double whole_cycles(Time delay, Time cycle);

/// The lower limits of a cycle.
enum class CycleLimit : std::uint8_t { longest_wire, fixed_frequency, floor, router };
/// "longest wire", "fixed frequency", "floor", "router".
std::string_view cycle_limit_text(CycleLimit limit);

/// The clock and what wires and routers take of it, whatever the messages.
struct ChannelClock {
  Time cycle;
  CycleLimit cycle_set_by = CycleLimit::longest_wire;
  double link_cycles = 1;    ///< of the longest wire
  double period_cycles = 1;  ///< from one phit of a channel to the next
  Time site_period;          ///< LatencyInput::site_period
};

struct Latency {
  double phits = 0;          ///< of a mean message, or of a packet where messages have several
  double burst_cycles = 0;   ///< that a mean packet waits in its terminal for those of its message that go first
  Time node, wire, message;  ///< the parts of the latency; the total is their sum
  Time total() const { return node + wire + message; }
};

/// The clock of zero_load_latency(): it reads the longest wire, the sites' periods and the clock's rule alone.
ChannelClock clock_of(const LatencyInput& input);

/// Zero-load latency of a mean message. Source: [Dally 1990, eq. 2 and 3].
///
/// The cycle is the larger of the floor and the time that the clock rule gives: the longest wire's delay, or the fixed
/// cycle. With a fixed cycle, a phit takes c = ceil(longest wire / cycle) cycles for a link, at least one; the next
/// phit follows after c cycles, or after 1 if wires are pipelined. Under the other rules both numbers are 1.
///
/// A router or interchange passes a phit only once in its period. A period in cycles lengthens the channel's period. A
/// period given as a time lengthens the cycle or, under ClockRule::fixed, the channel's period by whole cycles.
///
///   node       (hops - interchanges + first routers) x router + interchanges x interchange + injection + ejection;
///              cycles of a router are multiples of the cycle
///   wire       hops x c cycles, or the routes' own cycles if they are given; under ClockRule::per_link the mean of
///              the routes' own wire delays
///   message    (size / width) x period cycles, whole phits in layouts: the mean over the messages' shares; where
///              buffers are shallower than the credit loop, also the cycles that its tail waits for credits.
///              Of n packets the mean one also waits for (n - 1) / 2 others, from when the message is ready, and for
///              the gaps between them
///
/// With store and forward, every node waits for the last phit: a hop takes a link's time and one period for each other
/// phit, so that the message part is hops x (phits - 1) x period; a message has at least one phit there. Without load,
/// virtual cut-through is the same as wormhole. Where routers take no time and links and periods one cycle, the latency
/// is cycle x (hops + phits), and for store and forward cycle x hops x phits.
Latency zero_load_latency(const LatencyInput& input);

struct Topology;

/// Ordered pairs of nodes at each distance in hops: entry d of the result; entry 0 is the nodes themselves. Pairs
/// without a way are in no entry. Exact.
///
/// In a product network, distances add over digits, so the histograms of the digits are convolved. In any other
/// network, a breadth-first search starts from every node. Throws a limit error past 2^62 nodes, whose pairs do not fit
/// into the numbers. Absent past `effort` link visits. Cost: O(digits x diameter^2), and the searches of the digits.
std::optional<std::vector<Int128>> distance_histogram(const Topology& topology, std::uint64_t effort);

/// The mean zero-load latency of messages at one distance.
struct LatencyAtDistance {
  std::uint64_t hops = 0;
  double share = 0;  ///< share of all messages under uniform traffic
  Time latency;
};

/// The shares of messages for which LatencySpread names a latency.
inline constexpr std::array<double, 4> kLatencyShares = {0.5, 0.9, 0.99, 1};

/// What messages of one size take longer than mean messages do: so much, and so much for each hop.
struct LatencyOfSize {
  double share = 1;  ///< of all messages
  Time more, more_per_hop;
  Time at(std::uint64_t hops) const { return more + more_per_hop * static_cast<double>(hops); }
};

/// How latencies without load are distributed under uniform traffic.
struct LatencySpread {
  /// The most distances that a record lists. If there are more, the quantiles stand for them.
  static constexpr std::size_t kMostListed = 64;

  std::vector<LatencyAtDistance> by_distance;  ///< ascending hops; of mean messages
  std::vector<LatencyOfSize> by_size = {LatencyOfSize{}};  ///< the sizes of messages
  /// The latencies that the shares kLatencyShares of all messages do not exceed.
  std::array<Time, 4> quantiles{};
  bool empty() const { return by_distance.empty(); }
};

}  // namespace cutline
