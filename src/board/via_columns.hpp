// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "board/board.hpp"

namespace cutline::board {

/// A place in the room between two slots where a wire may leave its channel: vias in the strips of lines of pins, where
/// no tracks run, one above the other, and a lane for tracks along y beside them. A pair has two vias side by side and
/// both lanes between them, so that nothing crosses. A single wire has both of each at one place.
struct ViaColumn {
  std::uint32_t place = 0;                   ///< its position along x
  std::array<Nanometres, 2> via = {0, 0};    ///< x, left and right
  std::array<Nanometres, 2> lane = {0, 0};   ///< x of the tracks along y that belong to them
  std::vector<bool> is_open, is_open_above;  ///< of each line: whether vias fit, and whether lanes reach the next line
};

/// The columns of vias between two slots, or beside the outermost.
struct ViaRoom {
  std::uint32_t begin = 0, end = 0;  ///< in PinField::columns
};

struct ViaColumns {
  std::vector<ViaColumn> columns;  ///< from left to right
  std::vector<ViaRoom> rooms;      ///< from left to right
};

/// A stretch along x without pins; a wire may change its track in `middle`, which columns leave free.
struct FreeStretch {
  Nanometres from = 0, to = 0;  ///< centres of the pins beside it
  bool has_middle = false;
};

/// Columns as dense as pads, lanes and clearances allow. `pads`: the largest pad on each line of pins; vias larger than
/// it would reach into channels, so its strip has none. No columns if the rules drill no vias.
ViaColumns via_columns(const Board& board, std::span<const FreeStretch> free,
                       const std::map<Nanometres, Nanometres>& pads);

/// The least distance of places along x: a track and its space.
Nanometres least_apart(const TrackRules& rules);

}  // namespace cutline::board
