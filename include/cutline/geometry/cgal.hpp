// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CGAL/Polygon_2.h>

#include <cmath>

#include "cutline/detail/geometry/polygons.hpp"

/// Tiles as polygons and wires as segments of CGAL, in the kernel that the user takes. Nothing else of Cutline includes
/// this header, and the library needs nothing of CGAL where it is linked. It includes parts of CGAL under the LGPL
/// alone; other parts are under the GPL, and who includes them in a program keeps to that.
///
///     using Kernel = CGAL::Exact_predicates_exact_constructions_kernel;
///     const TilePlan& plan = candidate.network()->placement.given->plan;       // study/placed_network.hpp
///     for (const Tile& tile : plan.tiles) use(cgal::polygon<Kernel>(tile));
///     // study/laid_out.hpp and layout/shapes.hpp
///     cgal::for_each_segment<Kernel>(candidate.laid_out()->layout,
///                                    [&](const cgal::WireSegment<Kernel>& wire) { use(wire.segment); },
///                                    cgal::die_corner<Kernel>(plan));
///
/// Coordinates are in nanometres, in wire pitches where the technology has no metres. Whole nanometres, and thousandths
/// of them up to the precision of `double`, are what they were in the user's file, without what sums of lengths round.
namespace cutline::cgal {

/// A length in nanometres, as the kernel's number.
template <class Kernel>
typename Kernel::FT kernel_number(Length length) {
  constexpr double kSteps = 1000;  // of a nanometre
  return typename Kernel::FT(std::round(in_nm(length) * kSteps) / kSteps);
}

/// The polygon of corners, counter-clockwise as these are.
template <class Kernel>
CGAL::Polygon_2<Kernel> polygon(const Polygon& shape) {
  CGAL::Polygon_2<Kernel> result;
  for (const Polygon::Corner& corner : shape.corners)
    result.push_back(typename Kernel::Point_2(kernel_number<Kernel>(corner.x), kernel_number<Kernel>(corner.y)));
  return result;
}

/// The shape of a tile or a blockage on the die; without one its box.
template <class Kernel>
CGAL::Polygon_2<Kernel> polygon(const Tile& tile) {
  return polygon<Kernel>(shape_of(tile));
}
template <class Kernel>
CGAL::Polygon_2<Kernel> polygon(const Blockage& blockage) {
  return polygon<Kernel>(shape_of(blockage));
}

/// The outline of the die. A die without one of its own is the smallest rectangle around its tiles.
template <class Kernel>
CGAL::Polygon_2<Kernel> outline_polygon(const TilePlan& plan) {
  return polygon<Kernel>(plan.outline_shape.empty() ? polygon_of(die_of(plan)) : plan.outline_shape);
}

/// The tiles of a floorplan, in its order.
template <class Kernel>
std::vector<CGAL::Polygon_2<Kernel>> tile_polygons(const TilePlan& plan) {
  return each_of(plan.tiles, [&](const Tile& tile) { return polygon<Kernel>(tile); });
}

/// A straight piece of a wire, along the middle of its metal.
template <class Kernel>
struct WireSegment {
  typename Kernel::Segment_2 segment;
  int layer = 0;            ///< from 0 at the bottom: pair p has 2p (horizontal) and 2p + 1 (vertical)
  std::uint32_t plane = 0;  ///< of a stack
  std::uint64_t link = 0;   ///< its number in the order of for_each_wire()
  std::uint32_t wire = 0;   ///< its number within the link
};

/// Where the cells of a layout over given places begin: the lower left corner of the die.
template <class Kernel>
typename Kernel::Vector_2 die_corner(const TilePlan& plan) {
  const Rectangle die = die_of(plan);
  return {kernel_number<Kernel>(die.x), kernel_number<Kernel>(die.y)};
}

/// Visits every segment of every routed wire: `visit(const WireSegment<Kernel>&)`. Vias and the posts of stacks are no
/// segments. A piece within one cell is a segment of one point. `LayoutType` is Layout; the caller includes
/// layout/shapes.hpp, which is of a higher floor than this header. `by` moves all: die_corner() of given places.
template <class Kernel, class LayoutType, class Visit>
void for_each_segment(const LayoutType& layout, const Visit& visit,
                      const typename Kernel::Vector_2& by = typename Kernel::Vector_2(CGAL::NULL_VECTOR)) {
  const auto& rules = layout.rules;
  const double width = rules.unit ? 1 : rules.cell_width_nm, height = rules.unit ? 1 : rules.cell_height_nm;
  const auto middle = [&](std::int64_t x, std::int64_t y) {
    return typename Kernel::Point_2(kernel_number<Kernel>(nanometres((static_cast<double>(x) + 0.5) * width)),
                                    kernel_number<Kernel>(nanometres((static_cast<double>(y) + 0.5) * height))) +
           by;
  };
  for_each_wire(layout, [&](const auto& wire) {
    for (const auto& piece : wire.segments) {
      visit(WireSegment<Kernel>{typename Kernel::Segment_2(middle(piece.x0, piece.y0), middle(piece.x1, piece.y1)),
                                piece.layer, piece.plane, wire.link, wire.wire});
    }
  });
}

}  // namespace cutline::cgal
