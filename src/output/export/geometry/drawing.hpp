// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "cutline/detail/layout/shapes.hpp"
#include "output/export/file_text.hpp"

namespace cutline {
struct PlacedNetwork;
}

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

/// The grid with the finest unit of 1 nm, 10 nm, 100 nm, ... in which every coordinate fits into 32 bits and the
/// pitches are whole. If the pitches are not whole nanometres, the unit is the coarsest of 0.1, 0.01 and 0.001 nm in
/// which they are whole. The metal is rounded down to whole units; posts are half a pitch wide.
/// Throws a limit error if there is no such unit.
DatabaseGrid database_grid(const Layout& layout, const Technology& technology);

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

/// Rectangles of one layer and one size, by their lower left corners, sorted by y, then x.
struct DrawnBoxes {
  DrawnLayer layer;
  DrawnPoint size;
  std::vector<DrawnPoint> at;
};

/// A polygon by its corners, counter-clockwise.
struct DrawnPolygon {
  DrawnLayer layer;
  std::vector<DrawnPoint> corners;
};

/// The uses of another cell, by the places of its origin, sorted by y, then x.
struct UsedCell {
  std::uint32_t cell = 0;
  std::vector<DrawnPoint> at;
};

struct DrawnText {
  DrawnLayer layer;
  DrawnPoint at;
  std::string text;
};

struct DrawnCell {
  std::string name;
  std::vector<DrawnBoxes> boxes;  ///< sorted by layer, then size
  std::vector<DrawnPolygon> polygons;
  std::vector<UsedCell> uses;  ///< sorted by cell
  std::vector<DrawnText> texts;
  bool empty() const { return boxes.empty() && polygons.empty() && uses.empty() && texts.empty(); }
};

/// A routed layout as cells of rectangles: the input of every format of geometry.
///
/// A pattern is a cell. It holds the runs of its links along the line and the legs from their terminals to their
/// tracks; equal runs and legs are cells of their own. A line uses the cell of its pattern. Nodes use the cell of a
/// box, and equal rows of nodes share a cell. Bent links, which differ from place to place, are rectangles of one cell.
/// Tiles whose shapes are polygons, and the outline of a die that is one, stand in the whole layout, as they are given
/// and not in cells of the grid.
struct LayoutCells {
  DatabaseGrid grid;
  std::vector<DrawnCell> cells;  ///< each after those that it uses; the last is the whole layout
  std::vector<std::string> header;
  const DrawnCell& top() const { return cells.back(); }
};

/// The cells of a layout, without polygons and texts. Throws limit errors if coordinates do not fit into 32 bits.
/// Cost: O(parts and wires of a unit of distinct patterns, wires of bent links, cells of the grid).
LayoutCells layout_cells(const ExportLayout& from);
/// The polygon of the tile of a site; null where it is a rectangle.
const Polygon* shape_of_site(const PlacedNetwork& network, std::uint64_t site);

/// The row of the catalogue of exports for a format of geometry.
Export geometry_row(std::string_view name, std::string_view summary, std::string_view source,
                    std::string_view extension, decltype(Export::write_layout) write);

/// The files of a format of geometry: the main file, encoded from the cells by `encode`, and layer properties for
/// KLayout beside it. Adds notes on units, widths and layers. Before drawing anything, throws limit errors for too many
/// planes, texts or shapes, and for coordinates beyond 32 bits.
std::vector<ExportFile> export_geometry(const Export& target, ExportLayout& from, const ExportChoice& choice,
                                        std::string (*encode)(const LayoutCells&));

/// The layers that carry a network, from the bottom as they are stacked.
class LayerStack {
 public:
  /// Keeps the technology by reference. Throws an input error for a name that LEF cannot hold.
  LayerStack(const Technology& technology, const LayoutRules& rules, int units_per_micron);
  int units_per_micron() const { return units_per_micron_; }
  double microns(std::int64_t units) const { return static_cast<double>(units) / units_per_micron_; }
  std::size_t size() const { return layers_.size(); }
  const Layer& operator[](std::size_t place) const { return *layers_[place]; }
  /// The place of a layer of the layout, whose numbers count the horizontal layer of a pair first.
  std::size_t place(int layer) const { return place_[static_cast<std::size_t>(layer)]; }
  /// The sizes of a wire and its pieces.
  const CellMetal& metal(std::size_t place) const { return metal_[place]; }
  /// Half the sides of the metal in one cell, in database units.
  DrawnPoint half_size(std::size_t place) const;
  /// The name of the via from the layer at this place up to the next.
  std::string via(std::size_t place) const;
  /// The resistance of that via, including the vias through layers in between that carry no network; absent if the
  /// technology does not give it.
  std::optional<double> via_ohm(std::size_t place) const;

 private:
  const Technology& technology_;
  int units_per_micron_;  ///< of the database
  std::vector<const Layer*> layers_;
  std::vector<std::size_t> place_;
  std::vector<CellMetal> metal_;
};

/// A terminal of a node, relative to the lower left corner of its box, in database units.
struct LefPin {
  std::int64_t x = 0, y = 0;
  std::size_t layer = 0;  ///< its place in the stack
  auto operator<=>(const LefPin&) const = default;
};

/// A node's box.
struct LefMacro {
  std::int64_t width = 0, height = 0;
  std::vector<DrawnPoint> shape;  ///< corners within the box, counter-clockwise; empty: all of it
  std::vector<LefPin> pins;       ///< sorted, none twice; pin i is "p<i>"
  auto operator<=>(const LefMacro&) const = default;
};

/// A LEF 5.8 library: layers with pitch, width, resistance and capacitance, vias with resistance if the technology
/// gives it, and the macros "node<i>", those with a shape with its polygon on a layer of the type OVERLAP.
std::string lef_text(const LayerStack& layers, const std::vector<const LefMacro*>& macros);

}  // namespace cutline::exporting
