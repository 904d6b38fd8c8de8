// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "cutline/base/quantity.hpp"
#include "cutline/technology/technology.hpp"

namespace cutline {

/// Defaults of every model, law and export: the virtual channels of a channel, and the flits in the buffer of each.
/// Exports use deeper buffers where a packet or the round trip of a credit needs them.
inline constexpr int kVirtualChannels = 8;
inline constexpr double kDepthFlits = 8;

/// A router as the law sees it: as many inputs as outputs, each as wide as a channel.
struct RouterShape {
  double ports = 0;       ///< inputs, those of its terminals included; a fraction in ideal candidates
  double width_bits = 1;  ///< of a port
  double virtual_channels = kVirtualChannels;  ///< of an input port
  double depth_flits = kDepthFlits;            ///< of each virtual channel, a flit a channel wide
  double buffer_flits() const { return virtual_channels * depth_flits; }
};

/// The cost of a router. A part is absent where the technology does not give the figures for it.
struct RouterCost {
  std::optional<Area> area;
  std::optional<double> energy_pj_per_bit;  ///< of random data, per hop
};

/// Estimate of a router: input buffers of flip-flops and a crossbar of wires, on a chip. B = virtual channels x depth:
///
///   side      S = ports x width x wire pitch: a crossbar's every input wire passes every output wire, on the lowest
///             layer pair that carries the network; pitch and capacitance c of its two layers, S_h x S_v in all
///   area      S_h S_v + ports x width x B x M; a stored bit M, a flip-flop and a two-way multiplexer, takes
///             kFlipFlopCells + kMultiplexerCells inverters, each kCellTracks wire pitches high and kCellColumns wide,
///             of the finest horizontal and vertical layer
///   energy    V^2 / 4 x (c_h S_h + c_v S_v + (ports + 2 B + 1) (C0 + Cp)) of a bit, C0 + Cp of the smallest inverter:
///             an input and an output wire across the crossbar, with a switch at each crossing of either; a gate at
///             each of the B flip-flops that the written bit reaches; a stored bit of two inverters; and B - 1 two-way
///             multiplexers, all of which switch as the reader steps from flit to flit; data are random
///
/// The crossbar's area grows with the square of ports x width, the buffers' with ports x width x B; the energy of a bit
/// grows with ports x width, and with B. Arbiters, clocks, leakage and the drivers of links are left out. Area needs a
/// chip with pitches; energy needs a chip with a supply, a driver and the capacitance of both layers.
///
/// Source: derived; no constant is fitted. A standard cell is about ten wires high and an inverter two wide; in cells
/// of libraries (nangate45, DSENT) a flip-flop takes about eight inverters, a multiplexer about three and a half.
/// Against DSENT's routers of 22 nm, 3 to 5 ports of 128 bits and 24 flits (tests/golden/routers_nocsim.csv): energy 18
/// to 20 % above; area 28 to 30 % above with cells of Intermediate wires, half with cells of Metal1, whose pitch is
/// half of a gate's there. So an estimate within a factor of two at best.
RouterCost router_by_law(const Technology& technology, const RouterShape& shape);

/// The figures of a technology that the law uses, for explanations.
struct RouterLawFigures {
  const Layer* horizontal = nullptr;  ///< of the lowest pair that carries the network; null where there is none
  const Layer* vertical = nullptr;
  Area stored_bit;  ///< of a buffer: a flip-flop and a two-way multiplexer
};
RouterLawFigures router_law_figures(const Technology& technology);

inline constexpr double kFlipFlopCells = 8;
inline constexpr double kMultiplexerCells = 3.5;
inline constexpr double kCellTracks = 10;
inline constexpr double kCellColumns = 2;

/// Names in words what the technology lacks for the law's energy; empty where nothing is missing.
std::string missing_for_router_energy(const Technology& technology);
/// Likewise for the law's area.
std::string missing_for_router_area(const Technology& technology);

}  // namespace cutline
