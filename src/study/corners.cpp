// SPDX-License-Identifier: Apache-2.0
#include "study/corners.hpp"

#include <algorithm>
#include <iterator>

namespace cutline {

const std::vector<UncertainFigure>& uncertain_figures() {
  static const std::vector<UncertainFigure> all = {{"wire_delay", &Uncertainty::wire_delay, &Corner::wire_delay},
                                                   {"router_delay", &Uncertainty::router_delay, &Corner::router_delay},
                                                   {"message", &Uncertainty::message, &Corner::message}};
  return all;
}

std::vector<UncertainFigure> uncertain_figures(const Uncertainty& uncertainty) {
  std::vector<UncertainFigure> figures;
  std::copy_if(uncertain_figures().begin(), uncertain_figures().end(), std::back_inserter(figures),
               [&](const UncertainFigure& figure) { return uncertainty.*figure.share > 0; });
  return figures;
}

std::vector<Corner> corners(const Uncertainty& uncertainty) {
  const std::vector<UncertainFigure> figures = uncertain_figures(uncertainty);
  if (figures.empty()) return {};
  std::vector<Corner> all(std::size_t{1} << figures.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t f = 0; f < figures.size(); ++f) {
      const double share = uncertainty.*figures[f].share;
      all[i].*figures[f].factor = (i >> f & 1U) != 0 ? 1 + share : 1 - share;
    }
  }
  return all;
}

}  // namespace cutline
