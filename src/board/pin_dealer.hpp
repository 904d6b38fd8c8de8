// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "board/pin_field.hpp"

namespace cutline::board {

/// A wire, or a pair, that asks for pins and a track.
struct Wire {
  std::uint32_t link = 0, wire = 0;
  std::vector<std::uint32_t> slots;  ///< from left to right
};

/// The side of a channel on which a wire's pin stands.
enum class Side : std::uint8_t { below, above, across };

/// Where a wire runs.
struct DealtPlace {
  std::uint32_t channel = kNone, layer = 0, track = 0;
  std::uint32_t last_track = 0;                  ///< after it changed tracks; else the same
  std::uint32_t gap = kNone;                     ///< in PinField::gaps: where it changes tracks
  Side first = Side::below, last = Side::below;  ///< of its leftmost pin, and of all others
  std::vector<std::uint32_t> ends;               ///< at each slot: in PinField::at() of slot and line
  Side side(std::size_t slot) const { return slot == 0 ? first : last; }
};

/// The line of pins on a side of a channel.
inline std::size_t line_of(std::uint32_t channel, Side side) { return side == Side::above ? channel : channel - 1; }
/// Whether the upper track of a pair leads to the left pin of its end; the lower one then leads to the right pin. Pins
/// below a channel: at the left end of a wire the track farther from them starts more to the left, so that it goes
/// around the nearer one, and at all other ends it is the other way round.
inline bool upper_at_left(Side side, bool leftmost) {
  return side != Side::across && (side == Side::below) == leftmost;
}

/// Every wire's place on a number of layers, or why it has none.
struct Dealt {
  std::vector<DealtPlace> places;  ///< of each wire; without a channel: left over
  std::vector<LeftBecause> why;    ///< of each wire
  std::uint32_t left = 0, left_by_tracks = 0;
};

/// Deals pins and tracks out to wires from left to right: each takes the channel with most free pins at its ends, and
/// there the first free track. A wire without free pins displaces others that have a place elsewhere.
Dealt deal(const PinField& field, std::span<const Wire> wires, std::uint32_t layers);

}  // namespace cutline::board
