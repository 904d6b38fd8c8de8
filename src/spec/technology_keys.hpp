// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/technology/technology.hpp"
#include "spec/reader.hpp"

namespace cutline {

/// The sides on which wires leave their node; values of a key of technologies and of candidates.
inline const std::vector<std::string_view> kTerminalSides = {"top", "facing"};
inline constexpr std::size_t kFacing = 1;  ///< index of "facing"

/// A technology as it is being read.
struct TechnologyDraft {
  Technology technology;
  std::optional<std::int64_t> pairs;
  std::optional<YamlId> layers, use, drivers;
  std::optional<YamlId> flight;  ///< the last key that gave the time of flight
};

const std::vector<Key<TechnologyDraft>>& technology_keys();
const std::vector<Key<Layer>>& layer_keys();

}  // namespace cutline
