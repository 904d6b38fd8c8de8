// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <optional>
#include <string_view>
#include <vector>

#include "board/board.hpp"
#include "board/material.hpp"
#include "spec/keys.hpp"

namespace cutline {

/// A length of a board above 0, to 10 m, in whole nanometres; with `or_none` also 0.
Form<board::Nanometres> board_length_form(bool or_none = false);

/// Reports keys that a map lacks. They are not required by its schema, because it may be merged with another map.
void expect_given_keys(Reader& reader, YamlId map, std::string_view what, std::initializer_list<std::string_view> keys);

/// A connector or a material: a name of the library, the path of a file, or a map. A map without geometry of its own
/// starts from the connector of the library that it names. Mistakes in a file have places in that file.
std::optional<board::Connector> read_connector(Reader& reader, YamlId id);
std::optional<board::Material> read_material(Reader& reader, YamlId id);
ValueShape connector_shape();
ValueShape connector_map_shape();
ValueShape material_shape();
ValueShape material_map_shape();

/// Every connector and every material of boards that is part of the library, by name.
std::vector<board::Connector> connectors();
std::vector<board::Material> board_materials();

/// JSON Schema (draft-07) of a connector and of a material in a file of its own.
std::string connector_schema();
std::string material_schema();

}  // namespace cutline
