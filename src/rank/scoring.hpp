// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/study/ranking.hpp"
#include "study/corners.hpp"

namespace cutline {

/// Timings as they are, without rounding, or in a corner of the uncertain figures.
struct AsBuilt {};
struct Unrounded {};
struct InCorner {
  Corner corner;
  std::size_t of_times = 0;  ///< the corner of the figures of time, as LatencyResult::corners has them
};

/// Selects the timings by which candidates are scored: a delay model, and whether its timings are taken as they are,
/// without rounding, or in a corner of the uncertain figures.
struct Scoring {
  const Study& study;
  const std::vector<Candidate>& candidates;
  std::size_t delay = 0;
  bool per_terminal = false;
  std::variant<AsBuilt, Unrounded, InCorner> timings;
};

/// The measure of `rank` with this name, or the measure made of the quantity with this key; null if there is neither.
const RankMeasure* find_measure(std::string_view name);
/// The hint for a name that no measure has: the one that was meant, or what there is.
std::string measure_hint(std::string_view name);
/// As find_measure(), but throws an input error with this hint if there is none.
const RankMeasure& measure_named(const std::string& name);

/// The value of a term's measure for a candidate; absent if the candidate has no such number, or is saturated.
std::optional<double> measured(const Scoring& scoring, const RankTerm& term, const Candidate& candidate);
/// The latency at one of Study::ranked_loads(); null if the candidate is saturated or has no such latency.
const LoadPoint* ranked_point(const RankingAsked& asked, const Timing& timing, const OfferedLoad& load);

/// One score a candidate: with one term the value of its measure, else the weighted sum of log(value / best). Absent if
/// the candidate cannot be ranked or lacks a value.
using Scores = std::vector<std::optional<double>>;
Scores scores(const Scoring& scoring);

/// Whether the study ranks by a single measure of which more is better.
bool more_is_better(const RankingAsked& asked);

/// The scored candidates, best first; equal scores in the order of the spec.
std::vector<std::size_t> ordered(const RankingAsked& asked, const Scores& scores);

/// The rank of each candidate, 1 for the best. Candidates within the study's tie of the first of their group share its
/// rank.
std::vector<std::optional<int>> ranks(const RankingAsked& asked, const Scores& scores,
                                      const std::vector<std::size_t>& order);

/// Whether a score is within the study's tie of a leader's.
bool ties(const RankingAsked& asked, double leader, double score);

/// Whether each candidate is on the Pareto front of pareto_measures: no other ranked candidate is as good in every
/// measure and better in one. Absent for candidates that cannot be ranked or lack a measure. Cost: O(n x size of the
/// front) for n candidates.
std::vector<std::optional<bool>> pareto_front(const Scoring& scoring);

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
