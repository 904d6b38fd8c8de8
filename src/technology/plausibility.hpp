// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/technology/technology.hpp"

namespace cutline {

/// A number of a technology that is likely to be a mistake.
struct Implausible {
  std::string owner;  ///< the name of the layer, "unit" or "largest" for a driver, or empty for the technology itself
  std::string key;    ///< of the number: "c", "r", "width", ...
  std::string message;
  std::string hint;
  bool error = false;  ///< false: a warning
};

/// Finds values that are impossible or unlike real wires: a pitch below 15 nm, or not above the width; a capacitance
/// outside 0.05 to 0.4 fF/um; a resistance that does not fit the width of the layer; a capacitance or, with the widths
/// allowed for, a resistance that differs tenfold from those of the neighbouring layers; vias, supplies and times of
/// flight out of range; drivers with delays that no logic has. A value that is off by a factor of a hundred or more is
/// taken for a wrong unit and is an error.
///
/// derived: R = rho / (w t), so R w^2 = rho / (t / w) changes little from layer to layer, while R itself falls a
/// thousandfold from the lowest layer to the highest. The resistivity rho is 0.017 ohm um in copper and up to ten times
/// that in wires of some nanometres; t / w is about 2.
std::vector<Implausible> implausible_values(const Technology& technology);

}  // namespace cutline
