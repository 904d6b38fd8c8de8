// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "board/routed_board.hpp"
#include "board/via_columns.hpp"

namespace cutline::board {

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
};

/// From the first track of a channel to the next one; of pairs, from pair to pair.
Nanometres track_pitch(const TrackRules& rules);
/// Where a wire changes tracks after a position: x of the left one of its lines.
Nanometres jog_x(const PinField& field, const TrackRules& rules, std::uint32_t place, std::uint32_t column);
PinField pin_field(const Board& board);

}  // namespace cutline::board
