// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>

#include "board/stripline.hpp"
#include "spec/library_files.hpp"

namespace cutline {

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

}  // namespace cutline
