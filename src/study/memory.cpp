// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "study/network.hpp"

namespace cutline {

namespace {

/// Bytes of a part while it is sorted, routed and measured, of a joint, of a slot with its positions and profiles, and
/// of a channel of the graph.
constexpr double kBytesPerPart = 64;
constexpr double kBytesPerJoint = 32;
constexpr double kBytesPerSlot = 96;
constexpr double kBytesPerChannel = 32;
constexpr double kBytesPerLine = 16;

double values_of(const Topology& topology, const std::vector<std::uint8_t>& digits) {
  double product = 1;
  for (const std::uint8_t digit : digits) product *= topology.digits[digit].radix;
  return product;
}

bool contains_all(const std::vector<std::uint8_t>& digits, const std::vector<std::uint8_t>& wanted) {
  return std::all_of(wanted.begin(), wanted.end(), [&](std::uint8_t digit) {
    return std::find(digits.begin(), digits.end(), digit) != digits.end();
  });
}

/// Links within one axis repeat on every line and are stored once. All other links are bent and stored one by one.
double bytes_of_class(const Topology& topology, const Placement& placement, const LinkClass& link_class) {
  const auto links = static_cast<double>(link_class.links.size());
  std::size_t axes = 0;
  double in_one_line = 0;
  for (const AxisPlacement& axis : placement.axes) {
    const bool concerned = std::any_of(link_class.digits.begin(), link_class.digits.end(), [&](std::uint8_t digit) {
      return std::find(axis.digits.begin(), axis.digits.end(), digit) != axis.digits.end();
    });
    axes += concerned ? 1 : 0;
    if (contains_all(axis.digits, link_class.digits)) {
      in_one_line = links * values_of(topology, axis.digits) / values_of(topology, link_class.digits);
    }
  }
  if (axes <= 1) return in_one_line * kBytesPerPart;
  return links * static_cast<double>(topology.copies(link_class)) *
         (static_cast<double>(axes) * kBytesPerPart + kBytesPerJoint);
}

}  // namespace

double memory_estimate(const PlacedNetwork& network) {
  const Topology& topology = network.topology;
  const Placement& placement = network.placement;
  double bytes = 0;
  for (const LinkClass& link_class : topology.classes) bytes += bytes_of_class(topology, placement, link_class);
  for (const AxisPlacement& axis : placement.axes) bytes += axis.slots() * kBytesPerSlot;
  const GridSize grid = placement.grid();
  if (grid[Axis::z] > 1) {
    for (const Axis axis : kAxes) bytes += static_cast<double>(grid.lines(axis)) * kBytesPerLine;
  }
  // graph_measures() lists the channels of the whole network, two a link, except in three cases: a product of several
  // digits needs only the channels of each digit; theorems may give both measures; and if a theorem gives the bisection
  // and all nodes are alike, one search for distances suffices, which follows links from node to node without a list.
  const bool one_search = topology.theorems.vertex_transitive && topology.theorems.bisection.told();
  const bool written_out = !one_search && (!topology.is_product() || topology.classes.size() == 1);
  if (written_out && !(topology.theorems.distance.told() && topology.theorems.bisection.told())) {
    bytes += 2 * static_cast<double>(topology.link_count()) * kBytesPerChannel;
  }
  return bytes;
}

}  // namespace cutline
