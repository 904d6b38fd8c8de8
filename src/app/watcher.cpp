// SPDX-License-Identifier: Apache-2.0
#include "app/watcher.hpp"

namespace cutline {

std::uint64_t Watcher::begun(const std::string& what, std::uint64_t all) {
  const std::lock_guard lock(mutex_);
  works_.emplace(++last_, std::make_unique<Progress>(what, all));
  return last_;
}

bool Watcher::go_on(std::uint64_t work, std::uint64_t done) {
  const std::lock_guard lock(mutex_);
  if (works_.begin()->first == work) works_.begin()->second->reached(done);
  return !asked_;
}

void Watcher::ended(std::uint64_t work) {
  const std::lock_guard lock(mutex_);
  works_.erase(work);
}

bool Watcher::ask_to_stop() {
  const std::lock_guard lock(mutex_);
  if (works_.empty() || asked_) return false;
  asked_ = true;
  return true;
}

}  // namespace cutline
