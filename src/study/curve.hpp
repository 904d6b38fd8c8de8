// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "cutline/study/candidate.hpp"

namespace cutline {

struct ChosenDelay;
struct CurveChoice;

/// Latency against distance along dimension 0, far from the array's ends: of meshes, whose messages pass every node,
/// and of express cubes by the express rule. Interchanges take no room: local wires are one node pitch long or, at an
/// interchange, half of one, express wires the level's spacing. Under the clock rule per_link the wires' own delays
/// add up; under the others each hop takes its cycles. Empty where `why_no_curve` says why.
/// Source: [Dally 1991, fig. 4]. Cost: O(points x largest spacing x levels).
std::vector<CurvePoint> latency_curve(const CurveChoice& curve, const BuiltCandidate& candidate,
                                      const ChosenDelay& delay, const LatencyInput& input);

/// The reason why a candidate has no curve; absent where it has one for every delay model.
std::optional<NoteKind> why_no_curve(const Study& study, const BuiltCandidate& candidate, const Effort& effort);

}  // namespace cutline
