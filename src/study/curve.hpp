// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "cutline/study/candidate.hpp"

namespace cutline {

struct ChosenDelay;
struct CurveChoice;

/// Latency against distance along dimension 0, far from the ends of the array: for meshes, whose messages pass every
/// node, and for express cubes under the express rule. Interchanges take no room: a local wire is one node pitch long
/// or, next to an interchange, half a pitch; an express wire is as long as its level's spacing. Under the clock rule
/// per_link, the delays of the wires add up; under the other rules, each hop takes its cycles. Empty if why_no_curve()
/// gives a reason. Source: [Dally 1991, fig. 4]. Cost: O(points x largest spacing x levels).
std::vector<CurvePoint> latency_curve(const CurveChoice& curve, const Candidate& candidate, const ChosenDelay& delay,
                                      const LatencyInput& input);

/// The reason why a candidate has no curve; absent if it has one for every delay model.
std::optional<NoteKind> why_no_curve(const Study& study, const Candidate& candidate, const Effort& effort);

}  // namespace cutline
