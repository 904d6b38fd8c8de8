// SPDX-License-Identifier: Apache-2.0
#include "rank/verdict.hpp"

#include <cmath>

#include "cutline/study/scoring.hpp"

namespace cutline {

namespace {

double margin(const Ranked& ranked, std::size_t place) {
  const double best = *ranked.ranking.score[ranked.ranking.order[0]];
  const double score = *ranked.ranking.score[ranked.ranking.order[place]];
  if (ranked.study.rank.size() > 1) {
    constexpr double kLargest = 1e100;  // of a ratio: past it one of the numbers was 0
    const double times = std::exp(score - best);
    return times < kLargest ? times : 0;
  }
  if (more_is_better(ranked.study)) return score > 0 ? best / score : 0;
  return best > 0 ? score / best : 0;
}

}  // namespace

Verdict verdict(const Ranked& ranked) {
  const std::vector<std::size_t>& order = ranked.ranking.order;
  Verdict result;
  while (result.winners < order.size() && ranked.ranking.rank[order[result.winners]] == 1) ++result.winners;
  for (std::size_t place = 0; place < order.size(); ++place) {
    result.margins.push_back(margin(ranked, place));
    result.losses.push_back(place < result.winners ? Loss{} : loss_at(ranked, place));
  }
  if (ranked.study.rank.size() == 1) result.unit = unit_of_measure(ranked, measure_named(ranked.study.rank[0].measure));
  if (ranks_by_latency_alone(ranked.study)) result.under_load = load_reigns(ranked);
  return result;
}

}  // namespace cutline
