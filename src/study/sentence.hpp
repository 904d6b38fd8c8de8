// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cutline/study/ranking.hpp"

namespace cutline {

struct ChosenDelay;

/// What the sentence is about: the candidates in the order of one ranking, with their scores and ranks.
struct Ranked {
  const Study& study;
  const std::vector<Candidate>& candidates;
  const Ranking& ranking;
  std::size_t delay = 0;
};

/// Who wins, by how much, and what limits the others: one sentence.
std::string conclusion(const Ranked& ranked);

/// "a", "a and b", "a, b and c"; past four names the first three and how many others.
std::string enumerated(const std::vector<std::string>& names);
/// A number with three or four digits that tell: 33.8, 1023, 1.02e+09.
std::string rounded_text(double value);
/// "2.4 times", or below 1.1 times what the larger must lose to be the smaller: "7.3 %".
std::string ratio_text(double larger, double smaller);

/// Whether a measure is told per terminal: it grows with the machine, and machines of different sizes are ranked.
bool grows_with_machine(const Ranked& ranked, const RankMeasure& measure);
/// " ns", " mm^2 per terminal", or nothing.
std::string unit_text(const Ranked& ranked, const RankMeasure& measure);

/// What of the loser costs it most against the winner: the property whose exchange for the winner's gains most.
enum class Cause { none, hops, router, wire, channel };
Cause cause_of(const LatencyInput& loser, const LatencyInput& winner);

/// What holds a candidate back: "its longest wire", "their longest wires", "4 against 2 tau".
struct Loss {
  std::string of_one, of_several, detail;
};
/// What limits the candidate at a place behind the winner's in the ranking; nothing where it is in nothing worse.
std::optional<Loss> loss_at(const Ranked& ranked, std::size_t place);
/// Why a host emulates its guest later than the winner: the narrower channels, the transmissions one after the other,
/// or the longer wires, whichever exchanged for the winner's gains most; nothing where none gains.
std::optional<Loss> host_loss(const Emulation& loser, const Emulation& winner, const ChosenDelay& delay);

}  // namespace cutline
