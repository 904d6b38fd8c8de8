// SPDX-License-Identifier: Apache-2.0
#include "cutline/base/parallel.hpp"

#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <exception>
#include <mutex>
#include <thread>

#include "cutline/base/error.hpp"

namespace cutline {
namespace {

std::atomic<int>& wanted_threads() {
  static std::atomic<int> threads{0};
  return threads;
}

int thread_count() {
  // UnderDelay once only: asking the system reads its files, which costs more than a short loop.
  static const int all = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  const int wanted = wanted_threads();
  return wanted > 0 ? wanted : all;
}

/// Keeps the exception of the lowest index, whatever order the bodies run in.
class FirstException {
 public:
  /// False if a lower index has failed; then this body cannot change the outcome.
  bool is_worth_running(std::size_t index) const { return index < lowest_; }

  void keep(std::size_t index, std::exception_ptr exception) {
    const std::lock_guard lock(mutex_);
    if (index >= lowest_) return;
    lowest_ = index;
    exception_ = std::move(exception);
  }

  void rethrow() const {
    if (exception_) std::rethrow_exception(exception_);
  }

 private:
  std::atomic<std::size_t> lowest_{~std::size_t{0}};
  std::exception_ptr exception_;
  std::mutex mutex_;
};

/// Whether this thread runs a body of a loop.
thread_local bool in_loop = false;
/// What asks the work of this thread to stop; null: nothing does.
thread_local const std::atomic<bool>* stop_of_thread = nullptr;

}  // namespace

StoppableWork::StoppableWork(const std::atomic<bool>& asked) : before_(std::exchange(stop_of_thread, &asked)) {}
StoppableWork::~StoppableWork() { stop_of_thread = before_; }

void stop_if_asked() {
  if (stop_of_thread != nullptr && *stop_of_thread) throw StopAsked{};
}

void set_thread_count(int threads) {
  CUTLINE_EXPECT(threads >= 0);
  wanted_threads() = threads;
}

void parallel_for(std::size_t count, FunctionRef<void(std::size_t)> body) {
  FirstException first;
  const auto run = [&](std::size_t index) {
    if (!first.is_worth_running(index)) return;
    try {
      stop_if_asked();
      body(index);
    } catch (...) {
      first.keep(index, std::current_exception());
    }
  };
  const int threads = thread_count();
  const std::atomic<bool>* const stop = stop_of_thread;
  const auto spread = [&] {
    tbb::parallel_for(tbb::blocked_range<std::size_t>(0, count), [&](const tbb::blocked_range<std::size_t>& range) {
      const bool outer = std::exchange(in_loop, true);
      const auto* const other = std::exchange(stop_of_thread, stop);
      for (std::size_t index = range.begin(); index != range.end(); ++index) run(index);
      in_loop = outer;
      stop_of_thread = other;
    });
  };
  if (threads == 1 || count <= 1) {
    for (std::size_t index = 0; index < count; ++index) run(index);
  } else if (in_loop) {
    // An arena of its own would take threads away from the outer loop. And a thread that waits for the inner loop must
    // not begin another body of the outer one, which may take much memory; so the inner loop is isolated.
    tbb::this_task_arena::isolate(spread);
  } else if (wanted_threads() <= 0) {
    spread();  // in the library's own arena of all cores, because making an arena costs more than a short loop
  } else {
    // The arena limits the threads of these loops; the control lets the library start as many threads.
    const tbb::global_control control(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads));
    tbb::task_arena(threads).execute(spread);
  }
  first.rethrow();
}

}  // namespace cutline
