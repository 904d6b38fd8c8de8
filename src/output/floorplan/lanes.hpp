// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include "output/floorplan/drawn_wire.hpp"

namespace cutline::drawing {

/// The link of a wire: the cells that it joins, its class, and which it is of several between them.
using LinkKey = std::array<std::uint32_t, 6>;
LinkKey link_key(const DrawnWire& wire);

/// The places that a link takes side by side with others: in its row, in its column.
using LinkLanes = std::array<std::uint32_t, 2>;

/// Lanes of a plane's links, by the left-edge rule in slots, so that no two links of a line overlap and a line has
/// hardly more lanes than its densest cut. A bent link runs in the row of its first end and the column of its last;
/// neighbours on one line need no lane.
struct Lanes {
  std::map<LinkKey, LinkLanes> of;
  std::array<std::vector<std::uint32_t>, 2> count;  ///< of each row, of each column
};

bool is_bent(const DrawnWire& wire);
/// Cost: O(links x lanes of a line).
Lanes lanes_of(const std::vector<const DrawnWire*>& links, std::uint32_t columns, std::uint32_t rows);

}  // namespace cutline::drawing
