// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "board/channel_page.hpp"
#include "board/pin_field.hpp"

namespace cutline::board {

/// A wire, or a pair, that asks for pins and a track.
struct Wire {
  std::uint32_t link = 0, wire = 0;
  std::vector<std::uint32_t> slots;  ///< from left to right
  bool may_pass = true;              ///< one channel could hold it: no pair of more than two slots
};

/// Where a wire runs.
struct DealtPlace {
  std::uint32_t channel = kNone, layer = 0, track = 0;
  std::vector<TrackChange> changes;              ///< of its track, from left to right
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

/// Where a stretch of a detour leaves its channel: at pins, or at a column of vias.
struct StretchEnd {
  Side side = Side::below;
  std::uint32_t place = 0, last_place = 0;  ///< positions along x
  std::uint32_t slot = kNone, end = 0;      ///< at pins: in PinField::at() of slot and line
  std::uint32_t column = kNone;             ///< else in PinField::columns
};

/// A part of a wire along one channel.
struct Stretch {
  std::uint32_t channel = 0, layer = 0, track = 0;
  std::array<StretchEnd, 2> ends;  ///< in the order of the wire, which may lead to the left
  std::size_t left() const { return ends[0].place <= ends[1].place ? 0 : 1; }
  bool is_left(std::size_t end) const { return left() == end; }
};

/// A wire that changes channels. Stretch i and i + 1 meet at pins of a bus, or in a column of vias: in one via where
/// both lead to the same line of pins, else in two with a track along y.
struct Detour {
  std::vector<Stretch> stretches;
  std::vector<std::uint32_t> layers;  ///< of each meeting place: of those along y, from 0; kNone: no track along y
};

/// Every wire's place on a number of layers, or why it has none.
struct Dealt {
  std::vector<DealtPlace> places;  ///< of each wire; without a channel: a detour, or left over
  std::vector<Detour> detours;     ///< of each wire; empty: none has one
  std::vector<LeftBecause> why;    ///< of each wire
  std::uint32_t left = 0, left_by_tracks = 0;
  std::uint32_t layers_along_x = 0, layers_along_y = 0;
  bool has(std::size_t wire) const {
    return places[wire].channel != kNone || (!detours.empty() && !detours[wire].stretches.empty());
  }
};

/// How many layers may be used.
struct DealLayers {
  std::uint32_t along_x = 1, along_y = 0;
  bool has_vias = false;            ///< detours are allowed
  std::uint32_t most_left = kNone;  ///< past so many wires without a place the rest may be left undealt
};

/// Deals pins and tracks out to wires from left to right: each takes the channel with most free pins and tracks, and
/// there the first layer on which it fits, where another wire may leave on its other side to make room. A wire without
/// a place displaces others that have one elsewhere. Where a slot has too few pins, the wires whose other slots
/// lack pins too get none first. What is left then makes detours over layers along y, where these are allowed.
Dealt deal(const PinField& field, std::span<const Wire> wires, const DealLayers& layers);

/// Which wires get no pins where slots have too few, so that few do: one at a time, of the slot that lacks most pins
/// the one whose other slots lack most. `pins`: of each slot. Cost: O(pins that lack x links of a slot).
std::vector<bool> wires_without_pins(std::span<const Wire> wires, const std::vector<std::uint32_t>& pins);

}  // namespace cutline::board
