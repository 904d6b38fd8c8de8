// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <doctest/doctest.h>

#include <string>

#include "cutline/base/error.hpp"
#include "cutline/spec/spec.hpp"

namespace reading {

/// The exit code and all that is printed, or "fine".
struct Outcome {
  int code = 0;
  std::string text = "fine";
};

inline Outcome outcome(const std::string& text, const cutline::Overrides& overrides = {},
                       const std::string& folder = "") {
  try {
    cutline::parse_study(text, "a.yaml", folder, overrides);
  } catch (const cutline::Error& error) {
    return {static_cast<int>(error.code()), error.what()};
  }
  return {};
}

/// What is said about a spec whose mistakes are the user's.
inline std::string mistakes(const std::string& text, const cutline::Overrides& overrides = {}) {
  const Outcome result = outcome(text, overrides);
  CHECK(result.code == 2);
  return result.text;
}

inline const std::string kTorus = "candidates: [{name: t, topology: {family: torus, radix: 4, dimensions: 2}}]\n";

/// A spec that is right, and one more key.
inline std::string with(const std::string& line) { return "cutline: 1\n" + line + "\n" + kTorus; }

inline cutline::Study read(const std::string& text, const cutline::Overrides& overrides = {}) {
  return cutline::parse_study(text, "a.yaml", "", overrides);
}

}  // namespace reading
