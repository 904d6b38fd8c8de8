// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include "output/floorplan/drawn_wire.hpp"

namespace cutline::drawing {

/// The link of a wire: the cells that it joins, its class, and its number among the links between them.
using LinkKey = std::array<std::uint32_t, 6>;
LinkKey link_key(const DrawnWire& wire);

/// The lanes in which a link runs beside others: in its row, and in its column.
using LinkLanes = std::array<std::uint32_t, 2>;

/// Lanes of a plane's links. They are dealt by the left-edge rule over the slots, so that no two links of a line
/// overlap and a line has hardly more lanes than links over its densest cut. A bent link runs in the row of its first
/// end and the column of its last end. A link between neighbours on one line needs no lane.
struct Lanes {
  std::map<LinkKey, LinkLanes> of;
  std::array<std::vector<std::uint32_t>, 2> count;  ///< of each row, of each column
};

bool is_bent(const DrawnWire& wire);
/// Cost: O(links x lanes of a line).
Lanes lanes_of(const std::vector<const DrawnWire*>& links, std::uint32_t columns, std::uint32_t rows);

}  // namespace cutline::drawing
