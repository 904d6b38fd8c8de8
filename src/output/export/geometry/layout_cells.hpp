// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cutline/output/export/exports.hpp"
#include "output/export/geometry/drawing.hpp"

namespace cutline::exporting {

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

/// The cells of a layout. Throws limit errors if coordinates do not fit into 32 bits.
/// Cost: O(parts and wires of a unit of distinct patterns, wires of bent links, cells of the grid).
LayoutCells layout_cells(const ExportLayout& from, bool texts);

/// The texts of a layout: addresses of nodes and names of links. The first wire of a link has the name in the middle of
/// its run, and again on its post.
std::vector<DrawnText> layout_texts(const ExportLayout& from, const DatabaseGrid& grid);

/// The row of the catalogue of exports for a format of geometry.
Export geometry_row(std::string_view name, std::string_view summary, std::string_view source,
                    std::string_view extension, decltype(Export::write_layout) write);

/// The files of a format of geometry: the main file, encoded from the cells by `encode`, and layer properties for
/// KLayout beside it. Adds notes on units, widths and layers. Before drawing anything, throws limit errors for too many
/// planes, texts or shapes, and for coordinates beyond 32 bits.
std::vector<ExportFile> export_geometry(const Export& target, ExportLayout& from, const ExportChoice& choice,
                                        std::string (*encode)(const LayoutCells&));

}  // namespace cutline::exporting
