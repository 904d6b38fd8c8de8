// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/output/text/table.hpp"
#include "families/search.hpp"

namespace cutline {

/// {"regular", "irregular", "left_out", "objectives", "winners", "points", "history"}. "regular" holds the networks of
/// families (null if none were asked for), "irregular" one entry for each search of links, "points" all networks that
/// keep the limits, by the objectives, and "history" how the best value fell.
Data search_data(const Study& study, const SearchAnswer& answer);

/// The links of the first search of links, one row per link: a, b, and the span in pitches of routers.
Table search_links_table(const SearchAnswer& answer);

/// The networks of the front with both objectives, sorted by the first; no rows if no front was asked for.
Table search_front_table(const Study& study, const SearchAnswer& answer);

/// Why each candidate of the ranking beats the next, one line each. Empty if only one is ranked.
std::string beats_next_text(const Study& study, const std::vector<Candidate>& candidates, const Ranking& ranking);

/// How many networks of families were tried and what became of them. Empty if only links were searched.
std::string families_text(const SearchAnswer& answer);
/// For each search of links what was asked, what was found, how far from the best it can be, and how to repeat it.
std::string bounds_text(const SearchAnswer& answer);
/// families_text() and bounds_text(), with an empty line between them.
std::string search_text(const SearchAnswer& answer);

/// The `candidates` of a spec: the best networks of families, the networks of the links found, and the mesh of the same
/// grid if only links were searched. Empty if nothing was found.
std::string search_candidates(const SearchAnswer& answer);

}  // namespace cutline

namespace cutline::tables {

/// {"grid", "directed", "limits", "moves", "seed", "mean_hops", "bound_mean_hops", "gap", "links" ...}; values that are
/// not known are null.
Data links_data(const LinkAnswer& answer);

/// Some lines that say what was asked, what was found, how far from the best it can be, and how to repeat it.
std::string link_answer_text(const LinkAnswer& answer);

}  // namespace cutline::tables
