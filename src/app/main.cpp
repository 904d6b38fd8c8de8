// SPDX-License-Identifier: Apache-2.0
#include <exception>
#include <new>

#include "app/command.hpp"
#include "app/progress.hpp"
#include "cutline/base/parallel.hpp"

namespace cutline::app {

namespace {

/// The objects that live as long as the program.
struct Services {
  text::FileWriter files;
  ProgressLine line;
  Watcher watcher{line, true}, onlooker{line, false};
};

ExitCode run(int argc, const char* const* argv, Services& services) {
  std::optional<Options> options = parse_command_line(argc, argv);
  if (!options) return ExitCode::done;
  options->effort.watch = &services.watcher;
  options->effort.onlooker = &services.onlooker;
  set_thread_count(options->threads);
  if (options->dry_run && !options->specs.empty()) return run_dry(*options, services.files);
  if (options->watch) return run_on_each_change(*options, services.files);
  return options->command->run(*options, services.files);
}

/// Runs the program and catches every error: prints it to standard error and returns its exit code.
ExitCode run_and_report(int argc, const char* const* argv, Services& services) {
  try {
    const ExitCode code = run(argc, argv, services);
    if (!services.watcher.was_asked_to_stop()) return code;
    say("interrupted: a result shows what was found so far");
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

}  // namespace cutline::app

int main(int argc, char** argv) {
  using namespace cutline::app;
  if (argc > 1 && std::string_view(argv[1]) == "__complete") {
    run_complete(argc, argv);
    return 0;
  }
  // Never destroyed, because the thread that waits for signals uses them to the very end of the program.
  static Services& services = *new Services;
  end_on_interrupt(services.files, services.watcher, services.line);
  const auto code = run_and_report(argc, argv, services);
  services.line.wipe();
  return static_cast<int>(code);
}
