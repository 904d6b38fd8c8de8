// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "cutline/base/data.hpp"
#include "families/search.hpp"

namespace cutline::tables {

/// {"grid", "directed", "limits", "moves", "seed", "mean_hops", "bound_mean_hops", "gap", "links" ...}; values that are
/// not known are null.
Data links_data(const LinkAnswer& answer);

/// Some lines that say what was asked, what was found, how far from the best it can be, and how to repeat it.
std::string link_answer_text(const LinkAnswer& answer);

}  // namespace cutline::tables
