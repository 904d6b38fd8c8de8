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

/// The order under load of all candidates that have Timing::up_to_saturation.
LoadWinners load_winners(const Ranked& ranked);

/// "ns", "mm2 per terminal", or empty for a count.
std::string unit_of_measure(const Ranked& ranked, const RankMeasure& measure);

/// The property that costs the loser most: replaced by the winner's, it would lower the loser's latency most.
/// Cause::none if no replacement would.
Cause cause_of(const LatencyInput& loser, const LatencyInput& winner);

/// Why the candidate at a place of the ranking loses against the winner: the cause and its figures.
Loss loss_at(const Ranked& ranked, std::size_t place);
/// Why a host emulates its guest more slowly than the winner: by its channels, its number of transmissions in a row, or
/// its wires, whichever would gain most if replaced by the winner's. Cause::none if no replacement would gain, and if
/// either emulates no guest.
Loss emulation_loss(const UnderDelay& loser, const UnderDelay& winner);

}  // namespace cutline
