// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "cutline/output/figure/figure.hpp"

namespace cutline::figure {

struct Tick {
  double value = 0;
  std::string text;  ///< the number; empty: a short tick without a number
};

/// Maps the values of one axis to millimetres on the page.
struct PlotAxis {
  double low = 0, high = 1;  ///< values at the ends, low < high; both above 0 where logarithmic
  bool logarithmic = false;
  bool whole = false;
  double low_mm = 0, high_mm = 1;  ///< where the ends lie
  double at(double value) const;
};

/// An axis that shows every value of a figure's series, with some room at its ends if values could touch them. On a
/// logarithmic axis, values of 0 lie at the low end.
PlotAxis x_axis(const Figure& figure);
PlotAxis y_axis(const Figure& figure);

/// Ticks at 1, 2 and 5 times powers of ten, or at multiples of these. About `most` (>= 2) have numbers, and at least
/// two if the values allow it. Logarithmic axes have short ticks between them.
std::vector<Tick> axis_ticks(const PlotAxis& axis, std::size_t most);

/// The text of a number: in full if the largest number of its axis is between a thousandth and a million, else with the
/// power of ten of the largest. The number of decimals follows from `step`.
std::string tick_text(double value, double step, double largest);

}  // namespace cutline::figure
