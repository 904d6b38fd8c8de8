// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "cutline/layout/shapes.hpp"
#include "output/export/geometry/layout_cells.hpp"

namespace cutline::exporting {

/// A place on the grid of the layout's unit cells.
struct CellPlace {
  std::int64_t x = 0, y = 0;
  auto operator<=>(const CellPlace&) const = default;
};

/// Draws shapes of the layout into a cell and converts unit cells into database units.
class CellMaker {
 public:
  /// `stacks`: a via stack stands at every terminal, from the lowest layer up.
  CellMaker(const DatabaseGrid& grid, bool stacks) : grid_(grid), stacks_(stacks) {}

  /// Sets the offset of everything that is drawn from now on.
  void move(const CellPlace& by) { by_ = by; }

  void segment(const Segment& segment);
  void via(const Via& via);
  /// A terminal of a wire in a row or a column.
  void terminal(const Terminal& terminal);
  /// A post with those of `terminals` whose layer is kPostLayer.
  void post(const Post& post, const std::vector<Terminal>& terminals);
  /// All shapes of a wire.
  void wire(const WireShapes& wire);
  /// A box of whole cells, such as the box of a node.
  void box(const DrawnLayer& layer, const CellPlace& at, std::int64_t width, std::int64_t height);
  /// A polygon in database units, which move() does not move.
  void polygon(DrawnPolygon polygon) { polygons_.push_back(std::move(polygon)); }
  void use(std::uint32_t cell, const CellPlace& at);
  void text(DrawnText text) { texts_.push_back(std::move(text)); }

  DrawnCell done(std::string name);

 private:
  void metal(const DrawnLayer& layer, const DrawnPoint& size, const CellPlace& from, const CellPlace& to);
  void metal(const DrawnLayer& layer, const DrawnPoint& size, const CellPlace& at) { metal(layer, size, at, at); }
  DrawnPoint via_size(int lower) const;
  void put(const DrawnLayer& layer, const DrawnPoint& size, const DrawnPoint& at);

  const DatabaseGrid& grid_;
  bool stacks_;
  CellPlace by_;
  std::map<std::tuple<DrawnLayer, DrawnPoint>, std::vector<DrawnPoint>> boxes_;
  std::vector<DrawnPolygon> polygons_;
  std::map<std::uint32_t, std::vector<DrawnPoint>> uses_;
  std::vector<DrawnText> texts_;
};

}  // namespace cutline::exporting
