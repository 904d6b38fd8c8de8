// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "board/pin_field.hpp"

namespace cutline::board {

/// Lengthens tracks as TrackRules asks: first the shorter line of each pair, then the wires of each link that are
/// shorter than its longest by more than the window, as far as there is room. Serpentines leave a track for the strip
/// of the line of pins beside it, in the rooms between slots, where nothing but vias stands. Fills
/// RoutedBoard::serpentines. Cost: O(tracks x rooms).
void match_lengths(const Board& board, const PinField& field, RoutedBoard& routed);

}  // namespace cutline::board
