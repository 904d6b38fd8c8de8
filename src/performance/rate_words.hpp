// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cutline/performance/rate_units.hpp"
#include "topology/graph_text.hpp"

namespace cutline {

/// Reads the rates of a file of traffic: all with a unit, or none. A unit stands behind each rate, in the heading of
/// their column, or in the spec.
class RateWords {
 public:
  /// `given` is the unit that the spec gives, or null. Keeps references. Every error carries the hint.
  RateWords(const GraphText& file, std::string_view hint, const RateUnit* given)
      : file_(file), hint_(hint), column_(given) {}

  /// Whether a text is a number, alone or with a unit behind it.
  static bool is_rate(std::string_view text);
  static bool is_unit(std::string_view text);
  /// Takes the unit that a heading has, such as `rate [GB/s]`, `rate_MB/s` or `bits/cycle`. A unit in brackets must be
  /// known.
  void take_heading(const TextWord& heading);
  /// The rate of a word, and of the unit in the word behind it, if there is one, in the own unit of kind().
  double rate(const TextWord& word, const TextWord* behind = nullptr);
  /// Of all rates so far.
  RateKind kind() const;

 private:
  const RateUnit& unit(const TextWord& word, std::string_view name) const;
  void expect_alike(const TextWord& word, const RateUnit* unit);
  [[noreturn]] void fail(const TextWord& at, std::string message, std::string hint = {}) const;

  const GraphText& file_;
  std::string_view hint_;
  const RateUnit* column_ = nullptr;           ///< the unit of all rates
  std::optional<const RateUnit*> first_ = {};  ///< that of the first rate which is not 0; null: it has none
};

}  // namespace cutline
