// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/technology/technology.hpp"
#include "spec/reader.hpp"

namespace cutline {

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
