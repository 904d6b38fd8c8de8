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

/// The first byte that is no part of a character of UTF-8, or is a control character other than tab and newline (a
/// return before a newline is none).
std::optional<BadByte> find_bad_byte(std::string_view text);

}  // namespace cutline
