// SPDX-License-Identifier: Apache-2.0
#include "machine/trays.hpp"

#include <algorithm>

namespace cutline::machine {

TrayCounter::TrayCounter(const Hall& hall)
    : hall_(hall),
      along_{std::vector<std::int64_t>(hall.racks()), std::vector<double>(hall.racks())},
      across_{std::vector<std::int64_t>(hall.racks()), std::vector<double>(hall.racks())} {}

void TrayCounter::add(std::uint32_t rack_a, std::uint32_t rack_b, std::uint32_t cables, double mm2) {
  const auto [first, second] = std::minmax({rack_a, rack_b});
  const std::uint32_t row = hall_.row(first), column = hall_.column(second);
  const auto count = [&](Steps& steps, std::uint32_t from, std::uint32_t to) {
    if (from == to) return;
    steps.cables[from] += cables;
    steps.cables[to] -= cables;
    steps.mm2[from] += mm2 * cables;
    steps.mm2[to] -= mm2 * cables;
  };
  const auto [left, right] = std::minmax({hall_.column(first), column});
  count(along_, row * hall_.columns + left, row * hall_.columns + right);
  count(across_, first - hall_.column(first) + column, second);
}

template <class T>
std::vector<T> TrayCounter::summed(const std::vector<T>& steps, bool rows) const {
  std::vector<T> sums = steps;
  for (std::uint32_t i = 0; i < sums.size(); ++i) {
    if (rows && hall_.column(i) > 0) sums[i] += sums[i - 1];
    if (!rows && hall_.row(i) > 0) sums[i] += sums[i - hall_.columns];
  }
  return sums;
}

FullestTray TrayCounter::fullest(const Steps& steps, bool rows) const {
  const std::vector<std::int64_t> cables = summed(steps.cables, rows);
  const std::vector<double> mm2 = summed(steps.mm2, rows);
  FullestTray most;
  for (std::uint32_t i = 0; i < cables.size(); ++i) {
    if (static_cast<std::uint64_t>(cables[i]) > most.cables)
      most = {static_cast<std::uint64_t>(cables[i]), 0, hall_.row(i), hall_.column(i)};
  }
  for (const double each : mm2) most.mm2 = std::max(most.mm2, each);
  return most;
}

FullestTray TrayCounter::fullest_along() const { return fullest(along_, true); }
FullestTray TrayCounter::fullest_across() const { return fullest(across_, false); }

namespace {
std::vector<std::uint64_t> counts(const std::vector<std::int64_t>& signed_counts) {
  return {signed_counts.begin(), signed_counts.end()};
}
}  // namespace

std::vector<std::uint64_t> TrayCounter::along() const { return counts(summed(along_.cables, true)); }
std::vector<std::uint64_t> TrayCounter::across() const { return counts(summed(across_.cables, false)); }

}  // namespace cutline::machine
