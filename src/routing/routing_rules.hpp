// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/detail/routing/routes.hpp"

namespace cutline {

/// What routes are made of.
struct RoutesWanted {
  const Topology& topology;
  std::shared_ptr<const ChannelGraph> graph;  ///< of the topology
  std::uint32_t most_layers = 1;              ///< of virtual channels
  std::string table;                          ///< the file of routes, for Routing::table
};

/// One row of the catalogue of routings.
struct RoutingRule {
  Routing routing = Routing::minimal;
  std::string_view name;
  std::string_view summary;
  std::string_view source;
  /// Why a network cannot have these routes, as a sentence with `{}` for its name; empty if it can. Null: any can.
  std::string (*refusal)(const Topology&) = nullptr;
  /// What to do instead, where it is refused.
  std::string_view instead = {};
  Routes (*routes)(const RoutesWanted&) = nullptr;  ///< null: refused by every network
};

/// Every routing, in the order of Routing.
const std::vector<RoutingRule>& routing_rules();
inline const RoutingRule& routing_rule(Routing routing) { return routing_rules()[static_cast<std::size_t>(routing)]; }

/// What `minimal` means in a network: `hierarchical` where every two groups are joined, as [Kim 2008] and the papers of
/// such networks mean it, up to a size whose routes are walked; else all shortest paths. Cost: O(links).
Routing minimal_of(const Topology& topology);

}  // namespace cutline
