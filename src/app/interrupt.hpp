// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/watcher.hpp"
#include "output/text/file.hpp"

namespace cutline {

/// From now on an interrupt (Ctrl-C) or a request to end removes a temporary file and ends the program at once, with
/// exit code 130 or 143; but the first interrupt during work that can stop early only asks that to stop. What is worth
/// keeping of a file under way is named on standard error. A write past the limit of a file's size fails as any other.
/// Signals that the caller had ignored stay ignored. Call it before any other thread begins; its arguments must live
/// until the program ends.
void end_on_interrupt(FileWriter& files, Watcher& watcher, ProgressLine& line);

}  // namespace cutline
