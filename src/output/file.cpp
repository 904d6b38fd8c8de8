// SPDX-License-Identifier: Apache-2.0
#include "cutline/output/file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <optional>
#include <utility>

#include "cutline/base/error.hpp"
#include "cutline/output/number.hpp"

namespace cutline {

namespace {

constexpr int kMostAttempts = 1000;

/// An open file that is closed whatever happens.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int number() const { return number_; }
  bool close() { return ::close(std::exchange(number_, -1)) == 0; }

 private:
  int number_;
};

bool write_all(int descriptor, std::string_view content) {
  while (!content.empty()) {
    const ssize_t written = ::write(descriptor, content.data(), content.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    content.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

[[noreturn]] void throw_cannot_write(const std::string& path, int error) {
  const std::string hint = error == ENOENT ? "the folder does not exist: create it first" : "";
  throw_file_error(fmt::format("cannot write '{}': {}", path, std::strerror(error)), hint);
}

/// What a path leads to through symbolic links, even where the last one dangles.
std::string resolved(const std::string& path) {
  std::error_code error;
  const std::filesystem::path target = std::filesystem::weakly_canonical(path, error);
  return error ? path : target.string();
}

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.find_last_of('/');
  return slash == std::string::npos ? "" : path.substr(0, slash + 1);
}

std::optional<struct stat> status(const std::string& path) {
  struct stat result {};
  if (::stat(path.c_str(), &result) != 0) return std::nullopt;
  return result;
}

void write_directly(const std::string& path, std::string_view content) {
  Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (file.number() < 0 || !write_all(file.number(), content) || !file.close()) throw_cannot_write(path, errno);
}

}  // namespace

void FileWriter::write(const std::string& path, std::string_view content) {
  const std::string target = resolved(path);
  const std::optional<struct stat> old = status(target);
  if (old && S_ISDIR(old->st_mode)) throw_file_error(fmt::format("cannot write '{}': it is a folder", path));
  if (old && !S_ISREG(old->st_mode)) return write_directly(target, content);
  const std::string folder = folder_of(target);
  const std::string stem = fmt::format("{}.{}.{}", folder, target.substr(folder.size()), ::getpid());
  int number = -1;
  for (int attempt = 0; number < 0 && attempt < kMostAttempts; ++attempt) {
    const std::lock_guard lock(mutex_);
    if (abandoned_) throw_file_error(fmt::format("cannot write '{}': interrupted", path));
    temporary_ = fmt::format("{}-{}.tmp", stem, attempt);
    number = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (number >= 0) break;
    temporary_.clear();
    if (errno != EEXIST) throw_cannot_write(path, errno);
  }
  if (number < 0) throw_cannot_write(path, EEXIST);
  Descriptor file(number);
  const bool mode_kept = !old || ::fchmod(file.number(), old->st_mode & 07777) == 0;
  const bool complete = mode_kept && write_all(file.number(), content) && file.close();
  if (!complete) {
    const int error = errno;
    discard();
    throw_cannot_write(path, error);
  }
  finish(target);
}

void FileWriter::discard() {
  const std::lock_guard lock(mutex_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
  temporary_.clear();
}

void FileWriter::finish(const std::string& target) {
  const std::lock_guard lock(mutex_);
  if (abandoned_) throw_file_error(fmt::format("cannot write '{}': interrupted", target));
  const std::string temporary = std::exchange(temporary_, {});
  if (::rename(temporary.c_str(), target.c_str()) != 0) {
    const int error = errno;
    ::unlink(temporary.c_str());
    throw_cannot_write(target, error);
  }
}

void FileWriter::abandon() {
  {
    const std::lock_guard lock(mutex_);
    abandoned_ = true;
  }
  discard();
}

std::string read_bytes(const std::string& path, std::size_t limit) {
  const auto fail = [&](int error) {
    const std::string hint = error == EISDIR ? "give a file, not a folder" : "";
    throw_file_error(fmt::format("cannot read '{}': {}", path, std::strerror(error)), hint);
  };
  Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.number() < 0) fail(errno);
  std::string content;
  std::array<char, 65536> block{};
  for (;;) {
    const ssize_t got = ::read(file.number(), block.data(), block.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail(errno);
    if (got == 0) return content;
    content.append(block.data(), static_cast<std::size_t>(got));
    if (content.size() > limit) {
      throw_limit_error(fmt::format("'{}' is larger than {}", path, bytes_text(static_cast<double>(limit))));
    }
  }
}

}  // namespace cutline
