// SPDX-License-Identifier: Apache-2.0
#include "performance/traffic.hpp"

#include "cutline/base/function_ref.hpp"
#include "cutline/topology/topology.hpp"
#include "link_shares.hpp"
#include "measure/placed_links.hpp"
#include "routing/destinations.hpp"

namespace cutline {

namespace {

std::uint32_t interchange_ends(const Topology& topology, const PlacedLink& link) {
  if (!topology.has_interchanges()) return 0;
  const auto count = [&](std::uint64_t site) { return is_inner(topology.kind(site)) ? 1u : 0u; };
  return count(link.a) + count(link.b);
}

void visit_links(const Topology& topology, const Placement& placement, const Layout& layout, const LinkShares& shares,
                 FunctionRef<void(const RoutedLink&)> visit) {
  for_each_link_by_itself(topology, placement, layout, [&](const PlacedLink& link) {
    visit({link.place, interchange_ends(topology, link), shares.share(link.link_class, link.a, link.b)});
  });
}

}  // namespace

std::optional<double> mean_hops(const GraphMeasures& graph, std::uint64_t nodes, SelfMessages self) {
  if (!graph.distances) return std::nullopt;
  if (self == SelfMessages::left_out) return graph.distances->mean_hops;
  if (graph.parts.all_have_ways())
    return graph.distances->mean_hops * static_cast<double>(nodes - 1) / static_cast<double>(nodes);
  const auto between = static_cast<double>(static_cast<Int128>(nodes) * (nodes - 1) - *graph.parts.pairs_without_way);
  return graph.distances->mean_hops * between / (between + static_cast<double>(nodes));
}

bool for_each_routed_link(const Topology& topology, const Placement& placement, const Layout& layout, Routing routing,
                          std::uint64_t effort, FunctionRef<void(const RoutedLink&)> visit) {
  const auto shares = LinkShares::of(topology, routing, effort);
  if (!shares) return false;
  for_each_placed_link(topology, placement, layout, [&](const PlacedLink& link) {
    visit({link.place, interchange_ends(topology, link),
           static_cast<double>(link.copies) * shares->share(link.link_class, link.a, link.b)});
  });
  return true;
}

bool for_each_routed_link(const Topology& topology, const Placement& placement, const Layout& layout,
                          const DigitForm& form, const Traffic& traffic, std::uint64_t effort,
                          FunctionRef<void(const RoutedLink&)> visit) {
  const auto shares = LinkShares::of(topology, form, traffic, effort);
  if (!shares) return false;
  visit_links(topology, placement, layout, *shares, visit);
  return true;
}

void for_each_routed_link(const Topology& topology, const Placement& placement, const Layout& layout,
                          const ChannelGraph& graph, const std::vector<double>& loads,
                          FunctionRef<void(const RoutedLink&)> visit) {
  visit_links(topology, placement, layout, LinkShares::of(topology, graph, loads), visit);
}

}  // namespace cutline
