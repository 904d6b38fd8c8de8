// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "cutline/delay/delay_curves.hpp"

namespace cutline {

/// Delay against length, both on logarithmic scales, as SVG: a line is dotted where its model does not hold. Same
/// input, same bytes.
std::string delay_svg(const DelayCurves& curves, double width_mm = 180);

}  // namespace cutline
