// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/study/ranking.hpp"

namespace cutline {

/// What a verdict is about: the candidates in the order of one ranking, with their scores and ranks.
struct Ranked {
  const Study& study;
  const std::vector<Candidate>& candidates;
  const Ranking& ranking;
  std::size_t delay = 0;
  const Candidate& at(std::size_t place) const { return candidates[ranking.order[place]]; }
};

Verdict verdict(const Ranked& ranked);

/// "ns", "mm^2 per terminal", or nothing.
std::string unit_of_measure(const Ranked& ranked, const RankMeasure& measure);

/// What of the loser costs it most against the winner: the property whose exchange for the winner's gains most; of
/// wires the longest.
Cause cause_of(const LatencyInput& loser, const LatencyInput& winner);

/// What holds the candidate at a place back against the winner.
Loss loss_at(const Ranked& ranked, std::size_t place);
/// Why a host emulates its guest later than the winner: the narrower channels, the transmissions one after the other,
/// or the longer wires, whichever exchanged for the winner's gains most; nothing where none gains.
Loss host_loss(const Emulation& loser, const Emulation& winner, const ChosenDelay& delay);

}  // namespace cutline
