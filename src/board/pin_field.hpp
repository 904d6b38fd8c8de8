// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "board/routed_board.hpp"

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

/// Where a wire can end: a signal pin, or the two pins of a pair.
struct PinEnd {
  std::uint32_t left = 0, right = 0;  ///< in PinField::pins; one pin: the same
  std::uint32_t from = 0, to = 0;     ///< their positions along x
  bool across = false;                ///< the pair stands on two lines, `left` on the lower one
  bool left_positive = true;
};

/// A strip between two lines of pins. Channel i has line i - 1 below it and line i above.
struct RowChannel {
  Nanometres y0 = 0, y1 = 0;           ///< free of pads
  std::uint32_t tracks = 0;            ///< on a layer; pairs count as one
  Nanometres first = 0;                ///< centre of the lowest track
  Nanometres pitch = 0;                ///< from track to track
  std::vector<std::uint32_t> blocked;  ///< steps along x that the outline or a keep-out closes
};

/// The pins of a board as its router sees them: lines along x and positions along x. Steps along x are 2 p at position
/// p and 2 p + 1 between p and p + 1.
struct PinField {
  std::vector<Pin> pins;
  std::vector<Nanometres> lines;                  ///< y of each line of pins, ascending
  std::uint32_t positions = 0;                    ///< places along x of pins and vias, apart for two tracks
  std::vector<std::array<Nanometres, 2>> places;  ///< of each position: x of its first and its last pin
  std::vector<std::uint32_t> jogs;                ///< how many wires may change tracks between it and the next one
  std::vector<RowChannel> channels;               ///< one more than lines
  std::vector<std::vector<PinEnd>> ends;          ///< [slot x lines + line], from left to right
  std::vector<std::uint32_t> left_to_right;       ///< the rank of each slot along x
  std::vector<ViaColumn> columns;                 ///< with vias: from left to right
  std::vector<ViaRoom> rooms;                     ///< from left to right
  std::vector<FreeStretch> free;                  ///< the rooms between slots, and with vias those outside
  std::vector<PinEnd>& at(std::uint32_t slot, std::size_t line) { return ends[slot * lines.size() + line]; }
  const std::vector<PinEnd>& at(std::uint32_t slot, std::size_t line) const { return ends[slot * lines.size() + line]; }
  std::uint32_t size_at(std::uint32_t slot, std::size_t line) const {
    return static_cast<std::uint32_t>(at(slot, line).size());
  }
};

/// From the first track of a channel to the next one; of pairs, from pair to pair.
Nanometres track_pitch(const TrackRules& rules);
/// Where a wire changes tracks after a position: x of the left one of its lines.
Nanometres jog_x(const PinField& field, const TrackRules& rules, std::uint32_t place, std::uint32_t column);
PinField pin_field(const Board& board);

/// Columns as dense as pads, lanes and clearances allow. `pads`: the largest pad on each line of pins; vias larger than
/// it would reach into channels, so its strip has none. No columns if the rules drill no vias.
ViaColumns via_columns(const Board& board, std::span<const FreeStretch> free,
                       const std::map<Nanometres, Nanometres>& pads);

/// The least distance of places along x: a track and its space.
Nanometres least_apart(const TrackRules& rules);

}  // namespace cutline::board
