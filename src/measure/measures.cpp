// SPDX-License-Identifier: Apache-2.0
#include "cutline/measure/measures.hpp"

#include <algorithm>

#include "cutline/base/parallel.hpp"
#include "measure_parts.hpp"

namespace cutline {

namespace {

using PerSlot = std::vector<std::vector<std::uint32_t>>;  // of every pattern of an axis

/// What the slots of one axis' patterns sum to, per pattern across: entry [p][q] is over the slots of pattern p whose
/// line across has pattern q. The slots of two axes combine freely, so sums and maxima over nodes are over pairs of
/// patterns.
template <class Number, class Combine>
std::vector<std::vector<Number>> by_pattern_across(const PerSlot& values, const Lines& across, const Combine& combine) {
  std::vector<std::vector<Number>> result(values.size(), std::vector<Number>(across.patterns.size(), 0));
  for (std::size_t p = 0; p < values.size(); ++p) {
    for (std::size_t slot = 0; slot < values[p].size(); ++slot) {
      Number& entry = result[p][across.pattern_of_line[slot]];
      entry = combine(entry, static_cast<Number>(values[p][slot]));
    }
  }
  return result;
}

/// Channels that begin or end at each slot of each pattern.
PerSlot ports(const Layout& layout, Axis axis) {
  PerSlot result;
  for (const Pattern& pattern : layout.lines(axis).patterns) {
    std::vector<std::uint32_t> count(layout.lines(axis).slots, 0);
    for (std::size_t part = 0; part < pattern.size(); ++part) {
      const std::uint32_t channels = layout.wiring.kinds[pattern.kind[part]].channels;
      if (!pattern.lo_is_crossing(part)) count[slot_of(pattern.lo[part])] += channels;
      if (!pattern.hi_is_crossing(part)) count[slot_of(pattern.hi[part])] += channels;
      if (!layout.wiring.kinds[pattern.kind[part]].taps) continue;
      for (std::uint32_t slot = slot_of(pattern.lo[part]) + 1; slot < slot_of(pattern.hi[part]); ++slot)
        count[slot] += channels;
    }
    result.push_back(std::move(count));
  }
  return result;
}

PerSlot terminals(const Layout& layout, Axis axis) {
  PerSlot result;
  for (const Pattern& pattern : layout.lines(axis).patterns) result.push_back(pattern.terminals);
  return result;
}

enum class Stands { node, interchange, any };

/// The slots of an axis where something may stand. A node stands where the slots of all axes are nodes'.
std::vector<bool> slots_of(const Layout& layout, Axis axis, Stands what) {
  const std::uint32_t slots = layout.lines(axis).slots;
  const std::vector<bool>& interchanges = layout.wiring.interchanges_only[index(axis)];
  if (what == Stands::any) return std::vector<bool>(slots, true);
  if (interchanges.empty()) return std::vector<bool>(slots, what == Stands::node);
  std::vector<bool> marked = interchanges;
  if (what == Stands::node) marked.flip();
  return marked;
}

/// By how much the boxes of each slot of nodes exceed the least box.
template <class Box>
PerSlot growth(const Layout& layout, Axis axis, std::uint32_t least, const Box& box) {
  PerSlot result;
  const std::vector<bool> nodes = slots_of(layout, axis, Stands::node);
  for (const Pattern& pattern : layout.lines(axis).patterns) {
    std::vector<std::uint32_t> grown(layout.lines(axis).slots, 0);
    for (std::uint32_t slot = 0; slot < grown.size(); ++slot) {
      if (nodes[slot]) grown[slot] = box(layout, pattern, slot) - least;
    }
    result.push_back(std::move(grown));
  }
  return result;
}

/// The counts at marked slots, 0 elsewhere.
PerSlot at_slots(PerSlot counts, const std::vector<bool>& marked) {
  for (auto& pattern : counts) {
    for (std::size_t slot = 0; slot < pattern.size(); ++slot) pattern[slot] = marked[slot] ? pattern[slot] : 0;
  }
  return counts;
}

/// The most that the counts along x and along y add up to where these stand.
std::uint64_t busiest(const Layout& layout, const PerSlot& along_x, const PerSlot& along_y, Stands on_x, Stands on_y) {
  const PerSlot by_row = at_slots(along_x, slots_of(layout, Axis::x, on_x));
  const PerSlot by_column = at_slots(along_y, slots_of(layout, Axis::y, on_y));
  const auto most = [](std::uint64_t a, std::uint64_t b) { return std::max(a, b); };
  const auto rows = by_pattern_across<std::uint64_t>(by_row, layout.lines(Axis::y), most);
  const auto columns = by_pattern_across<std::uint64_t>(by_column, layout.lines(Axis::x), most);
  std::uint64_t most_of_all = 0;
  for (std::size_t p = 0; p < rows.size(); ++p) {
    for (std::size_t q = 0; q < columns.size(); ++q) most_of_all = std::max(most_of_all, rows[p][q] + columns[q][p]);
  }
  return most_of_all;
}

std::uint64_t busiest_node(const Layout& layout, const PerSlot& along_x, const PerSlot& along_y) {
  return busiest(layout, along_x, along_y, Stands::node, Stands::node);
}

/// An interchange stands where the slot of some axis is one's.
std::uint64_t busiest_interchange(const Layout& layout, const PerSlot& along_x, const PerSlot& along_y) {
  return std::max(busiest(layout, along_x, along_y, Stands::interchange, Stands::any),
                  busiest(layout, along_x, along_y, Stands::any, Stands::interchange));
}

/// The boxes of all nodes: the least box of each, what their sides exceed it by, and the product of both excesses.
Int128 node_area(const Layout& layout, std::uint64_t nodes) {
  const auto add = [](Int128 a, Int128 b) { return a + b; };
  const std::uint32_t width = layout.rules.node_width;
  const std::uint32_t height = layout.rules.node_height;
  const auto wider = by_pattern_across<Int128>(growth(layout, Axis::x, width, box_width), layout.lines(Axis::y), add);
  const auto higher =
      by_pattern_across<Int128>(growth(layout, Axis::y, height, box_height), layout.lines(Axis::x), add);
  Int128 area = static_cast<Int128>(nodes) * width * height;
  for (std::size_t p = 0; p < wider.size(); ++p) {
    for (std::size_t q = 0; q < higher.size(); ++q) {
      area += wider[p][q] * higher[q][p];
      area += wider[p][q] * height * static_cast<Int128>(layout.lines(Axis::x).multiplicity[p]);
      area += higher[q][p] * width * static_cast<Int128>(layout.lines(Axis::y).multiplicity[q]);
    }
  }
  return area;
}

/// Links side by side where they are widest apart: over the stations of a pattern, per layer pair.
std::int64_t links_abreast(const Layout& layout, const Pattern& pattern, std::uint32_t slots) {
  std::uint32_t wires = 0;
  bool equal = true;
  for (const std::uint16_t kind : pattern.kind) {
    const std::uint32_t own = layout.wiring.kinds[kind].wires;
    equal = equal && (wires == 0 || wires == own);
    wires = own;
  }
  if (wires == 0) return 0;
  if (equal) return pattern.tracks / wires;
  std::int64_t most = 0;
  for (std::uint32_t pair = 0; pair < layout.rules.layer_pairs; ++pair) {
    std::vector<std::int64_t> change(std::size_t{slots} * 3 + 1, 0);
    for (std::size_t part = 0; part < pattern.size(); ++part) {
      if (pattern.pair[part] != pair) continue;
      ++change[pattern.lo[part]];
      --change[pattern.hi[part] + 1];
    }
    std::int64_t now = 0;
    for (const std::int64_t step : change) most = std::max(most, now += step);
  }
  return most;
}

}  // namespace

Tracks tracks(const Layout& layout, Axis axis) {
  Tracks result;
  for (const Pattern& pattern : layout.lines(axis).patterns) {
    result.wires = std::max<std::int64_t>(result.wires, pattern.tracks);
    result.links = std::max(result.links, links_abreast(layout, pattern, layout.lines(axis).slots));
  }
  return result;
}

LayoutSize layout_size(const Layout& layout, std::uint64_t nodes) {
  LayoutSize size;
  size.width_pitches = layout.columns().total;
  size.height_pitches = layout.rows().total;
  size.area_pitches2 = static_cast<Int128>(size.width_pitches) * size.height_pitches;
  size.node_area_fraction = static_cast<double>(node_area(layout, nodes)) / static_cast<double>(size.area_pitches2);
  if (!layout.rules.unit) {
    size.width_mm = static_cast<double>(size.width_pitches) * layout.rules.cell_width_nm * 1e-6;
    size.height_mm = static_cast<double>(size.height_pitches) * layout.rules.cell_height_nm * 1e-6;
    size.area_mm2 = *size.width_mm * *size.height_mm;
  }
  return size;
}

namespace {

void set_pins(const Layout& layout, const Topology& topology, Measures& measures) {
  const PerSlot pins_x = terminals(layout, Axis::x), pins_y = terminals(layout, Axis::y);
  const PerSlot ports_x = ports(layout, Axis::x), ports_y = ports(layout, Axis::y);
  measures.pins_per_node_max = busiest_node(layout, pins_x, pins_y);
  measures.ports_per_node_max = busiest_node(layout, ports_x, ports_y);
  if (!topology.has_interchanges()) return;
  measures.pins_per_interchange_max = busiest_interchange(layout, pins_x, pins_y);
  measures.ports_per_interchange_max = busiest_interchange(layout, ports_x, ports_y);
}

}  // namespace

Measures measure(const Layout& layout, const Topology& topology, const Placement& placement) {
  Measures measures;
  parallel_for(kAxes.size(), [&](std::size_t axis) {
    measures.density[axis] = density(layout, kAxes[axis]);
    measures.tracks[axis] = tracks(layout, kAxes[axis]);
  });
  measures.length = lengths(layout, topology, placement);
  measures.size = layout_size(layout, topology.node_count());
  set_pins(layout, topology, measures);
  const auto fewer = [](const LinkKind& a, const LinkKind& b) { return a.wires < b.wires; };
  const auto [least, most] = std::minmax_element(layout.wiring.kinds.begin(), layout.wiring.kinds.end(), fewer);
  measures.wires_per_link_min = least->wires;
  measures.wires_per_link_max = most->wires;
  return measures;
}

}  // namespace cutline
