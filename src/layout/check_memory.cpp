// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <functional>
#include <numeric>
#include <thread>
#include <vector>

#include "check_line.hpp"

namespace cutline {

namespace {

/// A list that grows doubles: of the new one as much is in use as the old one held.
constexpr double kGrowth = 2;
constexpr double kBytesOfPiece = kGrowth * sizeof(checking::Metal);
constexpr double kBytesOfLink = kGrowth * (sizeof(checking::LineLink) + sizeof(checking::LineBend));

/// Bytes of a wire, or of several side by side: a run, and at each end or tap a stub and, with a stack of vias, metal
/// on each layer below.
double bytes_of_wire(const LayoutRules& rules, double stubs) {
  return kBytesOfPiece * (1 + stubs * (1 + (rules.via_stacks() ? 2.0 * rules.layer_pairs : 0)));
}

double bytes_of_shapes(const Layout& layout, Axis axis, const Pattern& pattern) {
  double bytes = 0;
  for (std::size_t part = 0; part < pattern.size(); ++part) {
    const std::uint32_t wires = layout.wiring.kinds[pattern.kind[part]].wires;
    double pieces = 0;
    for (std::uint32_t wire = 0; wire < wires; wire += wires_side_by_side(layout, axis, pattern, part, wire)) ++pieces;
    bytes += pieces * bytes_of_wire(layout.rules, stub_count(layout, pattern, part));
  }
  return bytes;
}

}  // namespace

double check_memory(const LayoutRules& rules, double units, double parts) {
  return units * bytes_of_wire(rules, 2) + parts * kBytesOfLink;
}

double check_memory(const Layout& layout) {
  std::vector<double> shapes;
  double bytes = 0;
  for (const Axis axis : kAxes) {
    for (const Pattern& pattern : layout.lines(axis).patterns) {
      shapes.push_back(bytes_of_shapes(layout, axis, pattern));
      bytes += static_cast<double>(pattern.size()) * kBytesOfLink;
    }
  }
  const std::size_t at_once = std::min<std::size_t>(shapes.size(), std::max(1U, std::thread::hardware_concurrency()));
  const auto end = shapes.begin() + static_cast<std::ptrdiff_t>(at_once);
  std::partial_sort(shapes.begin(), end, shapes.end(), std::greater<>());
  return std::accumulate(shapes.begin(), end, bytes);
}

}  // namespace cutline
