// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "cutline/layout/pattern.hpp"

namespace cutline {

/// Routes one pattern: gives every straight part a layer pair, every part its tracks, every end its terminal.
///
/// Left-edge algorithm: parts are taken by their lower ends, and each takes the lowest free tracks of its pair. On one
/// pair it opens only as many tracks as wires lie over the densest place, and no assignment needs fewer: parts are
/// intervals, so greedy is optimal. It needs one pass and no search. A straight part goes to the lowest pair with room,
/// else to the pair with the fewest tracks, so t links of one width without bent ones take ceil(t / pairs). Bent parts
/// keep their pair. Where neighbours face, the straight parts between neighbouring slots get places in the zone of the
/// boxes instead of tracks and terminals, those of one pair of slots side by side. Cost: O(parts + slots).
void route_pattern(Pattern& pattern, const std::vector<LinkKind>& kinds, std::uint32_t slots, std::uint32_t pairs,
                   bool neighbours_face = false);

}  // namespace cutline
