// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/study/wire_costs.hpp"

namespace cutline {

struct RouterChoice;

/// The interchange that the design describes; by default, its router.
const RouterChoice& interchange_of(const Design& design);

/// Routers that a message passes before its first hop.
double first_routers(const Design& design);

/// Delay of a router if kinds of tile differ: the mean over the routers that a mean message passes, so that this mean
/// times their number is the sum of their delays. The candidate must have its traffic.
Duration mean_router_delay(const Candidate& candidate);
/// Energy of a bit in the tiles where a mean message begins and ends; absent if no kind has energy, or if no hops are
/// known.
std::optional<double> tile_energy(const Candidate& candidate);

/// The costs of routers and interchanges: those that the user gives, else those of router_by_law(), else none. The
/// candidate must be one that can be built. If kinds of tile differ, the router's area is the mean over all nodes, and
/// its energy the mean over the routers that a mean message passes. `depth_flits` is the depth of a virtual channel's
/// buffer if the spec does not give it.
SiteCosts site_costs(const Study& study, const Candidate& candidate, double depth_flits);

/// The delay of a router in cycles; a delay given in seconds counts only with a clock.
double cycles_of(const Duration& delay, Time cycle);
/// The depth of a buffer in flits with which no channel waits for credits under any delay model: kDepthFlits or, if
/// more, the flits that fit into the round trip of a credit over the slowest link.
double covering_depth(const Study& study, const Candidate& candidate, const std::vector<Timing>& timings);

/// Energy of a bit of a mean message in routers and interchanges; absent if one of the two is not known.
/// `interchanges`: mean hops that end at an interchange; absent if not known.
std::optional<double> router_pj(const Candidate& candidate, const std::optional<double>& interchanges);

/// Adds notes on costs that are estimates, and on costs that are missing, with the reason.
void note_site_costs(const Study& study, const Candidate& candidate, std::vector<Note>& notes);

}  // namespace cutline
