// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "cutline/study/study.hpp"

namespace cutline {

/// One corner of what is uncertain: by how much each figure is multiplied.
struct Corner {
  double wire_delay = 1;
  double router_delay = 1;
  double message = 1;
};

/// One row of the catalogue of uncertain figures.
struct UncertainFigure {
  const char* name;
  double Uncertainty::*share;
  double Corner::*factor;
};
const std::vector<UncertainFigure>& uncertain_figures();

/// The figures that the user is not sure of, in the order of the catalogue.
std::vector<UncertainFigure> uncertain_figures(const Uncertainty& uncertainty);

/// Each uncertain figure at its least and at its most, with each of every other: 2^n corners of n figures, the first
/// figure changing fastest, the least first. None where all is sure.
std::vector<Corner> corners(const Uncertainty& uncertainty);

}  // namespace cutline
