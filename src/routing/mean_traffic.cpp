// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <utility>

#include "routing/destinations.hpp"

namespace cutline {

Traffic mean_traffic(std::vector<SharedTraffic> parts) {
  const std::uint64_t nodes = parts.front().traffic.nodes;
  return {nodes, [parts = std::move(parts)](std::uint64_t source) {
            std::map<std::uint64_t, double> sum;
            for (const SharedTraffic& part : parts) {
              const Destinations all = part.traffic.from(source);
              for (const Destinations::To& to : all.to) sum[to.node] += part.share * to.weight / all.divisor;
            }
            Destinations mean;
            for (const auto& [node, weight] : sum) mean.to.push_back({node, weight});
            return mean;
          }};
}

Traffic answered(const Traffic& requests, double replies) {
  Traffic back{requests.nodes, {}};
  std::vector<Destinations> to(requests.nodes);
  for (std::uint64_t source = 0; source < requests.nodes; ++source) {
    const Destinations all = requests.from(source);
    for (const Destinations::To& each : all.to) to[each.node].to.push_back({source, each.weight / all.divisor});
  }
  back.from = [to = std::move(to)](std::uint64_t source) { return to[source]; };
  return mean_traffic({{1 - replies, requests}, {replies, std::move(back)}});
}

}  // namespace cutline
