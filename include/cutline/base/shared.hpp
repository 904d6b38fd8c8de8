// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <utility>

namespace cutline {

/// A constant that several owners share, on any thread, or null: a std::shared_ptr<const T> whose value can be taken
/// back. T may be incomplete where no value is shared or taken.
template <class T>
class SharedConst {
 public:
  SharedConst() = default;  ///< null
  SharedConst(std::nullptr_t) {}
  SharedConst(T value) : held_(std::make_shared<T>(std::move(value))) {}
  const T& operator*() const { return *held_; }
  const T* operator->() const { return held_.get(); }
  /// Gives up this share and returns the value: moved if no other owner holds it, else copied. Must not be null.
  T taken() && {
    const std::shared_ptr<T> last = std::move(held_);
    if (last.use_count() != 1) return T(*last);
    std::atomic_thread_fence(std::memory_order_acquire);  // after all that the last other owner read
    return T(std::move(*last));
  }
  explicit operator bool() const { return held_ != nullptr; }
  /// Whether both share the same object.
  bool operator==(const SharedConst& other) const { return held_ == other.held_; }
  bool operator==(std::nullptr_t) const { return held_ == nullptr; }

 private:
  std::shared_ptr<T> held_;
};

}  // namespace cutline
