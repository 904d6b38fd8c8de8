// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/study/candidate.hpp"
#include "cutline/study/study.hpp"
#include "performance/pair_costs.hpp"

namespace cutline {

/// What a router with this delay takes longer than one of the design: in ns under ClockRule::per_link, else in cycles.
double beside_router(const DelaysAsked& asked, const Design& design, const Duration& delay, Time cycle);

/// A cycle, and the delays of links in the unit of beside_router(), in one direction.
struct DelaysOfLinks {
  Time cycle;
  FunctionRef<double(const LinkPlace&)> of_link;
};

/// Whether the candidate has routes, which can be walked within the effort.
bool can_walk_ways(const BuiltCandidate& candidate, const Effort& effort);

/// The messages of all pairs of nodes, counted by the delays of links and routers along the candidate's routes; absent
/// unless can_walk_ways().
std::optional<std::vector<WayCount>> walked_ways(const LatencyAsked& asked, const RoutedCandidate& candidate,
                                                 const Effort& effort, const DelaysOfLinks& delays);

}  // namespace cutline
