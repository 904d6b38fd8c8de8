// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <cmath>

#include "base/named.hpp"
#include "base/roots.hpp"
#include "cutline/detail/performance/traffic.hpp"
#include "performance/contention/applies.hpp"

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
#include "contention_models.inc"
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

std::string_view bottleneck_text(Bottleneck bottleneck) {
  constexpr std::array<std::string_view, 4> kTexts = {"busiest channel", "virtual channels", "credits", "source"};
  return kTexts.at(static_cast<std::size_t>(bottleneck));
}

MessageFit message_fit(const LatencyInput& input, double depth_flits) {
  const auto is_longer = [&](const LatencyInput::Part& part) {
    return part.size_bits > depth_flits * input.width_bits;
  };
  return std::ranges::any_of(input.messages, is_longer) ? MessageFit::spread : MessageFit::whole;
}

std::optional<double> stated_error(double share_of_saturation, MessageFit fit) {
  if (share_of_saturation <= 0.6) return 0.06;
  if (share_of_saturation <= 0.82) return fit == MessageFit::whole ? 0.13 : 0.19;
  return std::nullopt;
}

double stated_saturation_error(MessageFit fit) { return fit == MessageFit::whole ? 0.13 : 0.2; }

bool could_turn(double times, double error, double other_error) {
  return times <= (1 + std::min(error, other_error)) / (1 - std::max(error, other_error));
}

std::string cube_refusal(std::string_view model, const LoadedNetwork& network) {
  if (network.shape.kind != NetworkKind::rings) {
    return fmt::format("{} models k-ary n-cubes (torus, ring, hypercube), and this is a {}", model,
                       network.family.printed());
  }
  if (!network.is_uniform())
    return fmt::format("{} models uniform traffic, and this is {}", model, network.traffic->name);
  const std::vector<double>& radices = network.shape.radices;
  const auto [least, most] = std::minmax_element(radices.begin(), radices.end());
  // Real radices are roots with rounding errors.
  if (radices.empty() || *least < 2 - 1e-9)
    return fmt::format("{} needs dimensions of radix 2 or more in every direction", model);
  if (*most - *least > 1e-9 * *most)
    return fmt::format("{} models one radix for all dimensions, and this network has {} and {}", model, *least, *most);
  return {};
}

std::string one_way_cube_refusal(std::string_view model, const LoadedNetwork& network) {
  if (std::string why = cube_refusal(model, network); !why.empty()) return why;
  if (!network.shape.one_way && !network.shape.is_binary())
    return fmt::format("{} models rings whose channels go one way round, and these go both ways", model);
  return {};
}

double steady_limit(double most, FunctionRef<bool(double)> steady) {
  return turning_point(0, most, [&](double load) { return !steady(load); }).after;
}

}  // namespace cutline
