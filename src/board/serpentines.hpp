// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "board/routed_board.hpp"

namespace cutline::board {

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

}  // namespace cutline::board
