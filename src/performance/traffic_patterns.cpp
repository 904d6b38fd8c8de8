// SPDX-License-Identifier: Apache-2.0

#include <algorithm>

#include "base/named.hpp"
#include "cutline/base/error.hpp"
#include "cutline/detail/performance/traffic.hpp"
#include "cutline/topology/topology.hpp"
#include "routing/destinations.hpp"

namespace cutline {

#define CUTLINE_TRAFFIC(name) TrafficPattern name##_traffic();
#include "traffic_patterns.inc"
#undef CUTLINE_TRAFFIC

const std::vector<TrafficPattern>& traffic_patterns() {
  static const std::vector<TrafficPattern> all = {
#define CUTLINE_TRAFFIC(name) name##_traffic(),
#include "traffic_patterns.inc"
#undef CUTLINE_TRAFFIC
  };
  return all;
}

ChosenTraffic choose_traffic(std::string_view name, Parameters parameters) {
  const TrafficPattern& pattern =
      expect_named(traffic_patterns(), name, "no traffic pattern is called", "the traffic patterns are", "pattern");
  complete(parameters, pattern.fields, name);
  return {&pattern, std::move(parameters)};
}

Traffic ChosenTraffic::traffic(const Topology& topology) const {
  if (std::string why = refusal(topology); !why.empty()) throw_input_error(std::move(why), {}, "pattern");
  return pattern->traffic(parameters, topology);
}

GivenRates ChosenTraffic::rates(const Topology& topology) const {
  return pattern->rates == nullptr ? GivenRates() : pattern->rates(parameters, topology);
}

DigitForm ChosenTraffic::digit_form(const Topology& topology) const {
  if (pattern->digit_form == nullptr || !topology.is_product() || !refusal(topology).empty()) return {};
  return pattern->digit_form(parameters, topology);
}

}  // namespace cutline
