// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "board/pin_field.hpp"

namespace cutline::board {

/// Lengthens the nets that still lack length when the strips beside their tracks are full: by serpentines wherever a
/// layer has no copper between two pins along x, as far along y as nothing is in the way; then on another layer where
/// the net fits and finds such room, and last on further layers, kMostMoreLayers of them and no more than
/// Board::signal_layers allows. A further layer is taken only for nets that match on it. Nets with vias stay on their
/// layers. `straight`: all tracks without serpentines. Adds to RoutedBoard::serpentines and signal_layers, and counts
/// these in layers_to_match. What lacks most lacks no more than before. Cost: O(nets that lack length x rooms x
/// copper of a layer), up to 3 10^8 visits of tracks.
void seek_room(const Board& board, const PinField& field, const std::vector<BoardTrack>& straight, RoutedBoard& routed);
inline constexpr std::uint32_t kMostMoreLayers = 4;

}  // namespace cutline::board
