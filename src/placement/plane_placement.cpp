// SPDX-License-Identifier: Apache-2.0
#include "cutline/placement/plane_placement.hpp"

#include <numeric>
#include <utility>

#include "cutline/topology/topology.hpp"

namespace cutline {

namespace {

/// The slots along each axis of all sites of the plane; 0 where nothing stands.
std::array<std::vector<std::uint32_t>, 3> slots_of_plane(const Topology& joint, const Placement& placement,
                                                         const Topology& plane,
                                                         const std::vector<std::uint64_t>& site) {
  std::array<std::vector<std::uint32_t>, 3> slots;
  for (auto& along : slots) along.resize(site.size());
  for (std::uint64_t s = 0; s < site.size(); ++s) {
    if (plane.kind(s) == SiteKind::nothing) continue;
    const Cell cell = cell_of(joint, placement, site[s]);
    for (std::size_t axis = 0; axis < 3; ++axis) slots[axis][s] = cell.at[axis];
  }
  return slots;
}

}  // namespace

Placement placement_of_plane(const Topology& joint, const Placement& placement, const Topology& plane,
                             const std::vector<std::uint64_t>& site) {
  if (site.empty()) return placement;
  Placement own = placement;
  std::array<std::vector<std::uint32_t>, 3> slots = slots_of_plane(joint, placement, plane, site);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    AxisPlacement& along = own.axes[axis];
    along.digits.resize(plane.digits.size());
    std::iota(along.digits.begin(), along.digits.end(), std::uint8_t{0});
    along.place(std::move(slots[axis]), placement.axes[axis].slots());
  }
  if (!placement.given) return own;
  GivenPlaces given = *placement.given;
  given.tile_of_site.assign(site.size(), 0);
  for (std::uint64_t s = 0; s < site.size(); ++s) {
    if (plane.kind(s) != SiteKind::nothing) given.tile_of_site[s] = placement.given->tile_of_site[site[s]];
  }
  own.given = SharedConst<GivenPlaces>(std::move(given));
  return own;
}

}  // namespace cutline
