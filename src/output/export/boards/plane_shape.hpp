// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "board/board.hpp"

namespace cutline::exporting {

/// The corners of a rectangle with rectangular holes as one polygon: from the left edge of each hole a slit without
/// width leads to the next hole on its left, or to the edge. Holes that touch become one rectangle around both. Holes
/// lie inside the rectangle. Cost: O(holes^2), a nanosecond a pair.
std::vector<std::array<board::Nanometres, 2>> plane_with_holes(const board::BoardBox& plane,
                                                               std::vector<board::BoardBox> holes);

}  // namespace cutline::exporting
