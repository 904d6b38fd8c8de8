// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace cutline::board {

/// The dielectric of a board.
struct Material {
  std::string name, summary;
  std::string source;     ///< where its figures stand; empty: the user's own
  double dk = 1, df = 0;  ///< relative permittivity and loss tangent
};

/// Loss of the dielectric along `inches` at a frequency, in dB; about, since Dk and Df vary with the frequency, and
/// without the loss of the conductor. Source: [RF Essentials], dB/in = 2.3 f sqrt(Dk) Df with f in GHz.
double dielectric_loss_db(const Material& material, double ghz, double inches);

}  // namespace cutline::board
