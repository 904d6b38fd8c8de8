// SPDX-License-Identifier: Apache-2.0
#include "output/export/geometry/oasis_bytes.hpp"

#include <algorithm>
#include <cstdlib>
#include <numeric>

namespace cutline::exporting {

namespace {

/// Types of repetitions.
enum Repetition : unsigned {
  row = 2,
  column = 3,
  row_list = 5,
  column_list = 7,
  equal_steps = 9,
  step_list = 11,
};

}  // namespace

void OasisBytes::number(std::uint64_t value) {
  for (; value >= 0x80; value >>= 7) byte(static_cast<unsigned>(value & 0x7f) | 0x80);
  byte(static_cast<unsigned>(value));
}

void OasisBytes::signed_number(std::int64_t value) {
  number(static_cast<std::uint64_t>(std::abs(value)) << 1 | (value < 0 ? 1 : 0));
}

void OasisBytes::text(std::string_view value) {
  number(value.size());
  out_ += value;
}

void OasisBytes::power_of_ten(int exponent) {
  constexpr unsigned kWhole = 0, kReciprocal = 2;
  std::uint64_t power = 1;
  for (int i = 0; i < std::abs(exponent); ++i) power *= 10;
  byte(exponent < 0 ? kReciprocal : kWhole);
  number(power);
}

/// First x with its sign, then y.
void OasisBytes::step(const DrawnPoint& by) {
  constexpr std::uint64_t kTwoParts = 1, kWest = 2;
  number(static_cast<std::uint64_t>(std::abs(by.x)) << 2 | (by.x < 0 ? kWest : 0) | kTwoParts);
  signed_number(by.y);
}

void OasisBytes::repetition(const std::vector<DrawnPoint>& at) {
  std::vector<DrawnPoint> steps;
  std::int64_t grid = 0;
  for (std::size_t i = 1; i < at.size(); ++i) {
    const DrawnPoint& by = steps.emplace_back(DrawnPoint{at[i].x - at[i - 1].x, at[i].y - at[i - 1].y});
    grid = std::gcd(std::gcd(grid, by.x), by.y);
  }
  const auto all = [&](auto holds) { return std::all_of(steps.begin(), steps.end(), holds); };
  const bool equal = all([&](const DrawnPoint& by) { return by == steps.front(); });
  const bool in_row = all([](const DrawnPoint& by) { return by.y == 0; });
  const bool in_column = all([](const DrawnPoint& by) { return by.x == 0; });
  const Repetition type = in_row      ? equal ? row : row_list
                          : in_column ? equal ? column : column_list
                          : equal     ? equal_steps
                                      : step_list;
  byte(type);
  number(at.size() - 2);
  if (equal) steps.resize(1);
  if (!equal) {
    number(static_cast<std::uint64_t>(grid));
    for (DrawnPoint& by : steps) by = {by.x / grid, by.y / grid};
  }
  for (const DrawnPoint& by : steps) {
    if (in_row || in_column) {
      number(static_cast<std::uint64_t>(in_row ? by.x : by.y));
    } else {
      step(by);
    }
  }
}

}  // namespace cutline::exporting
