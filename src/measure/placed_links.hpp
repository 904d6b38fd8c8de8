// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/detail/measure/link_geometry.hpp"

namespace cutline {

struct Topology;

/// A link of a layout, and the number of links with the same geometry and, if digits are alike, the same traffic.
///
/// The parts of a line have no direction. Of one-way links that share class, width and both ends, the first ones in the
/// layout lead up the line, as many as the network has in this direction, and the others lead down. All that asks for
/// the wires of a channel asks here, so that a channel has the same wires everywhere.
struct PlacedLink {
  std::size_t link_class = 0;
  std::uint64_t a = 0, b = 0;  ///< the sites that it joins
  LinkPlace place;
  std::uint64_t copies = 1;
  bool one_way = false;  ///< one channel, from a to b
};

/// Calls visit for every link one by one. Deterministic order. Cost: O(links log nodes).
void for_each_link_by_itself(const Topology& topology, const Placement& placement, const Layout& layout,
                             FunctionRef<void(const PlacedLink&)> visit);

/// The same, but if lines_are_alike(), it visits each part of a pattern once for all lines together. Then `a` and `b`
/// have only the digits of the place's axis, and the cost is O(parts of the distinct patterns).
void for_each_placed_link(const Topology& topology, const Placement& placement, const Layout& layout,
                          FunctionRef<void(const PlacedLink&)> visit);

/// The links of one axis, each part of a pattern once for all lines together, where `sites` are those of the axis by
/// slot. Needs lines_are_alike(). Cost: O(parts of the distinct patterns of the axis).
std::vector<PlacedLink> links_of_axis(const Topology& topology, const std::vector<std::uint64_t>& sites,
                                      const Layout& layout, Axis axis);

/// Whether each digit of a product network lies on one axis, so that lines of one pattern hold equal links.
bool lines_are_alike(const Topology& topology, const Placement& placement, const Layout& layout);

}  // namespace cutline
