// SPDX-License-Identifier: Apache-2.0
#include "base/files_read.hpp"

#include <algorithm>
#include <atomic>

#include "cutline/base/error.hpp"

namespace cutline {

namespace {

std::atomic<FilesRead*> living = nullptr;

}  // namespace

FilesRead::FilesRead() {
  FilesRead* none = nullptr;
  CUTLINE_EXPECT(living.compare_exchange_strong(none, this));
}

FilesRead::~FilesRead() { living = nullptr; }

std::optional<FilesRead::State> FilesRead::state_of(const std::string& path) {
  std::error_code trouble;
  State state{std::filesystem::last_write_time(path, trouble)};
  if (!trouble) state.size = std::filesystem::file_size(path, trouble);
  return trouble ? std::nullopt : std::optional(state);
}

void FilesRead::note(const std::string& path) {
  FilesRead* reader = living;
  if (reader == nullptr || path == "-") return;
  const std::lock_guard held(reader->mutex_);
  if (!reader->files_.contains(path)) reader->files_.emplace(path, state_of(path));
}

bool FilesRead::any_changed() {
  const std::lock_guard held(mutex_);
  return std::any_of(files_.begin(), files_.end(),
                     [](const auto& file) { return state_of(file.first) != file.second; });
}

}  // namespace cutline
