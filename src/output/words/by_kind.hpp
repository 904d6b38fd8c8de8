// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

namespace cutline::words {

/// The words of a kind.
template <class Kind>
struct KindRow {
  Kind kind;
  std::string_view words = {};
};
/// Whether a table of words has a row for each kind up to `last`, in their order.
template <class Row, std::size_t size>
constexpr bool tells_all(const Row (&rows)[size], decltype(Row::kind) last) {
  for (std::size_t i = 0; i < size; ++i) {
    if (static_cast<std::size_t>(rows[i].kind) != i) return false;
  }
  return rows[size - 1].kind == last;
}
/// The row of a kind, in a table that tells all.
template <class Row, std::size_t size>
constexpr const Row& row_of(const Row (&rows)[size], decltype(Row::kind) kind) {
  return rows[static_cast<std::size_t>(kind)];
}

}  // namespace cutline::words
