// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/technology/technology.hpp"
#include "spec/reader.hpp"

namespace cutline {

/// Reads a technology: a name, a path (it holds a `/` or ends in .yaml or .yml) or an inline map. Reports mistakes;
/// those in a file have places in that file.
std::optional<Technology> read_technology(Reader& reader, YamlId id);
/// Reads a technology as read_technology() does, and reports one that has no layers for a network.
std::optional<Technology> read_network_technology(Reader& reader, YamlId id);
ValueShape technology_shape();
/// The form of a technology that is given by name or path, not as a map.
ValueShape technology_name_shape();

/// A technology that is part of the library: its file in layouts/technologies.
struct BuiltinTechnology {
  const char* name;
  const char* yaml;
};
extern const BuiltinTechnology kBuiltinTechnologies[];
extern const std::size_t kBuiltinTechnologyCount;

}  // namespace cutline
