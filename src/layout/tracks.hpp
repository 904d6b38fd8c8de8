// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "cutline/layout/pattern.hpp"

namespace cutline {

/// Routes one pattern: gives every wire a layer pair and a track, and every end a terminal.
///
/// Left-edge algorithm: parts are taken in the order of their lower ends, and each wire takes a free track, on the pair
/// of the wire before it if that has one, else on the lowest pair with one. A new track is opened only where no pair
/// has a free one, on the pair with the fewest tracks. So without bent parts the number of tracks opened, over all
/// pairs, is the number D of wires over the densest place, and the routing channel is ceil(D / pairs) high. No
/// assignment does better, and one pass without a search is enough.
///
/// Three cases differ. Wires of bent parts have their pairs already (PairRule). Where a link keeps to one pair, its
/// wires are dealt together, to the lowest pair with room for all of them, else to the pair that then has the fewest
/// tracks. Where neighbours face, the straight parts between neighbouring slots get places in the zone of the boxes
/// instead of tracks and terminals; the parts of one pair of slots lie side by side.
///
/// Cost: O(parts x units of a part + slots). A unit is a group of wires_per_unit wires (see Pattern) that is dealt as
/// one.
void route_pattern(Pattern& pattern, const std::vector<LinkKind>& kinds, std::uint32_t slots, PairRule rule,
                   bool neighbours_face = false);

}  // namespace cutline
