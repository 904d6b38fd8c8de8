// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "cutline/base/data.hpp"
#include "cutline/output/text/table.hpp"
#include "cutline/study/search.hpp"

namespace cutline {

/// {"regular", "irregular", "left_out", "objectives", "winners", "points", "history"}: the networks of families, null
/// where none were asked for, and one entry for each search of links; then all networks that keep the limits by the
/// objectives, and how the best came down.
Data search_data(const Study& study, const SearchAnswer& answer);

/// The links of the first search of links, one row a link: a, b, and its span in pitches of routers.
Table search_links_table(const SearchAnswer& answer);

/// The networks of the front by both objectives, in the order of the first; no rows where no front was asked for.
Table search_front_table(const Study& study, const SearchAnswer& answer);

/// Why each candidate of the first ranking beats the next, one line each. Empty where there is one alone.
std::string beats_next_text(const Study& study, const std::vector<Candidate>& candidates, const Ranking& ranking);

/// How many networks of families were tried and what became of them. Empty where links alone were searched.
std::string families_text(const SearchAnswer& answer);
/// For each search of links what was asked, what was found, how far from the best it can be, and how to repeat it.
std::string bounds_text(const SearchAnswer& answer);
/// Both, with an empty line between them.
std::string search_text(const SearchAnswer& answer);

/// The candidates of a spec: the best networks of families, the networks of the links found, and the mesh of the same
/// grid where links alone were searched. Empty where nothing was found.
std::string search_candidates(const SearchAnswer& answer);

}  // namespace cutline
