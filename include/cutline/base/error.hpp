// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace cutline {

/// The exit status of the program. The numbers are part of the command line's contract.
enum class ExitCode {
  done = 0,
  answer_is_no = 1,
  bad_input = 2,
  file_trouble = 3,
  over_limit = 4,
  our_fault = 70,
  interrupted = 130
};

/// The place of the user's mistake in a file. Lines and columns count from 1; columns count characters.
struct Place {
  std::string file;
  int line = 0;
  int column = 0;
  std::string text;   ///< the line of the mistake without its newline, or a part of a long line
  int text_from = 1;  ///< the column at which `text` begins
  bool known() const { return !file.empty() || line > 0; }
};

/// One mistake, and how to correct it.
struct Diagnostic {
  std::string message;
  std::string hint;       ///< empty: none
  Place place;            ///< not known() if the mistake is not in a file
  std::string parameter;  ///< the parameter at fault; readers of files look up its place
  bool warning = false;
};

/// The text of a diagnostic, as a compiler prints it: the place, the message, the line of the mistake with a caret, and
/// the hint.
std::string to_string(const Diagnostic& diagnostic);

/// A mistake of the user, or a failure of the outside world. Any function may throw it; the program catches it in one
/// place.
class Error : public std::runtime_error {
 public:
  Error(ExitCode code, std::vector<Diagnostic> diagnostics);
  ExitCode code() const { return code_; }
  const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }

 private:
  ExitCode code_;
  std::vector<Diagnostic> diagnostics_;
};

/// The input is wrong (exit 2); `parameter` names the parameter at fault, if there is one.
[[noreturn]] void throw_input_error(std::string message, std::string hint = {}, std::string parameter = {});
/// A file cannot be read or written (exit 3).
[[noreturn]] void throw_file_error(std::string message, std::string hint = {});
/// The work would pass a stated limit (exit 4). The message names the limit.
[[noreturn]] void throw_limit_error(std::string message, std::string hint = {}, std::string parameter = {});

/// A defect of Cutline: one of its contracts is broken (exit 70). No input of a user may cause it.
class BrokenContract : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

/// Throws BrokenContract with the condition and its place in the source.
[[noreturn]] void broken_contract(const char* condition, const char* file, int line);

}  // namespace cutline

/// Throws BrokenContract if the condition is false, in every build type.
#define CUTLINE_EXPECT(condition) \
  ((condition) ? static_cast<void>(0) : ::cutline::broken_contract(#condition, __FILE__, __LINE__))
