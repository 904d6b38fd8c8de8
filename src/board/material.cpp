// SPDX-License-Identifier: Apache-2.0
#include "board/material.hpp"

#include <cmath>

namespace cutline::board {

double dielectric_loss_db(const Material& material, double ghz, double inches) {
  return 2.3 * ghz * std::sqrt(material.dk) * material.df * inches;
}

}  // namespace cutline::board
