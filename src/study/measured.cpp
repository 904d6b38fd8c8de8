// SPDX-License-Identifier: Apache-2.0
#include "cutline/study/measured.hpp"

#include <map>
#include <utility>

#include "cutline/study/study.hpp"

namespace cutline {

RunState MeasuredLoad::state() const {
  for (std::size_t state = runs.size(); state-- > 1;) {
    if (runs[state] > 0) return static_cast<RunState>(state);
  }
  return RunState::stable;
}

std::optional<double> MeasuredLoad::error() const {
  if (state() != RunState::stable || !predicted || latency <= 0) return std::nullopt;
  return *predicted / latency - 1;
}

std::vector<MeasuredLoad> measured_loads(const Study& study, std::string_view candidate, std::string_view delay) {
  std::map<std::pair<std::string, double>, MeasuredLoad> all;
  for (const MeasuredPoint& point : study.measured) {
    if (point.candidate != candidate || (!point.delay.empty() && point.delay != delay)) continue;
    MeasuredLoad& load = all[{point.source, point.offered}];
    load.source = point.source;
    load.offered = point.offered;
    load.besides = point.besides;
    ++load.runs[static_cast<std::size_t>(point.state)];
    if (point.state == RunState::stable) load.latency += point.latency;
  }
  std::vector<MeasuredLoad> loads;
  for (auto& [key, load] : all) {
    if (load.stable_runs() > 0) load.latency /= load.stable_runs();
    loads.push_back(std::move(load));
  }
  return loads;
}

}  // namespace cutline
