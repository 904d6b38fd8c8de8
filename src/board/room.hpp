// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "board/board.hpp"

// Room for tracks between the pads of a board, by exact geometry: what one layer carries past a pin field.

namespace cutline::board {

/// Tracks side by side, or pairs where the rules say pairs, in a strip that copper may fill: n tracks take
/// n width + (n - 1) space, n pairs n (2 width + gap) + (n - 1) pair_space. 0 where not one fits.
std::int64_t tracks_side_by_side(Nanometres strip, const TrackRules& rules);

/// Of the tracks (pairs) that fit into a channel those that are used: all, or the outermost two at most where lengths
/// are matched, because serpentines leave a channel for the strips of pins beside it.
std::int64_t tracks_dealt(std::int64_t tracks_that_fit, const TrackRules& rules);

/// Tracks that fit side by side between two pads whose centres are `pitch` apart: in pitch - pad - 2 clearance.
std::int64_t tracks_between_pads(Nanometres pitch, Nanometres pad, const TrackRules& rules);

/// Tracks or pairs of one layer that pass the pin field of a slot along x: between its columns of pins, between its
/// connectors, and in the strips above and below the field, inside the edge clearance. A strip counts as many tracks as
/// the widest channel at most, because its tracks end at the pins of one column alone, and no pairs, which end on both
/// sides of a channel. Pins without a use have pads too. Of the outline the highest and the lowest corner count.
/// Keep-outs that lie within x0 .. x1 close what they cover, and a strip that they part counts part by part.
/// Cost: O(columns log columns + keep-outs x columns).
std::int64_t tracks_past(const Board& board, const Slot& slot, Nanometres x0 = 0, Nanometres x1 = -1);

/// The middle of the pin field of a slot along x.
Nanometres middle_of(const Board& board, const Slot& slot);

}  // namespace cutline::board
