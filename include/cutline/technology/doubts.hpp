// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "cutline/technology/technology.hpp"

namespace cutline {

/// A number of a technology that is likely a slip.
struct Doubt {
  std::string owner;  ///< the layer's name; "driver", "largest" or empty for the technology itself
  std::string key;    ///< of the number: "c", "r", "width", ...
  std::string message;
  std::string hint;
  bool error = false;  ///< else a warning
};

/// Finds values that are impossible or unlike real wires: a pitch below the width; a capacitance outside 0.05 to 0.4
/// fF/um; a resistance that the width of the layer does not allow, or ten times that of its neighbours of equal width;
/// drivers with delays that no logic has. A value that is out by a factor of a hundred or more is taken for a wrong
/// unit and is an error.
///
/// derived: R = rho / (w t), so that R w^2 = rho / (t / w) moves little from layer to layer, while R itself falls a
/// thousandfold from the lowest to the highest; from copper's 0.017 ohm um at t / w = 2 to ten times that in wires of
/// some nanometres.
std::vector<Doubt> doubts(const Technology& technology);

}  // namespace cutline
