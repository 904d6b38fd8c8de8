// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "cutline/technology/technology.hpp"

namespace cutline {

/// The medium of a wire, for the models that count in metres: one layer of a technology, or a medium without tracks.
/// Figures that the technology does not give are absent. A default object has none, like the unit technology.
struct WireMedium : Signalling {
  std::string name = "the unit technology";  ///< "nangate45 metal6"
  bool metres = false;                       ///< false in the unit technology
  std::optional<double> r_ohm_per_mm;
  std::optional<double> c_ff_per_mm;
  double via_ohm = 0;         ///< the stack at each end of a wire
  std::optional<Cable> ends;  ///< of a cable, or of a wire from die to die

  /// By which the wire is longer than its way.
  Length slack() const { return ends ? ends->slack : Length{}; }
  /// Characteristic impedance of the wire without its resistance, flight / capacitance. Needs both.
  double impedance_ohm() const { return *flight_ps_per_mm / *c_ff_per_mm * 1e3; }
};

/// The medium of a layer, as find_layer finds it. Throws input errors.
///
/// A layer that has an inductance of its own has the flight sqrt(l c); any other has that of its technology.
WireMedium wire_medium(const Technology& technology, std::string_view layer = {});

}  // namespace cutline
