// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cutline/study/ranking.hpp"

namespace cutline {

/// The timings that candidates are scored by: those of one delay model, as they are, without rounding, or in a corner
/// of the uncertain figures.
struct Scoring {
  const Study& study;
  const std::vector<Candidate>& candidates;
  std::size_t delay = 0;
  bool per_terminal = false;
  bool unrounded = false;
  std::optional<std::size_t> corner;
};

/// The measure with this name. Throws an input error where there is none.
const RankMeasure& measure_named(const std::string& name);

/// The value of a measure for a candidate; absent where the candidate has no such number.
std::optional<double> measured(const Scoring& scoring, const RankMeasure& measure, const Candidate& candidate);

/// One score a candidate: with one term the measure itself, else the weighted sum of log(value / best). Absent where
/// the candidate cannot be ranked or lacks a value.
using Scores = std::vector<std::optional<double>>;
Scores scores(const Scoring& scoring);

/// The scored candidates, best first; equal scores in the order of the spec.
std::vector<std::size_t> ordered(const Scores& scores);

/// The rank of each candidate, 1 for the best. Candidates within the study's tie of the first of their group share it.
std::vector<std::optional<int>> ranks(const Study& study, const Scores& scores, const std::vector<std::size_t>& order);

/// Whether a score is within the study's tie of a leader's.
bool ties(const Study& study, double leader, double score);

}  // namespace cutline
