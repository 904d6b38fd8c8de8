// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <thread>

namespace cutline::app {

/// Shows the progress of long work in a line on standard error, "512 of 10,000 candidates, 12 s left". The line appears
/// only on a terminal, after the first second, and is erased when the work ends. Any thread may call it.
///
/// Of several pieces of work it shows the one with the most time left: the candidates of a sweep, or the moves of the
/// placement for which all others wait.
class ProgressLine {
 public:
  ProgressLine();
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// Registers work and returns the number that identifies it.
  std::uint64_t begun(const std::string& what, std::uint64_t all);
  void reached(std::uint64_t work, std::uint64_t done);
  void ended(std::uint64_t work);
  /// Erases the line; call it before printing anything else and before the program ends.
  void wipe();

 private:
  using Clock = std::chrono::steady_clock;
  struct Work {
    std::string what;
    std::uint64_t all = 0, done = 0;
    Clock::time_point begun;
  };
  void show_from_time_to_time();
  void show();
  void wipe_shown();

  const bool terminal_;
  std::mutex mutex_;
  std::condition_variable ends_;
  std::map<std::uint64_t, Work> works_;
  std::uint64_t last_ = 0;
  bool shown_ = false, over_ = false;
  std::thread shower_;  ///< begins with the first work
};

}  // namespace cutline::app
