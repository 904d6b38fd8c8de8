// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "cutline/layout/pattern.hpp"

namespace cutline {

/// Gives the fast layer pairs to the tracks with the longest links. It permutes the tracks of all pairs, except those
/// with bent parts, whose pairs are the same on two lines. `fastest_first` lists all pairs, or none where all are
/// equally fast. The routing channel never grows. Cost: O(units + t log t) in the tracks t of all pairs.
void prefer_fast_pairs(Pattern& pattern, const std::vector<std::uint8_t>& fastest_first);

}  // namespace cutline
