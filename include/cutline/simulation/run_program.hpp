// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "cutline/base/function_ref.hpp"

namespace cutline {

/// What a program of somebody else may take.
struct ProgramLimits {
  std::chrono::milliseconds time{60'000};
  std::uint64_t output_bytes = std::uint64_t{16} << 20;  ///< that it prints
  std::uint64_t folder_bytes = std::uint64_t{1} << 30;   ///< that its folder holds; also of each file
};

/// How a program ended: by itself, by a signal, at a limit, or as the caller wanted.
enum class ProgramEnd : std::uint8_t { exited, crashed, timed_out, printed_too_much, filled_folder, stopped };

struct ProgramRun {
  ProgramEnd end = ProgramEnd::exited;
  int code = 0;        ///< exit code, or number of the signal
  std::string output;  ///< standard output and standard error
};

/// Runs a program, the first of the words, with the others as arguments and `folder` as its working folder, and waits
/// for it. It gets no standard input. All processes that it began end with it, at a limit, and by `undo_all`.
/// `go_on` is asked some ten times a second. Throws a file error if the program cannot be started. Any thread may call
/// it.
ProgramRun run_program(const std::vector<std::string>& words, const std::string& folder, const ProgramLimits& limits,
                       FunctionRef<bool()> go_on);

/// The path of a program: one with a slash as it is, else as the folders of PATH have it; empty where there is none.
std::string find_program(const std::string& name);

}  // namespace cutline
