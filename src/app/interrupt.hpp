// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/watcher.hpp"
#include "output/text/file.hpp"

namespace cutline::app {

/// Installs the handling of signals. At an interrupt (Ctrl-C), a request to end, or the end of the terminal, the
/// program removes its temporary files, ends the programs that it started, and ends at once, with exit code 130, 143 or
/// 129. But the first interrupt during work that can stop early only asks the work to stop. If a part of an unfinished
/// file is kept, standard error names it. A write beyond the limit of a file's size fails like any other. Signals that
/// the caller ignored stay ignored. Call it before any other thread begins; its arguments must live until the program
/// ends.
void end_on_interrupt(text::FileWriter& files, Watcher& watcher, ProgressLine& line);

}  // namespace cutline::app
