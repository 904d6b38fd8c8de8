// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/study/planes.hpp"
#include "evaluate/network.hpp"

namespace cutline {

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
