// SPDX-License-Identifier: Apache-2.0
#include "cutline/study/ranking.hpp"

#include "cutline/study/pareto.hpp"
#include "cutline/study/population.hpp"
#include "cutline/study/scoring.hpp"
#include "rank/certainty.hpp"
#include "rank/verdict.hpp"

namespace cutline {

namespace {

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
  ranking.delay_label = scoring.study.delays[scoring.delay].label;
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
  expect_same_population(study, candidates);
  const bool per_terminal = mixed_population(study, candidates);
  std::vector<Ranking> rankings;
  for (std::size_t delay = 0; delay < study.delays.size(); ++delay) {
    rankings.push_back(rank_one({study, candidates, delay, per_terminal, {}}));
  }
  return rankings;
}

}  // namespace cutline
