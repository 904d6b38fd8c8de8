// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "board/board.hpp"

namespace cutline::board {

/// Whether two rectangles, edges included, have a point in common.
bool overlap(const BoardBox& a, const BoardBox& b);
BoardBox grown(const BoardBox& box, Nanometres by);
/// Whether a rectangle lies inside a polygon, and no edge of it nearer than `distance` along x or y. A polygon without
/// corners holds everything. Cost: O(corners).
bool is_inside(const std::vector<std::array<Nanometres, 2>>& polygon, const BoardBox& box, Nanometres distance);

}  // namespace cutline::board
