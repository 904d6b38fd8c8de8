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

/// A quantity as a column, with the catalogue's title and unit unless others are given here.
struct QuantityColumn {
  enum class Kind { number, text, wrapped_text };
  std::string_view path;
  Kind kind = Kind::number;
  std::string_view title = {}, unit = {};
};
/// A table with one row for each entry of `asked` and one column a quantity.
Table quantity_table(const std::vector<Asked>& asked, const std::vector<QuantityColumn>& columns);

/// The table without its empty columns.
void drop_empty_columns(Table& table);

}  // namespace cutline::tables
