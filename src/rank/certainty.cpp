// SPDX-License-Identifier: Apache-2.0
#include "rank/certainty.hpp"

#include <algorithm>

#include "cutline/study/corners.hpp"

namespace cutline {

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

}  // namespace

Certainty certainty(Scoring scoring, const std::vector<std::optional<int>>& rank,
                    const std::vector<std::size_t>& order) {
  Certainty result;
  const std::size_t count = corners(scoring.study.uncertainty).size();
  if (count == 0) return result;
  for (const std::optional<int>& own : rank) {
    result.range.push_back(own ? std::optional(RankRange{*own, *own}) : std::nullopt);
  }
  if (order.empty()) return result;
  for (std::size_t corner = 0; corner < count; ++corner) {
    scoring.timings = InCorner{corner};
    const Scores own = scores(scoring);
    const std::vector<std::size_t> own_order = ordered(scoring.study, own);
    const std::vector<std::optional<int>> own_rank = ranks(scoring.study, own, own_order);
    CUTLINE_EXPECT(!own_order.empty());
    widen(result.range, own_rank);
    result.held.push_back(own_rank[order[0]] == 1);
    result.winners.push_back(own_order[0]);
  }
  result.deciding = deciding(result.held, uncertain_figures(scoring.study.uncertainty).size());
  return result;
}

}  // namespace cutline
