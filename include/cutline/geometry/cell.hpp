// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>

namespace cutline {

enum class Axis : std::uint8_t { x = 0, y = 1, z = 2 };

inline constexpr std::array<Axis, 3> kAxes = {Axis::x, Axis::y, Axis::z};
constexpr std::size_t index(Axis axis) { return static_cast<std::size_t>(axis); }
constexpr char letter(Axis axis) { return "xyz"[index(axis)]; }

/// A place on the grid, counted from 0 along each axis.
struct Cell {
  std::array<std::uint32_t, 3> at{};
  constexpr std::uint32_t operator[](Axis axis) const { return at[index(axis)]; }
  constexpr auto operator<=>(const Cell&) const = default;
};

/// The two other axes, the lower one first. Coordinates on them number the lines along the axis.
constexpr Axis lower_axis_off(Axis axis) { return axis == Axis::x ? Axis::y : Axis::x; }
constexpr Axis upper_axis_off(Axis axis) { return axis == Axis::z ? Axis::y : Axis::z; }

/// How many cells the grid has along each axis; at least 1 along every axis.
struct GridSize {
  std::array<std::uint32_t, 3> cells{1, 1, 1};
  constexpr std::uint32_t operator[](Axis axis) const { return cells[index(axis)]; }
  constexpr bool operator==(const GridSize&) const = default;
  constexpr std::uint64_t count() const { return std::uint64_t{cells[0]} * cells[1] * cells[2]; }
  /// How many lines run along `axis`.
  constexpr std::uint64_t lines(Axis axis) const { return count() / cells[index(axis)]; }
};

/// The number of the line along `axis` on which a cell lies: its two other coordinates, the lower axis fastest.
constexpr std::uint64_t line_of(const GridSize& grid, Axis axis, const Cell& cell) {
  const Axis lower = lower_axis_off(axis);
  return cell[lower] + std::uint64_t{grid[lower]} * cell[upper_axis_off(axis)];
}
/// The cell at a slot of a line.
constexpr Cell cell_on_line(const GridSize& grid, Axis axis, std::uint32_t line, std::uint32_t slot) {
  const Axis lower = lower_axis_off(axis);
  Cell cell;
  cell.at[index(axis)] = slot;
  cell.at[index(lower)] = line % grid[lower];
  cell.at[index(upper_axis_off(axis))] = line / grid[lower];
  return cell;
}

}  // namespace cutline
