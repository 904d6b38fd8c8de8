// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "cutline/study/laid_out.hpp"
#include "evaluate/network.hpp"

namespace cutline {

// The stages of a candidate that is evaluated in another order than finish() does: its planes are candidates too.

/// What is known of a network before its channel has a width. The joint network of planes has no routing of its own: it
/// counts as minimal.
NetworkFacts facts_of_network(const Study& study, const Design& design, const PlacedNetwork& network,
                              const GraphMeasures& graph, const Effort& effort);
/// The measures of a routed layout, with those of the design's packages.
SharedConst<LaidOut> measured_layout(const Design& design, SharedConst<PlacedNetwork> network, Layout layout);

/// What routers cost, and latencies without load.
struct Unloaded {
  SiteCosts sites;
  LatencyResult latency;
};
/// The costs and latencies of a candidate that can be built. The depth of buffers follows from the delays of links, so
/// links are timed first. `joint`: of a plane, what is known of the wires of all planes, whose clock it keeps.
Unloaded without_load(const Study& study, const RoutedCandidate& candidate, const Effort& effort,
                      const LatencyResult* joint = nullptr);
/// The candidate with its emulations, sources and notes, `noted` first. Limits are not checked.
Candidate finished(const Study& study, TimedCandidate timed_candidate, std::vector<Note> noted, const Effort& effort);

/// How many layouts of its size a candidate takes memory for: with planes each wire also stands in that of its plane.
inline double layouts_of(const Design& design) { return design.planes ? 2 : 1; }

}  // namespace cutline
