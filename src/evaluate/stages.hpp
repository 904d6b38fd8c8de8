// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "cutline/study/laid_out.hpp"
#include "evaluate/network.hpp"
#include "study/planes.hpp"

namespace cutline {

/// As evaluate_blocks(), but of these designs, in place of the study's own.
void evaluate_designs(const Study& study, const std::vector<Design>& designs, const Effort& effort, Layouts layouts,
                      CandidateSink sink);

/// The candidate that follows from a design, its network and a budget (absent: nothing is held). `bare`: if the design
/// has planes, what study_of_planes() makes of the study.
Candidate finish(const Study& study, const Design& design, WiredOrNot network, const std::optional<double>& budget,
                 const Effort& effort, const std::optional<Study>& bare = {});

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

struct JointNetwork;

/// The joint network of a design's planes. Errors stand at the plane's topology in the spec.
JointNetwork joint_network_of(const Design& design);

/// What planes are evaluated under: the study with no designs, nothing held, and without what is asked of the whole
/// alone.
Study study_of_planes(const Study& study);
/// The candidate of a design with planes, from its joint network with a channel. Each plane is measured as a candidate
/// of its own, with its wires in the joint layout; then the figures of the whole follow from those of the planes.
/// `bare`: study_of_planes() of the study.
Candidate finish_planes(const Study& study, const Study& bare, BuiltCandidate joint, const Effort& effort);

/// The joint candidate with its hops, loads, costs and latencies, from those of its planes, which are its `planes` in
/// this order:
///
///   hops, latency      the mean over all messages: the sum over planes of message share x the plane's
///   energy             the mean over all bits: the sum of bit share x the plane's
///   loads, saturation  a terminal offers the bit share of its load to each plane; the whole is full where a plane is
///   routes             the most virtual channels of any plane; free of deadlock where all are
///   routers            at a node stands one for each plane: the sum of their areas and ports
///
/// A figure that a plane lacks is absent; its note is appended to `notes`. Source: derived: linearity of means.
TimedCandidate whole_of_planes(TimedCandidate joint, const std::vector<PlaneResult>& planes, std::vector<Note>& notes);

}  // namespace cutline
