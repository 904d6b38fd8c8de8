// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>

#include "cutline/base/error.hpp"
#include "cutline/base/format.hpp"
#include "cutline/performance/traffic_pattern.hpp"
#include "cutline/routing/destinations.hpp"
#include "cutline/topology/topology.hpp"

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

const TrafficPattern* find_traffic_pattern(std::string_view name) {
  const auto& all = traffic_patterns();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const TrafficPattern& pattern) { return pattern.name == name; });
  return found == all.end() ? nullptr : &*found;
}

ChosenTraffic choose_traffic(std::string_view name, Parameters parameters) {
  const TrafficPattern* pattern = find_traffic_pattern(name);
  if (pattern == nullptr) {
    std::vector<std::string_view> names;
    for (const TrafficPattern& known : traffic_patterns()) names.push_back(known.name);
    const std::string_view near = nearest(name, names);
    throw_input_error(fmt::format("no traffic pattern is called '{}'", name),
                      near.empty() ? fmt::format("the traffic patterns are: {}", join(names, ", "))
                                   : fmt::format("did you mean '{}'?", near),
                      "pattern");
  }
  complete(parameters, pattern->fields, name);
  return {pattern, std::move(parameters)};
}

Traffic ChosenTraffic::traffic(const Topology& topology) const {
  if (std::string why = refusal(topology); !why.empty()) throw_input_error(std::move(why), {}, "pattern");
  return pattern->traffic(parameters, topology);
}

DigitForm ChosenTraffic::digit_form(const Topology& topology) const {
  if (pattern->digit_form == nullptr || !topology.is_product() || !refusal(topology).empty()) return {};
  return pattern->digit_form(parameters, topology);
}

}  // namespace cutline
