// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "cutline/output/figure/figure.hpp"
#include "cutline/study/search.hpp"

namespace cutline {

/// The study of a search whose networks are points of these two measures, by their names in `rank` or as quantities.
/// What is searched stays. Throws an input error for a name that no ranking takes, and where the search is for a front
/// of other measures.
Study with_objectives(const Study& study, const std::string& x, const std::string& y);

/// The networks that a search laid out and that keep its limits, by its first two objectives: families by colour and
/// mark, links that follow no rule as one more, the beaten small and the front on top.
Figure search_front_figure(const Study& study, const SearchAnswer& answer);

/// How the best value came down as networks were laid out, one figure a measure; then how the links of each start came
/// down with its moves, one figure a search of links.
std::vector<Figure> search_history_figures(const Study& study, const SearchAnswer& answer);

}  // namespace cutline
