// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/technology/technology.hpp"
#include "spec/reader.hpp"

namespace cutline {

/// A name, a path (it holds a `/` or ends in .yaml) or an inline map. Mistakes are reported, those in a file with its
/// places.
std::optional<Technology> read_technology(Reader& reader, YamlId id);
/// The same, and a mistake where it has no layers to lay a network on.
std::optional<Technology> read_network_technology(Reader& reader, YamlId id);
ValueShape technology_shape();
/// Without the inline map.
ValueShape technology_name_shape();

/// A technology that is part of the library: its file in layouts/technologies.
struct BuiltinTechnology {
  const char* name;
  const char* yaml;
};
extern const BuiltinTechnology kBuiltinTechnologies[];
extern const std::size_t kBuiltinTechnologyCount;

}  // namespace cutline
