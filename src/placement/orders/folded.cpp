// SPDX-License-Identifier: Apache-2.0
#include "cutline/placement/order.hpp"

namespace cutline {

namespace {

/// Where digit a of radix k stands: the lower half at even places going up, the upper half at odd places coming back.
std::uint32_t fold(std::uint32_t a, std::uint32_t k) { return 2 * a <= k - 1 ? 2 * a : 2 * (k - 1 - a) + 1; }

std::vector<std::uint32_t> on_line(const std::vector<std::uint32_t>& radices) {
  std::vector<std::uint32_t> position = {0};
  for (const std::uint32_t radix : radices) {
    const auto below = static_cast<std::uint32_t>(position.size());
    std::vector<std::uint32_t> longer(position.size() * radix);
    for (std::uint32_t digit = 0; digit < radix; ++digit) {
      for (std::uint32_t i = 0; i < below; ++i) longer[digit * below + i] = fold(digit, radix) * below + position[i];
    }
    position = std::move(longer);
  }
  return position;
}

}  // namespace

Order folded_order() {
  return {.name = "folded",
          .summary = "every ring folded digit by digit: 0, k-1, 1, k-2, ...; no link longer than two places of its dimension",
          .source = "[Dally 1987, sec. 5]",
          .line = on_line};
}

}  // namespace cutline
