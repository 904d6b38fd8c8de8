// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace cutline {

struct BadByte {
  std::size_t offset = 0;
  std::string message;
};

/// Finds the first byte that is not part of a UTF-8 character, or that is a control character; nothing if there is
/// none. Tabs, newlines and carriage returns before a newline are allowed.
std::optional<BadByte> find_bad_byte(std::string_view text);

}  // namespace cutline
