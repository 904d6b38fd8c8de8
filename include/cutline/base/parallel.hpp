// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "cutline/detail/base/callbacks.hpp"

namespace cutline {

/// Sets how many threads parallel_for may use; 0 means one for each core.
void set_thread_count(int threads);

/// Calls body(0) ... body(count - 1), in any order, on all threads. body(i) must write only data that belongs to index
/// i; then results never depend on the number of threads. If bodies throw, the exception of the lowest index is thrown
/// again.
void parallel_for(std::size_t count, FunctionRef<void(std::size_t)> body);

}  // namespace cutline
