// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "cutline/base/function_ref.hpp"
#include "cutline/output/figure/figure.hpp"

namespace cutline {

/// A delay over the length of a wire, between two lengths above 0, as lines of one name that meet: one a stretch in
/// which the model holds, or does not. Lengths are at equal ratios, or with `logarithmic` false at equal distances.
std::vector<FigureSeries> delay_lines(const std::string& name, double from, double to, bool logarithmic,
                                      FunctionRef<double(double)> delay, FunctionRef<bool(double)> holds);

}  // namespace cutline
