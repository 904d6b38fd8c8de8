// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "cutline/layout/pattern.hpp"

namespace cutline {

/// Routes one pattern: gives every wire a layer pair and a track, every end its terminal.
///
/// Left-edge algorithm: parts are taken by their lower ends, and each wire takes a free track: on the pair of the wire
/// before it, else on the lowest pair with one. Only where no pair has a free track is a new one opened, on the pair
/// with the fewest. So without bent parts as many tracks are opened as wires lie over the densest place, D, in all
/// pairs together, and the channel is ceil(D / pairs) high, which no assignment betters. It needs one pass and no
/// search. Wires of bent parts have their pairs already (PairRule). Where a link keeps to one pair, its wires are dealt
/// together, to the lowest pair with room for all or else that with the fewest tracks. Where neighbours face, the
/// straight parts between neighbouring slots get places in the zone of the boxes instead of tracks and terminals, those
/// of one pair of slots side by side. Cost: O(parts x units of a part + slots); a unit is all wires of a link on one
/// pair, or one wire where links have no multiple of `pairs` wires.
void route_pattern(Pattern& pattern, const std::vector<LinkKind>& kinds, std::uint32_t slots, PairRule rule,
                   bool neighbours_face = false);

}  // namespace cutline
