// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace cutline {

template <class T>
struct HeldConst;

/// A constant that several owners share, on any thread, or null. It does what std::shared_ptr<const T> does, but its
/// header is cheap: that of std::shared_ptr takes a fifth of the time that the header of candidates takes to compile.
///
/// T may be incomplete. A header declares `extern template class SharedConst<T>;`. One source file that knows T
/// includes shared_value.hpp and repeats the declaration without `extern`; only there the functions are compiled.
template <class T>
class SharedConst {
 public:
  SharedConst() = default;  ///< null
  SharedConst(std::nullptr_t) {}
  SharedConst(T value);
  SharedConst(const SharedConst& other);
  SharedConst(SharedConst&& other) noexcept;
  SharedConst& operator=(SharedConst other) noexcept;
  ~SharedConst();
  const T& operator*() const;
  const T* operator->() const;
  /// Gives up this share and returns the value: moved if no other owner holds it, else copied. Must not be null.
  T taken() &&;
  explicit operator bool() const { return held_ != nullptr; }
  /// Whether both share the same object.
  bool operator==(const SharedConst& other) const { return held_ == other.held_; }
  bool operator==(std::nullptr_t) const { return held_ == nullptr; }

 private:
  HeldConst<T>* held_ = nullptr;
};

}  // namespace cutline
