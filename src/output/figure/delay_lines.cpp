// SPDX-License-Identifier: Apache-2.0
#include "output/figure/delay_lines.hpp"

#include <cmath>

#include "cutline/base/function_ref.hpp"

namespace cutline::figure {

std::vector<FigureSeries> delay_lines(const std::string& name, double from, double to, bool logarithmic,
                                      FunctionRef<double(double)> delay, FunctionRef<bool(double)> holds) {
  constexpr int kSamples = 240;
  std::vector<FigureSeries> lines;
  for (int i = 0; i <= kSamples; ++i) {
    const double share = static_cast<double>(i) / kSamples;
    const double length = logarithmic ? from * std::pow(to / from, share) : from + (to - from) * share;
    const double value = delay(length);
    const bool outside = !holds(length);
    if (lines.empty() || lines.back().outside != outside) {
      if (!lines.empty()) {
        lines.back().xs.push_back(length);
        lines.back().ys.push_back(value);
      }
      lines.push_back({name, SeriesStyle::line, {}, {}, {}, outside});
    }
    lines.back().xs.push_back(length);
    lines.back().ys.push_back(value);
  }
  return lines;
}

}  // namespace cutline::figure
