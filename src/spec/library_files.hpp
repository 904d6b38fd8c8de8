// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "board/signals.hpp"
#include "machine/market.hpp"
#include "spec/keys.hpp"

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

/// JSON Schema (draft-07) of a value in a file of its own.
std::string schema_of(std::string_view title, const ValueShape& shape);

/// A kind of files of the library, such as media. A spec gives such a map by its name in the library, by the path of a
/// file, or as it is.
template <class T>
struct LibraryFiles {
  NamedMaps maps;
  std::string_view title;  ///< of the schema
  ValueShape map;
  /// Reads a map; absent if it reported mistakes.
  std::function<std::optional<T>(Reader&, YamlId)> read_map;

  /// Mistakes in a file have places in that file.
  std::optional<T> read(Reader& reader, YamlId id) const {
    std::optional<T> found;
    read_named_map(reader, id, maps, [&](Reader& inner, YamlId own) { found = read_map(inner, own); });
    return found;
  }
  ValueShape shape() const { return any_shape({choice_shape(names_of(maps.library)), path_beside_names_shape(), map}); }
  /// Every file of the library, by name.
  std::vector<T> all() const {
    std::vector<T> list;
    for_each_named_map(maps, [&](Reader& reader, YamlId own) { list.push_back(read_map(reader, own).value()); });
    return list;
  }
  std::string schema() const { return schema_of(title, map); }
};

/// Those whose maps are read by keys alone. `what` begins the messages: "a medium".
template <class T>
LibraryFiles<T> files_by_keys(const NamedMaps& maps, std::string_view title, std::string_view what,
                              const Keys<T>& keys) {
  return {maps, title, map_shape(keys), [what, &keys](Reader& reader, YamlId id) -> std::optional<T> {
            T value;
            return read_map_well(reader, id, what, keys, value) ? std::optional(std::move(value)) : std::nullopt;
          }};
}

/// A length of a board above 0, to 10 m, in whole nanometres; with `or_none` also 0.
Form<board::Nanometres> board_length_form(bool or_none = false);

/// Reports keys that a map lacks. They are not required by its schema, because it may be merged with another map.
template <class T>
void expect_given_keys(Reader& reader, YamlId map, std::string_view what, const Keys<T>& keys,
                       std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names) {
    if (find_value(reader.document, map, name)) continue;
    const Key<T>* key = find_named(keys, name);
    reader.report(map, std::string(what) + " needs the key '" + std::string(name) + "'",
                  required_hint(key->name, key->shape, key->help));
  }
}

/// A map without geometry of its own starts from the connector of the library that it names.
const LibraryFiles<board::Connector>& connector_files();
const LibraryFiles<board::Material>& material_files();

struct MachineChoice;

/// A length of a hall to 10 km, in whole nanometres: above 0, or with `or_none` also 0.
Form<machine::Nanometres> hall_length_form(bool or_none = false);

/// An amount of money from 0 on.
Form<double> amount_form();
/// Watts up to 1 MW.
Form<double> watts_form();

/// The key `board` of a machine.
Key<MachineChoice> hall_board_key();

const LibraryFiles<machine::CableMedium>& medium_files();
const LibraryFiles<machine::PriceList>& price_files();

}  // namespace cutline
