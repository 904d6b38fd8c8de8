// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "cutline/technology/technology.hpp"

namespace cutline {

/// The medium of a wire, for the models that count in metres: one layer of a technology, or a medium without tracks.
/// Its figures are those of the technology and of the layer's wires. A default object has none, like the unit
/// technology.
struct WireMedium : Signalling {
  std::string name = "the unit technology";  ///< "nangate45 metal6"
  bool metres = false;                       ///< false in the unit technology
  double via_ohm = 0;                        ///< the stack at each end of a wire
  std::optional<Cable> ends;                 ///< of a cable, or of a wire from die to die

  // The figures that must be there.
  double r_ohm_per_mm() const { return figures[TechnologyFigure::r_ohm_per_mm]; }
  double c_ff_per_mm() const { return figures[TechnologyFigure::c_ff_per_mm]; }
  double flight_ps_per_mm() const { return figures[TechnologyFigure::flight_ps_per_mm]; }
  bool has_wire() const {
    return figures.has(TechnologyFigure::r_ohm_per_mm) && figures.has(TechnologyFigure::c_ff_per_mm);
  }
  bool has_flight() const { return figures.has(TechnologyFigure::flight_ps_per_mm); }

  /// The length by which the wire is longer than its way.
  Length slack() const { return ends ? ends->slack : Length{}; }
  /// Characteristic impedance of the wire without its resistance, flight / capacitance. Needs both.
  double impedance_ohm() const { return flight_ps_per_mm() / c_ff_per_mm() * 1e3; }
};

/// The medium of a layer, as find_layer finds it. Throws input errors.
///
/// A layer that has an inductance of its own has the flight sqrt(l c); any other has that of its technology.
WireMedium wire_medium(const Technology& technology, std::string_view layer = {});

}  // namespace cutline
