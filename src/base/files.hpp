// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

namespace cutline {

/// Throws a file error where the path names nothing, or a folder.
void expect_readable(const std::string& path);

/// A whole file, or standard input for "-". Throws a file error, or a limit error past `max_bytes`; a file whose size
/// says so is refused unread.
std::string read_bounded_file(const std::string& path, std::size_t max_bytes);

}  // namespace cutline
