// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/detail/placement/placement.hpp"

namespace cutline {

/// The sites that a user means by their numbers, where the spec speaks of tiles: in kinds of tile, and in traffic whose
/// ends the user lists.
///
/// Orders of lines, `gray` and `folded`, lay a network with dimensions out anew under tiles that keep their places, on
/// a grid, over cells and in given places: number n means the site that stands where site n would in natural order.
/// Under every other placement, and where names are those of tiles, number n means site n wherever it stands. It does
/// so too where such an order puts interchanges or switches in the places of nodes. Cost: O(slots), then O(digits) a
/// number.
class NamedSites {
 public:
  NamedSites(const Topology& topology, const Placement& placement);
  /// Whether every number means its own site.
  bool same() const { return by_slot_[0].empty() && by_seat_.empty(); }
  std::uint64_t site(std::uint64_t number) const;

 private:
  void name_seats(const Placement& placement);

  const Topology& topology_;
  Placement natural_;
  std::array<std::vector<std::uint64_t>, 3> by_slot_;  ///< of each axis, as by sites_by_slot()
  std::vector<std::uint64_t> by_seat_;                 ///< where sites stand one by one; else empty
};

/// Gives a network without names those of a floorplan's tiles: its n-th site that of the n-th tile. It takes none where
/// a tile is called by the number of a site. Throws an input error where there are more or fewer tiles than sites.
void take_tile_names(Topology& topology, const TilePlan& plan);
/// Gives each site of a network in given places the name of the tile that it has there, by whatever order. The tiles of
/// nodes come first; throws an input error where a switch has got one.
void keep_tile_names(Topology& topology, const Placement& placement);

/// The placement of one of the networks that a joint network is made of, at the places that its sites have there.
/// `site`: the joint site of each site of the plane; empty where both have the same digits (see PlaneInJoint). The grid
/// is that of the joint network. Cost: O(sites of the plane).
Placement placement_of_plane(const Topology& joint, const Placement& placement, const Topology& plane,
                             const std::vector<std::uint64_t>& site);

}  // namespace cutline
