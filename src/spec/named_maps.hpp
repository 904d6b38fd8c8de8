// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "cutline/detail/base/callbacks.hpp"
#include "spec/reader.hpp"

namespace cutline {

/// A map that is part of the library: its file in a folder of layouts/.
struct BuiltinFile {
  const char* name;
  const char* yaml;
};
std::span<const BuiltinFile> builtin_technologies();
std::span<const BuiltinFile> builtin_connectors();
std::span<const BuiltinFile> builtin_materials();
std::span<const BuiltinFile> builtin_media();
std::span<const BuiltinFile> builtin_prices();

/// Whether a text is a path rather than a name: it holds a `/` or ends in .yaml or .yml.
bool names_a_file(const std::string& text);

/// Maps that specs give by name, by path or as they are.
struct NamedMaps {
  std::string_view noun, plural;  ///< "connector", "connectors"
  std::span<const BuiltinFile> library;
};

/// Calls read(reader, map) with the map that a value stands for: itself, that of the library's file of this name, or
/// that of a file. Reports mistakes; those in a file have places in that file.
void read_named_map(Reader& reader, YamlId id, const NamedMaps& maps, FunctionRef<void(Reader&, YamlId)> read);
/// The same for every file of the library.
void for_each_named_map(const NamedMaps& maps, FunctionRef<void(Reader&, YamlId)> read);

}  // namespace cutline
