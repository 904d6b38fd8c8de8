// SPDX-License-Identifier: Apache-2.0
#include "base/choice.hpp"
#include "cutline/detail/performance/traffic.hpp"
#include "cutline/topology/topology.hpp"
#include "routing/destinations.hpp"

namespace cutline {

namespace {

enum class Self { drawn, left_out };
constexpr Choice<Self, 2> kSelf = {"self", {"true", "false"}};

bool counts_self(const Parameters& parameters) { return kSelf.of(parameters) == Self::drawn; }

std::string refusal_of_uniform(const Parameters& parameters, const Topology& topology) {
  if (!counts_self(parameters) && topology.node_count() < 2)
    return "uniform traffic without messages to oneself needs a second node";
  return {};
}

Traffic traffic_of_uniform(const Parameters& parameters, const Topology& topology) {
  const std::uint64_t nodes = topology.node_count();
  return {nodes, [nodes, self = counts_self(parameters)](std::uint64_t source) {
            Destinations all{.to = {}, .divisor = static_cast<double>(self ? nodes : nodes - 1)};
            all.to.reserve(nodes);
            for (std::uint64_t node = 0; node < nodes; ++node) {
              if (self || node != source) all.to.push_back({node, 1});
            }
            return all;
          }};
}

}  // namespace

TrafficPattern uniform_traffic() {
  return {.name = "uniform",
          .summary = "every node is as likely a destination",
          .source = "[Dally 1990]",
          .fields = {kSelf.field("whether messages to oneself are drawn too, as the papers' formulas do", Self::drawn)},
          .refusal = refusal_of_uniform,
          .traffic = traffic_of_uniform,
          .digit_form = [](const Parameters& parameters, const Topology&) -> DigitForm {
            return UniformDigits{.self = counts_self(parameters)};
          },
          .self_of_uniform =
              [](const Parameters& parameters) {
                return counts_self(parameters) ? SelfMessages::counted : SelfMessages::left_out;
              }};
}

}  // namespace cutline
