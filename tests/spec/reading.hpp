// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <doctest/doctest.h>
#include <fmt/core.h>

#include <string>
#include <vector>

#include "cutline/base/error.hpp"
#include "cutline/base/format.hpp"
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

/// "the keys are: ..." of a map of the spec, "" for the spec itself, from the reference.
inline std::string keys_of(const std::string& map) {
  std::vector<std::string> names;
  const std::string before = map.empty() ? "" : map + ".";
  for (const cutline::SpecKey& key : cutline::spec_reference()) {
    if (key.path.rfind(before, 0) != 0 || key.path.size() == before.size()) continue;
    const std::string name = key.path.substr(before.size());
    if (name.find_first_of(".[") == std::string::npos) names.push_back(name);
  }
  return fmt::format("the keys are: {}", cutline::join(names, ", "));
}

inline const std::string kTorus = "candidates: [{name: t, topology: {family: torus, radix: 4, dimensions: 2}}]\n";

/// A spec that is right, and one more key.
inline std::string with(const std::string& line) { return "cutline: 1\n" + line + "\n" + kTorus; }

inline cutline::Study read(const std::string& text, const cutline::Overrides& overrides = {}) {
  return cutline::parse_study(text, "a.yaml", "", overrides);
}

}  // namespace reading
