// SPDX-License-Identifier: Apache-2.0
#include "cutline/placement/named_sites.hpp"

#include <algorithm>

#include "cutline/placement/order.hpp"
#include "cutline/topology/topology.hpp"

namespace cutline {

namespace {

/// Whether orders of lines place the network, and not all by number.
bool is_laid_out_anew(const Topology& topology, const Placement& placement) {
  if (placement.given != nullptr) return false;
  bool by_number = true;
  for (const AxisPlacement& axis : placement.axes) {
    if (axis.slots() == 1) continue;
    const Order* order = find_order(axis.order);
    if (order == nullptr || order->line == nullptr) return false;
    by_number = by_number && order->by_number;
  }
  return !by_number && topology.has_dimensions && digits_have_axes(topology, placement);
}

}  // namespace

NamedSites::NamedSites(const Topology& topology, const Placement& placement)
    : topology_(topology), natural_(placement) {
  if (!is_laid_out_anew(topology, placement)) return;
  std::array<std::vector<std::uint64_t>, 3> by_slot;
  for (const Axis axis : kAxes) {
    AxisPlacement& natural = natural_.axes[index(axis)];
    natural.place_in_sequence(natural.coordinates());
    const std::vector<std::uint64_t> here = sites_by_slot(topology, placement[axis]);
    const std::vector<std::uint64_t> before = sites_by_slot(topology, natural);
    const auto same_kind = [&](std::uint64_t a, std::uint64_t b) {
      return a != kEmptyCell && topology.kind(a) == topology.kind(b);
    };
    if (!std::equal(here.begin(), here.end(), before.begin(), before.end(), same_kind)) return;
    by_slot[index(axis)] = here;
  }
  by_slot_ = std::move(by_slot);
}

std::uint64_t NamedSites::site(std::uint64_t number) const {
  if (same()) return number;
  const Cell cell = cell_of(topology_, natural_, number);
  std::uint64_t site = 0;
  for (const Axis axis : kAxes) site += by_slot_[index(axis)][cell[axis]];
  return site;
}

}  // namespace cutline
