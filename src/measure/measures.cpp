// SPDX-License-Identifier: Apache-2.0
#include "cutline/measure/measures.hpp"

#include "base/sha256.hpp"
#include "cutline/base/error.hpp"
#include "cutline/base/parallel.hpp"
#include "cutline/topology/topology.hpp"
#include "layout/bands.hpp"
#include "measure/placed_links.hpp"

namespace cutline {

namespace {

class LengthMeter {
 public:
  LengthMeter(const Layout& layout, const Topology& topology)
      : layout_(layout), cell_(cell_size(layout.rules)), classes_(topology.classes.size()) {}

  /// Adds links of one place; there are `count` of them.
  void add(const LinkPlace& place, std::uint64_t count) {
    const Span span = span_at(layout_, place);
    ClassSum& sum = classes_[link_kind(layout_, place).link_class];
    sum.links += count;
    sum.total_halves += static_cast<Int128>(count) * static_cast<Int128>(span.halves);
    sum.longest = std::max(sum.longest, span);
    for_each_bundle(layout_, place, [&](const WireBundle& bundle) {
      for (std::size_t axis = 0; axis < 3; ++axis) total_[axis] += static_cast<Int128>(count) * bundle.all[axis];
      wires_ += static_cast<Int128>(count) * bundle.wires;
      keep_longer(bundle.from, {place, bundle.first});
      keep_longer(bundle.to, {place, bundle.first + bundle.wires - 1});
    });
  }

  /// Adds the sums of another meter; of equally long wires the first stays.
  void merge(const LengthMeter& other) {
    for (std::size_t i = 0; i < classes_.size(); ++i) {
      classes_[i].links += other.classes_[i].links;
      classes_[i].total_halves += other.classes_[i].total_halves;
      classes_[i].longest = std::max(classes_[i].longest, other.classes_[i].longest);
    }
    for (std::size_t axis = 0; axis < total_.size(); ++axis) total_[axis] += other.total_[axis];
    wires_ += other.wires_;
    keep_longer(other.longest_, other.place_);
  }

  Lengths result(const Topology& topology, const Placement& placement) const {
    Lengths lengths;
    std::uint64_t links = 0;
    for (std::size_t i = 0; i < classes_.size(); ++i) {
      const ClassSum& sum = classes_[i];
      if (sum.links == 0) continue;
      const double mean = static_cast<double>(sum.total_halves) / 2 / static_cast<double>(sum.links);
      lengths.by_class.push_back({topology.classes[i].name, sum.links, sum.longest, mean});
      links += sum.links;
      lengths.total_span_halves += sum.total_halves;
      lengths.longest_span = std::max(lengths.longest_span, sum.longest);
    }
    lengths.mean_span = static_cast<double>(lengths.total_span_halves) / 2 / static_cast<double>(links);
    lengths.longest_pitches = longest_.cells();
    lengths.total_pitches = total_[0] + total_[1] + total_[2];
    lengths.mean_pitches = static_cast<double>(lengths.total_pitches) / static_cast<double>(wires_);
    if (!layout_.rules.unit) lengths.mm = wires_in_mm(cell_, total_, wires_, longest_);
    std::array<Cell, 2> ends = ends_at(layout_, place_.link);
    if (!place_.link.is_bent()) {
      const std::uint32_t line = first_line_of(layout_.lines(place_.link.axis), place_.link.pattern);
      for (Cell& end : ends) end = cell_on_line(layout_.wiring.grid, place_.link.axis, line, end[place_.link.axis]);
    }
    const auto a = node_at(topology, placement, ends[0]);
    const auto b = node_at(topology, placement, ends[1]);
    CUTLINE_EXPECT(a && b);
    lengths.longest_wire = place_;
    lengths.longest_link_a = *a;
    lengths.longest_link_b = *b;
    return lengths;
  }

 private:
  struct ClassSum {
    std::uint64_t links = 0;
    Span longest;
    Int128 total_halves = 0;
  };

  void keep_longer(const WireRun& run, const WirePlace& place) {
    if (cell_.length(run) <= cell_.length(longest_)) return;
    longest_ = run;
    place_ = place;
  }

  const Layout& layout_;
  CellSize cell_;
  std::vector<ClassSum> classes_;
  WireRun longest_;
  WirePlace place_;
  std::array<Int128, 3> total_{};
  Int128 wires_ = 0;
};

constexpr std::size_t kMaxHashedCuts = std::size_t{1} << 24;

/// Sums the changes from cut to cut into counts per cut.
Profile summed(Profile changes, std::uint32_t slots) {
  for (auto* counts : {&changes.links, &changes.wires}) {
    for (std::size_t c = 1; c < counts->size(); ++c) (*counts)[c] += (*counts)[c - 1];
    counts->resize(slots - 1);
  }
  return changes;
}

void add_changes(const Layout& layout, const Pattern& pattern, std::int64_t lines, Profile& changes) {
  for (std::size_t part = 0; part < pattern.size(); ++part) {
    const std::int64_t wires = layout.wiring.kinds[pattern.kind[part]].wires;
    const std::uint32_t from = slot_of(pattern.lo[part]);
    const std::uint32_t to = slot_of(pattern.hi[part]);
    changes.links[from] += lines;
    changes.links[to] -= lines;
    changes.wires[from] += lines * wires;
    changes.wires[to] -= lines * wires;
  }
}

Profile no_changes(std::uint32_t slots) {
  return {std::vector<std::int64_t>(slots, 0), std::vector<std::int64_t>(slots, 0)};
}

/// The highest entry and the cut it belongs to, the first one.
struct Peak {
  std::int64_t count = 0;
  std::uint32_t cut = 0;
};
Peak peak(const std::vector<std::int64_t>& counts) {
  if (counts.empty()) return {};
  const auto highest = std::ranges::max_element(counts);
  return {*highest, static_cast<std::uint32_t>(highest - counts.begin()) + 1};
}

/// The count at the middle cut, floor(slots / 2).
std::int64_t middle(const std::vector<std::int64_t>& counts) {
  return counts.empty() ? 0 : counts[(counts.size() + 1) / 2 - 1];
}

/// The most links side by side in the routing channel of a pattern. With one layer pair and links of one width it is
/// the number that the tracks hold; else the number of links at the densest station, on all pairs together.
std::int64_t links_abreast(const Layout& layout, const Pattern& pattern, std::uint32_t slots) {
  std::uint32_t wires = 0;
  bool equal = true;
  for (std::size_t part = 0; part < pattern.size(); ++part) {
    if (pattern.is_facing(part)) continue;
    const std::uint32_t own = wires_of(layout, pattern, part);
    equal = equal && (wires == 0 || wires == own);
    wires = own;
  }
  if (wires == 0) return 0;
  if (equal && pattern.pairs == 1) return pattern.tracks / wires;
  std::vector<std::int64_t> change(std::size_t{slots} * kZones + 1, 0);
  for (std::size_t part = 0; part < pattern.size(); ++part) {
    if (pattern.is_facing(part)) continue;
    ++change[pattern.lo[part]];
    --change[pattern.hi[part] + 1];
  }
  std::int64_t most = 0, now = 0;
  for (const std::int64_t step : change) most = std::max(most, now += step);
  return most;
}

void set_depth(const Layout& layout, LayoutSize& size) {
  if (layout.wiring.grid[Axis::z] == 1) return;
  const std::int64_t depth = layout.positions[2].total;
  LayoutDepth& planes = size.planes;
  planes.pitches = depth;
  planes.volume_pitches3 = size.area_pitches2 * depth;
  if (!size.in_metres()) return;
  planes.mm = static_cast<double>(depth) * layout.rules.cell_depth_nm * 1e-6;
  planes.volume_mm3 = size.mm.area_mm2 * planes.mm;
}

double square_nm(const Rectangle& box, const Polygon& shape) {
  return shape.empty() ? box.width.base * box.height.base : in_mm2(polygon_area(shape)) * 1e12;
}

/// The part of the die that the tiles of nodes take. Notches are no part of either.
double tile_area_fraction(const Topology& topology, const GivenPlaces& given) {
  double area = 0;
  for (std::uint64_t site = 0; site < given.tile_of_site.size(); ++site) {
    const Tile& tile = given.plan.tiles[given.tile_of_site[site]];
    if (topology.kind(site) == SiteKind::node) area += square_nm(tile.box, tile.shape);
  }
  return area / square_nm(die_of(given.plan), given.plan.outline_shape);
}

}  // namespace

WireMillimetres wires_in_mm(const CellSize& cell, const std::array<Int128, 3>& total, Int128 wires,
                            const WireRun& longest) {
  const double total_mm = (static_cast<double>(total[0]) * cell.x + static_cast<double>(total[1]) * cell.y +
                           static_cast<double>(total[2]) * cell.z) *
                          1e-6;
  return {cell.length(longest) * 1e-6, total_mm / static_cast<double>(wires), total_mm};
}

Lengths lengths(const Layout& layout, const Topology& topology, const Placement& placement) {
  std::vector<LengthMeter> meters(kAxes.size() + 1, LengthMeter(layout, topology));
  parallel_for(meters.size(), [&](std::size_t i) {
    for_each_place_along(layout, i, [&](const LinkPlace& place, std::uint64_t links) { meters[i].add(place, links); });
  });
  for (std::size_t i = 1; i < meters.size(); ++i) meters[0].merge(meters[i]);
  return meters[0].result(topology, placement);
}

std::string digest_of_counts(const std::vector<std::int64_t>& counts) {
  Sha256 sha;
  std::string piece;
  for (const std::int64_t count : counts) {
    piece += std::to_string(count);
    piece += '\n';
    if (piece.size() > 60000) {
      sha.add(piece);
      piece.clear();
    }
  }
  sha.add(piece);
  return sha.hex();
}

Profile pattern_profile(const Layout& layout, Axis axis, const Pattern& pattern) {
  const std::uint32_t slots = layout.lines(axis).slots;
  Profile changes = no_changes(slots);
  add_changes(layout, pattern, 1, changes);
  return summed(std::move(changes), slots);
}

Profile machine_profile(const Layout& layout, Axis axis) {
  const Lines& lines = layout.lines(axis);
  Profile changes = no_changes(lines.slots);
  for (std::size_t i = 0; i < lines.patterns.size(); ++i) {
    add_changes(layout, lines.patterns[i], static_cast<std::int64_t>(lines.multiplicity[i]), changes);
  }
  return summed(std::move(changes), lines.slots);
}

Density density(const Layout& layout, Axis axis) {
  Density result;
  const Lines& lines = layout.lines(axis);
  std::optional<Profile> densest;
  for (const Pattern& pattern : lines.patterns) {
    Profile profile = pattern_profile(layout, axis, pattern);
    result.per_line_peak_wires = std::max(result.per_line_peak_wires, peak(profile.wires).count);
    const Peak highest = peak(profile.links);
    if (densest && highest.count <= result.per_line_peak_links) continue;
    result.per_line_peak_links = highest.count;
    result.per_line_peak_cut = highest.cut;
    result.per_line_middle_links = middle(profile.links);
    densest = std::move(profile);
  }
  const Profile machine =
      lines.patterns.size() == 1 && lines.multiplicity[0] == 1 ? *densest : machine_profile(layout, axis);
  const Peak links = peak(machine.links);
  const Peak wires = peak(machine.wires);
  result.peak_links = links.count;
  result.peak_cut = links.cut;
  result.middle_links = middle(machine.links);
  result.peak_wires = wires.count;
  result.peak_wires_cut = wires.cut;
  result.middle_wires = middle(machine.wires);
  if (lines.slots <= kMaxHashedCuts) {
    result.profile_sha256 = digest_of_counts(machine.links);
    if (densest) result.per_line_profile_sha256 = digest_of_counts(densest->links);
  }
  return result;
}

Tracks tracks(const Layout& layout, Axis axis) {
  Tracks result;
  for (const Pattern& pattern : layout.lines(axis).patterns) {
    result.wires = std::max<std::int64_t>(result.wires, pattern.tracks);
    result.links = std::max(result.links, links_abreast(layout, pattern, layout.lines(axis).slots));
  }
  return result;
}

LayoutSize layout_size(const Layout& layout, const Topology& topology, const Placement& placement) {
  LayoutSize size;
  size.width_pitches = layout.columns().total;
  size.height_pitches = layout.rows().total;
  size.area_pitches2 = static_cast<Int128>(size.width_pitches) * size.height_pitches;
  const Int128 planes_area = size.area_pitches2 * layout.wiring.grid[Axis::z];
  size.node_area_fraction =
      placement.given ? tile_area_fraction(topology, *placement.given)
                      : static_cast<double>(node_area(layout, topology, placement)) / static_cast<double>(planes_area);
  if (placement.given) {
    const TilePlan& plan = placement.given->plan;
    const Rectangle die = die_of(plan);
    size.polygon_fraction = square_nm(die, plan.outline_shape) / square_nm(die, {});
  }
  if (!layout.rules.unit) {
    const double width = static_cast<double>(size.width_pitches) * layout.rules.cell_width_nm * 1e-6;
    const double height = static_cast<double>(size.height_pitches) * layout.rules.cell_height_nm * 1e-6;
    size.mm = {width, height, width * height};
  }
  set_depth(layout, size);
  return size;
}

Measures measure(const Layout& layout, const Topology& topology, const Placement& placement) {
  Measures measures;
  parallel_for(kAxes.size(), [&](std::size_t axis) {
    measures.density[axis] = density(layout, kAxes[axis]);
    measures.tracks[axis] = tracks(layout, kAxes[axis]);
  });
  measures.length = lengths(layout, topology, placement);
  measures.size = layout_size(layout, topology, placement);
  measures.wires_on_layers = wires_on_layers(layout);
  if (const auto edges = edge_wires(layout)) measures.room = *edges;
  if (const auto given = overflow(layout)) measures.room = *given;
  set_pins(layout, topology, placement, measures);
  const auto fewer = [](const LinkKind& a, const LinkKind& b) { return a.wires < b.wires; };
  const auto [least, most] = std::minmax_element(layout.wiring.kinds.begin(), layout.wiring.kinds.end(), fewer);
  measures.wires_per_link_min = least->wires;
  measures.wires_per_link_max = most->wires;
  return measures;
}

}  // namespace cutline
