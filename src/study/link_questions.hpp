// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "study/family_search.hpp"

namespace cutline {

/// The searches of links that a study asks for: its own limits on its grid, or else those that the wiring of the best
/// regular network sets, absent where there is none. Empty where nothing can be searched. Where links take their own
/// cycles, one question is for the fewest hops and one for the fewest cycles.
std::vector<LinksOfNetwork> link_questions(const Study& study, const std::optional<LinksOfNetwork>& model);

}  // namespace cutline
