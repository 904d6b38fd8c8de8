// SPDX-License-Identifier: Apache-2.0
#include "base/files.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>

#include "base/files_read.hpp"
#include "cutline/base/error.hpp"

namespace cutline {
namespace {

struct Closer {
  void operator()(std::FILE* file) const {
    if (file != stdin) std::fclose(file);
  }
};

[[noreturn]] void throw_too_large(const std::string& path, std::size_t max_bytes) {
  throw_limit_error(fmt::format("'{}' is larger than {} MiB, the limit", path, max_bytes >> 20U));
}

[[noreturn]] void throw_unreadable(const std::string& path) {
  throw_file_error(fmt::format("the file '{}' cannot be read: {}", path, std::strerror(errno)));
}

}  // namespace

void expect_readable(const std::string& path, Readable what) {
  std::error_code trouble;
  const std::filesystem::file_status status = std::filesystem::status(path, trouble);
  if (!std::filesystem::exists(status)) throw_file_error(fmt::format("the file '{}' does not exist", path));
  if (std::filesystem::is_directory(status)) throw_file_error(fmt::format("'{}' is a folder, not a file", path));
  if (what == Readable::file_or_pipe && std::filesystem::is_fifo(status)) return;
  if (!std::filesystem::is_regular_file(status)) {
    throw_file_error(fmt::format("'{}' is no regular file", path),
                     what == Readable::file ? "write what it holds to a file" : "");
  }
}

std::string read_bounded_file(const std::string& path, std::size_t max_bytes, Readable what) {
  std::unique_ptr<std::FILE, Closer> file(stdin);
  std::string text;
  if (path != "-") {
    FilesRead::note(path);
    expect_readable(path, what);
    std::error_code trouble;
    const std::uintmax_t size = std::filesystem::file_size(path, trouble);
    if (!trouble && size > max_bytes) throw_too_large(path, max_bytes);
    if (!trouble) text.reserve(size);
    // Some files of the kernel, such as /proc/kmsg, would wait for more to read; a pipe must wait for its writer.
    const int waits = std::filesystem::is_fifo(path, trouble) ? 0 : O_NONBLOCK;
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | waits);
    if (descriptor < 0) throw_unreadable(path);
    file.reset(::fdopen(descriptor, "rb"));
    if (!file) throw_unreadable(path);
  }
  std::array<char, 65536> block{};
  while (const std::size_t count = std::fread(block.data(), 1, block.size(), file.get())) {
    text.append(block.data(), count);
    if (text.size() > max_bytes) throw_too_large(path == "-" ? "standard input" : path, max_bytes);
  }
  if (std::ferror(file.get()) != 0) throw_unreadable(path);
  return text;
}

}  // namespace cutline
