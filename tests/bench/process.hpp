// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace bench {

/// Time and memory of one process.
struct Cost {
  double seconds = 0;
  double peak_mb = 0;
  bool succeeded = false;
};

/// Runs a command, discards its output, and waits for it.
Cost run_command(const std::vector<std::string>& command);
/// Runs a function in a process of its own, so that its peak of memory is measured alone. The function returns true if
/// all is well.
Cost run_function(const std::function<bool()>& function);
/// The cost of the fastest of several runs.
Cost best_of(int runs, const std::function<Cost()>& run);

}  // namespace bench
