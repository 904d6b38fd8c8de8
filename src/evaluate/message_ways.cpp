// SPDX-License-Identifier: Apache-2.0
#include "evaluate/message_ways.hpp"

#include <algorithm>

#include "cutline/study/laid_out.hpp"
#include "cutline/study/placed_network.hpp"
#include "evaluate/candidate_routes.hpp"
#include "evaluate/site_costs.hpp"
#include "evaluate/traffic.hpp"

namespace cutline {

namespace {

/// beside_router() of the router, interchange or switch of every site.
std::vector<double> beside_router_by_site(const DelaysAsked& asked, const BuiltCandidate& candidate, Time cycle) {
  const Design& design = *candidate.design;
  const auto more = [&](const RouterChoice& choice) { return beside_router(asked, design, choice.delay, cycle); };
  const std::size_t kinds = design.tiles.size();
  std::vector<double> of_kind;
  for (std::uint32_t kind = 0; kind <= kinds; ++kind) of_kind.push_back(more(router_of_kind(design, kind)));
  const double of_interchange = more(interchange_of(design));
  const std::vector<std::uint32_t>& kind_of = candidate.facts.tiles.kind;
  const Topology& topology = candidate.network()->topology;
  std::vector<double> all(topology.site_count());
  for (std::uint64_t site = 0; site < all.size(); ++site) {
    if (is_inner(topology.kind(site))) {
      all[site] = of_interchange;
    } else if (!kind_of.empty()) {
      all[site] = of_kind[std::min<std::size_t>(kind_of[site], kinds)];
    }
  }
  return all;
}

}  // namespace

double beside_router(const DelaysAsked& asked, const Design& design, const Duration& delay, Time cycle) {
  const Duration& router = design.router.delay;
  const Duration more{delay.cycles - router.cycles, delay.time - router.time};
  return asked.clock.rule == ClockRule::per_link ? in_ns(cycle * more.cycles + more.time) : cycles_of(more, cycle);
}

bool can_walk_ways(const BuiltCandidate& candidate, const Effort& effort) {
  constexpr std::uint64_t kShareOfWalks = 1000;  // of the effort
  return why_no_routes(candidate).empty() &&
         visits_of_all_routes(candidate) <= static_cast<double>(effort.link_visits / kShareOfWalks);
}

std::optional<std::vector<WayCount>> walked_ways(const LatencyAsked& asked, const RoutedCandidate& candidate,
                                                 const Effort& effort, const DelaysOfLinks& delays) {
  if (!can_walk_ways(candidate, effort)) return std::nullopt;
  const RoutedOrWhy found = routed_traffic(asked, candidate, effort);
  const auto* routed = std::get_if<SharedConst<RoutedTraffic>>(&found);
  if (routed == nullptr) return std::nullopt;
  const PlacedNetwork& network = *candidate.network();
  const std::vector<double> more = beside_router_by_site(asked, candidate, delays.cycle);
  const auto of_channels =
      channel_delays(whole_network({network.topology, network.placement, candidate.laid_out()->layout}), delays.of_link,
                     [&](std::uint64_t site) { return more[site]; });
  const bool first_counts = first_routers(*candidate.design) > 0;
  return way_counts((*routed)->routes, of_channels, first_counts ? more : std::vector<double>(),
                    demand_of(asked, candidate));
}

}  // namespace cutline
