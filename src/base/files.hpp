// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

namespace cutline {

/// The kinds of file that may be read from a path.
enum class Readable { file, file_or_pipe };

/// Throws a file error if the path does not name a regular file: if it names nothing, a folder, a device or, unless
/// `what` allows it, a pipe.
void expect_readable(const std::string& path, Readable what = Readable::file);

/// Returns the contents of a file, or of standard input for "-". Throws a file error, or a limit error past
/// `max_bytes`. If the size of a file is known to exceed the limit, the file is not read.
std::string read_bounded_file(const std::string& path, std::size_t max_bytes, Readable what = Readable::file);

/// The text of a file of at most `max_bytes`: without a byte order mark, and unpacked where it is a gzip file. The
/// limit holds for the file and for its text. Throws as read_bounded_file does, and a file error for a gzip file that
/// is cut off, damaged or joined to another.
std::string read_text_file(const std::string& path, std::size_t max_bytes);

/// The files that read_bounded_file reads, or fails to find, while this object lives, and their states before they were
/// first read. Only one such object may live at a time. Any thread may read files.
class FilesRead {
 public:
  FilesRead();
  ~FilesRead();
  FilesRead(const FilesRead&) = delete;
  FilesRead& operator=(const FilesRead&) = delete;
  /// Whether one of the files has changed: it was written, replaced, removed or created. Compares the time and the size
  /// of each file, not its contents.
  bool any_changed();
};

}  // namespace cutline
