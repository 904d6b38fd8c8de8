// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include "cutline/output/text/table.hpp"

namespace cutline {

/// A value of the record in a table; a structure as its text.
inline TableCell cell_of(const nlohmann::ordered_json& value) {
  if (value.is_null()) return {};
  if (value.is_number_unsigned() && value.get<std::uint64_t>() > std::uint64_t{1} << 62) return value.dump();
  if (value.is_number_integer()) return value.get<std::int64_t>();
  if (value.is_number_float()) return value.get<double>();
  if (value.is_string()) return value.get<std::string>();
  if (value.is_boolean()) return value.get<bool>() ? "yes" : "no";
  return value.dump();
}

}  // namespace cutline
