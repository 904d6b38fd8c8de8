// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace cutline {

/// An observer of long work. It is told how far the work is, and may ask the work to stop early with the best result so
/// far. Its functions may be called from any thread.
class Watch {
 public:
  virtual ~Watch() = default;
  /// Called when work of `all` steps begins. Returns the number by which later calls refer to the work.
  virtual std::uint64_t begun(const std::string& what, std::uint64_t all) = 0;
  /// Called with the number of steps done so far. Returns false to ask the work to stop.
  virtual bool go_on(std::uint64_t work, std::uint64_t done) = 0;
  virtual void ended(std::uint64_t work) = 0;
};

/// Reports a piece of long work to a watch: it begins with this object and ends with its scope. The watch may be null.
class WatchedWork {
 public:
  WatchedWork(Watch* watch, const std::string& what, std::uint64_t all)
      : watch_(watch), number_(watch == nullptr ? 0 : watch->begun(what, all)) {}
  ~WatchedWork() {
    if (watch_ != nullptr) watch_->ended(number_);
  }
  WatchedWork(const WatchedWork&) = delete;
  WatchedWork& operator=(const WatchedWork&) = delete;

  bool go_on(std::uint64_t done) { return watch_ == nullptr || watch_->go_on(number_, done); }

 private:
  Watch* watch_;
  std::uint64_t number_;
};

}  // namespace cutline
