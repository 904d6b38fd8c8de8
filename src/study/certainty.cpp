// SPDX-License-Identifier: Apache-2.0
#include "study/certainty.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>

#include "cutline/base/format.hpp"
#include "cutline/study/corners.hpp"
#include "study/sentence.hpp"

namespace cutline {

namespace {

std::string percent(double share) { return rounded_text(100 * share) + " %"; }

/// "(wire_delay +-30 %, router_delay +-20 %)"
std::string uncertain_text(const Uncertainty& uncertainty) {
  std::vector<std::string> parts;
  for (const UncertainFigure& figure : uncertain_figures(uncertainty)) {
    parts.push_back(fmt::format("{} ±{}", figure.name, percent(uncertainty.*figure.share)));
  }
  return fmt::format("({})", join(parts, ", "));
}

/// The corners of one study, and who is first in each.
struct Corners {
  const Scoring& scoring;
  std::vector<bool> held;            ///< the winner is first, alone or with others
  std::vector<std::string> winners;  ///< one name a corner
  const std::string& name_of(std::size_t candidate) const { return scoring.candidates[candidate].design->name; }
};

/// "wire_delay is 30 % less": how a figure stands in a corner.
std::string stand_text(const UncertainFigure& figure, const Uncertainty& uncertainty, bool most) {
  return fmt::format("{} is {} {}", figure.name, percent(uncertainty.*figure.share), most ? "more" : "less");
}

/// The figures whose change alone, from a corner to its neighbour, makes the winner first or not.
std::vector<std::size_t> deciding(const Corners& corners, std::size_t figures) {
  std::vector<std::size_t> result;
  for (std::size_t f = 0; f < figures; ++f) {
    const std::size_t bit = std::size_t{1} << f;
    for (std::size_t i = 0; i < corners.held.size(); ++i) {
      if (corners.held[i] == corners.held[i ^ bit]) continue;
      result.push_back(f);
      break;
    }
  }
  return result;
}

/// "mesh is first in 2" for each of those who take the winner's place.
std::string others_text(const Corners& corners) {
  std::map<std::string, int> counts;
  for (std::size_t i = 0; i < corners.held.size(); ++i) {
    if (!corners.held[i]) ++counts[corners.winners[i]];
  }
  std::vector<std::pair<int, std::string>> ordered;
  for (const auto& [name, count] : counts) ordered.emplace_back(-count, name);
  std::sort(ordered.begin(), ordered.end());
  std::vector<std::string> parts;
  for (const auto& [count, name] : ordered) parts.push_back(fmt::format("{} in {}", name, -count));
  return enumerated(parts);
}

std::string dependence(const Corners& corners, const Uncertainty& uncertainty) {
  const std::vector<UncertainFigure> figures = uncertain_figures(uncertainty);
  const std::vector<std::size_t> decide = deciding(corners, figures.size());
  if (decide.empty()) return "only with every figure as given";
  if (decide.size() == 1) {
    // One figure alone decides: every corner with it on one side is lost.
    const std::size_t bit = std::size_t{1} << decide[0];
    const std::size_t lost = corners.held[0] ? bit : 0;
    return fmt::format("it depends on {}: {} is first where {}", figures[decide[0]].name, corners.winners[lost],
                       stand_text(figures[decide[0]], uncertainty, lost != 0));
  }
  std::vector<std::string> names;
  for (const std::size_t f : decide) names.emplace_back(figures[f].name);
  return fmt::format("it depends on {}: {}", enumerated(names), others_text(corners));
}

std::string certainty_sentence(const Corners& corners, const std::string& winner, bool shared) {
  const Uncertainty& uncertainty = corners.scoring.study.uncertainty;
  const auto wins = static_cast<std::size_t>(std::count(corners.held.begin(), corners.held.end(), true));
  std::string text = fmt::format("{} is {}first in {} of {} corners {}", winner, shared ? "among the " : "", wins,
                                 corners.held.size(), uncertain_text(uncertainty));
  if (wins < corners.held.size()) text += "; " + dependence(corners, uncertainty);
  return text + ".";
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
  Corners all{scoring, {}, {}};
  for (std::size_t corner = 0; corner < count; ++corner) {
    scoring.corner = corner;
    const Scores own = scores(scoring);
    const std::vector<std::size_t> own_order = ordered(own);
    const std::vector<std::optional<int>> own_rank = ranks(scoring.study, own, own_order);
    CUTLINE_EXPECT(!own_order.empty());
    widen(result.range, own_rank);
    all.held.push_back(own_rank[order[0]] == 1);
    all.winners.push_back(all.name_of(own_order[0]));
  }
  const auto first = std::count(rank.begin(), rank.end(), std::optional<int>(1));
  result.sentence = certainty_sentence(all, all.name_of(order[0]), first > 1);
  return result;
}

}  // namespace cutline
