// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "spec/candidate_keys.hpp"

namespace cutline {

/// What candidates are made from, as found in the spec.
struct CandidateSources {
  std::vector<YamlEntry> shared;  ///< channel, router, node and packages of the top level
  std::optional<YamlId> defaults;
  std::optional<YamlId> candidates;
};

/// Reads all candidates: each on top of the defaults, on top of what stands at the top level; sweeps multiplied out;
/// named. Throws a limit error past kMaxDesigns; all else that is wrong is reported.
std::vector<Design> read_candidates(Reader& reader, const CandidateSources& sources);

}  // namespace cutline
