// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "board/pin_field.hpp"

namespace cutline::board {

/// Lengthens tracks as TrackRules asks: first the shorter line of each pair, then the wires of each link that are
/// shorter than its longest by more than the window, as far as there is room. Serpentines leave a track for the strip
/// of the line of pins beside it, in the rooms between slots, where nothing but vias stands. Fills
/// RoutedBoard::serpentines. Cost: O(tracks x rooms).
void match_lengths(const Board& board, const PinField& field, RoutedBoard& routed);

/// A turn of a serpentine: out at `from`, back at `to`, so far along y.
struct Tooth {
  Nanometres from = 0, to = 0, reach = 0;
};

/// The pieces of a track along x with teeth that do not meet, from left to right.
std::vector<BoardTrack> with_teeth(const BoardTrack& track, std::vector<Tooth> teeth);

/// A length that a net lacks: to the longer line of its pair, or, with both lines alike, to the longest net of its
/// link.
struct LackingLength {
  std::uint32_t net = 0;
  Nanometres length = 0;
  bool both = false;
};

/// What nets lack to the windows that the rules ask for. Of pairs the shorter lines, in the order of the nets; of links
/// the positive lines, the shortest nets first. `lengths`: of each net. None where the rules ask for no such match.
std::vector<LackingLength> lacking_in_pairs(const Board& board, const RoutedBoard& routed,
                                            const std::vector<Nanometres>& lengths);
std::vector<LackingLength> lacking_in_links(const Board& board, const RoutedBoard& routed,
                                            const std::vector<Nanometres>& lengths);

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
