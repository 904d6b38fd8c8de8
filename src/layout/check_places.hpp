// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "check_findings.hpp"
#include "check_links.hpp"
#include "cutline/geometry/tile_plan.hpp"
#include "cutline/placement/placement.hpp"
#include "cutline/topology/topology.hpp"

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

namespace cutline::checking {

/// Checks that lines, slots and places fit together: every slot begins where the one before it ends, behind the gap
/// that the rules ask for, and the machine ends with the last one. In given places slots begin where routers stand.
void expect_positions(const Layout& layout, Findings& findings);

/// Checks that every column and row has the room of a node; only those of interchanges alone may be smaller. It asks
/// the placement where the sites stand, coordinate by coordinate. Cost: O(coordinates of each axis x digits).
void expect_room_for_nodes(const Layout& layout, const Topology& topology, const Placement& placement,
                           Findings& findings);

/// Checks that no two sites stand in one cell, and that each axis has a place for all values of its digits. Cost:
/// O(coordinates of each axis) where each digit has its own axis; else O(sites x digits), on grids of up to 2^28 cells;
/// on larger ones sites are not compared.
void expect_own_cells(const Topology& topology, const Placement& placement, Findings& findings);

/// Checks, with wires over nodes, that the boxes are as large as the rules ask, lie below all their terminals (the open
/// part of their slots) and reach into no other slot.
void expect_node_boxes(const Layout& layout, Findings& findings);

/// Checks that the boxes that a pattern's terminals need fit the area of their slots.
void expect_boxes(const Layout& layout, Axis axis, std::uint32_t line, Findings& findings);

/// Checks that every line has the room that its pattern needs: rows and columns in their routing channels, pillars in
/// all boxes. Unless places are given, a routing channel has no more room than its fullest line needs.
void expect_routing_channels(const Layout& layout, const PatternFacts& facts, Findings& findings);

/// Checks given places against the floorplan of the user: the die, where the routers stand, and the tiles of all sites,
/// which lie on the die and apart from each other.
void expect_given_places(const Layout& layout, const Topology& topology, const Placement& placement,
                         Findings& findings);

}  // namespace cutline::checking
