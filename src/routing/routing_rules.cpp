// SPDX-License-Identifier: Apache-2.0
#include "routing/routing_rules.hpp"

#include <set>

#include "cutline/topology/topology.hpp"

namespace cutline {

#define CUTLINE_ROUTING(name) RoutingRule name##_routing();
#include "routing_rules.inc"
#undef CUTLINE_ROUTING

const std::vector<RoutingRule>& routing_rules() {
  static const std::vector<RoutingRule> all = {
#define CUTLINE_ROUTING(name) name##_routing(),
#include "routing_rules.inc"
#undef CUTLINE_ROUTING
  };
  return all;
}

std::string_view routing_name(Routing routing) { return routing_rule(routing).name; }

namespace {

/// 2 x nodes x links past which routes are not walked by default, and `minimal` stays all shortest paths, whose hops
/// are known without a walk.
constexpr double kMostVisits = 5e7;

/// Whether a link joins every two groups.
bool joins_all_groups(const Topology& topology) {
  const std::uint64_t group = digit_weights(topology).back(), groups = topology.digits.back().radix;
  const ChannelGraph graph = channel_graph(topology);
  std::set<std::uint64_t> joined;
  graph.for_each_channel([&](std::uint32_t site, std::uint64_t c) {
    const std::uint64_t from = site / group, to = graph.head[c] / group;
    if (from != to) joined.insert(from * groups + to);
  });
  return joined.size() == groups * (groups - 1);
}

}  // namespace

Routing minimal_of(const Topology& topology) {
  // Where all nodes are alike, as in a star graph, the highest digit is one of several that could number groups.
  if (!has_groups(topology) || topology.digits.back().radix < 3 || topology.theorems.vertex_transitive)
    return Routing::minimal;
  const double nodes = static_cast<double>(topology.node_count()), links = static_cast<double>(topology.link_count());
  if (2 * nodes * links > kMostVisits) return Routing::minimal;
  return joins_all_groups(topology) ? Routing::hierarchical : Routing::minimal;
}

}  // namespace cutline
