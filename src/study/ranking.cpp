// SPDX-License-Identifier: Apache-2.0
#include "cutline/study/ranking.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "study/population.hpp"
#include "study/remarks.hpp"
#include "study/sentence.hpp"

namespace cutline {

namespace {

/// Scores this close, relatively, are the same number computed in two ways.
constexpr double kSame = 1e-12;

const RankMeasure& measure_named(const std::string& name) {
  const std::vector<RankMeasure>& all = rank_measures();
  const auto found = std::find_if(all.begin(), all.end(), [&](const RankMeasure& m) { return m.name == name; });
  if (found != all.end()) return *found;
  std::vector<std::string_view> names;
  for (const RankMeasure& known : all) names.push_back(known.name);
  throw_input_error(fmt::format("no measure to rank by is called '{}'", name),
                    fmt::format("the measures are: {}", fmt::join(names, ", ")), "rank");
}

struct Scoring {
  const Study& study;
  const std::vector<Candidate>& candidates;
  std::size_t delay = 0;
  bool unrounded = false;
  bool per_terminal = false;
};

std::optional<double> value(const Scoring& scoring, const RankMeasure& measure, const Candidate& candidate) {
  std::optional<double> number = measure.value(candidate, scoring.delay);
  if (scoring.unrounded && measure.name == "latency" && scoring.delay < candidate.unrounded.size()) {
    number = in_ns(candidate.unrounded[scoring.delay].latency.total());
  }
  if (number && scoring.per_terminal && measure.per_terminal) *number /= candidate.terminals;
  return number;
}

/// log(value / best); a best of 0 counts as the least positive number, so that 0 is beaten by nothing.
double log_ratio(double value, double best) {
  constexpr double kLeast = std::numeric_limits<double>::min();
  return std::log(std::max(value, kLeast) / std::max(best, kLeast));
}

using Scores = std::vector<std::optional<double>>;

/// The measure itself with one term, else the weighted sum of log(value / best). Absent where a value is missing.
Scores scores(const Scoring& scoring) {
  const std::vector<RankTerm>& terms = scoring.study.rank;
  Scores result(scoring.candidates.size());
  for (const std::size_t i : rankable(scoring.candidates)) result[i] = 0;
  for (const RankTerm& term : terms) {
    const RankMeasure& measure = measure_named(term.measure);
    std::optional<double> best;
    Scores values(result.size());
    for (std::size_t i = 0; i < result.size(); ++i) {
      if (result[i]) values[i] = value(scoring, measure, scoring.candidates[i]);
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
  if (study.rank.size() > 1) return score <= leader + std::log1p(study.tie) + kSame;
  return score <= leader + std::abs(leader) * (study.tie + kSame);
}

/// Best first; equal scores in the order of the spec.
std::vector<std::size_t> ordered(const Scores& scores) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    if (scores[i]) order.push_back(i);
  }
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return *scores[a] < *scores[b]; });
  for (std::size_t begin = 0; begin < order.size();) {
    const double first = *scores[order[begin]];
    std::size_t end = begin + 1;
    while (end < order.size() && *scores[order[end]] <= first + std::abs(first) * kSame) ++end;
    std::sort(order.begin() + static_cast<std::ptrdiff_t>(begin), order.begin() + static_cast<std::ptrdiff_t>(end));
    begin = end;
  }
  return order;
}

void give_ranks(const Study& study, Ranking& ranking) {
  ranking.rank.assign(ranking.score.size(), std::nullopt);
  std::size_t leader = 0;
  for (std::size_t at = 0; at < ranking.order.size(); ++at) {
    if (!ties(study, *ranking.score[ranking.order[leader]], *ranking.score[ranking.order[at]])) leader = at;
    ranking.rank[ranking.order[at]] = static_cast<int>(leader) + 1;
  }
}

/// The winner without rounding, where it is none of the winners with it.
std::optional<std::size_t> other_winner(Scoring scoring, const Ranking& ranking) {
  scoring.unrounded = true;
  const Scores unrounded = scores(scoring);
  const std::vector<std::size_t> order = ordered(unrounded);
  if (order.empty()) return std::nullopt;
  // Where several share the first place without rounding, the rounded winner may be one of them.
  for (const std::size_t i : order) {
    if (!ties(scoring.study, *unrounded[order[0]], *unrounded[i])) break;
    if (ranking.rank[i] == 1) return std::nullopt;
  }
  return order[0];
}

}  // namespace

std::vector<Ranking> rank(const Study& study, const std::vector<Candidate>& candidates) {
  expect_same_population(study, candidates);
  const bool per_terminal = mixed_population(study, candidates);
  std::vector<Ranking> rankings;
  for (std::size_t delay = 0; delay < study.delays.size(); ++delay) {
    const Scoring scoring{study, candidates, delay, false, per_terminal};
    Ranking ranking;
    ranking.delay_label = study.delays[delay].label;
    ranking.score = scores(scoring);
    ranking.order = ordered(ranking.score);
    give_ranks(study, ranking);
    ranking.unrounded_winner = other_winner(scoring, ranking);
    ranking.sentence = conclusion({study, candidates, ranking, delay});
    rankings.push_back(std::move(ranking));
  }
  add_remarks(study, candidates, rankings);
  return rankings;
}

}  // namespace cutline
