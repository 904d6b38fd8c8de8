// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "cutline/output/figure/figure.hpp"
#include "cutline/study/study.hpp"

/// Networks by two measures, and the front of the best, for the figures of candidates and of searches.
namespace cutline::figure {

/// A network by two measures.
struct Placed {
  double x = 0, y = 0;
  std::string name, family;
  bool on_front = false;
};

/// The axis of a measure, with its unit in FigureAxis::unit.
FigureAxis measure_axis(const RankTerm& term, bool unit_technology, bool per_terminal);

/// Adds the networks to a figure; each family has a colour and a mark of its own. Beaten networks are small; those on
/// the front lie on top of them and have their names. With `line`, the front itself lies below all.
void add_front(std::vector<Placed> all, const std::vector<RankTerm>& terms, bool line, Figure& figure);

}  // namespace cutline::figure
