// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <string>

namespace cutline {

/// The files that read_bounded_file reads, or looks for, while this object lives, with their state before the first
/// reading. One such object may live at a time; any thread may read files.
class FilesRead {
 public:
  FilesRead();
  ~FilesRead();
  FilesRead(const FilesRead&) = delete;
  FilesRead& operator=(const FilesRead&) = delete;

  /// Whether one of the files is not as it was: written to, replaced, gone, or there at last. Looks at each file once;
  /// what it holds does not count, but its time and size.
  bool any_changed();
  /// Called for a path that is about to be read.
  static void note(const std::string& path);

 private:
  struct State {
    std::filesystem::file_time_type time;
    std::uintmax_t size = 0;
    bool operator==(const State&) const = default;
  };
  static std::optional<State> state_of(const std::string& path);

  std::mutex mutex_;
  std::map<std::string, std::optional<State>> files_;  ///< nothing where there was no file
};

}  // namespace cutline
