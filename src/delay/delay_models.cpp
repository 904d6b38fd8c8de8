// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "cutline/base/error.hpp"
#include "cutline/delay/delay_model.hpp"

namespace cutline {

#define CUTLINE_DELAY(name) DelayModel name##_delay();
#include "delay_models.inc"
#undef CUTLINE_DELAY

namespace {

std::string label_of(const DelayModel& model, const Parameters& parameters) {
  Parameters changed;
  for (const Field& field : model.fields) {
    const auto found = parameters.values().find(field.name);
    if (found != parameters.values().end() && found->second != field.default_value) {
      changed.set(field.name, found->second);
    }
  }
  return changed.values().empty() ? std::string(model.name) : fmt::format("{} ({})", model.name, to_string(changed));
}

/// Cycles are made of delays, and a cycle of nothing makes every latency nothing.
void expect_positive(const ChosenDelay& chosen) {
  const WireLength pitch{.span = 1, .routed_pitches = 1, .routed = millimetres(1), .node_pitch = millimetres(1)};
  const Time delay = chosen(pitch);
  if (delay.base > 0 && std::isfinite(delay.base)) return;
  throw_input_error(fmt::format("{}: a wire one pitch long would have no delay", chosen.label),
                    "one of its times must be above 0 for it", "delay");
}

}  // namespace

const std::vector<DelayModel>& delay_models() {
  static const std::vector<DelayModel> all = {
#define CUTLINE_DELAY(name) name##_delay(),
#include "delay_models.inc"
#undef CUTLINE_DELAY
  };
  return all;
}

const DelayModel* find_delay_model(std::string_view name) {
  const auto& all = delay_models();
  const auto found = std::find_if(all.begin(), all.end(), [&](const DelayModel& model) { return model.name == name; });
  return found == all.end() ? nullptr : &*found;
}

ChosenDelay choose_delay(std::string_view name, Parameters parameters) {
  const DelayModel* model = find_delay_model(name);
  if (model == nullptr) {
    std::vector<std::string_view> names;
    for (const DelayModel& known : delay_models()) names.push_back(known.name);
    const std::string_view near = nearest(name, names);
    throw_input_error(fmt::format("no delay model is called '{}'", name),
                      near.empty() ? fmt::format("the delay models are: {}", fmt::join(names, ", "))
                                   : fmt::format("did you mean '{}'?", near),
                      "model");
  }
  complete(parameters, model->fields, name);
  std::string label = label_of(*model, parameters);
  ChosenDelay chosen{model, std::move(parameters), std::move(label)};
  expect_positive(chosen);
  return chosen;
}

}  // namespace cutline
