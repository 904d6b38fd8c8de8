// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/study/ranking.hpp"

namespace cutline {

/// The input of a verdict: the candidates in the order of one ranking, with their scores and ranks.
struct Ranked {
  const Study& study;
  const std::vector<Candidate>& candidates;
  const Ranking& ranking;
  std::size_t delay = 0;
  const Candidate& at(std::size_t place) const { return candidates[ranking.order[place]]; }
};

Verdict verdict(const Ranked& ranked);

/// The order under load of the candidates that Timing::up_to_saturation tells.
LoadReigns load_reigns(const Ranked& ranked);

/// "ns", "mm2 per terminal", or empty for a count.
std::string unit_of_measure(const Ranked& ranked, const RankMeasure& measure);

/// The property that costs the loser most: the one whose exchange for the winner's lowers its latency most. Cause::none
/// where no exchange does.
Cause cause_of(const LatencyInput& loser, const LatencyInput& winner);

/// The cause and the figures of the loss of the candidate at a place against the winner.
Loss loss_at(const Ranked& ranked, std::size_t place);
/// Why a host emulates its guest more slowly than the winner: by its channels, by its number of transmissions in a row,
/// or by its wires, whichever gains most if exchanged for the winner's. Cause::none where no exchange gains.
Loss host_loss(const Emulation& loser, const Emulation& winner, const ChosenDelay& delay);

}  // namespace cutline
