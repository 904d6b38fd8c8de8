// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/topology/family.hpp"

namespace cutline {

// The leading terms of published layout areas, for the rows of families. Each function is for networks of its own
// family.

std::optional<PublishedArea> cube_area(const Topology& topology);
/// Absent unless it has two or more dimensions, all two-way rings of one radix of at least 3.
std::optional<PublishedArea> torus_area(const Topology& topology);
std::optional<PublishedArea> complete_area(const Topology& topology);
std::optional<PublishedArea> cycles_area(const Topology& topology);  ///< cube-connected cycles
std::optional<PublishedArea> butterfly_area(const Topology& topology);
std::optional<PublishedArea> folded_cube_area(const Topology& topology);
std::optional<PublishedArea> star_area(const Topology& topology);
/// H-trees; absent unless the number of leaves is a square and all links have the same width.
std::optional<PublishedArea> tree_area(const Topology& topology);

}  // namespace cutline
