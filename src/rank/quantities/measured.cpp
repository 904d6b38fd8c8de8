// SPDX-License-Identifier: Apache-2.0
#include "cutline/detail/study/measured.hpp"

#include <cmath>

#include "rank/quantities/rows.hpp"

namespace cutline {

namespace {

Data measured_map(const MeasuredLoad& load) {
  Data::Map runs;
  for (std::size_t state = 0; state < load.runs.size(); ++state)
    runs.emplace_back(std::string(kRunStateNames[state]), load.runs[state]);
  return Data::Map{{"source", load.source},
                   {"offered_bits_per_cycle_per_terminal", load.offered},
                   {"state", kRunStateNames[static_cast<std::size_t>(load.state())]},
                   {"runs", std::move(runs)},
                   {"latency_cycles", load.stable_runs() > 0 ? Data(load.latency) : Data()},
                   {"spread_cycles", load.stable_runs() > 1 ? Data(load.most - load.least) : Data()},
                   {"predicted_cycles", load.predicted},
                   {"besides_cycles", load.besides},
                   {"error", load.error()}};
}

Data all_measured(const UnderDelay& a) {
  if (a.timing == nullptr) return {};
  return each_of<Data>(a.timing->measured, [&](const MeasuredLoad& load) { return measured_map(load); });
}

/// The mean of the absolute errors, over the loads at which all runs were stable.
Data mean_error(const UnderDelay& a) {
  double sum = 0;
  std::size_t count = 0;
  if (a.timing == nullptr) return {};
  for (const MeasuredLoad& load : a.timing->measured) {
    if (!load.error()) continue;
    sum += std::abs(*load.error());
    ++count;
  }
  return count > 0 ? Data(sum / static_cast<double>(count)) : Data();
}

Data saturations(const UnderDelay& a) {
  if (a.timing == nullptr) return {};
  Data::List list;
  const double* const model = a.timing->model_saturation();
  for (const MeasuredSaturation& each : measured_saturations(a.timing->measured)) {
    list.push_back(Data::Map{{"source", each.source},
                             {"stable_bits_per_cycle_per_terminal", each.stable},
                             {"unstable_bits_per_cycle_per_terminal", each.unstable},
                             {"predicted_bits_per_cycle_per_terminal", model == nullptr ? Data() : Data(*model)}});
  }
  return list;
}

bool has_measured(const Study& study) { return !study.measured.empty(); }

}  // namespace

Quantities measured_quantities() {
  return {{"performance.measured",
           Unit::none,
           "latencies that others measured at a load, beside those of the model",
           all_measured,
           {},
           has_measured},
          {"performance.measured_saturation",
           Unit::none,
           "the highest load at which all runs of others were stable, and the lowest at which one was not",
           saturations,
           {},
           has_measured},
          {"performance.measured_mean_error", Unit::none, "how far the model is from what was measured, in the mean",
           mean_error, called("", "mean error"), has_measured}};
}

}  // namespace cutline
