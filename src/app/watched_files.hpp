// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/options.hpp"
#include "cutline/base/error.hpp"
#include "cutline/base/function_ref.hpp"

namespace cutline::app {

/// Calls `run` now, and again whenever a file that it read has changed, until the program is interrupted. At a
/// terminal, each run begins with an empty screen and the time of day. Errors of `run` go to standard error, and the
/// watch goes on: the next change may fix them. Looks at the files five times a second.
ExitCode run_on_each_change(const Options& options, FunctionRef<void()> run);

}  // namespace cutline::app
