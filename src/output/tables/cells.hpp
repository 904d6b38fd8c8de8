// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cutline/output/record/json.hpp"
#include "cutline/study/quantities.hpp"

namespace cutline::tables {

/// The value of a quantity, or of an entry at a path within one.
TableCell cell_at(const Asked& asked, std::string_view path);

/// A column with the values of a quantity. The title and the unit are those of the catalogue unless given here.
struct QuantityColumn {
  enum class Kind { number, text, wrapped_text };
  std::string_view path;
  Kind kind = Kind::number;
  std::string_view title = {}, unit = {};
};
/// A table with one row per entry of `asked` and one column per quantity.
Table quantity_table(const std::vector<Asked>& asked, const std::vector<QuantityColumn>& columns);

/// Removes the empty columns of a table.
void drop_empty_columns(Table& table);

}  // namespace cutline::tables
