// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/technology/technology.hpp"
#include "spec/reader.hpp"

namespace cutline {

/// Where wires leave their node, of a technology and of a candidate.
inline const std::vector<std::string_view> kTerminalSides = {"top", "facing"};
inline constexpr std::size_t kFacing = 1;  ///< among them

/// A technology as it is being read.
struct TechnologyDraft {
  Technology technology;
  std::optional<std::int64_t> pairs;
  std::optional<YamlId> layers, use, drivers;
  std::optional<YamlId> flight;  ///< the first of the keys that give it
};

const std::vector<Key<TechnologyDraft>>& technology_keys();
const std::vector<Key<Layer>>& layer_keys();

}  // namespace cutline
