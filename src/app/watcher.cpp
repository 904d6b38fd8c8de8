// SPDX-License-Identifier: Apache-2.0
#include "app/watcher.hpp"

namespace cutline::app {

bool Onlooker::go_on(std::uint64_t work, std::uint64_t done) {
  line_.reached(work, done);
  return true;
}

std::uint64_t Watcher::begun(const std::string& what, std::uint64_t all) {
  const std::uint64_t work = line_.begun(what, all);
  const std::lock_guard lock(mutex_);
  works_.insert(work);
  return work;
}

bool Watcher::go_on(std::uint64_t work, std::uint64_t done) {
  line_.reached(work, done);
  return !asked_;
}

void Watcher::ended(std::uint64_t work) {
  {
    const std::lock_guard lock(mutex_);
    works_.erase(work);
  }
  line_.ended(work);
}

bool Watcher::ask_to_stop() {
  const std::lock_guard lock(mutex_);
  if (works_.empty() || asked_) return false;
  asked_ = true;
  return true;
}

}  // namespace cutline::app
