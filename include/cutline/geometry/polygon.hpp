// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "cutline/base/quantity.hpp"

namespace cutline {

/// A simple polygon: its corners in order, counter-clockwise, the first not repeated at the end. Empty: none is given.
struct Polygon {
  struct Corner {
    Length x, y;
    bool operator==(const Corner&) const = default;
  };
  std::vector<Corner> corners;
  bool empty() const { return corners.empty(); }
  bool operator==(const Polygon&) const = default;
};

}  // namespace cutline
