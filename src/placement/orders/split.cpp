// SPDX-License-Identifier: Apache-2.0
#include "cutline/placement/place.hpp"
#include "placement/order.hpp"
#include "placement/ring_part.hpp"

namespace cutline {

namespace {

/// Cycle after cycle, each by its levels, its site last.
std::vector<RingSlot> split_on_line(std::uint32_t levels, bool sites) {
  std::vector<RingSlot> slots;
  for (std::uint32_t address = 0; address < 1u << levels; ++address) {
    for (std::uint32_t level = 0; level < levels + (sites ? 1 : 0); ++level) slots.push_back({address, level});
  }
  return slots;
}

Placement split_on_network(const Topology& topology, const PlacementChoice& choice) {
  return place_rings({.name = "split", .line = split_on_line, .on_one_axis = false}, topology, choice);
}

}  // namespace

Order split_order() {
  return {.name = "split",
          .summary = "half of the levels of cube-connected cycles along rows, the others along columns, cycle by cycle",
          .source = "[Yeh 1999]",
          .network = split_on_network,
          .kind = NetworkKind::cycles_of_cube};
}

}  // namespace cutline
