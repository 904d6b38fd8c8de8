// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "families/family_search.hpp"

namespace cutline {

/// The link searches of a study. Their limits are the user's if the spec gives a grid, or if `model` is absent; else
/// those that the wiring of `model`, the best regular network, sets. If links take their own cycles, one question is
/// for the fewest hops and one for the fewest cycles. Empty if nothing can be searched.
std::vector<LinksOfNetwork> link_questions(const Study& study, const std::optional<LinksOfNetwork>& model);

}  // namespace cutline
