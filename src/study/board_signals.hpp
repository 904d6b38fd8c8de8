// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "board/measures.hpp"
#include "study/board_choice.hpp"

namespace cutline {

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
