// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "base/named.hpp"
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

ChosenTraffic mix_traffic(std::vector<Application> applications) {
  static const TrafficPattern mixture = {.name = "applications",
                                         .summary = "the mean of several applications, by their parts of the time",
                                         .source = "none",
                                         .fields = {}};
  return {&mixture, {}, std::move(applications)};
}

ChosenTraffic with_replies(ChosenTraffic requests, double replies) {
  if (requests.applications.empty()) requests.replies = replies;
  for (Application& each : requests.applications) each.traffic = with_replies(std::move(each.traffic), replies);
  return requests;
}

std::string ChosenTraffic::refusal(const Topology& topology) const {
  for (const Application& each : applications) {
    if (std::string why = each.traffic.refusal(topology); !why.empty()) return each.name + ": " + why;
  }
  return applications.empty() ? pattern->refusal(parameters, topology) : std::string();
}

bool ChosenTraffic::names_nodes() const {
  return pattern->names_nodes || std::any_of(applications.begin(), applications.end(),
                                             [](const Application& each) { return each.traffic.names_nodes(); });
}

std::string ChosenTraffic::unknown_node(const Topology& topology) const {
  for (const Application& each : applications) {
    if (std::string why = each.traffic.unknown_node(topology); !why.empty()) return each.name + ": " + why;
  }
  return pattern->unknown_node == nullptr ? std::string() : pattern->unknown_node(parameters, topology);
}

Traffic ChosenTraffic::traffic(const Topology& topology) const {
  if (std::string why = refusal(topology); !why.empty()) throw_input_error(std::move(why), {}, "pattern");
  if (applications.empty()) {
    Traffic requests = pattern->traffic(parameters, topology);
    // Uniform traffic is the same both ways.
    return replies > 0 && !pattern->is_uniform() ? answered(requests, replies) : requests;
  }
  std::vector<SharedTraffic> parts;
  for (const Application& each : applications) parts.push_back({each.share, each.traffic.traffic(topology)});
  return mean_traffic(std::move(parts));
}

GivenRates ChosenTraffic::rates(const Topology& topology) const {
  GivenRates given = pattern->rates == nullptr ? GivenRates() : pattern->rates(parameters, topology);
  given.of_node /= 1 - replies;
  return given;
}

DigitForm ChosenTraffic::digit_form(const Topology& topology) const {
  if (replies > 0 || pattern->digit_form == nullptr || !topology.is_product() || !refusal(topology).empty()) return {};
  return pattern->digit_form(parameters, topology);
}

}  // namespace cutline
