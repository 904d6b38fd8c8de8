// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
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

/// Where in a file the user's mistake stands; without a file, nowhere. Lines and columns count from 1; a column counts
/// characters.
struct Place {
  std::string file;
  int line = 0;
  int column = 0;
  std::string text;   ///< the offending line itself, or the part of a long one, without its newline
  int text_from = 1;  ///< the column at which the text begins
  bool known() const { return !file.empty() || line > 0; }
};

/// One thing that is wrong, and how to mend it.
struct Diagnostic {
  std::string message;
  std::string hint;       ///< empty: none
  Place place;            ///< not known: the mistake does not lie in a file
  std::string parameter;  ///< the parameter at fault; a reader of files turns it into a place
  bool warning = false;
};

/// The lines a compiler would print: place, message, the offending line with a caret, the hint.
std::string to_string(const Diagnostic& diagnostic);

/// An error of the user or of the outside world. Any function may throw it; the program catches it in one place.
class Error : public std::runtime_error {
 public:
  Error(ExitCode code, std::vector<Diagnostic> diagnostics);
  ExitCode code() const { return code_; }
  const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }

 private:
  ExitCode code_;
  std::vector<Diagnostic> diagnostics_;
};

/// The input is wrong (exit 2); `parameter` names the parameter at fault, if one is.
[[noreturn]] void throw_input_error(std::string message, std::string hint = {}, std::string parameter = {});
/// A file cannot be read or written (exit 3).
[[noreturn]] void throw_file_error(std::string message, std::string hint = {});
/// The work would pass a stated limit (exit 4). The message names the limit.
[[noreturn]] void throw_limit_error(std::string message, std::string hint = {}, std::string parameter = {});

/// A defect of Cutline: one of its contracts is broken (exit 70). Nothing that a user does may throw it.
class BrokenContract : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

[[noreturn]] void broken_contract(const char* condition, const char* file, int line);

}  // namespace cutline

/// Checks one of our own contracts, in every build type.
#define CUTLINE_EXPECT(condition) \
  ((condition) ? static_cast<void>(0) : ::cutline::broken_contract(#condition, __FILE__, __LINE__))
