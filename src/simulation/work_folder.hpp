// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "base/undo.hpp"

namespace cutline {

/// A folder for files of a simulation: a temporary one, removed with this object, or a named one, which stays.
class WorkFolder {
 public:
  /// Throws a file error where it cannot be made.
  explicit WorkFolder(const std::string& named);
  ~WorkFolder();
  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;

  const std::string& path() const { return path_; }
  /// Makes a folder within this one and returns its path.
  std::string below(const std::string& name) const;

 private:
  std::string path_;
  bool stays_ = false;
  std::optional<Undo> at_once_;
};

/// Writes a whole file. Throws a file error.
void write_file(const std::string& path, const std::string& text);

}  // namespace cutline
