// SPDX-License-Identifier: Apache-2.0
#include "output/words/certainty.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "cutline/output/words/words.hpp"
#include "cutline/study/corners.hpp"

namespace cutline::words {

namespace {

std::string percent(double share) { return rounded_text(100 * share) + " %"; }

/// "(wire_delay ±30 %, router_delay ±20 %)"
std::string uncertain_text(const Uncertainty& uncertainty) {
  std::vector<std::string> parts;
  for (const UncertainFigure& figure : uncertain_figures(uncertainty)) {
    parts.push_back(fmt::format("{} ±{}", figure.name, percent(uncertainty.*figure.share)));
  }
  return fmt::format("({})", fmt::join(parts, ", "));
}

/// "wire_delay is 30 % less": the value of a figure in a corner, against the given one.
std::string stand_text(const UncertainFigure& figure, const Uncertainty& uncertainty, bool most) {
  return fmt::format("{} is {} {}", figure.name, percent(uncertainty.*figure.share), most ? "more" : "less");
}

/// "mesh in 2 and ring in 1": how many corners each candidate takes from the winner, most first.
std::string others_text(const std::vector<Candidate>& candidates, const Certainty& certainty) {
  std::map<std::string, int> counts;
  for (std::size_t i = 0; i < certainty.held.size(); ++i) {
    if (!certainty.held[i]) ++counts[candidates[certainty.winners[i]].design->name];
  }
  std::vector<std::pair<int, std::string>> ordered;
  for (const auto& [name, count] : counts) ordered.emplace_back(-count, name);
  std::sort(ordered.begin(), ordered.end());
  std::vector<std::string> parts;
  for (const auto& [count, name] : ordered) parts.push_back(fmt::format("{} in {}", name, -count));
  return enumerated(parts);
}

std::string dependence(const Uncertainty& uncertainty, const std::vector<Candidate>& candidates,
                       const Certainty& certainty) {
  const std::vector<UncertainFigure> figures = uncertain_figures(uncertainty);
  if (certainty.deciding.empty()) return "only with every figure as given";
  if (certainty.deciding.size() == 1) {
    // No other figure matters, so the winner loses all corners on one side of this figure. Any of them will do.
    const std::size_t figure = certainty.deciding[0];
    const std::size_t lost = certainty.held[0] ? std::size_t{1} << figure : 0;
    return fmt::format("it depends on {}: {} is first where {}", figures[figure].name,
                       candidates[certainty.winners[lost]].design->name,
                       stand_text(figures[figure], uncertainty, lost != 0));
  }
  std::vector<std::string> names;
  for (const std::size_t figure : certainty.deciding) names.emplace_back(figures[figure].name);
  return fmt::format("it depends on {}: {}", enumerated(names), others_text(candidates, certainty));
}

}  // namespace

std::string certainty_text(const Study& study, const std::vector<Candidate>& candidates, const Ranking& ranking) {
  const std::vector<bool>& held = ranking.certainty.held;
  if (held.empty()) return {};
  const auto wins = static_cast<std::size_t>(std::count(held.begin(), held.end(), true));
  std::string text = fmt::format("{} is {}first in {} of {} corners {}", candidates[ranking.order[0]].design->name,
                                 ranking.verdict.winners > 1 ? "among the " : "", wins, held.size(),
                                 uncertain_text(study.uncertainty));
  if (wins < held.size()) text += "; " + dependence(study.uncertainty, candidates, ranking.certainty);
  return text + ".";
}

}  // namespace cutline::words
