// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "cutline/study/corners.hpp"
#include "cutline/study/wire_costs.hpp"
#include "study/network.hpp"

namespace cutline {

/// One entry a delay model, for channels of `width` bits; empty where mean hops or what the clock or interchanges need
/// of the routes pass the effort. The candidate has its measures (and wiring in its layout), or its closed forms. In a
/// corner, whose wire delay the costs have, without curves.
std::vector<Timing> timings(const Study& study, const Candidate& candidate, const MeanRoute& route,
                            const RouteCosts& costs, double width, bool whole_phits, const Effort& effort,
                            const std::optional<Corner>& corner = {});

/// Messages take whole cycles: in layouts, and in ideal candidates whose widths the spec rounds.
bool takes_whole_cycles(const Candidate& candidate);

/// Throws an input error where the study asks a latency of an ideal candidate that only routed wires have.
void expect_timing_possible(const Study& study, const Design& design);

/// Lengths along routed wires, or spans in wire pitches: how far apart nodes stand follows from routing.
bool wants_layout(const ChosenDelay& delay);

/// Mean hops of uniform traffic over terminals, by the candidate's routing; absent past the effort. With messages to
/// oneself a route may stay in a node.
std::optional<double> mean_terminal_hops(const Study& study, const Candidate& candidate, const Effort& effort);

}  // namespace cutline
