// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "cutline/layout/wiring.hpp"
#include "cutline/technology/technology.hpp"

namespace cutline {

/// How many wires a channel has: bits, wires a bit, and control wires beside them.
struct ChannelWires {
  std::uint32_t width_bits = 1;
  std::uint32_t wires_per_bit = 1;
  std::uint32_t control = 0;
  /// Wires of a link of some channels, each `multiple` channel widths wide.
  std::uint64_t of_link(std::uint32_t channels, std::uint32_t multiple) const {
    return std::uint64_t{channels} * (std::uint64_t{multiple} * width_bits * wires_per_bit + control);
  }
};

/// What a layout takes from the technology, in unit cells (one wire pitch wide, one high).
struct LayoutRules {
  std::uint32_t layer_pairs = 1;
  std::uint32_t node_width = 1;  ///< least box, in cells
  std::uint32_t node_height = 1;
  double cell_width_nm = 0;  ///< 0: unit technology
  double cell_height_nm = 0;
  bool unit = true;
  /// By axis and slot: cells left free before the slot, where a module begins; empty: none.
  std::array<std::vector<std::uint32_t>, 3> gaps = {};
  /// With more than two layers a via stack stands at every terminal.
  bool via_stacks() const { return layer_pairs > 1; }
};

/// Rules from a technology and the node box that the user asked for (zero: the technology's). Throws input errors.
LayoutRules layout_rules(const Technology& technology, Length node_width, Length node_height);

/// Where the slots of an axis stand, in unit cells. A slot's box area comes first, its routing channel after it, then
/// the gap before the next module, if one begins there.
struct AxisPositions {
  std::vector<std::int64_t> start;     ///< first cell of each slot's box area
  std::vector<std::uint32_t> box;      ///< cells of the widest box
  std::vector<std::uint32_t> channel;  ///< cells of the routing channel across this axis
  std::int64_t total = 0;              ///< of the whole machine
  std::int64_t box_end(std::uint32_t slot) const { return start[slot] + box[slot]; }
  std::int64_t end(std::uint32_t slot) const { return box_end(slot) + channel[slot]; }  ///< of its routing channel
};

/// A routed layout: what every other number is measured from.
///
/// Along x stand columns, each with its (vertical) routing channel to its right; along y rows, each with its
/// (horizontal) routing channel above it. Cell (0, 0) is at the lower left. Boxes stand at the upper right of their
/// slots.
struct Layout {
  Wiring wiring;  ///< its patterns are routed
  LayoutRules rules;
  std::array<AxisPositions, 3> positions;  ///< of columns (x), rows (y), planes (z)

  const Lines& lines(Axis axis) const { return wiring[axis]; }
  const AxisPositions& columns() const { return positions[0]; }
  const AxisPositions& rows() const { return positions[1]; }
};

/// Puts every part on a track: deals bent links and then straight links over the layer pairs, left-edge in each.
///
/// Takes the wiring by value: pass std::move where it is not needed again. Throws a limit error where a node would have
/// more than 2^31 wires. Cost: O(parts) and the routing of each distinct pattern once.
Layout route(Wiring wiring, const LayoutRules& rules, const ChannelWires& channel);

/// The least side, along an axis, of the boxes at a slot: the rules' node box, or 1 where only interchanges stand.
std::uint32_t least_box(const Layout& layout, Axis axis, std::uint32_t slot);
/// The box of the node at a slot of a row pattern and a slot of a column pattern, in cells.
std::uint32_t box_width(const Layout& layout, const Pattern& row, std::uint32_t column);
std::uint32_t box_height(const Layout& layout, const Pattern& column, std::uint32_t row);

/// The cell, along the line, of the terminal of wire `wire` of a part's end; the end must not be a crossing.
/// `axis` x: the x of a row terminal; y: the y of a column terminal.
std::int64_t terminal_position(const Layout& layout, Axis axis, const Pattern& pattern, std::size_t part, bool at_hi,
                               std::uint32_t wire);
/// The same of the terminal with which a slot between the ends of a part taps one of its wires.
std::int64_t tap_position(const Layout& layout, Axis axis, const Pattern& pattern, std::size_t part, std::uint32_t slot,
                          std::uint32_t wire);
/// The cell, across the line, of a track: y of a row's track in its routing channel, x of a column's.
std::int64_t track_position(const Layout& layout, Axis axis, std::uint32_t slot_across, std::uint32_t track);

}  // namespace cutline
