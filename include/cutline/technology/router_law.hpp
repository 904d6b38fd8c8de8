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

/// Estimate of a router: input buffers of flip-flops and a crossbar of wires, on a chip.
///
///   side      S = ports x width x wire pitch: a crossbar's every input wire passes every output wire, on the lowest
///             layer pair that carries the network; pitch and capacitance c of its two layers, S_h x S_v in all
///   area      S_h S_v + ports x width x virtual channels x depth x F; a flip-flop F takes kFlipFlopCells inverters,
///   each kCellTracks
///             wire pitches high and kCellColumns wide, of the finest horizontal and vertical layer
///   energy    V^2 / 4 x (c_h S_h + c_v S_v + ports (C0 + Cp) + (2 + log2 buffer) (C0 + Cp)) of a bit: an input and an
///             output wire across the crossbar, a switch of a unit inverter at each crossing of either, a stored bit of
///             two unit inverters, and a tree of two-way multiplexers that reads it; data are random
///
/// The crossbar's area grows with the square of ports x width; the buffers' area and the energy grow in proportion to
/// ports x width. Arbiters, clocks, leakage and the drivers of links are left out. Area needs a chip with pitches;
/// energy needs a chip with a supply, a driver and the capacitance of both layers. Source: derived, an estimate: within
/// a factor of two at best. Flip-flop and inverter: a standard cell is about ten wires high, an inverter two wide, a
/// flip-flop eight inverters.
RouterCost router_by_law(const Technology& technology, const RouterShape& shape);

/// The figures of a technology that the law uses, for explanations.
struct RouterLawFigures {
  Length pitch_horizontal, pitch_vertical;  ///< of the lowest pair that carries the network
  std::optional<double> c_horizontal_ff_per_mm, c_vertical_ff_per_mm;
  Area flip_flop;
};
RouterLawFigures router_law_figures(const Technology& technology);

inline constexpr double kFlipFlopCells = 8;
inline constexpr double kCellTracks = 10;
inline constexpr double kCellColumns = 2;

/// Names in words what the technology lacks for the law's energy; empty where nothing is missing.
std::string missing_for_router_energy(const Technology& technology);
/// Likewise for the law's area.
std::string missing_for_router_area(const Technology& technology);

}  // namespace cutline
