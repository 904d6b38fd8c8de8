// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/watcher.hpp"
#include "output/text/file.hpp"

namespace cutline {

/// Installs the handling of signals. An interrupt (Ctrl-C) or a request to end removes temporary files and ends the
/// program at once, with exit code 130 or 143. But the first interrupt during work that can stop early only asks the
/// work to stop. Standard error names the part of an unfinished file that was kept. A write past the limit of a file's
/// size fails like any other. Signals that the caller ignored stay ignored. Call it before any other thread begins; its
/// arguments must live until the program ends.
void end_on_interrupt(FileWriter& files, Watcher& watcher, ProgressLine& line);

}  // namespace cutline
