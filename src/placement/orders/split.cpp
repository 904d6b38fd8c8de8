// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include "cutline/base/error.hpp"
#include "placement/order.hpp"
#include "placement/orders/lines.hpp"

namespace cutline {

namespace {

constexpr std::uint64_t kMaxRingSlots = std::uint64_t{1} << 26;

void expect_only_axes(const RingOrder& order, const PlacementChoice& choice) {
  const bool several = choice.orders.size() > 1 || !choice.permutations.empty();
  if (!several && !choice.says_columns() && !choice.says_box()) return;
  throw_input_error(fmt::format("the order '{}' places the whole network by itself", order.name),
                    "leave out `box`, `columns` and other orders; `axes` chooses one axis or two",
                    several             ? "order"
                    : choice.says_box() ? "box"
                                        : "columns");
}

/// The axis that all dimensions lie on; absent where they are split over two.
std::optional<Axis> one_axis(const RingOrder& order, std::uint32_t dimensions, const std::vector<Axis>& axes) {
  if (axes.empty()) return dimensions >= order.split_from ? std::nullopt : std::optional(Axis::x);
  if (axes.size() != dimensions) {
    throw_input_error(fmt::format("`axes` names {} axes for {} dimensions", axes.size(), dimensions),
                      "one axis a dimension, dimension 0 first", "axes");
  }
  const auto half = axes.begin() + (dimensions + 1) / 2;
  const bool line = std::ranges::all_of(axes, [&](Axis axis) { return axis == axes[0]; });
  const bool split = std::all_of(axes.begin(), half, [](Axis axis) { return axis == Axis::x; }) &&
                     std::all_of(half, axes.end(), [](Axis axis) { return axis == Axis::y; });
  if (line && order.on_one_axis) return axes[0];
  if (split) return std::nullopt;
  throw_input_error(fmt::format("the order '{}' has no such axes", order.name),
                    fmt::format("the first {} dimensions on x and the others on y{}", (dimensions + 1) / 2,
                                order.on_one_axis ? ", or all on one axis" : ""),
                    "axes");
}

void expect_levels(const RingOrder& order, std::uint32_t dimensions, std::uint32_t levels) {
  if (levels >= order.least_levels) return;
  throw_input_error(
      fmt::format("the order '{}' needs at least {} levels along an axis, and {} dimensions give it {}", order.name,
                  order.least_levels, dimensions, levels),
      levels < dimensions ? "put all dimensions on one axis, or name another order" : "name another order", "order");
}

void expect_few_slots(std::uint64_t slots) {
  if (slots <= kMaxRingSlots) return;
  throw_limit_error("the grid has more than 2^26 places along an axis, the limit",
                    "spread the dimensions over two axes with `axes`", "axes");
}

/// Places the levels `first` .. `first` + m - 1 of every cycle along an axis, and all its other levels at its site.
///
/// The axis' digits are the level and the m bits of those levels; `dimensions` is the radix of the level.
AxisPlacement along(const RingOrder& order, std::uint32_t dimensions, std::uint32_t first, std::uint32_t m) {
  const bool sites = m < dimensions;
  expect_levels(order, dimensions, m);
  expect_few_slots(std::uint64_t{dimensions} << m);
  AxisPlacement axis;
  axis.order = order.name;
  axis.digits.push_back(0);
  for (std::uint32_t level = first; level < first + m; ++level)
    axis.digits.push_back(static_cast<std::uint8_t>(level + 1));
  std::vector<std::uint32_t> taken(std::size_t{dimensions} << m);
  const std::vector<RingSlot> slots = order.line(m, sites);
  CUTLINE_EXPECT(slots.size() == (m + (sites ? 1u : 0u)) << m);
  for (std::uint32_t slot = 0; slot < slots.size(); ++slot) {
    const auto [address, level] = slots[slot];
    std::uint32_t* of_cycle = &taken[std::size_t{address} * dimensions];
    if (level < m) {
      of_cycle[first + level] = slot;
      continue;
    }
    for (std::uint32_t other = 0; other < dimensions; ++other) {
      if (other < first || other >= first + m) of_cycle[other] = slot;
    }
  }
  axis.place(std::move(taken), static_cast<std::uint32_t>(slots.size()));
  return axis;
}

/// Cycle after cycle, each by its levels, its site last.
std::vector<RingSlot> split_on_line(std::uint32_t levels, bool sites) {
  std::vector<RingSlot> slots;
  for (std::uint32_t address = 0; address < 1u << levels; ++address) {
    for (std::uint32_t level = 0; level < levels + (sites ? 1 : 0); ++level) slots.push_back({address, level});
  }
  return slots;
}

Placement split_on_network(const Topology& topology, const PlacementChoice& choice) {
  return place_rings({.name = "split", .line = split_on_line, .on_one_axis = false}, topology, choice);
}

}  // namespace

Placement place_rings(const RingOrder& order, const Topology& topology, const PlacementChoice& choice) {
  expect_only_axes(order, choice);
  const std::uint32_t dimensions = topology.digits[0].radix;
  expect_few_slots(std::uint64_t{1} << (dimensions / 2));
  Placement placement;
  if (const auto axis = one_axis(order, dimensions, choice.axes)) {
    expect_few_slots(std::uint64_t{1} << std::min(dimensions, 32u));
    placement.axes[index(*axis)] = along(order, dimensions, 0, dimensions);
    return placement;
  }
  const std::uint32_t low = (dimensions + 1) / 2;
  placement.axes[0] = along(order, dimensions, 0, low);
  placement.axes[1] = along(order, dimensions, low, dimensions - low);
  return placement;
}

Order split_order() {
  return {.name = "split",
          .summary = "half of the levels of cube-connected cycles along rows, the others along columns, cycle by cycle",
          .source = "[Yeh 1999]",
          .network = split_on_network,
          .kind = NetworkKind::cycles_of_cube};
}

}  // namespace cutline
