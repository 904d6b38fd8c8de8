// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <string>

namespace cutline {

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
  /// Records the state of a file that is about to be read.
  static void note(const std::string& path);

 private:
  struct State {
    std::filesystem::file_time_type time;
    std::uintmax_t size = 0;
    bool operator==(const State&) const = default;
  };
  static std::optional<State> state_of(const std::string& path);

  std::mutex mutex_;
  std::map<std::string, std::optional<State>> files_;  ///< nothing if there was no file
};

}  // namespace cutline
