// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "board/board.hpp"
#include "board/material.hpp"
#include "cutline/detail/study/design.hpp"

namespace cutline {

/// Connectors of the slots of some nodes, in place of those that all slots have.
struct SlotConnectors {
  std::vector<SaidNodes> nodes;
  std::vector<board::Connector> connectors;
};

/// The board of a design as the spec gives it: slots at a pitch, which no wiring stretches. evaluate/board_of.hpp makes
/// the board of a candidate from it.
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
};

/// The least width of the boxes of a design's nodes: its own, else the pitch of the slots that they stand in; zero: the
/// technology's.
inline Length least_node_width(const Design& design, const Technology& technology) {
  if (design.node_width.base > 0 || !design.board || technology.unit) return design.node_width;
  return {static_cast<double>(design.board->slot_pitch)};
}

}  // namespace cutline
