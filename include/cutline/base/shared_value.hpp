// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <utility>

#include "cutline/base/shared.hpp"

// The functions of SharedConst<T>, for the one source file that instantiates them.

namespace cutline {

template <class T>
struct HeldConst {
  T value;
  std::atomic<std::size_t> holders = 1;
};

template <class T>
SharedConst<T>::SharedConst(T value) : held_(new HeldConst<T>{std::move(value)}) {}

template <class T>
SharedConst<T>::SharedConst(const SharedConst& other) : held_(other.held_) {
  if (held_ != nullptr) ++held_->holders;
}

template <class T>
SharedConst<T>::SharedConst(SharedConst&& other) noexcept : held_(std::exchange(other.held_, nullptr)) {}

template <class T>
SharedConst<T>& SharedConst<T>::operator=(SharedConst other) noexcept {
  std::swap(held_, other.held_);
  return *this;
}

template <class T>
SharedConst<T>::~SharedConst() {
  if (held_ != nullptr && --held_->holders == 0) delete held_;
}

template <class T>
T SharedConst<T>::taken() && {
  const SharedConst last(std::move(*this));
  return last.held_->holders == 1 ? T(std::move(last.held_->value)) : T(last.held_->value);
}

template <class T>
const T& SharedConst<T>::operator*() const {
  return held_->value;
}

template <class T>
const T* SharedConst<T>::operator->() const {
  return &held_->value;
}

}  // namespace cutline
