// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "cutline/study/ranking.hpp"

namespace cutline {

/// Adds to each ranking what its reader must know: machines of different sizes, router delays left at 0, and where the
/// papers' closed forms with any real radix and width would let another candidate win, and why it does not.
void add_remarks(const Study& study, const std::vector<Candidate>& candidates, std::vector<Ranking>& rankings);

}  // namespace cutline
