// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "flits/flit_simulator.hpp"
#include "performance/channel_waits.hpp"

namespace cutline::test {

/// Random graphs in which all nodes have one degree; random graphs of any degrees; random graphs of one-way channels;
/// networks of the catalogue of families.
enum class UnpickedKind { regular, irregular, one_way, family };

/// A network that a seed drew, as the simulator and as the model see it.
struct UnpickedNetwork {
  std::string name;  ///< describes what was drawn
  UnpickedKind kind = UnpickedKind::regular;
  bool uniform = true;  ///< its traffic
  Flows flows;
  std::vector<double> cycles;  ///< of every channel's link
  LoadedRouters routers;
  FlitNetwork network;
  FlitRoutes routes;
  FlitDesign design;
  FlitRun run;
  double law = 0;    ///< mean cycles of a message without load, as the simulator's packets take them alone
  double bound = 0;  ///< flits a cycle and terminal at which some channel or terminal passes one flit in every cycle

  ChannelModel model() const { return {flows, cycles, routers}; }
};

/// Number `index` of a seed's networks. It has 16 to 144 nodes, routes that are proven free of circles of waiting, 2 to
/// 8 virtual channels of 2 to 32 flits, packets of 1 to 16 flits (in two sizes for a quarter of the networks), links of
/// 1 to 6 cycles (all equal for half of the networks), routers of 3 to 6 cycles, and uniform traffic or another
/// pattern. The kinds of network follow each other in turn, and so do the families of the catalogue. Every value is
/// drawn evenly from a list, whatever the results are.
UnpickedNetwork unpicked_network(std::uint64_t seed, std::uint32_t index);

}  // namespace cutline::test
