// SPDX-License-Identifier: Apache-2.0
#include "cutline/placement/placement.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "cutline/base/error.hpp"
#include "cutline/base/format.hpp"
#include "cutline/topology/topology.hpp"

namespace cutline {

GridSize Placement::grid() const { return {{axes[0].cells, axes[1].cells, axes[2].cells}}; }

std::string order_text(const Placement& placement, std::string_view between) {
  std::vector<std::string> orders = {placement[Axis::x].order, placement[Axis::y].order};
  if (placement[Axis::z].cells > 1) orders.push_back(placement[Axis::z].order);
  const bool alike = std::all_of(orders.begin(), orders.end(), [&](const std::string& o) { return o == orders[0]; });
  return alike ? orders[0] : join(orders, between);
}

std::vector<std::uint8_t> interchange_values(const Topology& topology, const AxisPlacement& axis) {
  if (!topology.has_interchanges()) return {};
  std::vector<std::uint8_t> values(axis.cells, 0);
  if (!topology.has_dimensions) return values;
  for (std::uint32_t coordinate = 0; coordinate < axis.cells; ++coordinate) {
    std::uint8_t& here = values[axis.position.empty() ? coordinate : axis.position[coordinate]];
    std::uint32_t rest = coordinate;
    for (const std::uint8_t digit : axis.digits) {
      const std::uint8_t level = topology.level(digit, rest % topology.digits[digit].radix);
      rest /= topology.digits[digit].radix;
      if (here == kNothing) continue;
      here = level == kNothing ? kNothing : static_cast<std::uint8_t>(here + (level > 0 ? 1 : 0));
    }
  }
  return values;
}

Cell cell_of(const Topology& topology, const Placement& placement, std::uint64_t node) {
  std::array<std::uint32_t, 64> digits{};
  std::uint64_t rest = node;
  for (std::size_t i = 0; i < topology.digits.size(); ++i) {
    digits[i] = static_cast<std::uint32_t>(rest % topology.digits[i].radix);
    rest /= topology.digits[i].radix;
  }
  Cell cell;
  for (const Axis axis : kAxes) {
    const AxisPlacement& place = placement[axis];
    std::uint32_t coordinate = 0;
    std::uint32_t weight = 1;
    for (const std::uint8_t digit : place.digits) {
      coordinate += digits[digit] * weight;
      weight *= topology.digits[digit].radix;
    }
    cell.at[index(axis)] = place.position.empty() ? coordinate : place.position[coordinate];
  }
  return cell;
}

namespace {

/// Digits known so far while a cell's node is sought.
constexpr std::uint32_t kUnknown = ~0u;
using Digits = std::array<std::uint32_t, 64>;

/// Writes the digits of a coordinate of one axis; false where they contradict those known already.
bool add_digits(const Topology& topology, const AxisPlacement& place, std::uint32_t coordinate, Digits& digits) {
  for (const std::uint8_t digit : place.digits) {
    const std::uint32_t value = coordinate % topology.digits[digit].radix;
    coordinate /= topology.digits[digit].radix;
    if (digits[digit] != kUnknown && digits[digit] != value) return false;
    digits[digit] = value;
  }
  return true;
}

/// Tries every coordinate of the axes from `axis` on that stands at the cell.
bool find_digits(const Topology& topology, const Placement& placement, const Cell& cell, std::size_t axis,
                 Digits& digits) {
  if (axis == 3) return true;
  const AxisPlacement& place = placement.axes[axis];
  const std::uint32_t at = cell.at[axis];
  const std::size_t count = place.position.empty() ? place.cells : place.position.size();
  for (std::size_t coordinate = place.position.empty() ? at : 0; coordinate < count; ++coordinate) {
    if (!place.position.empty() && place.position[coordinate] != at) continue;
    Digits more = digits;
    if (add_digits(topology, place, static_cast<std::uint32_t>(coordinate), more) &&
        find_digits(topology, placement, cell, axis + 1, more)) {
      digits = more;
      return true;
    }
    if (place.position.empty()) return false;
  }
  return false;
}

}  // namespace

std::optional<std::uint64_t> node_at(const Topology& topology, const Placement& placement, const Cell& cell) {
  Digits digits;
  digits.fill(kUnknown);
  if (!find_digits(topology, placement, cell, 0, digits)) return std::nullopt;
  std::uint64_t node = 0;
  const std::vector<std::uint64_t> weights = digit_weights(topology);
  for (std::size_t digit = 0; digit < weights.size(); ++digit) {
    if (digits[digit] == kUnknown) return std::nullopt;
    node += weights[digit] * digits[digit];
  }
  return node;
}

std::vector<std::uint64_t> nodes_by_cell(const Topology& topology, const Placement& placement) {
  const GridSize grid = placement.grid();
  if (grid.count() > std::uint64_t{1} << 26)
    throw_limit_error(
        fmt::format("its grid has {} x {} x {} cells, and only grids of up to 2^26 can be written cell by "
                    "cell: in exports and drawings",
                    grid[Axis::x], grid[Axis::y], grid[Axis::z]),
        "place the nodes on fewer columns and rows");
  std::vector<std::uint64_t> nodes(grid.count(), kEmptyCell);
  const std::uint64_t count = topology.site_count();
  for (std::uint64_t node = 0; node < count; ++node) {
    if (topology.kind(node) == SiteKind::nothing) continue;
    const Cell cell = cell_of(topology, placement, node);
    nodes[cell[Axis::x] +
          std::uint64_t{grid[Axis::x]} * (cell[Axis::y] + std::uint64_t{grid[Axis::y]} * cell[Axis::z])] = node;
  }
  return nodes;
}

}  // namespace cutline
