// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/technology/technology.hpp"

namespace cutline {

/// One way to carry a link from module to module: a trace, a bridge, a cable.
struct EdgeMedium {
  std::string name;
  Length reach{kUnlimited};                     ///< greatest length of a link from edge to edge, slack included
  Time delay;                                   ///< of a crossing, both ends together, in addition to the edge's
  std::optional<double> energy_pj_per_bit = 0;  ///< of both ends, in addition to the edge's; absent: not known
  Length slack = {};                            ///< by how much a link is longer than the way from edge to edge
  /// Time of flight. If it is given, it sets the delay of the way and the slack; if not, the delay model of the wires
  /// does.
  std::optional<double> flight_ps_per_mm = {};
};

/// Pins of a module.
struct ModulePins {
  double pins = 0;
};
/// Pins per millimetre of the circumference of a module in its plane.
struct PinsPerMm {
  double pins = 0;
};
/// Pins in a square grid over the whole module.
struct BumpGrid {
  Length pitch;
};

/// The resources of the edge of a module, and the cost of a crossing. A crossing leads from one module of the level to
/// another; its delay and energy are those of both ends together.
struct PackageEdge {
  std::variant<std::monostate, ModulePins, PinsPerMm, BumpGrid> pins;  ///< none: unlimited
  double other_pins = 0;  ///< pins of a module that carry no links: power, memory
  /// Greatest bandwidth of all pins of a mm of circumference together.
  double bandwidth_gbyte_per_s_per_mm = kUnlimited;
  /// Area of the PHY: its area for each pin, or the depth of its strip along the whole circumference; none: it takes no
  /// area.
  std::variant<std::monostate, Area, Length> phy;
  Time phy_delay;
  std::optional<double> energy_pj_per_bit = 0;  ///< absent: not known
  /// A link takes the first that reaches far enough; empty: links of any length, at no cost.
  std::vector<EdgeMedium> media;
};

/// Makes a medium between modules from a technology: its time of flight, its reach and its slack. A cable also gives
/// the delay and energy of its ends; for a die's edge, edge_of puts these into the PackageEdge. The energy is unknown
/// if the technology does not give that of the ends. Throws an input error if the technology has no time of flight.
EdgeMedium medium_of(const Technology& technology);

/// Makes the edge of a module from a technology. A die's edge gives the pins (by the width and the wires of a PHY
/// module if it states both, else by its bumps), the bandwidth, the area of a pin's share of a PHY module, the latency
/// and the energy; its only medium is the technology itself. A cable or a line gives that medium only. Throws as
/// medium_of does.
PackageEdge edge_of(const Technology& technology);

/// One level of packaging: chiplets, chips, boards, cabinets. In the unit technology lengths count wire pitches; 1 nm
/// stands for one pitch.
struct PackageLevel {
  std::string name;
  /// Grid cells of a module along x, y and z; 0: as far as those of the level above reach; all 0: the whole machine.
  std::array<std::uint32_t, 3> cells{};
  Length spacing, spacing_y;  ///< between neighbouring modules: along x and z, along y
  /// The level's own wiring: the wires per mm of each of `layers`, or a technology; none: not given.
  std::variant<std::monostate, double, Technology> wiring;
  double layers = 1;  ///< number of layers whose wires run the same way, if `wiring` is a number
  double usable = 1;  ///< share of the wires that links may take
  PackageEdge edge;
};

/// A hierarchy of modules, innermost first. Along each axis the cells of a level are a whole multiple of those of the
/// level below. The last level is the whole machine. Empty: nothing is packaged.
using Packages = std::vector<PackageLevel>;

/// The number of wires along x (horizontal) or y (vertical) that links may use, per millimetre across the wires, on all
/// layers of the level together. Absent if the level does not give its wiring.
std::optional<double> offered_wires_per_mm(const PackageLevel& level, LayerDirection direction);

bool is_whole_machine(const PackageLevel& level);

/// Throws an input error that names `packages` if a level does not fit on top of those below: its name is taken, its
/// cells are not a whole multiple of those of the level below, or that level is already the whole machine.
void expect_fits(const Packages& below, const PackageLevel& level);

}  // namespace cutline
