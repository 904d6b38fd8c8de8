// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "cutline/layout/layout.hpp"

namespace cutline {

/// The wires of some classes of a layout, each where it is: for example those of one of several networks over a
/// floorplan. Positions, boxes, terminals and the tracks of pillars are
/// those of the whole layout; tracks of rows and columns count those that these wires use.
/// `first`, `count`: the classes, which are numbered from 0 in the result. `width`: the width of their channels, in
/// channel widths of the whole, which divides that of every link; widths of the result are multiples of it.
/// Cost: O(parts of the distinct patterns + bent links).
Layout layout_of_classes(const Layout& whole, std::size_t first, std::size_t count, std::uint32_t width);

}  // namespace cutline
