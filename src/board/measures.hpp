// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "board/signals.hpp"

// What a board needs before anything is dealt out or drawn: pins by slot, wires over the cuts between slots, signal
// layers. Pure functions of a Board.
//
// Counted: every wire runs straight along x from slot to slot, in a channel between columns of pins or beside them all,
// so these layers are those of one direction. Not counted: layers for wires that change channels.

// Room for tracks between the pads of a board, by exact geometry: what one layer carries past a pin field.

namespace cutline::board {

/// Signal pins of a slot, each line of a pair a pin.
struct PinBudget {
  std::uint64_t needed = 0, there = 0;
  std::uint64_t missing() const { return needed > there ? needed - there : 0; }
};

/// How many signal layers one place of the board asks for.
struct LayersNeeded {
  std::uint32_t place = 0;   ///< cut c lies between slots c - 1 and c; or the slot from which wires escape
  std::uint64_t wires = 0;   ///< over the cut, both lines of a pair; of an escape: pins (pairs) deep in a column
  std::uint64_t tracks = 0;  ///< tracks or pairs of one layer over the cut, or between two pads
  std::optional<std::uint64_t> layers;  ///< absent: wires need to pass and no track does
  std::uint32_t board = 0;              ///< of several: counted from 0
};

/// Of a board, or of several together: then slots and cuts follow each other board by board, and sizes are those of the
/// largest.
struct BoardMeasures {
  std::vector<PinBudget> pins;             ///< by slot
  std::vector<std::uint64_t> cut_wires;    ///< of cut c at c - 1, both lines of a pair
  LayersNeeded cut, escape;                ///< the places that ask for most layers
  Nanometres width = 0, height = 0;        ///< of the box around the outline
  Nanometres longest = 0;                  ///< of all links: the distance of their outermost slots, as a straight track
  std::optional<DrawnMeasures> drawn;      ///< as drawn; absent: not drawn
  std::uint64_t count = 1;                 ///< of boards
  std::uint64_t cables = 0;                ///< links from board to board
  std::uint32_t rails = 0;                 ///< nets of power
  std::uint64_t pins_of_slot_max() const;  ///< needed by the slot that needs most
  std::uint64_t pins_short() const;        ///< of all slots together
  std::uint64_t densest_cut_wires() const;
  /// As drawn, if all wires are; else the most of cuts, escapes and what is drawn.
  std::optional<std::uint64_t> signal_layers() const;
  std::uint32_t worst() const;  ///< the board that asks for them
};

/// Layers by a cut: ceil(wires / tracks of one layer across it), with the fewer tracks of the fields on both sides.
/// Layers by escape of a slot: ceil(pins deep / tracks between two pads), where its wires to one side, left or right,
/// are shared evenly by its columns of signal pins, and each pin behind another takes a track of the channel beside.
/// Source: derived: exact geometry; tracks keep to channels, and every wire over a cut is on some layer.
/// Slots stand in the order of their x, and each has a connector. Cost: O(links + pins).
BoardMeasures measure_board(const Board& board);

/// The measures of several boards together. `kind` says for each board which of the measures are its own. At least one.
BoardMeasures together(const std::vector<BoardMeasures>& measures, const std::vector<std::uint32_t>& kind);

/// The net of a power pin of a connector.
std::string rail_of(const Connector& connector, const ConnectorPin& pin);
/// The nets of power that some pin of a board has.
std::vector<std::string> rails_of_board(const Board& board);

/// The copper layers of a board from top to bottom: the number of a signal layer, kNone for a plane of ground, kNone -
/// 1, kNone - 2 ... for that of each net of power. Each signal layer has a plane above and below it, and neighbours
/// share one: n + 1 planes and 2 n + 1 layers; planes of power lie in the middle, one for each net. Pads of the outer
/// sides stand on the outermost planes. Source: derived.
std::vector<std::uint32_t> copper_stack(std::uint32_t signal_layers, std::uint32_t rails);

/// Tracks side by side, or pairs where the rules say pairs, in a strip that copper may fill: n tracks take
/// n width + (n - 1) space, n pairs n (2 width + gap) + (n - 1) pair_space. 0 where not one fits.
std::int64_t tracks_side_by_side(Nanometres strip, const TrackRules& rules);

/// Of the tracks (pairs) that fit into a channel those that are used: all, or the outermost two at most where lengths
/// are matched, because serpentines leave a channel for the strips of pins beside it.
std::int64_t tracks_dealt(std::int64_t tracks_that_fit, const TrackRules& rules);

/// Tracks that fit side by side between two pads whose centres are `pitch` apart: in pitch - pad - 2 clearance.
std::int64_t tracks_between_pads(Nanometres pitch, Nanometres pad, const TrackRules& rules);

/// Tracks or pairs of one layer that pass the pin field of a slot along x: between its columns of pins, between its
/// connectors, and in the strips above and below the field, inside the edge clearance. A strip counts as many tracks as
/// the widest channel at most, because its tracks end at the pins of one column alone, and no pairs, which end on both
/// sides of a channel. Pins without a use have pads too. Of the outline the highest and the lowest corner count.
/// Keep-outs that lie within x0 .. x1 close what they cover, and a strip that they part counts part by part.
/// Cost: O(columns log columns + keep-outs x columns).
std::int64_t tracks_past(const Board& board, const Slot& slot, Nanometres x0 = 0, Nanometres x1 = -1);

/// The middle of the pin field of a slot along x.
Nanometres middle_of(const Board& board, const Slot& slot);

}  // namespace cutline::board
