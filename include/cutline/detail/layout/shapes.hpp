// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/layout/layout.hpp"

namespace cutline {

/// The length of a wire in unit cells along each axis; along z, plane_cells for each plane.
struct WireRun {
  std::int64_t x = 0, y = 0, z = 0;
  std::int64_t cells() const { return x + y + z; }
};

/// The size of a cell along each axis: in nanometres, or 1 in the unit technology.
struct CellSize {
  double x = 1, y = 1, z = 1;
  double length(const WireRun& run) const {
    return static_cast<double>(run.x) * x + static_cast<double>(run.y) * y + static_cast<double>(run.z) * z;
  }
};
CellSize cell_size(const LayoutRules& rules);

/// The run of one wire of a part between two terminals: along the line from one to the other, and twice across it to
/// the track; on a pillar from plane to plane.
WireRun part_run(const Layout& layout, Axis axis, const Pattern& pattern, std::size_t part, std::uint32_t wire);

/// The run of one wire of a bent link from end to end, without the piece inside the box that it passes through.
WireRun joint_run(const Layout& layout, const Joint& joint, std::uint32_t wire);

/// Layers count from 0 at the bottom: pair p is layer 2p (horizontal) and 2p + 1 (vertical).
constexpr int horizontal_layer(int pair) { return 2 * pair; }
constexpr int vertical_layer(int pair) { return 2 * pair + 1; }

/// A straight piece of wire in a plane, in unit cells, ends included; x0 == x1 or y0 == y1, x0 <= x1, y0 <= y1.
struct Segment {
  int layer = 0;
  std::int64_t x0 = 0, y0 = 0, x1 = 0, y1 = 0;
  std::uint32_t plane = 0;
};

/// Metal from layer `lower` up to layer `upper` in one cell of a plane.
struct Via {
  std::int64_t x = 0, y = 0;
  int lower = 0, upper = 0;
  std::uint32_t plane = 0;
};

/// Metal through all layers from plane z0 up to plane z1 > z0, both included, in the same cell of each.
struct Post {
  std::int64_t x = 0, y = 0;
  std::uint32_t z0 = 0, z1 = 0;
};

/// The layer of a terminal that is the end of a post.
inline constexpr int kPostLayer = -1;

/// Where a wire leaves its node: a cell of the box, reached on the given layer. With more than two layers a via stack
/// from layer 0 to that layer stands here; it belongs to the terminal and is not among the wire's vias.
///
/// Where a wire passes through a box, into or out of a pillar, it has two terminals there, one at the box's edge and
/// one at the post's end, both `through`: within the box they are joined as a node joins its own wires, and that piece
/// is not drawn, measured or checked.
struct Terminal {
  std::int64_t x = 0, y = 0;
  int layer = 0;
  Cell node;  ///< the cell of the grid whose box has this terminal
  bool through = false;
};

/// One complete wire: its terminals from end to end, and the segments, posts and vias between them. A wire with taps
/// also has a terminal for each tap, between those of its ends; the stubs and vias of taps come last.
struct WireShapes {
  std::uint16_t link_class = 0;
  std::uint32_t wire = 0;           ///< number within its link
  std::uint64_t link = 0;           ///< number of its link in the order of for_each_wire, which sets it
  std::uint32_t taps = 0;           ///< terminals between those of its ends
  std::vector<Terminal> terminals;  ///< two, and the taps; four where the wire passes through a box
  /// In order: of a straight wire stub, run, stub; of a wire that faces its run alone; of a bent wire stub, run, run,
  /// stub. Each segment is connected to an earlier one.
  std::vector<Segment> segments;
  std::vector<Via> vias;
  std::vector<Post> posts;  ///< at most one
};

/// The run of a straight wire of a row or column.
inline const Segment& straight_run(const WireShapes& wire) { return wire.segments[wire.segments.size() == 1 ? 0 : 1]; }

/// The shapes of one line: all its straight wires, and the parts of bent wires that lie on this line. The run of such a
/// part covers its whole crossing, because its exact end is known only at the joint; each of its ends that is not a
/// crossing has a terminal. Order: part by part, wire by wire.
std::vector<WireShapes> line_shapes(const Layout& layout, Axis axis, std::uint32_t line);
/// Overwrites `shapes` with one wire of one part of a line. The memory of `shapes` is reused, since a line may have
/// millions of wires.
void part_shapes(const Layout& layout, Axis axis, std::uint32_t line, std::size_t part, std::uint32_t wire,
                 WireShapes& shapes);

/// How many wires of a part, from `first` on, lie side by side: from each to the next, every coordinate of their shapes
/// changes by a step of its own that stays the same, and nothing else changes but the number of the wire. At least 1.
/// Cost: O(units of these wires).
std::uint32_t wires_side_by_side(const Layout& layout, Axis axis, const Pattern& pattern, std::size_t part,
                                 std::uint32_t first);
/// The same of the whole wires of a joint.
std::uint32_t wires_side_by_side(const Layout& layout, const Joint& joint, std::uint32_t first);

/// One whole wire of a joint. The shapes come in the order row stub, row run, column run, column stub, post, as far as
/// the wire has them; the terminals from the end on the line of its first part to the end on the line of its last.
WireShapes joint_shapes(const Layout& layout, const Joint& joint, std::uint32_t wire);
void joint_shapes(const Layout& layout, const Joint& joint, std::uint32_t wire, WireShapes& shapes);

/// Every routed wire of the machine, one by one. For small layouts: drawings, exports, tests.
void for_each_wire(const Layout& layout, FunctionRef<void(const WireShapes&)> visit);

}  // namespace cutline
