// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "cutline/output/text/table.hpp"

namespace cutline {

/// How the numbers of one column are shown to people.
struct ColumnFormat {
  int decimals = 0;
  bool exact = false;
  double largest_in_full = 1e10;  ///< from here on "1.074e12"
};

std::vector<ColumnFormat> column_formats(const Table& table, double largest_in_full = 1e10);
std::string cell_text(const TableCell& cell, const ColumnFormat& format);

}  // namespace cutline
