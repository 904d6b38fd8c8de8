// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/detail/base/callbacks.hpp"

namespace cutline {

/// Sets how many threads parallel_for may use; 0 means one for each core.
void set_thread_count(int threads);

/// Calls body(0) ... body(count - 1), in any order, on all threads. body(i) must write only data that belongs to index
/// i; then results never depend on the number of threads. If bodies throw, the exception of the lowest index is thrown
/// again.
void parallel_for(std::size_t count, FunctionRef<void(std::size_t)> body);

/// Thrown by the loops of work that was asked to stop. It is no error, and nothing in the library catches it.
struct StopAsked {};

/// While it lives, the loops of this thread, and of the threads that they use, throw StopAsked once `asked` is true:
/// each before its next body. Other work goes on.
class StoppableWork {
 public:
  explicit StoppableWork(const std::atomic<bool>& asked);
  ~StoppableWork();
  StoppableWork(const StoppableWork&) = delete;
  StoppableWork& operator=(const StoppableWork&) = delete;

 private:
  const std::atomic<bool>* before_;
};
/// Throws StopAsked if this thread's work was asked to stop: for long loops on one thread. Cost: two loads.
void stop_if_asked();

}  // namespace cutline
