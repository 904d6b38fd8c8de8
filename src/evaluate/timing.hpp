// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "cutline/study/corners.hpp"
#include "cutline/study/wire_costs.hpp"
#include "evaluate/network.hpp"

namespace cutline {

/// The inputs of the latencies of a candidate with channels of `width` bits, one entry a delay model. Empty if counting
/// the mean hops, or the links and interchanges of routes that latency needs, passes the effort. With a corner, `costs`
/// must include its factor on wire delays.
std::vector<LatencyInput> latency_inputs(const Study& study, const RoutedCandidate& candidate, const RouteCosts& costs,
                                         double width, bool whole_phits, const std::optional<Corner>& corner = {});

/// What the wires take and the clock that follows, one entry a delay model. Messages do not affect them.
std::vector<WireTiming> wire_timings(const Study& study, const BuiltCandidate& candidate, const MeanRoute& route,
                                     const RouteCosts& costs);

/// The timings that follow from these wires and inputs, with the energy that `sites` take. Timings of a corner have no
/// curve and no spread.
std::vector<Timing> timings(const Study& study, const RoutedCandidate& candidate, const SiteCosts& sites,
                            const MeanRoute& route, const RouteCosts& costs, const std::vector<WireTiming>& wires,
                            const std::vector<LatencyInput>& inputs, const Effort& effort,
                            const std::optional<Corner>& corner = {});

/// A lower bound of the latency without load of any network of the design, given lower bounds of its mean hops, of the
/// delay of its longest wire and of the cycles on the links of a mean route (absent: one for each hop).
Time latency_floor(const Study& study, const Design& design, double mean_hops, Time longest_wire,
                   const std::optional<double>& route_cycles = {});

/// Whether messages take whole cycles: in layouts, and in ideal candidates whose widths the spec rounds.
bool takes_whole_cycles(const BuiltCandidate& candidate);

/// Throws an input error if the study asks an ideal candidate for a latency that only routed wires determine.
void expect_timing_possible(const Study& study, const Design& design);

/// Whether a delay needs a layout: it depends on routed lengths, or on spans in wire pitches, which routing sets.
bool wants_layout(const ChosenDelay& delay);

/// Mean hops of uniform traffic between terminals, by the candidate's routing; absent past the effort. A message to
/// oneself has no hops.
std::optional<double> mean_terminal_hops(const Study& study, const BuiltCandidate& candidate, const Effort& effort);

}  // namespace cutline
