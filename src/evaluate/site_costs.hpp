// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "evaluate/link_costs.hpp"

namespace cutline {

struct LatencyAsked;
struct RouterChoice;
struct RoutersAsked;

/// The interchange that the design describes; by default, its router.
const RouterChoice& interchange_of(const Design& design);

/// The number of routers that a message passes before its first hop: 0 or 1.
double first_routers(const Design& design);

/// Delay of a router if kinds of tile differ: the mean over the routers that a mean message passes. This mean times
/// their number is the time that the message spends in all of them.
Duration mean_router_delay(const RoutedCandidate& candidate);
/// Energy of a bit in the tiles where a mean message begins and ends, in pJ; absent if no kind has an energy, or if
/// hops are not known.
std::optional<double> tile_energy(const RoutedCandidate& candidate);

/// The costs of routers and interchanges: those that the user gives, else those of router_by_law(), else none. The
/// candidate must be one that can be built. If kinds of tile differ, the router's area is the mean over all nodes, and
/// its energy the mean over the routers that a mean message passes. `depth_flits` is the depth of a virtual channel's
/// buffer if the spec does not give it.
SiteCosts site_costs(const RoutersAsked& asked, const RoutedCandidate& candidate, double depth_flits);

/// The delay of a router in cycles; a delay given in seconds counts only with a clock.
double cycles_of(const Duration& delay, Time cycle);

/// Energy of a bit of a mean message in routers and interchanges, in pJ; absent if one of the two is not known.
/// `interchanges`: mean hops that end at an interchange; absent if not known.
std::optional<double> router_pj(const RoutedCandidate& candidate, const SiteCosts& sites,
                                const std::optional<double>& interchanges);

/// Adds notes on the costs: which are estimates, which are missing and why.
void note_site_costs(const LatencyAsked& latency, const TimedCandidate& candidate, std::vector<Note>& notes);

}  // namespace cutline
