// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "cutline/technology/technology.hpp"

namespace cutline {

/// One way to carry a link from module to module: a trace, a bridge, a cable.
struct EdgeMedium {
  std::string name;
  Length reach{kUnlimited};                     ///< longest way from edge to edge with the slack
  Time delay;                                   ///< of a crossing, both ends together, in addition to the edge's
  std::optional<double> energy_pj_per_bit = 0;  ///< of both ends, in addition to the edge's; absent: not known
  Length slack = {};                            ///< by which it is longer than its way
  /// A medium with a time of flight delays its way and slack by it; without one, the wires' delay model counts them.
  std::optional<double> flight_ps_per_mm = {};
};

/// Pins of a module.
struct ModulePins {
  double pins = 0;
};
/// Pins along a module's circumference in its plane.
struct PinsPerMm {
  double pins = 0;
};
/// Pins in a square grid all over the module.
struct BumpGrid {
  Length pitch;
};

/// What the edge of a module offers, and what a crossing costs. A crossing leads from one module of the level to
/// another; its delay and energy are those of both ends together.
struct PackageEdge {
  std::variant<std::monostate, ModulePins, PinsPerMm, BumpGrid> pins;  ///< none: unlimited
  double other_pins = 0;                             ///< pins of a module that carry no links: power, memory
  double bandwidth_gbyte_per_s_per_mm = kUnlimited;  ///< most that a mm of circumference passes, all its pins together
  /// Of the PHY: the area of a pin, or the depth of a strip along the whole circumference; none: it takes no area.
  std::variant<std::monostate, Area, Length> phy;
  Time phy_delay;
  std::optional<double> energy_pj_per_bit = 0;  ///< absent: not known
  std::vector<EdgeMedium> media;                ///< a link takes the first that reaches; empty: any length, no cost
};

/// Makes a medium between modules from a technology: its time of flight, its reach and its slack. A cable also gives
/// the time and energy of its ends; a die's edge keeps those in the PackageEdge. The energy is unknown where the
/// technology does not give that of its ends. Throws an input error where the technology has no time of flight.
EdgeMedium medium_of(const Technology& technology);

/// Makes the edge of a module from a technology. A die's edge gives pins (by the width and wires of a PHY module where
/// it states both, else by its bumps), bandwidth, the area of a pin's share of a PHY module, latency and energy; its
/// only medium is the technology itself. A cable or a line gives that medium alone. Throws as medium_of does.
PackageEdge edge_of(const Technology& technology);

/// One level of packaging: chiplets, chips, boards, cabinets. Lengths count wire pitches in the unit technology, where
/// 1 nm stands for one pitch.
struct PackageLevel {
  std::string name;
  std::array<std::uint32_t, 3> cells{};  ///< grid cells of a module along x, y, z; all 0: the whole machine
  Length spacing, spacing_y;             ///< between neighbouring modules: along x and z, along y
  /// The level's own wiring: wires per mm of each of `layers`, or a technology; none: it does not say.
  std::variant<std::monostate, double, Technology> wiring;
  double layers = 1;  ///< layers whose wires run the same way, where `wiring` is a number
  double usable = 1;  ///< share of the wires that links may take
  PackageEdge edge;
};

/// A hierarchy of modules, innermost first. The cells of every level are whole multiples of those of the level below;
/// the last level is the whole machine. Empty: nothing is packaged.
using Packages = std::vector<PackageLevel>;

/// Wires along x (horizontal) or y that links may use, per millimetre across them, over all layers of the level; absent
/// where the level does not say.
std::optional<double> offered_wires_per_mm(const PackageLevel& level, LayerDirection direction);

bool is_whole_machine(const PackageLevel& level);

/// Throws an input error that names `packages` where a level does not fit on top of those below: its name is taken, its
/// cells are not a whole multiple of theirs, or the level below is already the whole machine.
void expect_fits(const Packages& below, const PackageLevel& level);

}  // namespace cutline
