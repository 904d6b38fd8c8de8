// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/study/study.hpp"
#include "spec/reader.hpp"

namespace cutline {

/// A candidate as it is being read.
struct CandidateDraft {
  Design design;
  std::optional<YamlId> topology;
};

/// The keys of one candidate. read_candidates() reads `name` and `sweep` before: see candidates.hpp.
const std::vector<Key<CandidateDraft>>& candidate_keys();

const std::vector<Key<CandidateDraft>>& placement_keys();

// Each part of a candidate has the shape of its value and the function that reads it. Positions, outlines and blocked
// rectangles are given in metres and add to the floorplan of the design.
using CandidateShape = ValueShape();
CandidateShape blocked_shape, channel_shape, empty_shape, interchange_shape, node_shape, outline_shape, packages_shape,
    planes_shape, positions_shape, router_shape, routing_shape, tiles_shape, topology_shape;
using CandidateReader = void(Reader& reader, YamlId id, CandidateDraft& draft);
CandidateReader read_blocked, read_empty, read_outline, read_packages, read_planes, read_positions, read_routing,
    read_snap, read_tiles, read_topology;
/// Reads a time of a router, in cycles or seconds.
void read_duration(Reader& reader, YamlId id, std::string_view what, Duration& duration);

}  // namespace cutline
