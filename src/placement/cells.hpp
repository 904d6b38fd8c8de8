// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cutline/geometry/tile_plan.hpp"
#include "cutline/placement/order.hpp"

namespace cutline {

inline constexpr std::uint64_t kMaxSlots = std::uint64_t{1} << 26;  ///< of an axis

/// An order gives `count` places below `cells`, none twice. Where it does not, as one of a user's own may, this throws
/// an input error that names it.
void expect_places(const Order& order, const std::vector<std::uint32_t>& places, std::uint64_t count,
                   std::uint64_t cells);

/// How many sites can be placed one by one. Throws where they cannot; errors name the parameter.
std::uint32_t listable_nodes(const Topology& topology, const char* parameter);

/// Inverts a user's list: from the nodes place by place to the place of every node. Throws input errors, which begin
/// with `what`, for a list that does not name each of so many nodes once.
std::vector<std::uint32_t> positions_of(const std::vector<std::uint32_t>& permutation, std::uint64_t cells,
                                        const std::string& what);

/// Places each site in its given cell; no two are alike. The grid has at least so many cells along each axis.
Placement in_cells(const Topology& topology, const std::vector<Cell>& cells, const std::string& order,
                   const GridSize& least = {});

/// Places each site where its tile's router stands. Every coordinate of a router is a slot; those that are no farther
/// apart than the floorplan's snap share one. Throws input errors for sites without a tile, for two routers in one
/// place and for routers outside the die. Cost: O(tiles log tiles).
Placement in_given_places(const Topology& topology, const TilePlan& floorplan);

/// `moved` on the tiles of `named`, which has the same cells: each site takes the tile whose router stands in its cell.
Placement on_tiles_of(const Topology& topology, const Placement& named, Placement moved);

}  // namespace cutline
