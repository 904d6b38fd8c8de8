// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

namespace cutline {

template <class Signature>
class FunctionRef;

/// A reference to something that can be called and that the caller owns. It is for parameters that a function calls
/// only before it returns. To keep a callable, use std::function, whose header takes several times as long to compile.
/// Copies refer to the same callable. Cost: two pointers, and an indirect call.
template <class Result, class... Arguments>
class FunctionRef<Result(Arguments...)> {
 public:
  // NOLINTBEGIN(bugprone-forwarding-reference-overload): the clause leaves copies to the copy constructor
  template <class Callable>
  requires(!std::same_as<std::remove_cvref_t<Callable>, FunctionRef> &&
           std::is_object_v<std::remove_reference_t<Callable>> &&
           std::is_invocable_r_v<Result, Callable&, Arguments...>) FunctionRef(Callable&& callable)
      : callable_(const_cast<void*>(static_cast<const void*>(&callable))),
        call_([](void* held, Arguments... arguments) -> Result {
          return (*static_cast<std::remove_reference_t<Callable>*>(held))(static_cast<Arguments&&>(arguments)...);
        }) {}
  // NOLINTEND(bugprone-forwarding-reference-overload)

  Result operator()(Arguments... arguments) const { return call_(callable_, static_cast<Arguments&&>(arguments)...); }

 private:
  void* callable_;
  Result (*call_)(void*, Arguments...);
};

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

/// An observer of long work. It is told how far the work is, and may ask the work to stop early with the best result so
/// far. Its functions may be called from any thread.
class Watch {
 public:
  virtual ~Watch() = default;
  /// Called when work of `all` steps begins. Returns the number by which later calls refer to the work.
  virtual std::uint64_t begun(const std::string& what, std::uint64_t all) = 0;
  /// Called with the number of steps done so far. Returns false to ask the work to stop.
  virtual bool go_on(std::uint64_t work, std::uint64_t done) = 0;
  virtual void ended(std::uint64_t work) = 0;
};

/// Reports a piece of long work to a watch: it begins with this object and ends with its scope. The watch may be null.
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
