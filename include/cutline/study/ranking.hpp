// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cutline/study/candidate.hpp"

namespace cutline {

/// A factor of a measure, or a summand: what a candidate is told that is behind by it.
struct MeasurePart {
  std::string what;  ///< in the plural, to stand after "its": "wide channels"
  double number = 0;
  std::string unit;      ///< of the number; empty: a count
  bool divides = false;  ///< the more of it the smaller the measure
};
struct MeasureParts {
  std::vector<MeasurePart> parts;  ///< of a measure that grows with the machine the first factor does, or every summand
  bool summed = false;
};

/// One row of the catalogue of measures to rank by; smaller is better.
struct RankMeasure {
  std::string_view name;  ///< latency, cycle, hops, area, longest, total, span, pins, energy
  std::string_view summary;
  std::string_view unit;       ///< in technologies with metres; empty: a count
  std::string_view unit_unit;  ///< in the unit technology
  /// Absent where the candidate has no such number. The timing is null where it has no latency.
  std::optional<double> (*value)(const Candidate&, std::size_t delay, const Timing*) = nullptr;
  bool per_terminal = false;  ///< grows with the machine: divided by the terminals where populations differ
  /// What the measure of a candidate that has one is made of; null: study/loss.cpp knows more of it.
  MeasureParts (*parts)(const Candidate&, const Timing*) = nullptr;
};
const std::vector<RankMeasure>& rank_measures();

/// The best and the worst rank of a candidate.
struct RankRange {
  int best = 0, worst = 0;
};

/// The ranking under one delay model.
struct Ranking {
  std::string delay_label;
  std::vector<std::size_t> order;               ///< ranked candidates, best first (indices into the candidates)
  std::vector<std::optional<int>> rank;         ///< of each candidate; absent: below the ranking
  std::vector<std::optional<double>> score;     ///< weighted sum of log(value / best); the measure itself with one term
  std::vector<std::optional<RankRange>> range;  ///< over all corners of what is uncertain and the middle; else empty
  std::vector<std::optional<bool>> pareto;      ///< on the Pareto front; absent: below the ranking, or lacks a measure
  std::optional<std::size_t> unrounded_winner;  ///< where rounding the widths changes the winner
  std::string sentence;                         ///< who wins, by how much, what limits the others, and how sure that is
  std::vector<std::string> remarks;  ///< whole sentences to print with the ranking: what the reader must know
};

/// The measures of the Pareto front: those of `pareto`, else those of `rank`; where that is a single one, area beside
/// it (latency beside area).
std::vector<std::string> pareto_measures(const Study& study);

/// Ranks the candidates that can be built and keep the limits, once a delay model. Candidates within Study::tie of the
/// first of their group share its rank; equal scores stand in the order of the spec.
///
/// Throws an input error where the populations of candidates to be ranked together differ by more than the tolerance,
/// with the nearest sizes that their families can build.
std::vector<Ranking> rank(const Study& study, const std::vector<Candidate>& candidates);

}  // namespace cutline
