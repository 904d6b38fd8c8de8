// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "cutline/layout/check.hpp"

namespace cutline::checking {

/// Violations as they are found: all are counted, the first ones kept in words.
class Findings {
 public:
  /// `message` makes the text; it is called for kept violations only.
  template <class Message>
  void add(const char* rule, const Message& message) {
    if (kept_.size() < kKeptViolations) kept_.push_back({rule, message()});
    ++count_;
  }
  void merge(const Findings& other) {
    for (const Violation& violation : other.kept_) {
      if (kept_.size() < kKeptViolations) kept_.push_back(violation);
    }
    count_ += other.count_;
  }
  std::uint64_t count() const { return count_; }
  const std::vector<Violation>& kept() const { return kept_; }

 private:
  std::uint64_t count_ = 0;
  std::vector<Violation> kept_;
};

}  // namespace cutline::checking
