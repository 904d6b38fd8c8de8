// SPDX-License-Identifier: Apache-2.0
#include "layout/bands.hpp"

#include <set>

#include "cutline/base/error.hpp"
#include "cutline/detail/layout/shapes.hpp"
#include "tracks.hpp"

namespace cutline {

namespace {

constexpr std::uint32_t kLeftOut = ~std::uint32_t{0};

/// By kind of the whole layout, and by part of a pattern: its number in the result, or kLeftOut.
using NewNumbers = std::vector<std::uint32_t>;

NewNumbers kept_kinds(const Wiring& whole, std::size_t first, std::size_t count, std::uint32_t width,
                      std::vector<LinkKind>& kinds) {
  NewNumbers number(whole.kinds.size(), kLeftOut);
  for (std::size_t k = 0; k < number.size(); ++k) {
    LinkKind kind = whole.kinds[k];
    if (kind.link_class < first || kind.link_class >= first + count) continue;
    CUTLINE_EXPECT(kind.width % width == 0);
    kind.link_class = static_cast<std::uint16_t>(kind.link_class - first);
    kind.width /= width;
    number[k] = static_cast<std::uint32_t>(kinds.size());
    kinds.push_back(kind);
  }
  return number;
}

/// Tracks that the parts use, on the layer pair where they use the most.
std::uint32_t tracks_used(const Pattern& pattern) {
  std::vector<std::set<std::uint32_t>> places(pattern.pairs);
  for (std::size_t part = 0; part < pattern.size(); ++part) {
    if (pattern.is_facing(part)) continue;
    for (const std::uint32_t lane : lanes_of(pattern, part)) places[lane % pattern.pairs].insert(lane / pattern.pairs);
  }
  const auto most = most_over<std::size_t>(places, [](const auto& on_pair) { return on_pair.size(); });
  return static_cast<std::uint32_t>(most) * pattern.wires_per_unit;
}

/// The parts of these kinds. Posts of a pillar keep their places, which follow from the number of all its tracks.
Pattern kept_parts(const Pattern& whole, Axis axis, const NewNumbers& kinds, NewNumbers& number) {
  Pattern kept;
  kept.wires_per_unit = whole.wires_per_unit;
  kept.pairs = whole.pairs;
  kept.facing = whole.facing;
  kept.terminals = whole.terminals;
  kept.lower_terminals = whole.lower_terminals;
  number.assign(whole.size(), kLeftOut);
  for (std::size_t part = 0; part < whole.size(); ++part) {
    const std::uint32_t kind = kinds[whole.kind[part]];
    if (kind == kLeftOut) continue;
    number[part] = static_cast<std::uint32_t>(kept.size());
    kept.lo.push_back(whole.lo[part]);
    kept.hi.push_back(whole.hi[part]);
    kept.kind.push_back(static_cast<std::uint16_t>(kind));
    kept.pair.push_back(whole.pair[part]);
    kept.lo_terminal.push_back(whole.lo_terminal[part]);
    kept.hi_terminal.push_back(whole.hi_terminal[part]);
    if (!whole.unit_begin.empty()) kept.unit_begin.push_back(static_cast<std::uint32_t>(kept.lane.size()));
    const auto lanes = lanes_of(whole, part);
    kept.lane.insert(kept.lane.end(), lanes.begin(), lanes.end());
  }
  kept.tracks = axis == Axis::z ? whole.tracks : tracks_used(kept);
  return kept;
}

/// The wires of kept parts and joints that have no place.
Unrouted kept_unrouted(const Layout& whole, const std::array<std::vector<NewNumbers>, 3>& parts,
                       const NewNumbers& joints) {
  Unrouted kept;
  const auto add = [&](const std::vector<UnroutedWire>& from, std::vector<UnroutedWire>& to) {
    for (UnroutedWire wire : from) {
      const std::size_t axis = index(wire.axis);
      wire.part = parts[axis][whole.lines(wire.axis).pattern_of_line[wire.line]][wire.part];
      if (wire.part != kLeftOut) to.push_back(wire);
    }
  };
  add(whole.unrouted.straight, kept.straight);
  add(whole.unrouted.parts, kept.parts);
  for (UnroutedBend bend : whole.unrouted.bent) {
    bend.joint = joints[bend.joint];
    if (bend.joint != kLeftOut) kept.bent.push_back(bend);
  }
  return kept;
}

}  // namespace

std::uint32_t band_wires(const Layout& layout, const Joint& joint) {
  std::uint32_t wires = 0;
  for (const Axis axis : kAxes) {
    if (joint.has(axis)) wires = std::gcd(wires, band_wires(layout.wiring.pattern(axis, joint.line[index(axis)])));
  }
  return wires;
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
  const auto found = std::ranges::find(lines.pattern_of_line, pattern);
  return static_cast<std::uint32_t>(found - lines.pattern_of_line.begin());
}

Layout layout_of_classes(const Layout& whole, std::size_t first, std::size_t count, std::uint32_t width) {
  const Wiring& from = whole.wiring;
  Layout result{.wiring = {.grid = from.grid}, .rules = whole.rules, .positions = whole.positions};
  result.wiring.stands = from.stands;
  result.wiring.half_pitches = from.half_pitches;
  const NewNumbers kinds = kept_kinds(from, first, count, width, result.wiring.kinds);
  std::array<std::vector<NewNumbers>, 3> parts;
  for (const Axis axis : kAxes) {
    const Lines& lines = from[axis];
    Lines& kept = result.wiring[axis];
    kept.slots = lines.slots;
    kept.pattern_of_line = lines.pattern_of_line;
    kept.multiplicity = lines.multiplicity;
    for (const Pattern& pattern : lines.patterns)
      kept.patterns.push_back(kept_parts(pattern, axis, kinds, parts[index(axis)].emplace_back()));
  }
  NewNumbers joints(from.joints.size(), kLeftOut);
  for (std::size_t j = 0; j < joints.size(); ++j) {
    Joint joint = from.joints[j];
    for (const Axis axis : kAxes) {
      if (!joint.has(axis)) continue;
      std::uint32_t& part = joint.part[index(axis)];
      part = parts[index(axis)][from[axis].pattern_of_line[joint.line[index(axis)]]][part];
    }
    if (joint.part[index(joint.first())] == kLeftOut) continue;
    joints[j] = static_cast<std::uint32_t>(result.wiring.joints.size());
    result.wiring.joints.push_back(joint);
  }
  result.unrouted = kept_unrouted(whole, parts, joints);
  return result;
}

}  // namespace cutline
