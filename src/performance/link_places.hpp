// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>

#include "cutline/performance/traffic.hpp"

namespace cutline {

/// A link of a layout, and how many others have the same geometry and traffic.
struct PlacedLink {
  std::size_t link_class = 0;
  NodeId a, b;
  LinkGeometry geometry;
  std::uint64_t copies = 1;
};

/// Calls visit for every link: where each digit of a product network lies on one axis, once for each part of a pattern,
/// for all its lines together; else link by link. Deterministic order.
/// Cost: O(parts of the distinct patterns) or O(links log nodes), and the wires of bent links.
void for_each_placed_link(const Topology& topology, const Placement& placement, const Layout& layout,
                          const std::function<void(const PlacedLink&)>& visit);

}  // namespace cutline
