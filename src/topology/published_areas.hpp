// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/topology/family.hpp"

namespace cutline {

// The leading terms of the areas of layouts in print, for rows of families. Each is of networks of its own family.

std::optional<PublishedArea> cube_area(const Topology& topology);
std::optional<PublishedArea> torus_area(const Topology& topology);  ///< rings of one radix of 3 or more
std::optional<PublishedArea> complete_area(const Topology& topology);
std::optional<PublishedArea> cycles_area(const Topology& topology);  ///< cube-connected cycles
std::optional<PublishedArea> butterfly_area(const Topology& topology);
std::optional<PublishedArea> folded_cube_area(const Topology& topology);
std::optional<PublishedArea> star_area(const Topology& topology);
std::optional<PublishedArea> tree_area(const Topology& topology);  ///< H-trees of 4^i leaves

}  // namespace cutline
