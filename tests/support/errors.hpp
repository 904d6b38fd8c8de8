// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "cutline/base/error.hpp"

namespace cutline::test {

/// The message of the first error that a call reports; "no error" where it reports none.
inline std::string message_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.diagnostics().front().message;
  }
  return "no error";
}

}  // namespace cutline::test
