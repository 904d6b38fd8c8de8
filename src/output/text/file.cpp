// SPDX-License-Identifier: Apache-2.0
#include "output/text/file.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <optional>
#include <utility>

#include "cutline/base/error.hpp"

namespace cutline::text {

namespace {

constexpr int kMostAttempts = 1000;

/// An open file; the destructor closes it.
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
  throw_file_error(fmt::format("cannot write '{}': {}", path, std::strerror(error)));
}

[[noreturn]] void throw_interrupted(const std::string& path) {
  throw_file_error(fmt::format("cannot write '{}': interrupted", path));
}

/// The file that a path leads to through symbolic links, even if the last link dangles.
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

}  // namespace

void FileWriter::write(const std::string& path, std::string_view content) { write({{path, content}}); }

void FileWriter::write(const std::vector<OutputFile>& files) {
  try {
    for (const OutputFile& file : files)
      stage(
          file.path, [&](const auto& add) { add(file.content); }, false);
  } catch (...) {
    discard();
    throw;
  }
  finish();
}

void FileWriter::write_pieces(const std::string& path, const TextPieces& pieces) {
  try {
    stage(path, pieces, true);
  } catch (...) {
    discard();
    throw;
  }
  finish();
}

void FileWriter::stage(const std::string& path, const TextPieces& pieces, bool in_pieces) {
  const std::string target = resolved(path);
  const std::optional<struct stat> old = status(target);
  if (old && S_ISDIR(old->st_mode)) throw_file_error(fmt::format("cannot write '{}': it is a folder", path));
  const bool device = old && !S_ISREG(old->st_mode);
  // A new file takes the place of the old one, which needs no permission to write to it: ask for it here. An
  // administrator may write to any file, but one that nobody may write to was not meant to be.
  constexpr mode_t kAnyoneWrites = 0222;
  if (old && !device && ((old->st_mode & kAnyoneWrites) == 0 || ::access(target.c_str(), W_OK) != 0))
    throw_cannot_write(path, EACCES);
  Descriptor file(device ? ::open(target.c_str(), O_WRONLY | O_CLOEXEC) : open_temporary(path, target, in_pieces));
  if (!device && old && ::fchmod(file.number(), old->st_mode & 07777) != 0) throw_cannot_write(path, errno);
  if (file.number() < 0) throw_cannot_write(path, errno);
  write_to(file.number(), path, pieces, in_pieces && !device);
  if (!file.close()) throw_cannot_write(path, errno);
}

void FileWriter::write_to(int descriptor, const std::string& path, const TextPieces& pieces, bool keeps) {
  pieces([&](std::string_view piece) {
    // Only complete pieces are kept, so an interrupt waits for a piece. Writing to a pipe may block for long; an
    // interrupt must not wait for that.
    std::unique_lock lock(mutex_, std::defer_lock);
    if (keeps) lock.lock();
    if (keeps && abandoned_) throw_interrupted(path);
    if (!write_all(descriptor, piece)) throw_cannot_write(path, errno);
    if (keeps && !piece.empty()) ++staged_.back().pieces;
  });
}

int FileWriter::open_temporary(const std::string& path, const std::string& target, bool in_pieces) {
  const std::string folder = folder_of(target);
  std::error_code no_folder;  // then the file cannot be opened, which is told
  if (!folder.empty()) std::filesystem::create_directories(folder, no_folder);
  const std::string stem = fmt::format("{}.{}.{}", folder, target.substr(folder.size()), ::getpid());
  for (int attempt = 0; attempt < kMostAttempts; ++attempt) {
    const std::lock_guard lock(mutex_);
    if (abandoned_) throw_interrupted(path);
    const std::string temporary = fmt::format("{}-{}.tmp", stem, attempt);
    const int number = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (number >= 0) {
      staged_.push_back({path, temporary, target, in_pieces});
      return number;
    }
    if (errno != EEXIST) throw_cannot_write(path, errno);
  }
  throw_cannot_write(path, EEXIST);
}

void FileWriter::discard() {
  const std::lock_guard lock(mutex_);
  for (const Staged& file : staged_) ::unlink(file.temporary.c_str());
  staged_.clear();
}

void FileWriter::finish() {
  const std::lock_guard lock(mutex_);
  const std::vector<Staged> staged = std::exchange(staged_, {});
  std::size_t done = 0;
  while (!abandoned_ && done < staged.size() &&
         ::rename(staged[done].temporary.c_str(), staged[done].target.c_str()) == 0)
    ++done;
  const int error = errno;
  for (std::size_t i = 0; i < staged.size(); ++i) {
    if (i >= done) ::unlink(staged[i].temporary.c_str());
    if (i < done && staged[i].in_pieces) ::unlink(staged[i].partial().c_str());
  }
  if (abandoned_) throw_file_error("cannot write: interrupted");
  if (done < staged.size()) throw_cannot_write(staged[done].target, error);
}

std::vector<std::string> FileWriter::abandon() {
  const std::lock_guard lock(mutex_);
  abandoned_ = true;
  std::vector<std::string> kept;
  for (const Staged& file : staged_) {
    const std::string partial = file.partial();
    if (file.in_pieces && file.pieces > 0 && ::rename(file.temporary.c_str(), partial.c_str()) == 0) {
      kept.push_back(std::filesystem::is_symlink(file.path) ? partial : file.path + ".partial");
    } else {
      ::unlink(file.temporary.c_str());
    }
  }
  staged_.clear();
  return kept;
}

}  // namespace cutline::text
