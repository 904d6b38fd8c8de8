// SPDX-License-Identifier: Apache-2.0
#include "cutline/study/ranking.hpp"

#include <fmt/ranges.h>

#include <algorithm>

#include "cutline/study/quantities.hpp"
#include "evaluate/rankable.hpp"
#include "machine/installed.hpp"
#include "rank/scoring.hpp"
#include "rank/verdict.hpp"

namespace cutline {

namespace {

struct Point {
  std::size_t candidate = 0;
  std::vector<double> values;  ///< less is better
};

/// The candidates that have all measures, sorted by their values. In this order, a point that dominates another one
/// comes before it, so that a point must be compared only with the front so far.
std::vector<Point> points(const Scoring& scoring) {
  std::vector<Point> all;
  const std::vector<RankTerm> terms = pareto_measures(scoring.study);
  for (const std::size_t i : rankable(scoring.candidates)) {
    Point point{i, {}};
    for (const RankTerm& term : terms) {
      const double sign = measure_named(term.measure).more_is_better() ? -1 : 1;
      if (const auto value = measured(scoring, term, scoring.candidates[i])) point.values.push_back(sign * *value);
    }
    if (point.values.size() == terms.size()) all.push_back(std::move(point));
  }
  std::stable_sort(all.begin(), all.end(), [](const Point& a, const Point& b) { return a.values < b.values; });
  return all;
}

bool dominates(const Point& a, const Point& b) {
  if (a.values == b.values) return false;
  return std::equal(a.values.begin(), a.values.end(), b.values.begin(), [](double x, double y) { return x <= y; });
}

}  // namespace

std::vector<RankTerm> pareto_measures(const RankingAsked& asked) {
  if (!asked.pareto.empty()) return asked.pareto;
  std::vector<RankTerm> terms = asked.rank;
  for (RankTerm& term : terms) term.weight = 1;
  if (terms.size() == 1) terms.push_back({terms[0].measure == "area" ? "latency" : "area", 1});
  return terms;
}

std::vector<std::optional<bool>> pareto_front(const Scoring& scoring) {
  std::vector<std::optional<bool>> result(scoring.candidates.size());
  std::vector<Point> front;
  for (Point& point : points(scoring)) {
    const bool beaten = std::ranges::any_of(front, [&](const Point& better) { return dominates(better, point); });
    result[point.candidate] = !beaten;
    if (!beaten) front.push_back(std::move(point));
  }
  return result;
}

namespace {

/// The figures that decide alone whether the winner is first: two corners that differ only in this figure disagree. In
/// corner i, figure f has its greatest value if bit f of i is set.
std::vector<std::size_t> deciding(const std::vector<bool>& held, std::size_t figures) {
  std::vector<std::size_t> result;
  for (std::size_t f = 0; f < figures; ++f) {
    const std::size_t bit = std::size_t{1} << f;
    for (std::size_t i = 0; i < held.size(); ++i) {
      if (held[i] == held[i ^ bit]) continue;
      result.push_back(f);
      break;
    }
  }
  return result;
}

void widen(std::vector<std::optional<RankRange>>& ranges, const std::vector<std::optional<int>>& rank) {
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    if (!ranges[i] || !rank[i]) continue;
    ranges[i]->best = std::min(ranges[i]->best, *rank[i]);
    ranges[i]->worst = std::max(ranges[i]->worst, *rank[i]);
  }
}

/// The figures that are uncertain for these candidates. Prices count in rankings by money alone.
std::vector<std::size_t> uncertain_here(const Scoring& scoring) {
  std::vector<std::size_t> figures = uncertain_times(scoring.study.uncertainty);
  const auto is_money = [](const RankTerm& term) {
    return !term.at && measure_named(term.measure).quantities.front()->unit == Unit::money;
  };
  if (std::ranges::none_of(scoring.study.rank, is_money)) return figures;
  for (std::size_t i = 0; i < uncertain_figures().size(); ++i) {
    const auto kind = uncertain_figures()[i].prices;
    const auto is_off = [&](const Candidate& each) {
      return each.machine && each.machine->totals.spent && !each.machine->totals.spent->is_certain(*kind);
    };
    if (kind && std::ranges::any_of(scoring.candidates, is_off)) figures.push_back(i);
  }
  return figures;
}

/// How far a ranking depends on the uncertain figures; empty if none is uncertain. `scoring`, `rank` and `order` are
/// those with all figures as given. Cost: one ranking for each corner.
Certainty certainty(Scoring scoring, const std::vector<std::optional<int>>& rank,
                    const std::vector<std::size_t>& order) {
  Certainty result;
  const std::vector<std::size_t> figures = uncertain_here(scoring);
  const std::vector<Corner> all = corners(scoring.study.uncertainty, figures);
  if (all.empty()) return result;
  result.figures = figures;
  for (const std::optional<int>& own : rank) {
    result.range.push_back(own ? std::optional(RankRange{*own, *own}) : std::nullopt);
  }
  if (order.empty()) return result;
  const std::size_t of_times = std::size_t{1} << uncertain_times(scoring.study.uncertainty).size();
  for (std::size_t corner = 0; corner < all.size(); ++corner) {
    scoring.timings = InCorner{all[corner], corner % of_times};
    const Scores own = scores(scoring);
    const std::vector<std::size_t> own_order = ordered(scoring.study, own);
    const std::vector<std::optional<int>> own_rank = ranks(scoring.study, own, own_order);
    CUTLINE_EXPECT(!own_order.empty());
    widen(result.range, own_rank);
    result.held.push_back(own_rank[order[0]] == 1);
    result.winners.push_back(own_order[0]);
  }
  result.deciding = deciding(result.held, figures.size());
  return result;
}

/// The winner without rounding. If some candidate is in the first place with and without rounding, rounding does not
/// decide, and this is the winner with rounding.
std::size_t unrounded_winner(Scoring scoring, const Ranking& ranking) {
  scoring.timings = Unrounded{};
  const Scores unrounded = scores(scoring);
  const std::vector<std::size_t> order = ordered(scoring.study, unrounded);
  if (order.empty() || ranking.order.empty()) return 0;
  for (const std::size_t i : order) {
    if (!ties(scoring.study, *unrounded[order[0]], *unrounded[i])) break;
    if (ranking.rank[i] == 1) return ranking.order.front();
  }
  return order[0];
}

Ranking rank_one(const Scoring& scoring) {
  Ranking ranking;
  ranking.delay = scoring.delay;
  ranking.delay_label = fmt::format("{}", fmt::join(delay_labels(scoring.study, scoring.delay), ", "));
  ranking.score = scores(scoring);
  ranking.order = ordered(scoring.study, ranking.score);
  ranking.rank = ranks(scoring.study, ranking.score, ranking.order);
  ranking.pareto = pareto_front(scoring);
  ranking.unrounded_winner = unrounded_winner(scoring, ranking);
  ranking.per_terminal = scoring.per_terminal;
  ranking.verdict = verdict({scoring.study, scoring.candidates, ranking, scoring.delay});
  ranking.certainty = certainty(scoring, ranking.rank, ranking.order);
  return ranking;
}

}  // namespace

std::vector<Ranking> rank(const Study& study, const std::vector<Candidate>& candidates) {
  expect_same_population(study.population, candidates);
  const bool per_terminal = mixed_population(study.population, candidates);
  std::vector<Ranking> rankings;
  for (std::size_t delay = 0; delay < study.delays.size(); ++delay) {
    rankings.push_back(rank_one({study, candidates, delay, per_terminal, {}}));
  }
  return rankings;
}

}  // namespace cutline
