// SPDX-License-Identifier: Apache-2.0
#include "cutline/placement/order.hpp"

namespace cutline {

namespace {

/// The reflected mixed-radix code: position p and p + 1 differ in one digit by one. Built from the lowest digit up: a digit
/// runs backwards within every odd value of the digits above it.
std::vector<std::uint32_t> on_line(const std::vector<std::uint32_t>& radices) {
  std::vector<std::uint32_t> position = {0};
  for (const std::uint32_t radix : radices) {
    const auto below = static_cast<std::uint32_t>(position.size());
    std::vector<std::uint32_t> longer(position.size() * radix);
    for (std::uint32_t digit = 0; digit < radix; ++digit) {
      for (std::uint32_t i = 0; i < below; ++i) {
        const std::uint32_t within = digit % 2 == 0 ? position[i] : below - 1 - position[i];
        longer[digit * below + i] = digit * below + within;
      }
    }
    position = std::move(longer);
  }
  return position;
}

}  // namespace

Order gray_order() {
  return {.name = "gray",
          .summary = "reflected k-ary Gray code: neighbours on the line differ in one digit by one",
          .source = "[Ranade 1987, sec. 2.3]",
          .line = on_line};
}

}  // namespace cutline
