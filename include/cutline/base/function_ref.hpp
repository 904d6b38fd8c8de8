// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <type_traits>

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

}  // namespace cutline
