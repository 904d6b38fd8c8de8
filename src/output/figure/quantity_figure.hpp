// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cutline/output/figure/figure.hpp"
#include "cutline/study/study.hpp"

namespace cutline {

/// The axes of a figure of any two numbers of the candidates. Each name is a quantity, or a parameter of the
/// candidates' families: "latency", "graph.diameter_hops", "dimensions".
struct QuantityAxes {
  std::string x, y;
  std::string group;  ///< candidates with the same value of this form a series; empty: those of one family do
  bool log_x = false, log_y = false;
};

/// One figure per delay model. Each candidate that has both numbers is a point; the points of a group are joined along
/// x. The printed values of y that the spec expects are marks beside them. Throws an input error for an unknown name.
std::vector<Figure> quantity_figures(const FigureInput& input, const QuantityAxes& axes);

/// A study in which the key of the crossover has one fixed value.
struct StudyAtValue {
  double value = 0;
  Study study;
  std::vector<Candidate> candidates;
};
/// Whether an axis names the key of a crossover: the whole key, "message", or the end of a longer one, "nodes".
bool names_crossover(const CrossoverChoice& choice, const std::string& axis);
/// The values of a crossover as numbers on an axis. Throws an input error if they are not numbers.
std::vector<double> values_on_axis(const CrossoverChoice& choice);
/// One figure per delay model: y of each candidate against the key of the crossover, one line per candidate. Throws the
/// errors of quantity_figures().
std::vector<Figure> crossover_figures(const CrossoverChoice& choice, const std::vector<StudyAtValue>& studies,
                                      std::size_t delay, const QuantityAxes& axes);

/// Joins the figures of several specs, one vector per spec; the series are named after their specs. Throws an input
/// error if the specs have different delay models.
std::vector<Figure> joined_figures(std::vector<std::vector<Figure>> figures, const std::vector<std::string>& specs);

/// The last step, after figures are joined: sets ticks to whole numbers where all values are whole, and adds a note
/// where y has one value only. Throws an input error if x has one value only, or if a logarithmic axis has a value that
/// is not above 0.
void settle_axes(std::vector<Figure>& figures, const QuantityAxes& axes);

}  // namespace cutline
