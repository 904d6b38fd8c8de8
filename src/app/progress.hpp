// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <thread>

namespace cutline {

/// How far long work is, in a line on standard error and on a terminal only: "512 of 10,000 candidates, 12 s left",
/// from the second second on. It is wiped out when the work ends. Called from any thread.
///
/// Of several pieces of work, the one with most time left is shown: the candidates of a sweep, or the moves of the
/// placement that all the others wait for.
class ProgressLine {
 public:
  ProgressLine();
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// The number that the work is called by from now on.
  std::uint64_t begun(const std::string& what, std::uint64_t all);
  void reached(std::uint64_t work, std::uint64_t done);
  void ended(std::uint64_t work);
  /// Before something else is printed, or the program ends.
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

}  // namespace cutline
