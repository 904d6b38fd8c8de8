// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "check_findings.hpp"
#include "cutline/geometry/tile_plan.hpp"

namespace cutline {
struct Layout;
}  // namespace cutline

namespace cutline::checking {

/// What two shapes share, or what one has outside of the other: the area, and the sides of its box.
struct PlainArea {
  double square_nm = 0, width_nm = 0, height_nm = 0;
  /// Whether it is more than a seam of kTileTolerance along all sides of its box.
  bool is_wide() const;
};

/// A box or, if there is one, the polygon in it.
struct PlainShape {
  const Rectangle& box;
  const Polygon& polygon;
};

/// Of `a`: what lies on `b`, and what does not. It cuts both into strips at all corners and crossings of their sides,
/// in which the midline tells the area; it shares no code with what places tiles. Cost: O(strips x sides).
PlainArea area_within(const PlainShape& a, const PlainShape& b);
PlainArea area_outside(const PlainShape& a, const PlainShape& b);

/// Checks that each of the network's tiles holds its router, that both lie on a die that is a polygon, and the tile off
/// all that is solid.
void expect_shapes_in_place(const TilePlan& plan, const std::vector<const Tile*>& tiles, Findings& findings);

/// Checks that no tile lies upon another, where some are polygons.
void expect_shapes_apart(const std::vector<const Tile*>& tiles, Findings& findings);

/// Checks that no cell past a polygon of the die, or in a blocked polygon, is free for wires.
void expect_shapes_blocked(const Layout& layout, const TilePlan& plan, Findings& findings);

}  // namespace cutline::checking
