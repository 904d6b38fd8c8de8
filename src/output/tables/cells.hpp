// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cutline/output/record/json.hpp"
#include "cutline/study/quantities.hpp"

namespace cutline {

/// The value of a quantity, or of what stands at a path within one.
TableCell cell_at(const Asked& asked, std::string_view path);

/// A quantity as a column: its title and unit are the catalogue's where none are given here.
struct QuantityColumn {
  enum class Kind { number, text, wrapped_text };
  std::string_view path;
  Kind kind = Kind::number;
  std::string_view title = {}, unit = {};
};
/// One row for each that is asked, one column a quantity.
Table quantity_table(const std::vector<Asked>& asked, const std::vector<QuantityColumn>& columns);

/// Without the columns that hold nothing.
void drop_empty_columns(Table& table);

}  // namespace cutline
