// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace cutline {

/// What the program tells its caller when it ends. The numbers are part of the command line's contract.
enum class ExitCode {
  done = 0,
  answer_is_no = 1,
  bad_input = 2,
  file_trouble = 3,
  over_limit = 4,
  our_fault = 70,
  interrupted = 130
};

/// Where in a file the user's mistake stands. Lines and columns count from 1; a column counts characters.
struct Place {
  std::string file;
  int line = 0;
  int column = 0;
  std::string text;   ///< the offending line itself, or the part of a long one, without its newline
  int text_from = 1;  ///< the column at which the text begins
};

/// One thing that is wrong, and how to mend it.
struct Diagnostic {
  std::string message;
  std::string hint;            ///< empty: none
  std::optional<Place> place;  ///< absent: the mistake does not lie in a file
  std::string parameter;       ///< the parameter at fault; a reader of files turns it into a place
  bool warning = false;
};

/// The lines a compiler would print: place, message, the offending line with a caret, the hint.
std::string to_string(const Diagnostic& diagnostic);

/// The user or the outside world is wrong. Thrown anywhere, caught once, in the program.
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

/// We are wrong: a contract is broken (exit 70). Never thrown for anything a user can do.
class BrokenContract : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

[[noreturn]] void broken_contract(const char* condition, const char* file, int line);

}  // namespace cutline

/// An always-on check of our own promises.
#define CUTLINE_EXPECT(condition) \
  ((condition) ? static_cast<void>(0) : ::cutline::broken_contract(#condition, __FILE__, __LINE__))
