// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "cutline/base/function_ref.hpp"
#include "cutline/output/figure/figure.hpp"

namespace cutline::figure {

/// Delay against the length of a wire, between two lengths above 0, as lines of one name that meet. Each line covers a
/// range in which the model holds, or does not. Lengths stand at equal ratios, or at equal distances if `logarithmic`
/// is false.
std::vector<FigureSeries> delay_lines(const std::string& name, double from, double to, bool logarithmic,
                                      FunctionRef<double(double)> delay, FunctionRef<bool(double)> holds);

}  // namespace cutline::figure
