// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "cutline/layout/pattern.hpp"

namespace cutline {

/// Routes one pattern: gives every straight part a layer pair, every part its tracks, every end its terminal.
///
/// Left-edge over all parts by their lower ends: a part takes the lowest free tracks of its pair. A straight part goes
/// to the lowest pair with room, else to the pair with the fewest tracks, so t links of one width without bent ones
/// take ceil(t / pairs). Bent parts keep their pair. Cost: O(parts + slots).
void route_pattern(Pattern& pattern, const std::vector<LinkKind>& kinds, std::uint32_t slots, std::uint32_t pairs);

}  // namespace cutline
