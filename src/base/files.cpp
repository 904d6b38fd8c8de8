// SPDX-License-Identifier: Apache-2.0
#include "base/files.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>
#include <zlib.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <mutex>

#include "cutline/base/error.hpp"
#include "cutline/detail/base/values.hpp"

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

struct FileState {
  std::filesystem::file_time_type time;
  std::uintmax_t size = 0;
  bool operator==(const FileState&) const = default;
};
/// By path; nothing if there was no file.
using FileStates = std::map<std::string, std::optional<FileState>>;

std::mutex states_lock;
std::optional<FileStates> states;  // while a FilesRead lives

std::optional<FileState> state_of(const std::string& path) {
  std::error_code trouble;
  FileState state{std::filesystem::last_write_time(path, trouble)};
  if (!trouble) state.size = std::filesystem::file_size(path, trouble);
  return trouble ? std::nullopt : std::optional(state);
}

/// Records the state of a file that is about to be read.
void note_state(const std::string& path) {
  const std::lock_guard held(states_lock);
  if (states && !states->contains(path)) states->emplace(path, state_of(path));
}

/// "did you mean 'mesh.yaml'?" for a path that names nothing, after the files of its folder; else empty.
std::string near_file_hint(const std::string& path) {
  constexpr std::size_t kMostFiles = 1000;
  const std::filesystem::path given(path);
  std::error_code trouble;
  std::vector<std::string> files;
  std::filesystem::directory_iterator at(given.has_parent_path() ? given.parent_path() : ".", trouble);
  for (; !trouble && at != std::filesystem::directory_iterator() && files.size() < kMostFiles; at.increment(trouble)) {
    std::error_code ignored;
    if (at->is_regular_file(ignored)) files.push_back(at->path().filename().string());
  }
  std::sort(files.begin(), files.end());
  const std::string_view near = nearest(given.filename().string(), {files.begin(), files.end()});
  const bool shown = !near.empty() && near.find_first_of("\n\r\x1B") == std::string_view::npos;
  return shown ? fmt::format("did you mean '{}'?", (given.parent_path() / near).string()) : std::string();
}

constexpr std::string_view kGzip = "\x1F\x8B";
constexpr std::string_view kMarkOfBytes = "\xEF\xBB\xBF";

/// The text of a gzip file, or of several that are joined, as `cat a.gz b.gz` and some programs make them. It stops at
/// the limit, so a small file that unpacks to a huge one takes no memory.
std::string unpacked(const std::string& path, std::string& packed, std::size_t max_bytes) {
  constexpr int kOfGzipAlone = 15 + 16;
  z_stream stream{};
  if (inflateInit2(&stream, kOfGzipAlone) != Z_OK) throw_limit_error("no memory to unpack a gzip file");
  const std::unique_ptr<z_stream, int (*)(z_stream*)> ends(&stream, inflateEnd);
  std::string text;
  std::array<char, 65536> block{};
  stream.next_in = reinterpret_cast<Bytef*>(packed.data());
  constexpr std::size_t kMostIn = 1U << 30;
  std::size_t fed = 0;
  int state = Z_OK;
  const auto next = [&] {
    const std::size_t at = fed - stream.avail_in;
    return std::string_view(packed).substr(at);
  };
  while (state == Z_OK || next().starts_with(kGzip)) {
    if (state == Z_STREAM_END) inflateReset(&stream);
    if (stream.avail_in == 0) {
      const std::size_t more = std::min(packed.size() - fed, kMostIn);
      if (more == 0)
        throw_file_error(fmt::format("the gzip file '{}' ends before its text does", path), "copy it anew");
      stream.avail_in = static_cast<uInt>(more);
      fed += more;
    }
    stream.next_out = reinterpret_cast<Bytef*>(block.data());
    stream.avail_out = static_cast<uInt>(block.size());
    state = inflate(&stream, Z_NO_FLUSH);
    if (state != Z_OK && state != Z_STREAM_END)
      throw_file_error(fmt::format("the gzip file '{}' is damaged", path), "`gzip -t` tests it");
    text.append(block.data(), block.size() - stream.avail_out);
    if (text.size() > max_bytes)
      throw_limit_error(fmt::format("'{}' unpacks to more than {} MiB, the limit", path, max_bytes >> 20U));
  }
  // Some programs fill the last block of a tape with zeros, which say nothing.
  if (next().find_first_not_of('\0') != std::string_view::npos)
    throw_file_error(fmt::format("'{}' goes on after the end of its gzip file, with other bytes", path),
                     "gzip files that are joined are read; leave out what follows them");
  return text;
}

}  // namespace

void expect_readable(const std::string& path, Readable what) {
  std::error_code trouble;
  const std::filesystem::file_status status = std::filesystem::status(path, trouble);
  if (!std::filesystem::exists(status))
    throw_file_error(fmt::format("the file '{}' does not exist", path), near_file_hint(path));
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
    note_state(path);
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

FilesRead::FilesRead() {
  const std::lock_guard held(states_lock);
  CUTLINE_EXPECT(!states);
  states.emplace();
}

FilesRead::~FilesRead() {
  const std::lock_guard held(states_lock);
  states.reset();
}

bool FilesRead::any_changed() {
  const std::lock_guard held(states_lock);
  return std::any_of(states->begin(), states->end(),
                     [](const auto& file) { return state_of(file.first) != file.second; });
}

std::string read_text_file(const std::string& path, std::size_t max_bytes) {
  std::string text = read_bounded_file(path, max_bytes);
  if (text.starts_with(kGzip)) text = unpacked(path, text, max_bytes);
  if (text.starts_with(kMarkOfBytes)) text.erase(0, kMarkOfBytes.size());
  return text;
}

}  // namespace cutline
