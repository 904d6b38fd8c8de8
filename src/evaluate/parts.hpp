// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "evaluate/stages.hpp"

namespace cutline {

/// A plane or an application on its way to a result.
struct PartAtWork {
  PlaneResult result;
  SharedConst<LinkKinds> kinds = {};
  std::vector<Note> noted = {};
  double of_rates = 1;  ///< as of LoadOfPlane
};

/// Sets the part's candidate: its traffic and its latencies without load. `joint`: as of without_load().
void time_part(PartAtWork& part, BuiltCandidate built, const Effort& effort, const LatencyResult* joint);
/// All parts with their latencies under the loads of the whole.
std::vector<PlaneResult> loaded_parts(const Evaluation& evaluation, std::vector<PartAtWork> parts);
/// Adds the parts to the whole candidate, with their sources, and holds the whole against the limits.
void keep_parts(const Limits& limits, std::vector<PlaneResult> parts, Candidate& whole);

}  // namespace cutline
