// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

namespace cutline {

/// What may stand at a path that is read.
enum class Readable { file, file_or_pipe };

/// Throws a file error where the path names nothing, or what is no regular file: folders, devices and, unless they are
/// asked for, pipes.
void expect_readable(const std::string& path, Readable what = Readable::file);

/// A whole file, or standard input for "-". Throws a file error, or a limit error past `max_bytes`; a file whose size
/// says so is refused unread.
std::string read_bounded_file(const std::string& path, std::size_t max_bytes, Readable what = Readable::file);

}  // namespace cutline
