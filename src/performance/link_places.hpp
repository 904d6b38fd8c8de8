// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>

#include "cutline/performance/traffic.hpp"

namespace cutline {

/// A link of a layout, and how many others have the same geometry and, where digits are alike, the same traffic.
struct PlacedLink {
  std::size_t link_class = 0;
  NodeId a, b;
  LinkPlace place;
  std::uint64_t copies = 1;
};

/// Calls visit for every link one by one. Deterministic order. Cost: O(links log nodes).
void for_each_link_by_itself(const Topology& topology, const Placement& placement, const Layout& layout,
                             const std::function<void(const PlacedLink&)>& visit);

/// The same, but where each digit of a product network lies on one axis, once for each part of a pattern, for all its
/// lines together; `a` and `b` then have the digits of that axis alone. Cost: then O(parts of the distinct patterns).
void for_each_placed_link(const Topology& topology, const Placement& placement, const Layout& layout,
                          const std::function<void(const PlacedLink&)>& visit);

}  // namespace cutline
