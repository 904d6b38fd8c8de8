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

/// The keys of one candidate. `name` and `sweep` are dealt with before: see candidates.hpp.
const std::vector<Key<CandidateDraft>>& candidate_keys();

ValueShape channel_shape();
ValueShape router_shape();
ValueShape interchange_shape();
ValueShape node_shape();
ValueShape packages_shape();
void read_packages(Reader& reader, YamlId id, CandidateDraft& draft);
ValueShape routing_shape();

const std::vector<Key<CandidateDraft>>& placement_keys();

/// The keys of `placement` that give places in metres. Each adds to the floorplan of the design.
void read_positions(Reader& reader, YamlId id, CandidateDraft& draft);
void read_outline(Reader& reader, YamlId id, CandidateDraft& draft);
void read_blocked(Reader& reader, YamlId id, CandidateDraft& draft);
void read_snap(Reader& reader, YamlId id, CandidateDraft& draft);
void read_empty(Reader& reader, YamlId id, CandidateDraft& draft);
ValueShape empty_shape();
void read_tiles(Reader& reader, YamlId id, CandidateDraft& draft);
ValueShape tiles_shape();
/// Times of routers, in cycles or seconds.
void read_duration(Reader& reader, YamlId id, std::string_view what, Duration& duration);
ValueShape positions_shape();
ValueShape outline_shape();
ValueShape blocked_shape();
ValueShape topology_shape();
void read_topology(Reader& reader, YamlId id, CandidateDraft& draft);

}  // namespace cutline
