// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "cutline/base/function_ref.hpp"
#include "cutline/output/figure/figure.hpp"

namespace cutline::figure {

/// Delay against the length of a wire from `from` to `to`, both above 0. The lines have one name and meet at their
/// ends; each covers a range in which the model holds, or one in which it does not. Lengths have equal ratios if
/// `logarithmic`, else equal distances.
std::vector<FigureSeries> delay_lines(const std::string& name, double from, double to, bool logarithmic,
                                      FunctionRef<double(double)> delay, FunctionRef<bool(double)> holds);

}  // namespace cutline::figure
