// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

namespace cutline {

/// An action that must be done if the program is ended while this object lives, such as removing a folder. The
/// destructor does not do it. `what` is called from another thread; it must not throw, and must not create or destroy
/// an Undo. Any thread may create an Undo.
class Undo {
 public:
  explicit Undo(std::function<void()> what);
  ~Undo();
  Undo(const Undo&) = delete;
  Undo& operator=(const Undo&) = delete;

 private:
  std::function<void()> what_;
  friend void undo_all();
};

/// Does the actions of all living objects, the newest first. Call it last before the program ends: threads that create
/// or destroy an Undo afterwards wait for ever.
void undo_all();

}  // namespace cutline
