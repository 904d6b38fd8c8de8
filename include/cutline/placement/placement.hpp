// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cutline/base/shared.hpp"
#include "cutline/geometry/cell.hpp"
#include "cutline/geometry/tile_plan.hpp"
#include "cutline/placement/arranged.hpp"

namespace cutline {

struct Topology;

/// Where nodes stand along one axis: a function of some of their digits.
///
/// The coordinate of a node is the mixed-radix number of `digits`, digits[0] fastest; it stands at
/// position[coordinate], or at the coordinate itself where `position` is empty.
struct AxisPlacement {
  std::vector<std::uint8_t> digits;
  std::vector<std::uint32_t> position;
  std::uint32_t cells = 1;
  std::string order = "natural";
  /// Where each slot stands, in half node pitches, if interchanges take no room; empty: slot s stands at 2 s.
  std::vector<std::uint32_t> half_pitches;
};

/// Places in millimetres that the user gives, and the slots of the axes that follow from them.
struct GivenPlaces {
  TilePlan plan;
  std::vector<std::uint32_t> tile_of_site;          ///< index of each site's tile in the floorplan
  std::array<std::vector<Length>, 2> router_lines;  ///< of columns along x, of rows along y: where their routers stand
};
extern template class SharedConst<GivenPlaces>;

/// Which cell each node takes. No two nodes share a cell.
///
/// In a regular network each digit belongs to one axis, except that a digit whose values stand in a box belongs to two.
/// Where the nodes of a graph stand anywhere, all axes depend on the same digits.
struct Placement {
  std::array<AxisPlacement, 3> axes;
  std::vector<Arranged> arranged;  ///< results of the orders that optimise
  SharedConst<GivenPlaces> given;  ///< null where the places follow from orders and cells

  GridSize grid() const;
  const AxisPlacement& operator[](Axis axis) const { return axes[index(axis)]; }
};

/// The orders of the axes, joined by `between`, or one name where all are equal; z counts only on several planes.
std::string order_text(const Placement& placement, std::string_view between);

/// For each slot the number of its digits with an interchange value, or kNothing where nothing stands; empty where the
/// network has no interchanges. Each digit must lie on one axis, or have no interchanges. Where switches stand among
/// nodes, in a network without dimensions, every slot counts as a node's: 0.
std::vector<std::uint8_t> interchange_values(const Topology& topology, const AxisPlacement& axis);

/// The node's cell. Cost: O(digits).
Cell cell_of(const Topology& topology, const Placement& placement, std::uint64_t node);
/// The node that stands in a cell, if one does. Cost: O(slots) where each digit has its own axis, O(nodes) at worst.
std::optional<std::uint64_t> node_at(const Topology& topology, const Placement& placement, const Cell& cell);
/// Every cell's node or interchange; kEmptyCell where none stands. Entry x + columns * (y + rows * z). Throws a limit
/// error past 2^26 cells.
std::vector<std::uint64_t> nodes_by_cell(const Topology& topology, const Placement& placement);
inline constexpr std::uint64_t kEmptyCell = ~std::uint64_t{0};

}  // namespace cutline
