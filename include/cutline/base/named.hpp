// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "cutline/base/error.hpp"
#include "cutline/base/format.hpp"
#include "cutline/base/parameters.hpp"

namespace cutline {

/// The row of a catalogue that has this name; null where there is none.
template <class Row>
const Row* find_named(const std::vector<Row>& rows, std::string_view name) {
  const auto found = std::find_if(rows.begin(), rows.end(), [&](const Row& row) { return row.name == name; });
  return found == rows.end() ? nullptr : &*found;
}

/// The same; where there is none, throws an input error with the nearest name, or all of them. `kind` says in the
/// singular what the rows are ("delay model"), `key` where a spec names one.
template <class Row>
const Row& expect_named(const std::vector<Row>& rows, std::string_view name, std::string_view kind, std::string key) {
  if (const Row* row = find_named(rows, name)) return *row;
  std::vector<std::string_view> names;
  for (const Row& row : rows) names.push_back(row.name);
  const std::string_view near = nearest(name, names);
  throw_input_error(
      fmt::format("no {} is called '{}'", kind, name),
      near.empty() ? fmt::format("the {}s are: {}", kind, join(names, ", ")) : fmt::format("did you mean '{}'?", near),
      std::move(key));
}

}  // namespace cutline
