// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/technology/technology.hpp"

namespace cutline {

/// Defaults of every model, law and export: the number of virtual channels of a channel, and of flits in the buffer of
/// each. Exports use deeper buffers if a packet or the round trip of a credit needs them.
inline constexpr int kVirtualChannels = 8;
inline constexpr double kDepthFlits = 8;

/// The router of the law. It has as many inputs as outputs, each as wide as a channel.
struct RouterShape {
  double ports = 0;       ///< number of inputs, those of its terminals included; may be a fraction in ideal candidates
  double width_bits = 1;  ///< of a port
  double virtual_channels = kVirtualChannels;  ///< of an input port
  double depth_flits = kDepthFlits;            ///< of each virtual channel; a flit is as wide as a channel
  double buffer_flits() const { return virtual_channels * depth_flits; }
};

/// The cost of a router. A part is absent if the technology does not give the figures for it.
struct RouterCost {
  std::optional<Area> area;
  std::optional<double> energy_pj_per_bit;  ///< of random data, per hop
};

/// Estimates the area and the energy of a router on a chip: input buffers of flip-flops and a crossbar of wires. With
/// B = virtual channels x depth:
///
///   side      S = ports x width x wire pitch. In the crossbar every input wire crosses every output wire, on the
///             lowest layer pair that carries the network. Horizontal wires are S_h long, vertical wires S_v; c_h and
///             c_v are the capacitances per length of their layers.
///   area      S_h S_v + ports x width x B x M. M is the area of a stored bit, a flip-flop and a two-way multiplexer.
///             The technology gives it (stored_bit_mm2); if it does not, M is kFlipFlopCells + kMultiplexerCells
///             inverters, each kCellTracks wire pitches high and kCellColumns wide, in the pitches of the crossbar's
///             layers. That is too much where cells have finer wires than the network. Layers that are not in use do
///             not count.
///   energy    of a bit: V^2 / 4 x (c_h S_h + c_v S_v + (ports + 2 B + 1) (C0 + Cp)), with C0 + Cp of the smallest
///             inverter. It counts an input and an output wire across the crossbar, with a switch at each crossing of
///             either; a gate at each of the B flip-flops that the written bit reaches; a stored bit of two inverters;
///             and B - 1 two-way multiplexers, all of which switch as the reader steps from flit to flit. Data are
///             random.
///
/// The area of the crossbar grows with the square of ports x width, that of the buffers with ports x width x B; the
/// energy of a bit grows with ports x width, and with B. Arbiters, clocks, leakage and the drivers of links are left
/// out. The area needs a chip with pitches; the energy needs a chip with a supply, a driver and the capacitance of both
/// layers.
///
/// Source: derived; no constant is fitted. A standard cell is about ten wires high and an inverter two wide; in cells
/// of libraries (nangate45, DSENT) a flip-flop takes about eight inverters, a multiplexer about three and a half.
/// Compared with DSENT's routers of 22 nm, 3 to 5 ports of 128 bits and 24 flits (tests/golden/routers_nocsim.csv), the
/// energy is 18 to 20 % higher. The area is 28 to 30 % higher with cells of Intermediate wires. In six cell libraries
/// (layouts/technologies) M without a figure, at the pitches of the lowest wires, is 0.6 to 1.2 times that of the
/// cells.
RouterCost router_by_law(const Technology& technology, const RouterShape& shape);

/// The figures of a technology that the law uses, for explanations.
struct RouterLawFigures {
  const Layer* horizontal = nullptr;  ///< of the lowest layer pair that carries the network; null if there is none
  const Layer* vertical = nullptr;
  Area stored_bit;  ///< area of one bit of a buffer: a flip-flop and a two-way multiplexer
};
RouterLawFigures router_law_figures(const Technology& technology);

inline constexpr double kFlipFlopCells = 8;
inline constexpr double kMultiplexerCells = 3.5;
inline constexpr double kCellTracks = 10;
inline constexpr double kCellColumns = 2;

/// What the technology lacks for the energy of the law, in words; empty if nothing is missing.
std::string missing_for_router_energy(const Technology& technology);
/// The same for the area of the law.
std::string missing_for_router_area(const Technology& technology);

}  // namespace cutline
