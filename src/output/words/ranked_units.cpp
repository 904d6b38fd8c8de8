// SPDX-License-Identifier: Apache-2.0
#include "output/words/ranked_units.hpp"

#include <algorithm>

#include "cutline/study/quantities.hpp"
#include "output/text/number.hpp"

namespace cutline::words {

namespace {

std::size_t delay_of(const Study& study, const Ranking& ranking) {
  const auto found = std::find_if(study.delays.begin(), study.delays.end(),
                                  [&](const ChosenDelay& delay) { return delay.label == ranking.delay_label; });
  return static_cast<std::size_t>(found - study.delays.begin());
}

}  // namespace

RankedUnits::RankedUnits(const Study& study, const std::vector<Candidate>& candidates, const Ranking& ranking) {
  const std::size_t delay = delay_of(study, ranking);
  const std::string& of_scores = ranking.verdict.unit;
  std::vector<double> scores;
  for (const std::size_t c : ranking.order) scores.push_back(*ranking.score[c]);
  std::map<std::string, std::vector<double>> numbers;
  // Latencies at a load share a unit with those without load, because sentences compare them.
  bool in_column = study.rank.size() == 1 && study.rank.front().at.has_value();
  if (in_column) numbers[of_scores] = scores;
  for (const Quantity& quantity : quantities()) {
    if (quantity.names.column.empty() || quantity.unit == Unit::none) continue;
    const std::string unit(unit_text(quantity.unit, study.technology.unit).sign);
    std::vector<double> own;
    for (const std::size_t c : ranking.order) {
      const Data value = quantity.value(ask(study, candidates[c], delay));
      if (value.is_number()) own.push_back(value.number());
    }
    in_column = in_column || (unit == of_scores && own == scores);
    numbers[unit].insert(numbers[unit].end(), own.begin(), own.end());
  }
  for (const auto& [unit, own] : numbers) shown_.emplace(unit, text::readable_unit(unit, own));
  of_scores_ = in_column ? shown_[of_scores] : text::readable_unit(of_scores, scores);
}

std::string RankedUnits::of(std::string_view unit, const std::vector<double>& figures) const {
  const auto found = shown_.find(unit);
  return found != shown_.end() ? found->second : text::readable_unit(unit, figures);
}

}  // namespace cutline::words
