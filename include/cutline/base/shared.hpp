// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace cutline {

template <class T>
struct HeldConst;

/// A constant that several values hold together, on any thread, or none. What std::shared_ptr<const T> does, whose
/// header costs a file a fifth of what the header of candidates does.
///
/// T may be incomplete. A header says `extern template class SharedConst<T>;`, and one file that knows T includes
/// shared_value.hpp and says the same without `extern`: there the functions are compiled, once.
template <class T>
class SharedConst {
 public:
  SharedConst() = default;  ///< none
  SharedConst(std::nullptr_t) {}
  SharedConst(T value);
  SharedConst(const SharedConst& other);
  SharedConst(SharedConst&& other) noexcept;
  SharedConst& operator=(SharedConst other) noexcept;
  ~SharedConst();
  const T& operator*() const;
  const T* operator->() const;
  /// Gives the constant up: the value itself where nobody else holds it, else a copy. Not for none.
  T taken() &&;
  explicit operator bool() const { return held_ != nullptr; }
  /// Whether both hold the very same constant.
  bool operator==(const SharedConst& other) const { return held_ == other.held_; }
  bool operator==(std::nullptr_t) const { return held_ == nullptr; }

 private:
  HeldConst<T>* held_ = nullptr;
};

}  // namespace cutline
