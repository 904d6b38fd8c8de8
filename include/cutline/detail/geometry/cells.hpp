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

/// A position on the grid; coordinates count from 0.
struct Cell {
  std::array<std::uint32_t, 3> at{};
  constexpr std::uint32_t operator[](Axis axis) const { return at[index(axis)]; }
  constexpr auto operator<=>(const Cell&) const = default;
};

/// The lower and the upper of the two other axes. Coordinates on these two number the lines along the axis.
constexpr Axis lower_axis_off(Axis axis) { return axis == Axis::x ? Axis::y : Axis::x; }
constexpr Axis upper_axis_off(Axis axis) { return axis == Axis::z ? Axis::y : Axis::z; }

/// The number of cells of the grid along each axis, at least 1.
struct GridSize {
  std::array<std::uint32_t, 3> cells{1, 1, 1};
  constexpr std::uint32_t operator[](Axis axis) const { return cells[index(axis)]; }
  constexpr bool operator==(const GridSize&) const = default;
  constexpr std::uint64_t count() const { return std::uint64_t{cells[0]} * cells[1] * cells[2]; }
  /// The number of lines along `axis`.
  constexpr std::uint64_t lines(Axis axis) const { return count() / cells[index(axis)]; }
};

/// x + columns * (y + rows * z), and the cell with this number.
constexpr std::uint64_t cell_number(const GridSize& grid, const Cell& cell) {
  return cell[Axis::x] + grid[Axis::x] * (cell[Axis::y] + std::uint64_t{grid[Axis::y]} * cell[Axis::z]);
}
constexpr Cell cell_numbered(const GridSize& grid, std::uint64_t number) {
  const std::uint64_t row = number / grid[Axis::x];
  return {{static_cast<std::uint32_t>(number % grid[Axis::x]), static_cast<std::uint32_t>(row % grid[Axis::y]),
           static_cast<std::uint32_t>(row / grid[Axis::y])}};
}

/// The number of the line along `axis` on which a cell lies. It is made of the two other coordinates of the cell; that
/// of the lower axis changes fastest.
constexpr std::uint64_t line_of(const GridSize& grid, Axis axis, const Cell& cell) {
  const Axis lower = lower_axis_off(axis);
  return cell[lower] + std::uint64_t{grid[lower]} * cell[upper_axis_off(axis)];
}
/// The cell at position `slot` of a line along `axis`, where `line` is a number as line_of gives it.
constexpr Cell cell_on_line(const GridSize& grid, Axis axis, std::uint32_t line, std::uint32_t slot) {
  const Axis lower = lower_axis_off(axis);
  Cell cell;
  cell.at[index(axis)] = slot;
  cell.at[index(lower)] = line % grid[lower];
  cell.at[index(upper_axis_off(axis))] = line / grid[lower];
  return cell;
}

/// A distance in half node pitches. Halves are needed because an interchange that takes no room stands half way between
/// two nodes.
struct Span {
  std::uint64_t halves = 0;
  double pitches() const { return static_cast<double>(halves) / 2; }
  auto operator<=>(const Span&) const = default;
  Span operator+(const Span& other) const { return {halves + other.halves}; }
};

constexpr Span node_pitches(std::uint64_t count) { return {2 * count}; }

}  // namespace cutline
