// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cutline/technology/technology.hpp"

namespace cutline {

/// One way to carry a link from module to module: a trace, a bridge, a cable.
struct EdgeMedium {
  std::string name;
  std::optional<Length> reach;                  ///< of the way from edge to edge and the slack; absent: any length
  Time delay;                                   ///< of a crossing, both ends together, beside the edge's own
  std::optional<double> energy_pj_per_bit = 0;  ///< of both ends, beside the edge's; absent: not known
  Length slack = {};                            ///< that it is longer than its way
  /// A medium with a time of flight carries its way and slack at it; one without leaves them to the wires' delay model.
  std::optional<double> flight_ps_per_mm = {};
};

/// What the edge of a module offers, and what a crossing costs. A crossing leads from one module of the level to
/// another: delay and energy are those of both ends together.
struct PackageEdge {
  // The first of the three that is given offers pins; none: as many pins as it takes.
  std::optional<double> pins;         ///< of a module
  std::optional<double> pins_per_mm;  ///< of a module's circumference in its plane
  std::optional<Length> bump_pitch;   ///< pins stand in a square grid all over the module
  double other_pins = 0;              ///< of them, those of a module that carry no links: power, memory
  std::optional<double>
      bandwidth_gbyte_per_s_per_mm;  ///< most that a mm of circumference passes, all its pins together
  // At most one of the two; none: the PHY takes no area.
  std::optional<Area> phy_area;     ///< of a pin
  std::optional<Length> phy_depth;  ///< of a strip along the whole circumference
  Time phy_delay;
  std::optional<double> energy_pj_per_bit = 0;  ///< absent: not known
  std::vector<EdgeMedium> media;                ///< a link takes the first that reaches; empty: any length, no cost
};

/// A technology as a medium between modules: its reach and slack, its time of flight, and, of a cable, the time and
/// energy of its ends; those of a die's edge belong to the edge. A technology that does not say what its ends take has
/// no energy. Throws an input error where it has no time of flight.
EdgeMedium medium_of(const Technology& technology);

/// What a technology says of edges. Of a die's edge: pins by the width and wires of a PHY module where it gives both,
/// else by its bumps; bandwidth, area of a pin's share of a PHY module, latency and energy; its only medium is the
/// technology itself. Of a cable or a line: that medium alone. Throws as medium_of does.
PackageEdge edge_of(const Technology& technology);

/// One level of packaging: chiplets, chips, boards, cabinets. Lengths count wire pitches in the unit technology, where
/// 1 nm stands for one pitch.
struct PackageLevel {
  std::string name;
  std::array<std::uint32_t, 3> cells{};  ///< grid cells of a module along x, y, z; all 0: the whole machine
  Length spacing;                        ///< between neighbouring modules
  std::optional<Length> spacing_y;       ///< between those of neighbouring rows; absent: the same
  std::optional<double> wires_per_mm;    ///< of one layer; absent: those of `technology`
  double layers = 1;                     ///< layers whose wires run the same way
  double usable = 1;                     ///< share of the wires that links may take
  std::optional<Technology> technology;  ///< of the level's own wiring
  PackageEdge edge;
};

/// A hierarchy of modules, innermost first. The cells of every level are whole multiples of those of the level below;
/// the last level is the whole machine. Empty: nothing is packaged.
using Packages = std::vector<PackageLevel>;

/// Wires that a level offers along x (horizontal) or y per millimetre across them, all its layers together, the usable
/// share; absent where nothing is said.
std::optional<double> offered_wires_per_mm(const PackageLevel& level, LayerDirection direction);

bool is_whole_machine(const PackageLevel& level);

/// Throws an input error that names `packages` where a level does not fit on top of those below: a name taken, cells
/// that are no whole multiple of theirs, or nothing left to hold.
void expect_fits(const Packages& below, const PackageLevel& level);

}  // namespace cutline
