// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "spec/reader.hpp"

namespace cutline {

/// One point of a sweep: the candidate's tree with its values set, and those values for its name.
struct SweepPoint {
  YamlId tree = 0;
  std::vector<std::pair<std::string, std::string>> values;  ///< dotted name, value
};

inline constexpr std::size_t kMaxDesigns = 10'000;  // of a spec

/// All points of the candidate's sweep, where the first name changes slowest; one point if it has no sweep. Throws a
/// limit error past `most`.
std::vector<SweepPoint> sweep_points(Reader& reader, YamlId candidate, std::size_t most);

}  // namespace cutline
