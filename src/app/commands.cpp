// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "app/command.hpp"

namespace cutline::app {

#define CUTLINE_COMMAND(name) Command name##_command();
#include "app/commands.inc"
#undef CUTLINE_COMMAND

namespace {

Command with_help(Command command) {
  CommandOptions& options = command.options;
  options.insert(options.begin(), flag({"-h", "--help"}, "print this help", {}));
  std::stable_partition(options.begin(), options.end(),
                        [](const CommandOption& option) { return option.is_argument(); });
  return command;
}

}  // namespace

const std::vector<Command>& commands() {
  static const std::vector<Command> all = {
#define CUTLINE_COMMAND(name) with_help(name##_command()),
#include "app/commands.inc"
#undef CUTLINE_COMMAND
  };
  return all;
}

const std::vector<ExitMeaning>& exit_meanings() {
  static const std::vector<ExitMeaning> all = {
      {ExitCode::done, "done", ""},
      {ExitCode::answer_is_no, "the answer is no",
       "a check failed, an expectation did not hold, results changed, or no candidate can be built or ranked"},
      {ExitCode::bad_input, "wrong input or usage", "what is wrong, where, and a hint stand on standard error"},
      {ExitCode::file_trouble, "a file cannot be read or written, or a simulator failed",
       "no file is left half written"},
      {ExitCode::over_limit, "refused because of a limit", "it is named"},
      {ExitCode::our_fault, "a fault of ours", "please report it"},
      {ExitCode::interrupted, "interrupted", ""}};
  return all;
}

}  // namespace cutline::app
