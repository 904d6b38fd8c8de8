// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/output/text/table.hpp"

namespace cutline::text {

inline constexpr double kLargestInFull = 1e10, kSmallestInFull = 1e-4;

/// How the numbers of one column are shown to people.
struct ColumnFormat {
  std::string given_unit, unit;  ///< of the cells, and of the shown numbers
  int decimals = 0;
  bool exact = false;
  double largest_in_full = kLargestInFull;  ///< from here on "1.074e12"
};

/// The formats of the columns. A text among the numbers of a column stays as it is.
std::vector<ColumnFormat> column_formats(const Table& table, double largest_in_full = kLargestInFull);
/// A bold heading, on as many lines as it takes.
std::string bold_lines(const std::string& text, const ReportStyle& style);
std::string cell_text(const TableCell& cell, const ColumnFormat& format);

}  // namespace cutline::text
