// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "cutline/layout/layout.hpp"

namespace cutline {

/// Layers count from 0 at the bottom: pair p is layer 2p (horizontal) and 2p + 1 (vertical).
constexpr int horizontal_layer(int pair) { return 2 * pair; }
constexpr int vertical_layer(int pair) { return 2 * pair + 1; }

/// A straight piece of wire, in unit cells, ends included; x0 == x1 or y0 == y1, x0 <= x1, y0 <= y1.
struct Segment {
  int layer = 0;
  std::int64_t x0 = 0, y0 = 0, x1 = 0, y1 = 0;
};

/// Metal from layer `lower` up to layer `upper` in one cell.
struct Via {
  std::int64_t x = 0, y = 0;
  int lower = 0, upper = 0;
};

/// Where a wire leaves its node: a cell of the box, reached on the given layer. With more than two layers a via stack
/// from layer 0 to that layer stands here; it belongs to the terminal and is not among the wire's vias.
struct Terminal {
  std::int64_t x = 0, y = 0;
  int layer = 0;
  Cell node;  ///< the cell of the grid whose node has this terminal
};

/// One wire, whole: two terminals, the segments and the vias between them. A wire with taps has a terminal, a stub and
/// a via more for each, after those of its ends, by ascending slots.
struct WireShapes {
  std::uint16_t link_class = 0;
  std::uint32_t wire = 0;           ///< number within its link
  std::vector<Terminal> terminals;  ///< two, and the taps
  /// A straight wire: stub, run, stub; a bent one: stub, run, run, stub. Each hangs together with one before it.
  std::vector<Segment> segments;
  std::vector<Via> vias;
};

/// The shapes of one line: all its straight wires, and of bent wires the part on this line, whose run covers its whole
/// crossing (the exact end is known only at the joint). A bent part has one terminal. Order: part by part, wire by
/// wire.
std::vector<WireShapes> line_shapes(const Layout& layout, Axis axis, std::uint32_t line);
/// One wire of one part of a line, written over `shapes`, which keep their memory: for lines with millions of wires.
void part_shapes(const Layout& layout, Axis axis, std::uint32_t line, std::size_t part, std::uint32_t wire,
                 WireShapes& shapes);

/// The whole wire of one joint: row stub, row run, column run, column stub; the second terminal is the column's.
WireShapes joint_shapes(const Layout& layout, const Joint& joint, std::uint32_t wire);
void joint_shapes(const Layout& layout, const Joint& joint, std::uint32_t wire, WireShapes& shapes);

/// Every wire of the machine, one by one. For small layouts: drawings, exports, tests.
void for_each_wire(const Layout& layout, const std::function<void(const WireShapes&)>& visit);

}  // namespace cutline
