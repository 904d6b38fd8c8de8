// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "cutline/layout/layout.hpp"

namespace cutline {

/// The length of a wire in unit cells along each axis; along z, plane_cells for each plane.
struct WireRun {
  std::int64_t x = 0, y = 0, z = 0;
  std::int64_t cells() const { return x + y + z; }
};

/// The size of a cell along each axis: in nanometres, or 1 in the unit technology.
struct CellSize {
  double x = 1, y = 1, z = 1;
  double length(const WireRun& run) const {
    return static_cast<double>(run.x) * x + static_cast<double>(run.y) * y + static_cast<double>(run.z) * z;
  }
};
CellSize cell_size(const LayoutRules& rules);

/// The run of one wire of a part between two terminals: along the line from one to the other, and twice across it to
/// the track; on a pillar from plane to plane.
WireRun part_run(const Layout& layout, Axis axis, const Pattern& pattern, std::size_t part, std::uint32_t wire);

/// The run of one wire of a bent link from end to end, without the piece inside the box that it passes through.
WireRun joint_run(const Layout& layout, const Joint& joint, std::uint32_t wire);

}  // namespace cutline
