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
  bool item = false;         ///< an item of a list, given by its number or by the `name` of the map there
  std::uint32_t offset = 0;  ///< first byte of the step in the dotted name
};

/// Splits a dotted name into steps; empty if the text is not a dotted name.
std::vector<PathStep> parse_path(std::string_view text);

/// A copy of the tree `root` in which the dotted name has another value. Maps that are missing on the way are created.
/// `mark` is the place of the dotted name. Reports a mistake and then returns `root`.
YamlId with_value(Reader& reader, YamlId root, const std::vector<PathStep>& path, YamlId value, Mark mark);

}  // namespace cutline
