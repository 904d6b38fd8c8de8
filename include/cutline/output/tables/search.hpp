// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "cutline/base/data.hpp"
#include "cutline/output/text/table.hpp"
#include "cutline/study/search.hpp"

namespace cutline {

/// {"grid", "directed", "limits", "moves", "seed", "mean_hops", "bound_hops", "gap", "links" ...}; what is not known is
/// null.
Data search_data(const SearchAnswer& answer);

/// One row a link: a, b, and its span in pitches of routers.
Table search_links_table(const SearchAnswer& answer);

/// What was asked, what was found, how far from the best it can be, and how to repeat it; some lines.
std::string search_text(const SearchAnswer& answer);

/// The candidates of a spec: the network found, and the mesh of the same grid where its links are two-way. Empty where
/// nothing was found.
std::string search_candidates(const SearchAnswer& answer);

}  // namespace cutline
