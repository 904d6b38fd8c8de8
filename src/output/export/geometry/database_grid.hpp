// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <vector>

#include "cutline/layout/layout.hpp"

namespace cutline {
struct Layer;
}

namespace cutline::exporting {

/// A place or a size in a drawing, in database units.
struct DrawnPoint {
  std::int64_t x = 0, y = 0;
  auto operator<=>(const DrawnPoint&) const = default;
};

/// The unit of a drawing's coordinates, and what the cells and the wires of a layout measure in it.
///
/// The pitch of cells is a whole number of units. A piece of metal in one cell stands in the middle of the cell, or
/// half a unit to the lower left of it where the middle is not on the grid.
struct DatabaseGrid {
  int exponent = 0;              ///< the unit is 10^exponent nm
  DrawnPoint pitch;              ///< of a cell
  std::vector<DrawnPoint> size;  ///< of the metal in one cell, by layer from 0
  DrawnPoint post;               ///< of the metal of a post

  double unit_nm() const;
  /// The lower left corner of a piece of this size in a cell.
  DrawnPoint corner(std::int64_t x, std::int64_t y, const DrawnPoint& of) const {
    return {x * pitch.x + (pitch.x - of.x) / 2, y * pitch.y + (pitch.y - of.y) / 2};
  }
};

/// The greatest coordinate of the formats.
inline constexpr std::int64_t kMostCoordinate = 2'147'483'647;

/// The drawn length of a wire pitch of the unit technology.
inline constexpr double kUnitPitchNm = 1000;

/// The metal on a layer of a layout, in nanometres. A wire is `width` wide; a piece in one cell, as at its ends and in
/// stacks of vias, is `length` long along the wires of the layer. Pieces of different wires keep `space` or more, side
/// by side and end to end.
struct CellMetal {
  double width = 0, length = 0, space = 0;
};

/// The metal of a layer, for all formats of geometry. A wire has the technology's width, else half its layer's pitch. A
/// piece in one cell is a square, but at most half a pitch of the other axis long, since every cell may hold one.
/// derived: the space is the lesser of those that the layer's own pitch and the pitch along its wires leave.
CellMetal cell_metal(const LayoutRules& rules, const Technology& technology, int layer);

/// The finest unit of 1 nm, 10 nm, 100 nm, ... in which every coordinate fits into 32 bits and the pitches are whole;
/// where they are not whole nanometres, the coarsest of 0.1, 0.01 and 0.001 nm in which they are. Metal is that of
/// cell_metal, rounded down to whole units; posts are half a pitch wide. Throws a limit error where there is no such
/// unit.
DatabaseGrid database_grid(const Layout& layout, const Technology& technology);

/// The layer of the technology that a layer of the layout is, counted from 0; null where it lists none.
const Layer* listed_layer(const Technology& technology, int layer);

/// "1 nm", "0.1 nm", "10 um".
std::string unit_text(const DatabaseGrid& grid);
/// A length in database units in micrometres: "0.14".
std::string micrometres(const DatabaseGrid& grid, std::int64_t length);

}  // namespace cutline::exporting
