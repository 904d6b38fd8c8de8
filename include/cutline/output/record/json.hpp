// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "cutline/base/data.hpp"
#include "cutline/output/text/table.hpp"

namespace cutline {

/// The value as JSON: in one line, or with an indent a line each. Reals are as short as they read back; what is no
/// finite number is null.
std::string to_json(const Data& value, int indent = -1);
/// The entries of a list as JSON, a line each.
std::string to_json_lines(const Data& list);

/// So many lists and maps may stand in one another in a file of results; ours have fewer than ten.
inline constexpr int kDeepestJson = 64;
/// A text that a user calls JSON; nothing where it is none, or deeper than kDeepestJson: what walks over it recurses.
std::optional<Data> json_of_user(std::string_view text);

/// A value in a table; a list or a map as its JSON.
TableCell cell_of(const Data& value);

}  // namespace cutline
