// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "cutline/study/candidate.hpp"

namespace cutline {

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
std::optional<NoteKind> why_no_curve(const Study& study, const BuiltCandidate& candidate, const Effort& effort);

}  // namespace cutline
