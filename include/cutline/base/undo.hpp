// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

namespace cutline {

/// What must be done if the program ends at once while this object lives, such as removing a folder. Its own end does
/// not do it. `what` may not throw and may not make or end such an object; it is called from another thread. Any
/// thread may make one.
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

/// Does what all living objects say, the newest first. To be called last before the program ends: threads that make or
/// end such an object afterwards wait for ever.
void undo_all();

}  // namespace cutline
