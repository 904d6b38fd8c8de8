// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "cutline/study/study.hpp"

namespace cutline {

/// One corner of the uncertain figures: the factor by which each figure is multiplied.
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

/// The figures for which the user gives an uncertainty, in the order of the catalogue.
std::vector<UncertainFigure> uncertain_figures(const Uncertainty& uncertainty);

/// All combinations of the least and the greatest value of each uncertain figure: 2^n corners for n figures. In corner
/// i, figure f has its greatest value if bit f of i is set. Empty if no figure is uncertain.
std::vector<Corner> corners(const Uncertainty& uncertainty);

}  // namespace cutline
