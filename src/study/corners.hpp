// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/study/study.hpp"
#include "machine/market.hpp"

namespace cutline {

/// One corner of the uncertain figures: the factor by which each figure is multiplied, and where prices stand: -1 at
/// their least, 0 as given, 1 at their most.
struct Corner {
  double wire_delay = 1;
  double router_delay = 1;
  double message = 1;
  double copper_price = 0, optics_price = 0, switch_price = 0, hall_price = 0;

  machine::OfPriceKinds prices() const { return {copper_price, optics_price, switch_price, hall_price}; }
};

/// One row of the catalogue of uncertain figures.
struct UncertainFigure {
  const char* name;
  double Uncertainty::*share;
  double Corner::*factor;
  std::optional<machine::PriceKind> prices = {};  ///< whose interval it is; absent: a figure of time
};
/// Figures of time stand first.
const std::vector<UncertainFigure>& uncertain_figures();

/// All combinations of the least and the greatest value of each of these figures, given by their numbers in the
/// catalogue: 2^n corners for n figures. In corner i, figure f has its greatest value if bit f of i is set. Empty if no
/// figure is uncertain.
std::vector<Corner> corners(const Uncertainty& uncertainty, const std::vector<std::size_t>& figures);

/// The figures of time for which the user gives an uncertainty, and their corners: prices change no time.
std::vector<std::size_t> uncertain_times(const Uncertainty& uncertainty);
std::vector<Corner> corners(const Uncertainty& uncertainty);

}  // namespace cutline
