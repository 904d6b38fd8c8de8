// SPDX-License-Identifier: Apache-2.0
#include "lines.hpp"
#include "placement/order.hpp"

namespace cutline {

namespace {

/// The reflected code: within every odd value of a digit the digits below it run backwards.
std::vector<std::uint32_t> gray_on_line(const std::vector<std::uint32_t>& radices) {
  return digit_by_digit(radices, [](std::uint32_t digit, std::uint32_t, std::uint32_t within, std::uint32_t below) {
    return digit * below + (digit % 2 == 0 ? within : below - 1 - within);
  });
}

}  // namespace

Order gray_order() {
  return {.name = "gray",
          .summary = "reflected k-ary Gray code: neighbours on the line differ in one digit by one",
          .source = "[Ranade 1987, sec. 2.3]",
          .line = gray_on_line,
          .is_gray = true};
}

}  // namespace cutline
