// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "cutline/placement/placement.hpp"

namespace cutline {

/// The placement of one of the networks that a joint network is made of, at the places that its sites have there.
/// `site`: the joint site of each site of the plane; empty where both have the same digits (see PlaneInJoint). The grid
/// is that of the joint network. Cost: O(sites of the plane).
Placement placement_of_plane(const Topology& joint, const Placement& placement, const Topology& plane,
                             const std::vector<std::uint64_t>& site);

}  // namespace cutline
