// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "cutline/detail/placement/placement.hpp"

namespace cutline {

/// The sites that a user means by their numbers, where the spec speaks of tiles: in kinds of tile, and in traffic whose
/// ends the user lists.
///
/// Orders of lines, `gray` and `folded`, lay a network out anew under tiles that keep their places: number n means the
/// site that stands where site n would in natural order. Under every other placement, number n means site n wherever it
/// stands. It does so too where such an order puts interchanges or switches in the places of nodes. Cost: O(slots),
/// then O(digits) a number.
class NamedSites {
 public:
  NamedSites(const Topology& topology, const Placement& placement);
  /// Whether every number means its own site.
  bool same() const { return by_slot_[0].empty(); }
  std::uint64_t site(std::uint64_t number) const;

 private:
  const Topology& topology_;
  Placement natural_;
  std::array<std::vector<std::uint64_t>, 3> by_slot_;  ///< of each axis, as by sites_by_slot()
};

/// The placement of one of the networks that a joint network is made of, at the places that its sites have there.
/// `site`: the joint site of each site of the plane; empty where both have the same digits (see PlaneInJoint). The grid
/// is that of the joint network. Cost: O(sites of the plane).
Placement placement_of_plane(const Topology& joint, const Placement& placement, const Topology& plane,
                             const std::vector<std::uint64_t>& site);

}  // namespace cutline
