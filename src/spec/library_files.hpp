// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "spec/keys.hpp"
#include "spec/named_maps.hpp"

namespace cutline {

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
            const std::size_t mistakes = reader.document.diagnostics.size();
            T value;
            read_map(reader, id, what, keys, value);
            return reader.document.diagnostics.size() == mistakes ? std::optional(std::move(value)) : std::nullopt;
          }};
}

}  // namespace cutline
