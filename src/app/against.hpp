// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/options.hpp"
#include "cutline/base/data.hpp"
#include "cutline/base/error.hpp"
#include "output/text/file.hpp"

namespace cutline::app {

/// Throws an input error if --tolerance is given without --against.
void expect_against(const Options& options);
/// Compares a result with the older one that --against names, and delivers the differences. Returns exit code 1 if
/// there are any.
ExitCode report_against(const Options& options, text::FileWriter& files, const Data& result);

}  // namespace cutline::app
