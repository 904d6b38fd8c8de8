// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cutline/study/candidate.hpp"

namespace cutline {

/// One row of the catalogue of measures to rank by; smaller is better.
struct RankMeasure {
  std::string_view name;   ///< latency, area, longest, total, pins, width, cycle
  std::string_view summary;
  std::optional<double> (*value)(const Candidate&, std::size_t delay);
};
const std::vector<RankMeasure>& rank_measures();

/// The ranking under one delay model.
struct Ranking {
  std::string delay_label;
  std::vector<std::size_t> order;              ///< ranked candidates, best first (indices into the candidates)
  std::vector<std::optional<int>> rank;        ///< of each candidate; absent: below the ranking
  std::vector<std::optional<double>> score;    ///< weighted sum of log(value / best); the measure itself with one term
  std::optional<std::size_t> unrounded_winner; ///< where rounding the widths changes the winner
  std::string sentence;                        ///< who wins, by how much, what limits the others
};

std::vector<Ranking> rank(const Study& study, const std::vector<Candidate>& candidates);

}  // namespace cutline
