// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cutline/output/figure/figure.hpp"
#include "cutline/study/study.hpp"

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

/// A study with the key of its crossover at one value.
struct StudyAtValue {
  double value = 0;
  Study study;
  std::vector<Candidate> candidates;
};
/// Whether an axis names the key of a crossover: "message", or the end of a longer one, "nodes".
bool names_crossover(const CrossoverChoice& choice, const std::string& axis);
/// The values of a crossover as numbers of an axis. Throws an input error where they are a list of other things.
std::vector<double> values_on_axis(const CrossoverChoice& choice);
/// One figure a delay model: y of each candidate against the key of the crossover, a line each. Throws as above.
std::vector<Figure> crossover_figures(const CrossoverChoice& choice, const std::vector<StudyAtValue>& studies,
                                      std::size_t delay, const QuantityAxes& axes);

/// The figures of several specs, one vector a spec, as one: its series are named after their specs. Throws an input
/// error where the specs have different delay models.
std::vector<Figure> joined_figures(std::vector<std::vector<Figure>> figures, const std::vector<std::string>& specs);

/// The last step, after figures were joined: ticks of whole numbers, and a note where y has one value. Throws an input
/// error where x has one value, or an axis that should be logarithmic values that are not above 0.
void settle_axes(std::vector<Figure>& figures, const QuantityAxes& axes);

}  // namespace cutline
