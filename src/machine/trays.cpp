// SPDX-License-Identifier: Apache-2.0
#include "machine/trays.hpp"

#include <fmt/core.h>

namespace cutline::machine {

namespace {

std::vector<std::uint64_t> counts(const std::vector<std::int64_t>& signed_counts) {
  return {signed_counts.begin(), signed_counts.end()};
}

}  // namespace

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

std::vector<std::uint64_t> TrayCounter::along() const { return counts(summed(along_.cables, true)); }
std::vector<std::uint64_t> TrayCounter::across() const { return counts(summed(across_.cables, false)); }

void for_each_cable(const Equipment& equipment, const Installed& machine, FunctionRef<void(const ListedCable&)> visit) {
  const RackPlan& plan = machine.plan;
  std::vector<std::uint32_t> next_port;
  std::uint64_t terminal = 0;
  for (std::uint32_t device = 0; device < equipment.devices.size(); ++device) {
    const std::uint32_t terminals = equipment.devices[device].terminals;
    const bool traces = equipment.devices[device].on_board();
    for (std::uint32_t i = 0; i < terminals; ++i, ++terminal) {
      if (traces) continue;
      visit({{device, false, i + 1, plan.devices[device]},
             {device, true, i + 1, plan.terminals[terminal]},
             machine.of_terminal[terminal]});
    }
    next_port.push_back(traces ? 1 : terminals + 1);
  }
  for (std::uint64_t link = 0; link < equipment.links.size(); ++link) {
    const Link& joins = equipment.links[link];
    if (machine.lines[machine.of_link[link]].trace) continue;
    for (std::uint32_t i = 0; i < joins.cables; ++i) {
      visit({{joins.a, false, next_port[joins.a]++, plan.devices[joins.a]},
             {joins.b, false, next_port[joins.b]++, plan.devices[joins.b]},
             machine.of_link[link],
             link});
    }
  }
}

std::string end_label(const Hall& hall, const CableEnd& end) {
  return fmt::format("{}U{:02}-{}", rack_text(hall, end.place.rack), end.place.unit + 1, end.terminal ? 1 : end.port);
}

}  // namespace cutline::machine
