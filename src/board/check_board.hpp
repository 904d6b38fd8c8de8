// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "board/routed_board.hpp"

namespace cutline::board {

enum class BoardFault : std::uint8_t {
  oblique,    ///< a track runs neither along x nor along y
  clearance,  ///< two nets are too near to each other, or touch
  outline,    ///< a track leaves the outline less its edge
  keep_out,   ///< a track passes a keep-out
  open,       ///< pins of a net are not joined
  wrong_pin,  ///< a net ends at another slot than its link, at a pin that is no signal, or at one of other polarity
  missing,    ///< a wire has no pins and is not listed as left over
  stack,      ///< a track on a layer that is not there, or a via where the rules drill none
};

struct FoundFault {
  BoardFault kind = BoardFault::clearance;
  std::uint32_t net = 0;    ///< in RoutedBoard::nets
  std::uint32_t other = 0;  ///< of `clearance` between tracks: the other net
  Nanometres x = 0, y = 0;  ///< near this place
};

/// Checks a routed board against the board alone, whatever drew it: on each layer tracks keep their distance from pads
/// and from tracks of other nets, from the outline and the keep-outs; vias do so on every layer, `clearance` from all
/// copper of other nets; tracks and vias of every net join one pin at each slot of its link.
/// Cost: O(n log n + pairs of neighbours) for n tracks and pins times layers.
std::vector<FoundFault> check_board(const Board& board, const RoutedBoard& routed);

}  // namespace cutline::board
