// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "cutline/base/function_ref.hpp"

namespace cutline {

/// How many threads the loops below may use; 0 means one per core. Set once, by the program.
void set_thread_count(int threads);

/// Calls body(0) ... body(count - 1), in any order, on all threads. A body writes only what belongs to its index, so
/// results never depend on the number of threads. The first exception (lowest index) is thrown again.
void parallel_for(std::size_t count, FunctionRef<void(std::size_t)> body);

}  // namespace cutline
