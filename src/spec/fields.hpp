// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include "cutline/base/parameters.hpp"
#include "spec/keys.hpp"

namespace cutline {

/// Reads the keys of a map, except the key `name_key`, as the parameters of a row of a catalogue, and fills in their
/// defaults. Reports mistakes; returns true if there were none. Adds the place of each value to `places`, under prefix
/// + name.
bool read_parameters(Reader& reader, YamlId map, std::string_view name_key, std::string_view owner,
                     const std::vector<Field>& fields, Parameters& parameters,
                     std::map<std::string, Place>* places = nullptr, const std::string& prefix = {});

ValueShape field_shape(const Field& field);
std::string default_text(const Field& field);

/// One row of a catalogue with parameters, for the schema and the reference.
struct RowShape {
  std::string_view name, summary;
  const std::vector<Field>* fields = nullptr;
};
/// The shape of a map {name_key: row, fields of the row}; the row's name decides which fields it has.
ValueShape rows_shape(std::string_view name_key, std::string_view help, const std::vector<RowShape>& rows);

}  // namespace cutline
