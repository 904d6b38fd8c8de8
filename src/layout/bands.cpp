// SPDX-License-Identifier: Apache-2.0
#include "cutline/layout/bands.hpp"

#include <algorithm>
#include <numeric>

#include "cutline/layout/shapes.hpp"

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

std::vector<std::uint64_t> wires_on_layers(const Layout& layout) {
  std::vector<std::uint64_t> wires(2 * std::size_t{layout.rules.layer_pairs}, 0);
  const auto on = [&](Axis axis, int pair) -> std::uint64_t& {
    return wires[static_cast<std::size_t>(axis == Axis::x ? horizontal_layer(pair) : vertical_layer(pair))];
  };
  for (const Axis axis : {Axis::x, Axis::y}) {
    const Lines& lines = layout.lines(axis);
    for (std::size_t number = 0; number < lines.patterns.size(); ++number) {
      const Pattern& pattern = lines.patterns[number];
      const std::uint64_t wires_of_unit = pattern.wires_per_unit * lines.multiplicity[number];
      for (const std::uint32_t lane : pattern.lane) on(axis, static_cast<int>(lane % pattern.pairs)) += wires_of_unit;
    }
  }
  for (const UnroutedWire& wire : layout.unrouted.parts)
    --on(wire.axis, layout.wiring.pattern(wire.axis, wire.line).pair_of(wire.part, wire.wire));
  return wires;
}

std::uint32_t first_line_of(const Lines& lines, std::size_t pattern) {
  const auto found = std::find(lines.pattern_of_line.begin(), lines.pattern_of_line.end(), pattern);
  return static_cast<std::uint32_t>(found - lines.pattern_of_line.begin());
}

}  // namespace cutline
