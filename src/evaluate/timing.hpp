// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "evaluate/network.hpp"

namespace cutline {

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
