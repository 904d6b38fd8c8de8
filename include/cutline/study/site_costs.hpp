// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/study/wire_costs.hpp"

namespace cutline {

struct RouterChoice;

/// What the design says of interchanges: by default the same as of routers.
const RouterChoice& interchange_of(const Design& design);

/// Routers that a message passes before its first hop.
double first_routers(const Design& design);

/// What routers and interchanges cost: as the user says, else by router_by_law, else not at all. Of a candidate that
/// can be built.
SiteCosts site_costs(const Study& study, const Candidate& candidate);

/// Of a bit of a mean message, by the route's wires and hops.
/// `interchanges`: of the hops, those that end at an interchange; absent where that is not known.
EnergyPerBit energy_of(const Candidate& candidate, const WireCosts& wires, const std::optional<double>& interchanges);

/// What a reader must know of the costs: what is an estimate, what is missing and why.
void note_site_costs(const Study& study, const Candidate& candidate, std::vector<Note>& notes);

}  // namespace cutline
