// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/output/text/table.hpp"

namespace cutline {

/// The value as JSON: on one line, or with an indent one line for each entry. Reals have the shortest text that reads
/// back as the same number; those that are not finite are null.
std::string to_json(const Data& value, int indent = -1);
/// Appends the value as JSON to a text.
void append_json(std::string& text, const Data& value, int indent = -1);
/// The entries of a list as JSON, one line each.
std::string to_json_lines(const Data& list);

/// The deepest nesting of lists and maps in a file of results; Cutline's own have fewer than ten levels.
inline constexpr int kDeepestJson = 64;
/// Parses a JSON text from a user. Absent if it is not JSON, or if it is nested deeper than kDeepestJson: the code that
/// walks it recurses.
std::optional<Data> json_of_user(std::string_view text);

/// A value as the cell of a table; a list or a map becomes its JSON.
TableCell cell_of(const Data& value);

}  // namespace cutline
