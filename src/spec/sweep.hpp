// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "spec/reader.hpp"

namespace cutline {

/// One point of a sweep: the tree of the candidate with the values of this point, and the same values as text for its
/// name.
struct SweepPoint {
  YamlId tree = 0;
  std::vector<std::pair<std::string, std::string>> values;  ///< dotted name, value
};

inline constexpr std::size_t kMaxDesigns = 10'000;  // of a spec

/// All points of the candidate's sweep; one point if it has no sweep. The first name of the sweep changes slowest.
/// Throws a limit error past `most` points.
std::vector<SweepPoint> sweep_points(Reader& reader, YamlId candidate, std::size_t most);

}  // namespace cutline
