// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "spec/keys.hpp"

namespace cutline {

/// Reads a technology: a name, a path (it holds a `/` or ends in .yaml or .yml) or an inline map. Reports mistakes;
/// those in a file have places in that file. Null after mistakes. All who name one of the library share it.
SharedConst<Technology> read_technology(Reader& reader, YamlId id);
/// Reads a technology as read_technology() does, and reports one that has no layers for a network.
SharedConst<Technology> read_network_technology(Reader& reader, YamlId id);
ValueShape technology_shape();
/// The form of a technology that is given by name or path, not as a map.
ValueShape technology_name_shape();

/// The sides on which wires leave their node; values of a key of technologies and of candidates.
inline const std::vector<std::string_view> kTerminalSides = {"top", "facing"};
inline constexpr std::size_t kFacing = 1;  ///< index of "facing"

/// A technology as it is being read.
struct TechnologyDraft {
  Technology technology;
  std::optional<std::int64_t> pairs;
  std::optional<YamlId> layers, use;
  std::optional<YamlId> flight;  ///< the last key that gave the time of flight
};

const Keys<TechnologyDraft>& technology_keys();
const Keys<Layer>& layer_keys();

}  // namespace cutline
