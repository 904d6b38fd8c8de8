// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <mutex>
#include <set>
#include <string>

#include "app/progress.hpp"
#include "cutline/base/watch.hpp"

namespace cutline::app {

/// Shows the progress of work that always runs to its end.
class Onlooker : public Watch {
 public:
  explicit Onlooker(ProgressLine& line) : line_(line) {}
  std::uint64_t begun(const std::string& what, std::uint64_t all) override { return line_.begun(what, all); }
  bool go_on(std::uint64_t work, std::uint64_t done) override;
  void ended(std::uint64_t work) override { line_.ended(work); }

 private:
  ProgressLine& line_;
};

/// Shows the progress of work that can stop early, and passes an interrupt on to all such work.
class Watcher : public Watch {
 public:
  explicit Watcher(ProgressLine& line) : line_(line) {}
  std::uint64_t begun(const std::string& what, std::uint64_t all) override;
  bool go_on(std::uint64_t work, std::uint64_t done) override;
  void ended(std::uint64_t work) override;

  /// Asks the work to stop. Returns true if there is work that will stop, false if there is none or it was asked
  /// before.
  bool ask_to_stop();
  bool was_asked_to_stop() const { return asked_; }

 private:
  ProgressLine& line_;
  std::mutex mutex_;
  std::set<std::uint64_t> works_;
  std::atomic<bool> asked_ = false;
};

}  // namespace cutline::app
