// SPDX-License-Identifier: Apache-2.0
#include "lines.hpp"
#include "placement/order.hpp"

namespace cutline {

namespace {

/// Where digit a of radix k stands: the lower half at even places going up, the upper half at odd places coming back.
std::uint32_t fold(std::uint32_t a, std::uint32_t k) { return 2 * a <= k - 1 ? 2 * a : 2 * (k - 1 - a) + 1; }

std::vector<std::uint32_t> folded_on_line(const std::vector<std::uint32_t>& radices) {
  return digit_by_digit(radices, [](std::uint32_t digit, std::uint32_t radix, std::uint32_t within,
                                    std::uint32_t below) { return fold(digit, radix) * below + within; });
}

}  // namespace

Order folded_order() {
  return {.name = "folded",
          .summary =
              "every ring folded digit by digit: 0, k-1, 1, k-2, ...; no link longer than two places of its dimension",
          .source = "[Dally 1987, sec. 5]",
          .line = folded_on_line};
}

}  // namespace cutline
