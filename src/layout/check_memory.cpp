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
constexpr double kBytesOfPiece = kGrowth * 32;
constexpr double kBytesOfLink = kGrowth * (sizeof(checking::LineLink) + sizeof(checking::LineBend));

/// Bytes of a wire: a run, and at each end or tap a stub and, with a stack of vias, metal on each layer below.
double bytes_of_wire(const LayoutRules& rules, double stubs) {
  return kBytesOfPiece * (1 + stubs * (1 + (rules.via_stacks() ? 2.0 * rules.layer_pairs : 0)));
}

double bytes_of_shapes(const Layout& layout, const Pattern& pattern) {
  double bytes = 0;
  for (std::size_t part = 0; part < pattern.size(); ++part) {
    const double wires = layout.wiring.kinds[pattern.kind[part]].wires;
    bytes += wires * bytes_of_wire(layout.rules, stub_count(layout, pattern, part));
  }
  return bytes;
}

}  // namespace

double check_bytes_of_wire(const LayoutRules& rules) { return bytes_of_wire(rules, 2); }

double check_memory(const Layout& layout) {
  std::vector<double> shapes;
  double bytes = 0;
  for (const Lines& lines : layout.wiring.lines) {
    for (const Pattern& pattern : lines.patterns) {
      shapes.push_back(bytes_of_shapes(layout, pattern));
      bytes += static_cast<double>(pattern.size()) * kBytesOfLink;
    }
  }
  const std::size_t at_once = std::min<std::size_t>(shapes.size(), std::max(1U, std::thread::hardware_concurrency()));
  const auto end = shapes.begin() + static_cast<std::ptrdiff_t>(at_once);
  std::partial_sort(shapes.begin(), end, shapes.end(), std::greater<>());
  return std::accumulate(shapes.begin(), end, bytes);
}

}  // namespace cutline
