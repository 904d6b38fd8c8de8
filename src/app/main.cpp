// SPDX-License-Identifier: Apache-2.0
#include <exception>
#include <new>
#include <optional>

#include "app/commands.hpp"
#include "app/interrupt.hpp"
#include "app/session.hpp"
#include "cutline/base/error.hpp"
#include "cutline/base/parallel.hpp"

namespace {

using namespace cutline;

ExitCode run(int argc, const char* const* argv, FileWriter& files, Watcher& watcher) {
  std::optional<Options> options = parse_command_line(argc, argv);
  if (!options) return ExitCode::done;
  options->effort.watch = &watcher;
  set_thread_count(options->threads);
  if (options->dry_run) return run_dry(*options, files);
  for (const Command& command : commands()) {
    if (command.name == options->command) return command.run(*options, files);
  }
  broken_contract("every command of the command line is in the catalogue", __FILE__, __LINE__);
}

/// The one catch: every error becomes its lines on standard error and its exit code.
ExitCode run_and_report(int argc, const char* const* argv, FileWriter& files, Watcher& watcher) {
  try {
    const ExitCode code = run(argc, argv, files, watcher);
    if (!watcher.was_asked_to_stop()) return code;
    say("interrupted: the result shows the best placements found so far");
    return ExitCode::interrupted;
  } catch (const Error& error) {
    say(error.what());
    return error.code();
  } catch (const std::bad_alloc&) {
    say("error: out of memory\nhint: try smaller networks, or '--dry-run' for an estimate");
    return ExitCode::over_limit;
  } catch (const std::exception& fault) {
    say(std::string("internal error: ") + fault.what());
    say("This is a fault of cutline, not of your input. Please report it with the spec and the command line.");
    return ExitCode::our_fault;
  }
}

}  // namespace

int main(int argc, char** argv) {
  static FileWriter files;
  static Watcher watcher;
  end_on_interrupt(files, watcher);
  return static_cast<int>(run_and_report(argc, argv, files, watcher));
}
