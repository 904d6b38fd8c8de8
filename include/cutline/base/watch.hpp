// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace cutline {

/// Whom long work tells how far it is, and who may ask it to stop early with the best it has so far. Called from any
/// thread.
class Watch {
 public:
  virtual ~Watch() = default;
  /// Work of `all` steps begins; the number it is called by from now on.
  virtual std::uint64_t begun(const std::string& what, std::uint64_t all) = 0;
  /// Steps done so far. False: stop now.
  virtual bool go_on(std::uint64_t work, std::uint64_t done) = 0;
  virtual void ended(std::uint64_t work) = 0;
};

/// A piece of long work, from its beginning to the end of the scope. Nobody need watch.
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
