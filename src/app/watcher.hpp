// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "app/progress.hpp"
#include "cutline/base/watch.hpp"

namespace cutline {

/// Shows how far the first of the work under way is, and hands an interrupt on to all of it.
class Watcher : public Watch {
 public:
  std::uint64_t begun(const std::string& what, std::uint64_t all) override;
  bool go_on(std::uint64_t work, std::uint64_t done) override;
  void ended(std::uint64_t work) override;

  /// True where there is work that will stop early; false: there is none, or it has been asked already.
  bool ask_to_stop();
  bool was_asked_to_stop() const { return asked_; }

 private:
  std::mutex mutex_;
  std::map<std::uint64_t, std::unique_ptr<Progress>> works_;
  std::uint64_t last_ = 0;
  std::atomic<bool> asked_ = false;
};

}  // namespace cutline
