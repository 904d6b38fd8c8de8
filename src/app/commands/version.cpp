// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "app/command.hpp"

namespace cutline::app {

namespace {

ExitCode run_version(const Options& options, text::FileWriter& files) {
  deliver(options, files, fmt::format("cutline {}\n", CUTLINE_VERSION));
  return ExitCode::done;
}

}  // namespace

Command version_command() { return {"version", "print the version", {}, run_version}; }

}  // namespace cutline::app
