// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "evaluate/network.hpp"

namespace cutline {

/// A lower bound of the latency without load of any network of the design, given lower bounds of its mean hops, of the
/// delay of its longest wire and of the cycles on the links of a mean route (absent: one for each hop).
Time latency_floor(const Study& study, const Design& design, double mean_hops, Time longest_wire,
                   const std::optional<double>& route_cycles = {});

/// Whether messages take whole cycles: in layouts, and in ideal candidates whose widths the spec rounds.
bool takes_whole_cycles(const BuiltCandidate& candidate);

/// Throws an input error if the study asks an ideal candidate for a latency that only routed wires determine.
void expect_timing_possible(const DelaysAsked& asked, const Technology& technology, const Design& design);

/// Whether a delay needs a layout: it depends on routed lengths, or on spans in wire pitches, which routing sets.
bool wants_layout(const ChosenDelay& delay);

struct ChosenDelay;
struct CurveChoice;

/// Latency against distance along dimension 0, far from the array's ends, for meshes, whose messages pass every node,
/// and for express cubes by the express rule. Interchanges take no room: local wires are one node pitch long, or half a
/// pitch at an interchange, and express wires are as long as the level's spacing. Under the clock rule per_link the
/// wires' own delays add up; under the others each hop takes its cycles. Empty if why_no_curve() gives a reason.
/// Source: [Dally 1991, fig. 4]. Cost: O(points x largest spacing x levels).
std::vector<CurvePoint> latency_curve(const CurveChoice& curve, const BuiltCandidate& candidate,
                                      const ChosenDelay& delay, const LatencyInput& input);

/// The reason why a candidate has no curve; absent if it has one for every delay model.
std::optional<NoteKind> why_no_curve(const DelaysAsked& asked, const BuiltCandidate& candidate, const Effort& effort);

}  // namespace cutline
