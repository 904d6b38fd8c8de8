// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "cutline/geometry/polygon.hpp"

namespace cutline {

/// The simple polygon that rectilinear ones are together, on a grid of picometres, without corners in the middle of its
/// sides. Absent where they leave a hole, or are apart but for a corner. One polygon alone may have any sides, and
/// stays as it is. `shapes` is not empty; several must be rectilinear. Cost: O(n log n) in the corners and where sides
/// cross.
std::optional<Polygon> united(const std::vector<Polygon>& shapes);

}  // namespace cutline
