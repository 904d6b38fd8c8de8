// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "cutline/output/figure/figure.hpp"

namespace cutline {

/// What a figure of any two numbers of the candidates shows. A name is that of a quantity, or of a parameter of the
/// candidates' families: "latency", "graph.diameter_hops", "dimensions".
struct QuantityAxes {
  std::string x, y;
  std::string group;  ///< candidates with the same value of this make a series; empty: those of a family
  bool log_x = false, log_y = false;
};

/// One figure a delay model: a point for each candidate that has both numbers, joined along x within its group. Numbers
/// that the spec expects of y, as printed somewhere, are marks beside them. Throws an input error for an unknown name.
std::vector<Figure> quantity_figures(const FigureInput& input, const QuantityAxes& axes);

/// The figures of several specs, one vector a spec, as one: its series are named after their specs. Throws an input
/// error where the specs have different delay models.
std::vector<Figure> joined_figures(std::vector<std::vector<Figure>> figures, const std::vector<std::string>& specs);

}  // namespace cutline
