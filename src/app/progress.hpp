// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <map>
#include <set>
#include <thread>

#include "cutline/detail/base/callbacks.hpp"
#include "output/text/file.hpp"

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

/// Shows the progress of work. Where the work can stop early, it passes an interrupt on to all of it.
class Watcher : public Watch {
 public:
  Watcher(ProgressLine& line, bool can_stop) : line_(line), can_stop_(can_stop) {}
  std::uint64_t begun(const std::string& what, std::uint64_t all) override;
  bool go_on(std::uint64_t work, std::uint64_t done) override;
  void ended(std::uint64_t work) override;

  /// Asks the work to stop. Returns true if there is work that will stop, false if there is none or it was asked
  /// before.
  bool ask_to_stop();
  bool was_asked_to_stop() const { return asked_; }

 private:
  ProgressLine& line_;
  const bool can_stop_;
  std::mutex mutex_;
  std::set<std::uint64_t> works_;
  std::atomic<bool> asked_ = false;
};

/// Installs the handling of signals. At an interrupt (Ctrl-C), a request to end, or the end of the terminal, the
/// program removes its temporary files, ends the programs that it started, and ends at once, with exit code 130, 143 or
/// 129. But the first interrupt during work that can stop early only asks the work to stop. If a part of an unfinished
/// file is kept, standard error names it. A write beyond the limit of a file's size fails like any other. Signals that
/// the caller ignored stay ignored. Call it before any other thread begins; its arguments must live until the program
/// ends.
void end_on_interrupt(text::FileWriter& files, Watcher& watcher, ProgressLine& line);

}  // namespace cutline::app
