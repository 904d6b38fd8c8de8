// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "cutline/output/figure/figure.hpp"
#include "families/search.hpp"

namespace cutline {

/// The study with the two measures as objectives of its search, so that each network is a point of a figure. A measure
/// has its name in `rank` or that of a quantity. The searched networks stay the same. Throws an input error for a name
/// that no ranking takes, and if the search is for a front of other measures.
Study with_objectives(const Study& study, const std::string& x, const std::string& y);

/// The networks that a search laid out and that keep its limits, by its first two objectives. Each family has a colour
/// and a mark; networks whose links follow no rule count as one more family. Beaten networks are drawn small, and the
/// front on top.
Figure search_front_figure(const Study& study, const SearchAnswer& answer);

/// How the best value fell as networks were laid out, one figure per measure; then how the value of each start fell
/// with its moves, one figure per search of links.
std::vector<Figure> search_history_figures(const Study& study, const SearchAnswer& answer);

}  // namespace cutline
