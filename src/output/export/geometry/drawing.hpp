// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <compare>
#include <cstdint>
#include <string>
#include <vector>

#include "cutline/layout/layout.hpp"
#include "cutline/technology/technology.hpp"

namespace cutline::exporting {

/// A place or a size in a drawing, in database units.
struct DrawnPoint {
  std::int64_t x = 0, y = 0;
  auto operator<=>(const DrawnPoint&) const = default;
};

/// The unit of a drawing's coordinates, and the sizes of cells and wires in it.
///
/// The pitch of cells is a whole number of units. A piece of metal in one cell stands in the middle of the cell, or
/// half a unit to the lower left of the middle if that is not on the grid.
struct DatabaseGrid {
  int exponent = 0;              ///< the unit is 10^exponent nm
  DrawnPoint pitch;              ///< of a cell
  std::vector<DrawnPoint> size;  ///< of the metal in one cell, by layer from 0
  DrawnPoint post;               ///< of the metal of a post

  double unit_nm() const { return std::pow(10.0, exponent); }
  /// The lower left corner of a piece of this size in a cell.
  DrawnPoint corner(std::int64_t x, std::int64_t y, const DrawnPoint& of) const {
    return {x * pitch.x + (pitch.x - of.x) / 2, y * pitch.y + (pitch.y - of.y) / 2};
  }
};

/// The greatest coordinate of the formats.
inline constexpr std::int64_t kMostCoordinate = 2'147'483'647;

/// The metal on a layer of a layout, in nanometres. A wire is `width` wide. A piece in one cell, as at the ends of a
/// wire and in stacks of vias, is `length` long along the wires of the layer. Pieces of different wires are at least
/// `space` apart, side by side and end to end.
struct CellMetal {
  double width = 0, length = 0, space = 0;
};

/// The metal of a layer, for all formats of geometry. A wire has the width that the technology gives, else half the
/// pitch of its layer. A piece in one cell is a square, but at most half a pitch long along the wires, because every
/// cell may hold one.
/// derived: the space is the lesser of the rests of two pitches: of the layer's own, and of the pitch along its wires.
CellMetal cell_metal(const LayoutRules& rules, const Technology& technology, int layer);

/// The grid with the finest unit of 1 nm, 10 nm, 100 nm, ... in which every coordinate fits into 32 bits and the
/// pitches are whole. If the pitches are not whole nanometres, the unit is the coarsest of 0.1, 0.01 and 0.001 nm in
/// which they are whole. The metal is that of cell_metal(), rounded down to whole units; posts are half a pitch wide.
/// Throws a limit error if there is no such unit.
DatabaseGrid database_grid(const Layout& layout, const Technology& technology);

/// The technology's layer for a layer of the layout, which counts from 0; null if the technology lists none.
const Layer* listed_layer(const Technology& technology, int layer);

/// "1 nm", "0.1 nm", "10 um".
std::string unit_text(const DatabaseGrid& grid);
/// A length in database units in micrometres: "0.14".
std::string micrometres(const DatabaseGrid& grid, std::int64_t length);

/// The two numbers by which GDSII and OASIS tell layers apart.
///
/// Node boxes are on layer 1, interchanges on 2, posts from a plane to the next on 3, posts that pass through a plane
/// on 4, and the outline of a die that is a polygon on 5. Metal m (from 1 at the bottom) is on layer 10 m, and the vias
/// from it to metal m + 1 on 10 m + 5. In plane z the shapes have datatype 10 z; other purposes add their number to it.
struct DrawnLayer {
  std::uint16_t layer = 0, datatype = 0;
  auto operator<=>(const DrawnLayer&) const = default;
};

/// The purpose of a shape: the number that is added to the datatype.
enum class Purpose : std::uint16_t {
  shapes = 0,
  texts = 1,          ///< addresses of nodes, names of links
  terminals = 2,      ///< where a wire meets its node; for a post, its node in the lower plane
  through = 3,        ///< where a wire enters a box to reach its post: the box joins wire and post
  upper_ends = 4,     ///< as `terminals`, in the upper plane
  upper_through = 5,  ///< as `through`, in the upper plane
};

/// The largest number of planes whose datatypes fit: numbers have 16 bits, and readers take them as signed.
inline constexpr std::uint32_t kMostPlanesDrawn = 3276;

DrawnLayer box_layer(bool interchange, std::uint32_t plane, Purpose purpose = Purpose::shapes);
/// `layer` counts from 0, as the shapes of a layout do.
DrawnLayer metal_layer(int layer, std::uint32_t plane, Purpose purpose = Purpose::shapes);
DrawnLayer via_layer(int lower, std::uint32_t plane);
/// The layer of posts from a plane to the next; passed_layer() is that of posts that pass through a plane.
DrawnLayer post_layer(std::uint32_t lower_plane, Purpose purpose = Purpose::shapes);
DrawnLayer passed_layer(std::uint32_t plane, Purpose purpose = Purpose::shapes);
DrawnLayer outline_layer();

/// The technology's name of a metal, "metal5"; if it lists none, "metal 3". `layer` counts from 0.
std::string metal_text(int layer, const Technology& technology);

/// A KLayout layer-properties file: name, colour and stipple of each layer; the header's lines as a comment.
std::string layer_properties(const std::vector<DrawnLayer>& layers, const Technology& technology, bool planes,
                             const std::vector<std::string>& header);

}  // namespace cutline::exporting
