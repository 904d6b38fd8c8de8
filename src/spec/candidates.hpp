// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "spec/candidate_keys.hpp"

namespace cutline {

/// The parts of the spec that candidates are made from.
struct CandidateSources {
  std::vector<YamlEntry> shared;  ///< channel, router, node and packages of the top level
  std::optional<YamlId> defaults;
  std::optional<YamlId> candidates;
};

/// Reads and names all candidates. The keys of a candidate override the defaults, and the defaults override the keys of
/// the top level. A sweep gives one design for each of its points. Throws a limit error past kMaxDesigns; reports all
/// other mistakes.
std::vector<Design> read_candidates(Reader& reader, const CandidateSources& sources);

}  // namespace cutline
