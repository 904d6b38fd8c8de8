// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "spec/reader.hpp"

namespace cutline {

/// One step of a dotted name: `candidates[mesh]` is the key `candidates`, then the item `mesh`.
struct PathStep {
  std::string name;
  bool item = false;         ///< of a list: by its number, or by the `name` of the map there
  std::uint32_t offset = 0;  ///< where it begins in the dotted name
};

/// Splits a dotted name into steps; empty where the text is no dotted name.
std::vector<PathStep> parse_path(std::string_view text);

/// A copy of the tree `root` in which the dotted name has another value. Maps that are missing on the way are created.
/// `mark` is the place of the dotted name. In case of a mistake it reports that and returns `root`.
YamlId with_value(Reader& reader, YamlId root, const std::vector<PathStep>& path, YamlId value, Mark mark);

}  // namespace cutline
