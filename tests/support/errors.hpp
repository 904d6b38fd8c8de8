// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "cutline/base/error.hpp"

namespace cutline::test {

/// The error that a call reports, as the program prints it; "no error" if it reports none.
inline std::string error_text(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

/// The message of the first error that a call reports; "no error" if it reports none.
inline std::string message_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.diagnostics().front().message;
  }
  return "no error";
}

/// The message and the hint of the first error: "there is no node 9 | nodes are 0 to 8".
inline std::string message_and_hint(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.diagnostics().front().message + " | " + error.diagnostics().front().hint;
  }
  return "no error";
}

/// Line, column and message of the first error, "2:5: the weight is missing"; an error must have a place, and a hint.
inline std::string placed_message_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    const Diagnostic& first = error.diagnostics().front();
    if (!first.place.known() || first.hint.empty()) return "without a place or a hint: " + first.message;
    return std::to_string(first.place.line) + ":" + std::to_string(first.place.column) + ": " + first.message;
  }
  return "no error";
}

}  // namespace cutline::test
