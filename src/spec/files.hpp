// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

namespace cutline {

/// Throws a file error where the path names nothing, or a folder.
void expect_readable(const std::string& path);

/// A whole file, or standard input for "-". Throws a file error, or a limit error past `max_bytes`; a file whose size
/// says so is refused unread.
std::string read_bounded_file(const std::string& path, std::size_t max_bytes);

struct NumberRow {
  std::array<std::int64_t, 3> numbers{};
  std::size_t count = 0;
};

/// Calls visit for every line of whole numbers of a file; blanks or commas between them, # begins a comment. Throws
/// input errors with file, line and column where a line does not hold `least` to `most` numbers (at most 3).
void for_each_row(const std::string& path, std::size_t least, std::size_t most,
                  const std::function<void(const NumberRow&)>& visit);

}  // namespace cutline
