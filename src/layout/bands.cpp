// SPDX-License-Identifier: Apache-2.0
#include "cutline/layout/bands.hpp"

#include <algorithm>
#include <numeric>

namespace cutline {

std::uint32_t band_wires(const Pattern& pattern) { return std::max(1u, pattern.wires_per_unit); }

std::uint32_t band_wires(const Layout& layout, const Joint& joint) {
  std::uint32_t wires = 0;
  for (const Axis axis : kAxes) {
    if (joint.has(axis)) wires = std::gcd(wires, band_wires(pattern_of(layout, axis, joint.line[index(axis)])));
  }
  return wires;
}

const Pattern& pattern_of(const Layout& layout, Axis axis, std::uint32_t line) {
  const Lines& lines = layout.lines(axis);
  return lines.patterns[lines.pattern_of_line[line]];
}

std::uint32_t wires_of(const Layout& layout, const Pattern& pattern, std::size_t part) {
  return layout.wiring.kinds[pattern.kind[part]].wires;
}

std::uint32_t first_line_of(const Lines& lines, std::size_t pattern) {
  const auto found = std::find(lines.pattern_of_line.begin(), lines.pattern_of_line.end(), pattern);
  return static_cast<std::uint32_t>(found - lines.pattern_of_line.begin());
}

}  // namespace cutline
