// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

#include "cutline/detail/search/link_search.hpp"

namespace cutline::test {

inline std::uint32_t apart(std::uint32_t a, std::uint32_t b) { return a > b ? a - b : b - a; }

/// The costs of the cheapest paths, by Floyd's algorithm, for up to 20 routers.
class WaysByFloyd {
 public:
  static constexpr std::uint32_t kNone = 1'000'000;

  explicit WaysByFloyd(const LinkLimits& limits) : limits_(limits), nodes_(limits.nodes()) {
    for (std::uint32_t a = 0; a < nodes_; ++a) {
      for (std::uint32_t b = 0; b < nodes_; ++b) at(a, b) = a == b ? 0 : kNone;
    }
  }

  /// Adds a link, which costs its steps in the question or, if `hops`, 1.
  void put(const GridLink& link, bool hops) {
    const auto& [a, b] = link;
    const std::size_t span =
        apart(a % limits_.columns, b % limits_.columns) + apart(a / limits_.columns, b / limits_.columns);
    at(a, b) = hops || limits_.steps.empty() ? 1 : limits_.steps[std::min(span, limits_.steps.size() - 1)];
    if (!limits_.directed) at(b, a) = at(a, b);
  }

  void find() {
    for (std::uint32_t k = 0; k < nodes_; ++k) {
      for (std::uint32_t a = 0; a < nodes_; ++a) {
        for (std::uint32_t b = 0; b < nodes_; ++b) at(a, b) = std::min(at(a, b), at(a, k) + at(k, b));
      }
    }
  }

  std::uint32_t cost(std::uint32_t a, std::uint32_t b) const { return costs_[a * nodes_ + b]; }
  /// The sum over ordered pairs; absent if some pair has no path.
  std::optional<std::uint64_t> sum() const {
    std::uint64_t sum = 0;
    for (std::uint32_t i = 0; i < nodes_ * nodes_; ++i) sum += costs_[i];
    return sum < kNone ? std::optional(sum) : std::nullopt;
  }

 private:
  std::uint32_t& at(std::uint32_t a, std::uint32_t b) { return costs_[a * nodes_ + b]; }

  const LinkLimits& limits_;
  std::uint32_t nodes_;
  std::array<std::uint32_t, 400> costs_;
};

}  // namespace cutline::test
