// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "flits/flit_router.hpp"

namespace cutline::test {

/// Counter-based random numbers: the same key gives the same numbers on every machine.
class FlitRandom {
 public:
  explicit FlitRandom(std::uint64_t seed, std::uint64_t stream = 0, std::uint64_t step = 0);
  double uniform();  ///< in [0, 1)

 private:
  std::uint64_t state_;
};

struct FlitChannel {
  std::uint32_t from = 0, to = 0;  ///< routers
  std::uint32_t cycles = 1;        ///< of the link; at least 1
};

struct FlitNetwork {
  std::uint32_t routers = 0;
  std::vector<FlitChannel> channels = {};
  std::vector<std::uint32_t> terminals = {};  ///< the router of each terminal; the links of terminals take 1 cycle
};

constexpr std::uint32_t kEveryClass = ~std::uint32_t{0};

/// Class c of n uses the virtual channels [c V / n, (c + 1) V / n); `kEveryClass` uses all of them.
struct FlitHop {
  std::uint32_t channel = 0, vc_class = kEveryClass;
};

struct FlitPath {
  std::vector<FlitHop> hops = {};
  std::uint32_t injection_class = kEveryClass, ejection_class = kEveryClass;
};

/// Writes the path of one packet; random choices are drawn.
using FlitRoutes = std::function<void(std::uint32_t source, std::uint32_t destination, FlitRandom&, FlitPath&)>;

/// One way to go on from a router to a destination; its chance is proportional to its share.
struct FlitChoice {
  std::uint32_t channel = 0, vc_class = kEveryClass;
  double share = 1;
};

/// Routes from a table of choices by router x terminal (none are needed at the terminal's own router). If `layers`, by
/// terminal x terminal, is given, the whole path of a pair is in its layer, whatever classes the choices name.
FlitRoutes table_routes(const FlitNetwork& network, std::vector<std::vector<FlitChoice>> choices,
                        std::vector<std::uint32_t> layers = {});

/// A packet of F flits takes, without load, 3 + (links + 1) R + cycles of the links + F - 1 cycles, where
/// R = routing_cycles + 2 + traversal_cycles: virtual channels and the switch are allocated in one cycle each.
struct FlitDesign {
  std::uint32_t virtual_channels = 8, classes = 1, buffer_flits = 8;
  std::uint32_t routing_cycles = 0, traversal_cycles = 1,
                credit_cycles = 0;  ///< the last in addition to those of the link
  FlitAllocator allocator = FlitAllocator::islip;
};

/// Packets of one size, and their share of all packets.
struct FlitSize {
  std::uint32_t flits = 1;
  double share = 1;
};

struct FlitRun {
  std::uint32_t packet_flits = 1;
  std::vector<FlitSize> sizes = {};  ///< shares add up to 1; empty: all packets have `packet_flits`
  double load = 0.1;  ///< flits per cycle and terminal; each terminal makes a Bernoulli trial in each cycle
  /// By source x destination: the flits that a source sends to a destination, as a part of `load`. Empty: every
  /// destination gets equally many, the source itself included.
  std::vector<double> traffic = {};
  std::uint64_t seed = 1;
  std::uint32_t warm_up = 10000, measured = 30000;  ///< cycles
  double most = 5;  ///< the run is stable if the mean latency is at most this many times that without load
};

struct FlitResult {
  bool stable = false;
  std::uint64_t packets = 0;        ///< sent in the measured cycles
  double mean = 0, quantile99 = 0;  ///< cycles from the wish to send to the last flit, for packets that arrived
  double without_load = 0;          ///< mean latency that the same packets would have alone
  double accepted = 0;              ///< flits per cycle and terminal that arrived in the measured cycles
  std::vector<double> utilisation;  ///< flits per cycle of each channel in the measured cycles
};

/// Runs until every packet of the measured cycles has arrived, or until their mean latency exceeds the limit; packets
/// under way count with their age. Takes about 0.35 us for each router and cycle.
FlitResult simulate(const FlitNetwork& network, const FlitRoutes& routes, const FlitDesign& design, const FlitRun& run);

}  // namespace cutline::test
