// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/detail/layout/given_slots.hpp"
#include "cutline/detail/layout/wiring.hpp"

/// Lays a placed network out: every wire on a track of a layer, in whole cells that are one wire pitch wide and high.
///
///     const Topology torus = build_topology("torus", {{"radix", 8}, {"dimensions", 2}});
///     const Placement placement = place(torus, {});
///     const LayoutRules rules = layout_rules(unit_technology(2), {}, {});
///     const Layout layout = route(wire_up(torus, placement), rules, {.width_bits = 16});
///     const bool proved = check(layout, torus, placement).passed();                       // layout/check.hpp
///     for_each_wire(layout, [](const WireShapes& wire) { draw(wire.segments); });         // layout/shapes.hpp
///
/// Guaranteed: routing cannot fail, but for wires in places that the user gives; without bent links no channel is
/// higher than its densest cut needs; equal input gives equal layouts, on any number of threads. Not promised: the
/// fewest tracks where links bend, and anything of delay or crosstalk. The other way, to keep every wire by itself, is
/// in tests/layout/flat.hpp; it finds the same numbers, with 21 million wires of a 20-cube in place of two patterns of
/// 5,120 parts.
namespace cutline {

struct Technology;

/// How many wires a channel has: bits, wires a bit, and control wires beside them.
struct ChannelWires {
  std::uint32_t width_bits = 1;
  std::uint32_t wires_per_bit = 1;
  std::uint32_t control = 0;
  /// The number of wires of a link whose channels are each `multiple` times the channel width.
  std::uint64_t of_link(std::uint32_t channels, std::uint32_t multiple) const {
    return std::uint64_t{channels} * (std::uint64_t{multiple} * width_bits * wires_per_bit + control);
  }
  bool operator==(const ChannelWires&) const = default;
};

/// The rules of a layout, from the technology and the user's options. Sizes count unit cells, one wire pitch wide and
/// one wire pitch high.
struct LayoutRules {
  std::uint32_t layer_pairs = 1;
  bool link_on_one_pair = false;  ///< all wires of a link run on one layer pair; else the pairs share them
  /// By axis x, y: the layer pairs, those with the fastest wires along the axis first; empty: all are equally fast.
  std::array<std::vector<std::uint8_t>, 2> fastest_pairs = {};
  std::uint32_t node_width = 1;  ///< least box, in cells
  std::uint32_t node_height = 1;
  /// By axis x, y and slot: the least box there, where nodes are of several kinds; empty: node_width, node_height.
  std::array<std::vector<std::uint32_t>, 2> least_side = {};
  double cell_width_nm = 0;  ///< 0: unit technology
  double cell_height_nm = 0;
  std::uint32_t plane_cells = 1;  ///< distance from plane to plane, in wire pitches, rounded up
  double cell_depth_nm = 0;       ///< the distance of planes divided by plane_cells
  bool unit = true;
  /// Tracks run above the node boxes, on layers that the boxes leave free, instead of in routing channels beside them.
  bool over_nodes = false;
  /// Links between neighbouring slots run straight from box to box; else they take tracks like all others.
  bool neighbours_face = false;
  /// By axis and slot: cells left free before the slot, where a module begins; empty: none.
  std::array<std::vector<std::uint32_t>, 3> gaps = {};
  /// Places that the user gives, with wires over the nodes; null: slots are as wide as boxes and wires need.
  SharedConst<GivenSlots> given = {};
  /// Whether a via stack stands at every terminal: with more than two layers, and always with wires over nodes, where
  /// it goes down to the node.
  bool via_stacks() const { return layer_pairs > 1 || over_nodes; }
  /// The corner rule for these rules: over the nodes tracks have room that costs no area, beside them they have none.
  CornerRule corners() const {
    return over_nodes && given == nullptr ? CornerRule::shortest : CornerRule::fewest_tracks;
  }
  bool operator==(const LayoutRules&) const = default;
};

/// Makes rules from a technology and the node box that the user asked for (zero: the technology's). Throws an input
/// error for a node box in the unit technology, and for several planes where the technology does not say how far apart
/// they are; a limit error for a node box of more than 10^9 wire pitches.
LayoutRules layout_rules(const Technology& technology, Length node_width, Length node_height, std::uint32_t planes = 1);

/// The least side of the boxes of nodes at a slot along x or y.
std::uint32_t least_node_side(const LayoutRules& rules, Axis axis, std::uint32_t slot);
/// Converts a length along x or y to whole cells, rounded up, at least 1. Not for the unit technology, which has no
/// metres. Throws a limit error past 10^9 cells.
std::uint32_t box_cells(const LayoutRules& rules, Axis axis, Length length);

/// Where the slots of an axis stand, in unit cells. A slot's box area comes first, its routing channel after it, then
/// the gap before the next module, if one begins there.
/// Along z a plane is plane_cells high and has no routing channel.
struct AxisPositions {
  std::vector<std::int64_t> start;  ///< first cell of each slot's box area
  std::vector<std::uint32_t> box;   ///< cells of the widest box; with wires over nodes, of the open part of the boxes
  std::vector<std::uint32_t> channel;   ///< cells of the routing channel across this axis
  std::vector<std::uint32_t> field;     ///< cells that the posts of each slot's pillars take; empty: in one plane
  std::vector<std::uint32_t> node_box;  ///< wires over nodes: cells of the boxes of each slot; empty: wires beside them
  /// Cells of each slot's boxes for the links that run straight between neighbours on the lines across this axis;
  /// empty: no links do.
  std::vector<std::uint32_t> zone = {};
  std::uint32_t above_zone = 0;  ///< cells between the zone and the end of every box, where all other terminals and all
                                 ///< posts stand
  std::uint32_t least_box = 1;   ///< least cells of a box: 2 where wires that face enter boxes from both sides along
                                 ///< the axis
  std::int64_t total = 0;        ///< cells of the whole machine
  std::int64_t box_end(std::uint32_t slot) const { return start[slot] + box[slot]; }
  /// The end of the slot's routing channel.
  std::int64_t end(std::uint32_t slot) const { return box_end(slot) + channel[slot]; }
  std::uint32_t pitch(std::uint32_t slot) const { return box[slot] + channel[slot]; }
  bool has_zone(std::uint32_t slot) const { return !zone.empty() && zone[slot] > 0; }
};

/// A routed layout. Every other number is measured from it.
///
///              column 0        column 1          column 2
///             |               |                 |
///             |  +----------- track ----------+ |            A line, here a row, has a pattern: parts of links, which
///             |  |            |               | |            are intervals of its stations, on tracks of the routing
///             |  |  +--- track ------------X  | |            channel above its boxes. X is a crossing: the part of a
///   row 0   [ .  t  t ]     [ .  .  t ]    |  t . ]          bent link ends there, on a track of the column's routing
///             |               |       |    |    |            channel; a joint says which part of which line goes on.
///                                                            t is a terminal, in a cell of a node's box. Where there
///   pillar    o  o  o  o   posts, one a wire, in a field     are planes, pillars join them through the boxes.
///             of cells within the boxes that it passes
///
/// Columns stand side by side along x, each with its vertical routing channel to its right; rows stand along y, each
/// with its horizontal routing channel above it. Cell (0, 0) is at the lower left. Boxes stand at the upper right of
/// their slots.
///
/// Planes stand one above the other along z. All share the places of columns and rows; each column or row is as wide or
/// high as the plane with the greatest need requires, so that posts line up. A pillar's posts stand in a field of cells
/// inside the boxes that it passes, one post a track, at the same place in every plane: the field's upper right corner
/// touches the corner of the top row of cells and the right column, where the terminals are. A field is as square as
/// its pillar's tracks allow (post_field), and every box of a column or row has room for the widest or highest field
/// there.
///
/// With wires over nodes (rules.over_nodes) a box stands at the lower left of its slot, and its slot's routing channels
/// lie above it, over its last columns and rows of cells. The cells that they leave free are the open part of the box.
/// All terminals stand there, in its top row of cells and its right column, each with a via stack down to the node, and
/// posts stand below and to the left of them, just as in a box beside routing channels. So the width of a slot is the
/// larger of its widest box and the cells that its terminals and its routing channel need. All boxes of a column are
/// equally wide, all boxes of a row equally high. Only stacks and posts join the layers of the wires to the nodes
/// below.
///
/// Where neighbours face (rules.neighbours_face), each wire of a straight link between neighbouring slots is one piece
/// of metal on the lowest layer pair: from within the lower node's box, through the sides of the boxes that face each
/// other, into the higher one's. It lies in the zone of both boxes. All boxes of a row (or column) have their zone at
/// the same cells, below (or left of) all other terminals and all posts. The zone of a row is as high as its densest
/// pair of neighbours needs; the wires of other pairs use the same cells. The zones of a row and a column cross in the
/// middle of a node's box, where its router is: wires of the row end at both sides of the column's zone, wires of the
/// column above and below the row's zone. So no stub, stack or post is ever in the way, and the length of a wire is
/// about the distance of its nodes.
struct Layout {
  Wiring wiring;  ///< its patterns are routed
  LayoutRules rules;
  std::array<AxisPositions, 3> positions;  ///< of columns (x), rows (y), planes (z)
  Unrouted unrouted;                       ///< empty unless places are given

  const Lines& lines(Axis axis) const { return wiring[axis]; }
  const AxisPositions& columns() const { return positions[0]; }
  const AxisPositions& rows() const { return positions[1]; }
};

/// Puts every wire on a track. The layer pairs share the wires of a link, and the left-edge algorithm assigns tracks
/// (route_pattern). Then the tracks with the longest links move to the fastest pairs (prefer_fast_pairs). Last, the
/// tracks of each pattern are permuted: the total length of wires becomes the least for which the longest wires do not
/// grow (order_tracks).
///
/// Takes the wiring by value: pass std::move where it is not needed again. Throws a limit error where a link or a node
/// would have more than 2^31 wires, or a routing channel more than 2^31 tracks. Cost: O(parts + bent links), and O(t
/// log t) in the tracks t of each distinct pattern, which is routed once.
Layout route(Wiring wiring, const LayoutRules& rules, const ChannelWires& channel);

/// The cells that a pillar's posts take: as near to a square as can be, wider rather than higher.
struct FieldSize {
  std::uint32_t width = 0, height = 0;
};
FieldSize post_field(std::uint32_t posts);

/// The least side, along an axis, of the boxes at a slot: the rules' node box, or 1 where only interchanges stand; more
/// where a field of posts or the zone of wires that face needs it. With wires over nodes: the open part of the boxes.
std::uint32_t least_box(const Layout& layout, Axis axis, std::uint32_t slot);
/// The side along an axis, in cells, of a node's box at a slot of a pattern of lines along it; with wires over nodes
/// that of its open part.
std::uint32_t box_side(const Layout& layout, Axis axis, const Pattern& pattern, std::uint32_t slot);
/// That of the whole box, with the cells below routing channels.
std::uint32_t node_box_side(const Layout& layout, Axis axis, const Pattern& pattern, std::uint32_t slot);
/// The first cell, along an axis, of a node's box that is `side` cells wide or high there.
std::int64_t node_box_start(const Layout& layout, Axis axis, std::uint32_t slot, std::uint32_t side);

/// The box of the node at a cell of the grid; in given places its tile.
BoxCells node_cells(const Layout& layout, const Cell& cell);

/// Cells along an axis that the terminals and posts of a slot's boxes need, without any track: at least 1.
std::uint32_t terminal_cells(const Layout& layout, Axis axis, std::uint32_t slot);
/// Whether, with wires over nodes, some slot along x or y is wider than its boxes because its wiring needs more.
bool wiring_sets_pitch(const Layout& layout);

/// Cells along the line between the terminals of both ends of a part, the same for all its wires; no end may be a
/// crossing.
std::int64_t part_cells_along(const Layout& layout, Axis axis, const Pattern& pattern, std::size_t part);
/// The number of stubs of a wire of a part: one at each end and one at each tap; none where the part faces.
std::uint32_t stub_count(const Layout& layout, const Pattern& pattern, std::size_t part);

}  // namespace cutline
