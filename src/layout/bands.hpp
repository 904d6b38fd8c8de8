// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/layout/layout.hpp"

namespace cutline {

/// The number of wires that lie side by side in every link of a pattern, or in all parts of a bent link.
inline std::uint32_t band_wires(const Pattern& pattern) { return std::max(1u, pattern.wires_per_unit); }
std::uint32_t band_wires(const Layout& layout, const Joint& joint);

/// The pattern of a line.
inline const Pattern& pattern_of(const Layout& layout, Axis axis, std::uint32_t line) {
  return layout.wiring.pattern(axis, line);
}
/// For each layer, from the lowest (horizontal before vertical), the number of wires that run on it in all routing
/// channels and boxes. A bent wire counts on two layers; stubs, posts and wires without room are not counted. Cost:
/// O(units of the distinct patterns).
std::vector<std::uint64_t> wires_on_layers(const Layout& layout);

/// The first line that has the pattern.
std::uint32_t first_line_of(const Lines& lines, std::size_t pattern);
/// The number of wires of the link that a part belongs to.
inline std::uint32_t wires_of(const Layout& layout, const Pattern& pattern, std::size_t part) {
  return layout.wiring.kinds[pattern.kind[part]].wires;
}

/// The wires of some classes of a layout, each where it is: for example those of one of several networks over a
/// floorplan. Positions, boxes, terminals and the tracks of pillars are those of the whole layout; tracks of rows and
/// columns count those that these wires use.
/// `first`, `count`: the classes, which are numbered from 0 in the result. `width`: the width of their channels, in
/// channel widths of the whole, which divides that of every link; widths of the result are multiples of it.
/// Cost: O(parts of the distinct patterns + bent links).
Layout layout_of_classes(const Layout& whole, std::size_t first, std::size_t count, std::uint32_t width);

}  // namespace cutline
