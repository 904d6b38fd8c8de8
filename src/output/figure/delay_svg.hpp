// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "cutline/output/figure/figure.hpp"
#include "delay/delay_curves.hpp"

namespace cutline {

/// Delay against length, both on logarithmic scales, as SVG. A line is dotted where its model does not hold. The same
/// input gives the same bytes. Throws the errors of figure_svg().
std::string delay_svg(const DelayCurves& curves, const FigurePage& page = {});

}  // namespace cutline
