// SPDX-License-Identifier: Apache-2.0
#include "output/words/ranked_units.hpp"

#include <algorithm>

#include "cutline/study/quantities.hpp"
#include "output/text/units.hpp"

namespace cutline {

namespace {

std::size_t delay_of(const Study& study, const Ranking& ranking) {
  const auto found = std::find_if(study.delays.begin(), study.delays.end(),
                                  [&](const ChosenDelay& delay) { return delay.label == ranking.delay_label; });
  return static_cast<std::size_t>(found - study.delays.begin());
}

}  // namespace

RankedUnits::RankedUnits(const Study& study, const std::vector<Candidate>& candidates, const Ranking& ranking) {
  const std::size_t delay = delay_of(study, ranking);
  std::map<std::string_view, std::vector<double>> numbers;
  for (const Quantity& quantity : quantities()) {
    if (quantity.names.column.empty() || quantity.unit == Unit::none) continue;
    std::vector<double>& own = numbers[unit_text(quantity.unit, study.technology.unit).sign];
    for (const std::size_t c : ranking.order) {
      const Data value = quantity.value(ask(study, candidates[c], delay));
      if (value.is_number()) own.push_back(value.number());
    }
  }
  for (const auto& [unit, own] : numbers) shown_.emplace(unit, readable_unit(unit, own));
}

std::string RankedUnits::of(std::string_view unit, const std::vector<double>& figures) const {
  const auto found = shown_.find(unit);
  return found != shown_.end() ? found->second : readable_unit(unit, figures);
}

}  // namespace cutline
