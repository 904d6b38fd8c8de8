// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <optional>
#include <vector>

#include "base/undo.hpp"
#include "cutline/detail/base/callbacks.hpp"

namespace cutline {

/// The limits of an external program.
struct ProgramLimits {
  std::chrono::milliseconds time{60'000};
  std::uint64_t output_bytes = std::uint64_t{16} << 20;  ///< of all that it prints
  std::uint64_t folder_bytes = std::uint64_t{1} << 30;   ///< of all files in its folder; also of each file
};

/// How a program ended: by itself, by a signal, at a limit, or because the caller stopped it.
enum class ProgramEnd : std::uint8_t { exited, crashed, timed_out, printed_too_much, filled_folder, stopped };

struct ProgramRun {
  ProgramEnd end = ProgramEnd::exited;
  int code = 0;        ///< exit code, or number of the signal
  std::string output;  ///< standard output and standard error
};

/// Runs a program, the first of the words, with the others as arguments and `folder` as its working folder, and waits
/// for it. It gets no standard input. All processes that it began are killed when it ends, at a limit, and by
/// `undo_all`. `go_on` is called some ten times a second; false stops the program. Throws a file error if the program
/// cannot be started. Any thread may call it.
ProgramRun run_program(const std::vector<std::string>& words, const std::string& folder, const ProgramLimits& limits,
                       FunctionRef<bool()> go_on);

/// The path of a program: a name with a slash is taken as it is, any other is searched in the folders of PATH. Empty
/// where no such program can be run.
std::string find_program(const std::string& name);

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
