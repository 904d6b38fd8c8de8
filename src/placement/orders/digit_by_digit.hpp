// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace cutline {

/// The positions of a line built from the lowest digit up: within each value of a digit stand the `below` positions of
/// the digits below it. `place(digit, radix, within, below)` says where value `digit` puts position `within`.
template <class Place>
std::vector<std::uint32_t> digit_by_digit(const std::vector<std::uint32_t>& radices, const Place& place) {
  std::vector<std::uint32_t> position = {0};
  for (const std::uint32_t radix : radices) {
    const auto below = static_cast<std::uint32_t>(position.size());
    std::vector<std::uint32_t> longer;
    longer.reserve(position.size() * radix);
    for (std::uint32_t digit = 0; digit < radix; ++digit) {
      for (const std::uint32_t within : position) longer.push_back(place(digit, radix, within, below));
    }
    position = std::move(longer);
  }
  return position;
}

}  // namespace cutline
