// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "cutline/output/figure/figure.hpp"
#include "cutline/study/study.hpp"

/// Networks by two measures, and the front of the best: what the figures of candidates and of searches share.
namespace cutline::figure {

/// A network by two measures.
struct Placed {
  double x = 0, y = 0;
  std::string name, family;
  bool on_front = false;
};

/// The axis of a measure, with its unit apart.
FigureAxis measure_axis(const RankTerm& term, bool unit_technology, bool per_terminal);

/// Adds the networks of every family, in colours and marks of its own: all that are beaten, small, then those on the
/// front, on top of them and with their names; where `line`, the front below them.
void add_front(std::vector<Placed> all, const std::vector<RankTerm>& terms, bool line, Figure& figure);

}  // namespace cutline::figure
