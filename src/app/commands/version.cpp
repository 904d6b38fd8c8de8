// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include "app/command.hpp"

namespace cutline::app {

Command version_command() {
  return {"version", "print the version", {}, [](const Options& options, text::FileWriter& files) {
            deliver(options, files, fmt::format("cutline {}\n", CUTLINE_VERSION));
            return ExitCode::done;
          }};
}

}  // namespace cutline::app
