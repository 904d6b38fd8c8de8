// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "output/floorplan/scene.hpp"

namespace cutline::drawing {

/// The link of a wire: the cells that it joins, its class, and its number among the links between them.
using LinkKey = std::array<std::uint32_t, 6>;
LinkKey link_key(const DrawnWire& wire);

/// The lanes in which a link runs beside others: in its row, and in its column.
using LinkLanes = std::array<std::uint32_t, 2>;

/// Lanes of a plane's links. They are dealt by the left-edge rule over the slots, so that no two links of a line
/// overlap and a line has hardly more lanes than links over its densest cut. A bent link runs in the row of its first
/// end and the column of its last end. A link between neighbours on one line needs no lane.
struct DealtLanes {
  std::map<LinkKey, LinkLanes> of;
  std::array<std::vector<std::uint32_t>, 2> count;  ///< of each row, of each column
};

bool is_bent(const DrawnWire& wire);
/// Cost: O(links x lanes of a line).
DealtLanes lanes_of(const std::vector<const DrawnWire*>& links, std::uint32_t columns, std::uint32_t rows);

/// A link of a schematic: one of its wires, and the length of its longest wire.
struct SchematicLink {
  const DrawnWire* wire = nullptr;
  double length = 0;
};

/// The way of a link on the page, the same about as straight pieces, and places beside which its name could stand, the
/// best first.
struct DrawnWay {
  std::string data;
  std::vector<PagePoint> line;
  std::vector<PagePoint> spots;
};

/// Where routers, links and routing channels of a schematic stand. If few links share a line and none is bent, links
/// are arcs. Else they run in lanes along their routing channels, which take the upper and the right part of each slot,
/// so that the links of a channel are a bundle whose width shows their number.
class SchematicPlan {
 public:
  explicit SchematicPlan(const Page& page);
  /// Every link once, the shortest first; if colours show loads, the one with the least load first.
  const std::vector<SchematicLink>& links() const { return links_; }
  bool in_lanes() const { return lanes_.has_value(); }
  double stroke_mm() const { return stroke_; }
  double pitch_mm() const { return pitch_; }  ///< of lanes
  PagePoint router(const Cell& cell) const;
  DrawnWay way(const DrawnWire& wire) const;
  /// The part of a line's drawn routing channel that a cut crosses: from router to router.
  svg::Rect channel(Axis axis, std::uint32_t line, std::uint32_t cut) const;
  svg::Rect slot(std::uint32_t column, std::uint32_t row) const;

 private:
  DrawnWay line(PagePoint a, PagePoint b) const;
  DrawnWay arc(PagePoint a, PagePoint b, const DrawnWire& wire) const;
  DrawnWay straight(PagePoint a, PagePoint b, Axis axis, double lane) const;
  DrawnWay bent(PagePoint a, PagePoint b, double row_lane, double column_lane) const;
  /// Where a lane of a row lies along y, or of a column along x.
  double lane(Axis axis, std::uint32_t line, std::uint32_t number) const;
  double sideways_mm(const DrawnWire& wire) const;
  /// By how much a link moves beside others with the same ends.
  PagePoint aside(PagePoint a, PagePoint b, const DrawnWire& wire) const;
  double round_mm() const;  ///< the largest radius of a bend
  void set_lanes();
  const Page& page_;
  std::vector<SchematicLink> links_;
  std::optional<DealtLanes> lanes_;
  std::map<LinkKey, double> beside_;  ///< of links with the same ends: how many links farther than the middle one
  double pitch_ = 0, stroke_ = 0;
};

/// The use of tracks in each routing channel, as colours below the links; red where wires have no room.
void draw_track_use(svg::Canvas& canvas, const Page& page, const SchematicPlan& plan);

/// The inset beside the legend, and its place on the plan.
void draw_inset(svg::Canvas& canvas, Page& page);
void mark_inset(svg::Canvas& canvas, const Page& page);

}  // namespace cutline::drawing
