// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <mutex>
#include <set>
#include <string>

#include "app/progress.hpp"
#include "cutline/base/watch.hpp"

namespace cutline {

/// Shows how far work is that runs to its end.
class Onlooker : public Watch {
 public:
  explicit Onlooker(ProgressLine& line) : line_(line) {}
  std::uint64_t begun(const std::string& what, std::uint64_t all) override { return line_.begun(what, all); }
  bool go_on(std::uint64_t work, std::uint64_t done) override;
  void ended(std::uint64_t work) override { line_.ended(work); }

 private:
  ProgressLine& line_;
};

/// Shows how far work is that can stop early, and hands an interrupt on to all of it.
class Watcher : public Watch {
 public:
  explicit Watcher(ProgressLine& line) : line_(line) {}
  std::uint64_t begun(const std::string& what, std::uint64_t all) override;
  bool go_on(std::uint64_t work, std::uint64_t done) override;
  void ended(std::uint64_t work) override;

  /// True where there is work that will stop early; false: there is none, or it has been asked already.
  bool ask_to_stop();
  bool was_asked_to_stop() const { return asked_; }

 private:
  ProgressLine& line_;
  std::mutex mutex_;
  std::set<std::uint64_t> works_;
  std::atomic<bool> asked_ = false;
};

}  // namespace cutline
