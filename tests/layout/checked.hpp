// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <stdexcept>
#include <string>
#include <string_view>

#include "cutline/layout/check.hpp"
#include "cutline/measure/measures.hpp"
#include "layout/cases.hpp"

/// Measures cases and compares them with the rules.
namespace cases {

inline Measures measure(const Case& c) { return cutline::measure(c.layout, c.topology, c.placement); }

inline CheckResult check_of(const Case& c, std::uint64_t effort = 2'000'000'000) {
  return check(c.layout, c.topology, c.placement, effort);
}

inline bool passes(const Case& c) { return check_of(c).passed(); }

inline std::string words(const CheckResult& result) {
  std::string text;
  for (const Violation& violation : result.violations) text += violation.rule + ": " + violation.message + "\n";
  return text;
}

inline bool has_rule(const std::vector<Violation>& violations, std::string_view rule) {
  return std::any_of(violations.begin(), violations.end(), [&](const Violation& v) { return v.rule == rule; });
}

inline bool has_rule(const CheckResult& result, std::string_view rule) { return has_rule(result.violations, rule); }

/// Exchanges the patterns of the first line and of the next line with another pattern.
inline void swap_patterns(Lines& lines) {
  std::vector<std::uint32_t>& patterns = lines.pattern_of_line;
  const auto other = std::find_if(patterns.begin(), patterns.end(), [&](auto p) { return p != patterns[0]; });
  if (other == patterns.end()) throw std::logic_error("all lines have one pattern");
  std::swap(patterns[0], *other);
}

}  // namespace cases
