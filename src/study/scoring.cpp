// SPDX-License-Identifier: Apache-2.0
#include "cutline/study/scoring.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "cutline/base/format.hpp"
#include "cutline/study/population.hpp"
#include "cutline/study/quantities.hpp"

namespace cutline {

namespace {

/// Scores this close, relatively, are the same number computed in two ways.
constexpr double kSameScore = 1e-12;

const Timing* timing_under(const Scoring& scoring, const Candidate& candidate) {
  const std::vector<Timing>& unrounded = candidate.latency.unrounded;
  const std::vector<Timing>& all = scoring.corner ? candidate.latency.corners[*scoring.corner]
                                   : scoring.unrounded && !unrounded.empty() ? unrounded
                                                                             : candidate.latency.timings;
  return scoring.delay < all.size() ? &all[scoring.delay] : nullptr;
}

/// log(value / best). A best of 0 counts as the least positive number, so that 0 stays the best.
double log_ratio(double value, double best) {
  constexpr double kLeast = std::numeric_limits<double>::min();
  return std::log(std::max(value, kLeast) / std::max(best, kLeast));
}

}  // namespace

const RankMeasure& measure_named(const std::string& name) {
  const std::vector<RankMeasure>& all = rank_measures();
  const auto found = std::find_if(all.begin(), all.end(), [&](const RankMeasure& m) { return m.name == name; });
  if (found != all.end()) return *found;
  std::vector<std::string_view> names;
  for (const RankMeasure& known : all) names.push_back(known.name);
  throw_input_error(fmt::format("no measure to rank by is called '{}'", name),
                    fmt::format("the measures are: {}", join(names, ", ")), "rank");
}

std::optional<double> measured(const Scoring& scoring, const RankMeasure& measure, const Candidate& candidate) {
  const Asked asked{scoring.study, candidate, scoring.delay, timing_under(scoring, candidate)};
  std::optional<double> number = measure.value(asked);
  if (number && scoring.per_terminal && measure.per_terminal()) *number /= candidate.facts.terminals;
  return number;
}

Scores scores(const Scoring& scoring) {
  const std::vector<RankTerm>& terms = scoring.study.rank;
  Scores result(scoring.candidates.size());
  for (const std::size_t i : rankable(scoring.candidates)) result[i] = 0;
  for (const RankTerm& term : terms) {
    const RankMeasure& measure = measure_named(term.measure);
    std::optional<double> best;
    Scores values(result.size());
    for (std::size_t i = 0; i < result.size(); ++i) {
      if (result[i]) values[i] = measured(scoring, measure, scoring.candidates[i]);
      if (values[i] && (!best || *values[i] < *best)) best = values[i];
    }
    for (std::size_t i = 0; i < result.size(); ++i) {
      if (!result[i]) continue;
      if (!values[i]) {
        result[i].reset();
      } else {
        result[i] = terms.size() == 1 ? *values[i] : *result[i] + term.weight * log_ratio(*values[i], *best);
      }
    }
  }
  return result;
}

bool ties(const Study& study, double leader, double score) {
  if (study.rank.size() > 1) return score <= leader + std::log1p(study.tie) + kSameScore;
  return score <= leader + std::abs(leader) * (study.tie + kSameScore);
}

std::vector<std::size_t> ordered(const Scores& scores) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    if (scores[i]) order.push_back(i);
  }
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return *scores[a] < *scores[b]; });
  for (std::size_t begin = 0; begin < order.size();) {
    const double first = *scores[order[begin]];
    std::size_t end = begin + 1;
    while (end < order.size() && *scores[order[end]] <= first + std::abs(first) * kSameScore) ++end;
    std::sort(order.begin() + static_cast<std::ptrdiff_t>(begin), order.begin() + static_cast<std::ptrdiff_t>(end));
    begin = end;
  }
  return order;
}

std::vector<std::optional<int>> ranks(const Study& study, const Scores& scores, const std::vector<std::size_t>& order) {
  std::vector<std::optional<int>> result(scores.size());
  std::size_t leader = 0;
  for (std::size_t at = 0; at < order.size(); ++at) {
    if (!ties(study, *scores[order[leader]], *scores[order[at]])) leader = at;
    result[order[at]] = static_cast<int>(leader) + 1;
  }
  return result;
}

}  // namespace cutline
