// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "board/measures.hpp"
#include "cutline/detail/study/design.hpp"

namespace cutline {

/// The slots of some nodes, where they are unlike the others.
struct SlotConnectors {
  std::vector<SaidNodes> nodes;
  std::vector<board::Connector> connectors;  ///< in place of those that all slots have; empty: the same
  bool back = false;                         ///< their cards stand on the other side of the board
};

/// The boards of a design as the spec gives them: slots at a pitch or at places, which no wiring stretches.
/// evaluate/board_of.hpp makes the boards of a candidate from it.
struct BoardChoice {
  board::Nanometres slot_pitch = 0;
  std::vector<board::Connector> connectors;               ///< of each slot, one above the other along y; at least one
  std::vector<SlotConnectors> slots;                      ///< the exceptions
  std::optional<board::Nanometres> connector_gap;         ///< between their outermost columns; absent: the column pitch
  std::array<board::Nanometres, 2> margin{0, 5'000'000};  ///< from the slots, and from the pads, to the outline
  board::TrackRules tracks;
  std::uint32_t signal_layers = 0;  ///< that the stack-up has; 0: as many as it takes
  std::optional<board::Nanometres> thickness;
  std::optional<board::Material> material;
  std::optional<double> nyquist_ghz;
  std::optional<double> loss_budget_db;  ///< what a link may lose from card to card
  double loss_of_connector_db = 0, loss_of_via_db = 0;
  std::vector<board::Nanometres> places;  ///< middles of the slots from the left, in place of the pitch; empty: none
  std::vector<std::array<board::Nanometres, 2>> outline;  ///< empty: a rectangle around slots and pads
  std::vector<board::BoardBox> keep_outs;
};

/// The middle of the slot of a column, from the left edge.
inline board::Nanometres middle_of_slot(const BoardChoice& choice, std::uint32_t column) {
  if (!choice.places.empty()) return choice.places.at(column);
  return choice.margin[0] + choice.slot_pitch / 2 + column * choice.slot_pitch;
}

/// From slot to slot, in the mean where they stand at places.
inline board::Nanometres mean_slot_pitch(const BoardChoice& choice) {
  if (choice.places.size() < 2) return choice.places.empty() ? choice.slot_pitch : 2 * choice.places.front();
  return (choice.places.back() - choice.places.front()) / static_cast<board::Nanometres>(choice.places.size() - 1);
}

/// Whether the columns of a layout keep the pitch of the slots of a board: no size of nodes says otherwise.
inline bool keeps_slots(const Design& design) {
  return design.board && design.node_width.base == 0 && design.line_length.base == 0 && design.tiles.empty();
}

/// The least width of the boxes of a design's nodes: its own, else the pitch of the slots that they stand in; zero: the
/// technology's.
inline Length least_node_width(const Design& design, const Technology& technology) {
  if (design.node_width.base > 0 || !design.board || technology.unit) return design.node_width;
  return {static_cast<double>(mean_slot_pitch(*design.board))};
}

/// What a board is for its signals, as far as its design says enough. All of it is about.
struct BoardSignals {
  double longest_mm = 0;  ///< of a track as drawn, else straight from slot to slot
  std::optional<board::Stripline> line;
  std::optional<double> impedance_ohm;       ///< of a track by itself
  std::optional<double> pair_impedance_ohm;  ///< differential
  std::optional<double> dielectric_db_per_cm, copper_db_per_cm;
  double fixed_db = 0;  ///< of the connectors at both ends, and of the vias of the net that has most
  std::optional<double> loss_db, reach_cm;
  std::optional<double> skew_ps, pair_skew_ps, stub_mm;
  double db_per_cm() const { return dielectric_db_per_cm.value_or(0) + copper_db_per_cm.value_or(0); }
};

/// A track lies between two planes, at `plane_distance` or where copper layers spread evenly over the thickness put
/// them. The copper's loss counts where this is known. Reach is the length at which a link has lost the budget.
/// Source: derived: losses in dB add up along a link; skew is a difference of lengths times sqrt(dk) / c.
BoardSignals board_signals(const BoardChoice& choice, const board::BoardMeasures& measures);

}  // namespace cutline
