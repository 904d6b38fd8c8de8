// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "cutline/detail/geometry/cells.hpp"

namespace cutline {

struct Layout;
struct LayoutRules;
struct Placement;
struct Technology;
struct Topology;

/// A rectangle of cells in which some layers carry no wires.
struct BlockedCells {
  std::int64_t x0 = 0, y0 = 0, x1 = 0, y1 = 0;  ///< ends included
  std::vector<bool> layers;                     ///< true: blocked; by the number of the layer: pair p has 2p
                                                ///< (horizontal) and 2p + 1 (vertical)
};

/// A box in cells: its lower left cell and its sides.
struct BoxCells {
  std::int64_t x = 0, y = 0;
  std::uint32_t width = 0, height = 0;
};

/// The tile of the node at a cell of the grid.
struct TileCells {
  Cell cell;
  BoxCells box;
};

/// A floorplan that the user gives, in cells from the die's lower left corner: slots begin where routers stand, and the
/// die does not grow.
struct GivenSlots {
  std::array<std::vector<std::int64_t>, 2> start;  ///< of columns, of rows
  std::array<std::int64_t, 2> total{};             ///< cells of the die along x and y
  std::vector<BlockedCells> blocked;
  std::vector<TileCells> tiles;  ///< of nodes, sorted by their cells of the grid
};

/// Converts the given places of a placement to cells of these rules. Throws an input error where the technology has no
/// metres, where two lines of routers are closer than two wire pitches, where a router stands at the very edge of the
/// die, and for a layer that the technology does not have; a limit error for a die of more than 2^31 wire pitches.
GivenSlots given_slots(const Topology& topology, const Placement& placement, const LayoutRules& rules,
                       const Technology& technology);

/// Why a wire has no place in a floorplan: its routing channel has no track left, a router has no room for its
/// terminal, or something blocks its way.
enum class NoRoom : std::uint8_t { track, terminal, blocked };
inline constexpr std::size_t kNoRooms = 3;

/// A wire of a straight link that has no place.
struct UnroutedWire {
  Axis axis = Axis::x;
  std::uint32_t line = 0, part = 0, wire = 0;
  NoRoom why = NoRoom::track;
};
/// A wire of a bent link that has no place on at least one of its lines.
struct UnroutedBend {
  std::uint32_t joint = 0, wire = 0;
  NoRoom why = NoRoom::track;
};

/// The wires that a floorplan has no room for, sorted. They have tracks past the end of their routing channel, on which
/// their lengths are measured, and no shapes.
struct Unrouted {
  std::vector<UnroutedWire> straight;
  std::vector<UnroutedBend> bent;
  std::vector<UnroutedWire> parts;  ///< the same wires part by part, both parts of a bent link
  std::uint64_t wires() const { return straight.size() + bent.size(); }
  static constexpr std::uint32_t kNoWire = ~std::uint32_t{0};
  /// The first wire of the link, from `wire` on, that has no place; kNoWire if all have.
  std::uint32_t next(Axis axis, std::uint32_t line, std::uint32_t part, std::uint32_t wire) const;
  std::uint32_t next_bend(std::uint32_t joint, std::uint32_t wire) const;
  bool has(Axis axis, std::uint32_t line, std::uint32_t part, std::uint32_t wire) const {
    return next(axis, line, part, wire) == wire;
  }
  bool has_bend(std::uint32_t joint, std::uint32_t wire) const { return next_bend(joint, wire) == wire; }
};

/// Finds the unrouted wires of a layout whose parts have tracks: it compares tracks and terminals with the ends of
/// routing channels and boxes and, where cells are blocked, the shapes of wires with these cells. Cost: O(wires x
/// blocked rectangles).
Unrouted find_unrouted(const Layout& layout);

}  // namespace cutline
