// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "measure/package_legs.hpp"

namespace cutline {

/// Counts of one band, which is all lines of an axis that run through the same modules. One entry a module along the
/// axis.
struct BandCounts {
  std::vector<std::int64_t> ends;  ///< wires of straight links that have one end in the module
  std::vector<std::int64_t> over;  ///< wires over the module's upper face
  std::int64_t cut_wires_max = 0;  ///< wires on the level's own wiring over the densest cut
};

/// The bands of one axis at one level; equal ones share their counts. Band number: the modules' coordinates off the
/// axis, the lower axis fastest.
struct Bands {
  std::vector<std::uint32_t> type_of_band;
  std::vector<BandCounts> types;
  const BandCounts& operator[](std::size_t band) const { return types[type_of_band[band]]; }
};

/// Counts the bands of an axis at a level. Bands whose lines have the same patterns, without bent links, are counted
/// once.
Bands count_bands(const Layout& layout, const std::vector<ModuleGrid>& grids, std::size_t level, Axis axis);

}  // namespace cutline
