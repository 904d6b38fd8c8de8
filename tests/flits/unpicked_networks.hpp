// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cutline/performance/channel_waits.hpp"
#include "flits/flit_simulator.hpp"

namespace cutline::test {

/// Random graphs of one degree; of any degrees; of channels that go one way; networks of the catalogue of families.
enum class UnpickedKind { regular, irregular, one_way, family };

/// A network that a seed drew, as the simulator and as the model see it.
struct UnpickedNetwork {
  std::string name;  ///< what was drawn, in words
  UnpickedKind kind = UnpickedKind::regular;
  bool uniform = true;  ///< its traffic
  Flows flows;
  std::vector<double> cycles;  ///< of every channel's link
  LoadedRouters routers;
  FlitNetwork network;
  FlitRoutes routes;
  FlitDesign design;
  FlitRun run;
  double law = 0;    ///< mean cycles of a message without load: what the simulator's packets take alone
  double bound = 0;  ///< flits a cycle and terminal at which some channel, or some terminal, passes one in every cycle

  ChannelModel model() const { return {flows, cycles, routers}; }
};

/// Number `index` of a seed's networks: of 16 to 144 nodes, with routes that are proven free of circles of waiting, 2
/// to 8 virtual channels of 2 to 32 flits, packets of 1 to 16 flits, a quarter of the networks with two sizes, links of
/// 1 to 6 cycles, half of the networks with all alike, routers of 3 to 6, and uniform traffic or another pattern. Kinds
/// follow each other in turn, and so do the families of the catalogue. Every value is drawn evenly from a list, without
/// a look at what comes out.
UnpickedNetwork unpicked_network(std::uint64_t seed, std::uint32_t index);

}  // namespace cutline::test
