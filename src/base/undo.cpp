// SPDX-License-Identifier: Apache-2.0
#include "base/undo.hpp"

#include <algorithm>
#include <mutex>
#include <utility>
#include <vector>

namespace cutline {

namespace {

struct Undos {
  std::mutex lock;
  std::vector<const Undo*> all;
};

// Never destroyed: threads may still use it while the program ends.
Undos& undos() {
  static auto* const made = new Undos;
  return *made;
}

}  // namespace

Undo::Undo(std::function<void()> what) : what_(std::move(what)) {
  const std::lock_guard held(undos().lock);
  undos().all.push_back(this);
}

Undo::~Undo() {
  const std::lock_guard held(undos().lock);
  undos().all.erase(std::find(undos().all.begin(), undos().all.end(), this));
}

void undo_all() {
  undos().lock.lock();  // never unlocked, so no Undo can be created afterwards
  std::for_each(undos().all.rbegin(), undos().all.rend(), [](const Undo* each) { each->what_(); });
}

}  // namespace cutline
