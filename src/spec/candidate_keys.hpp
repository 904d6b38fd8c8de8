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
ValueShape topology_shape();
void read_topology(Reader& reader, YamlId id, CandidateDraft& draft);

}  // namespace cutline
