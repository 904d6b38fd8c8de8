// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iterator>

#include "cutline/base/error.hpp"
#include "cutline/base/format.hpp"
#include "cutline/detail/base/values.hpp"

namespace cutline {

/// The names of the rows of a catalogue, in their order.
template <class Rows>
std::vector<std::string_view> names_of(const Rows& rows) {
  return each_of<std::string_view>(rows, [](const auto& row) -> std::string_view { return row.name; });
}

/// The row of a catalogue that has this name; null if there is none.
template <class Rows>
auto find_named(const Rows& rows, std::string_view name) -> decltype(&*std::begin(rows)) {
  const auto found = std::find_if(std::begin(rows), std::end(rows), [&](const auto& row) { return row.name == name; });
  return found == std::end(rows) ? nullptr : &*found;
}

/// The same, but throws an input error if there is none. Its hint is the most similar name, or else all names.
/// `no_such` and `known` are the words before the name and before all names ("no order is called", "the orders are");
/// `key` is the key of the spec that gave the name.
template <class Rows>
const auto& expect_named(const Rows& rows, std::string_view name, std::string_view no_such, std::string_view known,
                         std::string key = {}) {
  if (const auto* row = find_named(rows, name)) return *row;
  const std::vector<std::string_view> names = names_of(rows);
  throw_input_error(fmt::format("{} '{}'", no_such, name),
                    did_you_mean(name, names, fmt::format("{}: {}", known, join(names, ", "))), std::move(key));
}

}  // namespace cutline
