// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cmath>

#include "base/named.hpp"
#include "cutline/base/error.hpp"
#include "cutline/performance/contention.hpp"
#include "cutline/performance/traffic_pattern.hpp"

namespace cutline {

#define CUTLINE_CONTENTION(name) ContentionModel name##_contention();
#include "contention_models.inc"
#undef CUTLINE_CONTENTION

bool LoadedNetwork::is_uniform() const { return traffic == nullptr || traffic->is_uniform(); }

double LoadedNetwork::nodes() const {
  double product = 1;
  for (const double radix : shape.radices) product *= radix;
  return product;
}

double LoadedNetwork::message_cycles() const {
  const double cycles = message_bits / width_bits;
  return whole_cycles ? std::ceil(cycles) : cycles;
}

double LoadedNetwork::one_way_mean_hops() const {
  double hops = 0;
  for (const double radix : shape.radices) hops += (radix - 1) / 2;
  return hops;
}

LoadedNetwork shared_bus(double nodes, double width_bits, double message_bits) {
  return {.family = "bus",
          .shape = {.kind = NetworkKind::bus, .radices = {nodes}},
          .width_bits = width_bits,
          .message_bits = message_bits};
}

const std::vector<ContentionModel>& contention_models() {
  static const std::vector<ContentionModel> all = {
#define CUTLINE_CONTENTION(name) name##_contention(),
#undef CUTLINE_CONTENTION
  };
  return all;
}

const ContentionModel* find_contention_model(std::string_view name) { return find_named(contention_models(), name); }

ChosenContention choose_contention(std::string_view name, Parameters parameters) {
  const ContentionModel& model = expect_named(contention_models(), name, "no contention model is called",
                                              "the contention models are", "contention");
  complete(parameters, model.fields, name);
  return {&model, std::move(parameters)};
}

namespace {

void expect_applies(const ChosenContention& chosen, const LoadedNetwork& network) {
  if (std::string why = chosen.refusal(network); !why.empty()) throw_input_error(std::move(why), {}, "contention");
}

}  // namespace

std::optional<LoadedLatency> ChosenContention::latency(const LoadedNetwork& network, double load) const {
  expect_applies(*this, network);
  if (!(load >= 0)) throw_input_error("a load is 0 or more bits per cycle and node", {}, "load");
  return model->latency(parameters, network, load);
}

double ChosenContention::saturation(const LoadedNetwork& network) const {
  expect_applies(*this, network);
  return model->saturation(parameters, network);
}

double ChosenContention::delivered(const LoadedNetwork& network, double load) const {
  return std::min(load, saturation(network));
}

}  // namespace cutline
