// SPDX-License-Identifier: Apache-2.0
#include "check_links.hpp"
#include "cutline/base/parallel.hpp"

namespace cutline::checking {

ShownLengths::Run ShownLengths::run_of(const WireShapes& wire) const {
  WireRun all, way;
  // The first pieces lead from end to end; the stubs of taps come last and are not on the way.
  const std::size_t on_the_way = wire.segments.size() - (wire.posts.empty() ? wire.taps : 0);
  for (std::size_t i = 0; i < wire.segments.size(); ++i) {
    const Segment& s = wire.segments[i];
    if (i == on_the_way) way = all;
    all.x += s.x1 - s.x0;
    all.y += s.y1 - s.y0;
  }
  if (on_the_way == wire.segments.size()) way = all;
  for (const Post& post : wire.posts) way.z += std::int64_t{post.z1 - post.z0} * plane_cells_;
  all.z = way.z;
  return {all, way};
}

/// The lengths of wires side by side are an arithmetic series, so one of its ends is the longest.
void ShownLengths::add(const WireShapes& first, const WireShapes& last, std::uint32_t wires) {
  const Run from = run_of(first), to = run_of(last);
  const auto sum = [&](std::int64_t a, std::int64_t b) { return static_cast<Int128>(a + b) * wires / 2; };
  cells_[0] += sum(from.all.x, to.all.x);
  cells_[1] += sum(from.all.y, to.all.y);
  cells_[2] += sum(from.all.z, to.all.z);
  keep_longer(first, from.way);
  keep_longer(last, to.way);
}

void ShownLengths::keep_longer(const WireShapes& wire, const WireRun& way) {
  const double length = cell_.length(way);
  if (wire.terminals.empty() || length <= longest_length_) return;
  longest_ = way;
  longest_length_ = length;
  ends_ = {wire.terminals.front().node, wire.terminals.back().node};
}

void ShownLengths::merge(const ShownLengths& other, std::uint64_t times) {
  for (std::size_t axis = 0; axis < cells_.size(); ++axis)
    cells_[axis] += other.cells_[axis] * static_cast<Int128>(times);
  if (other.longest_length_ <= longest_length_) return;
  longest_ = other.longest_;
  longest_length_ = other.longest_length_;
  ends_ = other.ends_;
}

void ShownLengths::write(ShownNumbers& shown) const {
  shown.cells = cells_;
  shown.longest = longest_;
  shown.longest_ends = ends_;
}

ShownSpans::ShownSpans(const Placement& placement, std::size_t classes) : placement_(&placement), classes_(classes) {}

void ShownSpans::add(std::uint16_t link_class, const Cell& a, const Cell& b, std::uint64_t times) {
  if (link_class >= classes_.size()) return;
  Span span;
  for (const Axis axis : kAxes) {
    const auto [from, to] = std::minmax({a[axis], b[axis]});
    const std::vector<std::uint32_t>& halves = (*placement_)[axis].half_pitches;
    span = span + (halves.empty() ? node_pitches(to - from) : Span{halves[to] - halves[from]});
  }
  ShownClass& sum = classes_[link_class];
  sum.links += times;
  sum.longest_span = std::max(sum.longest_span, span);
  sum.total_halves += static_cast<Int128>(span.halves) * static_cast<Int128>(times);
}

void ShownSpans::merge(const ShownSpans& other) {
  for (std::size_t i = 0; i < classes_.size(); ++i) {
    classes_[i].links += other.classes_[i].links;
    classes_[i].longest_span = std::max(classes_[i].longest_span, other.classes_[i].longest_span);
    classes_[i].total_halves += other.classes_[i].total_halves;
  }
}

namespace {

/// Links and wires over the cuts of one line, each from the change at every slot.
struct LineCuts {
  std::vector<std::int64_t> links, wires;
};

LineCuts cuts_of(const LineFacts& facts, std::uint32_t slots) {
  LineCuts cuts{std::vector<std::int64_t>(slots, 0), std::vector<std::int64_t>(slots, 0)};
  const auto add = [&](std::uint32_t from, std::uint32_t to, std::uint32_t wires) {
    if (to < from) std::swap(from, to);
    if (to >= slots) return;  // told as an end on no node of the line
    ++cuts.links[from];
    --cuts.links[to];
    cuts.wires[from] += wires;
    cuts.wires[to] -= wires;
  };
  for (const LineLink& link : facts.links) add(link.lo, link.hi, link.wires);
  for (const LineBend& bend : facts.bends) add(bend.ends[0].slot, bend.ends[1].slot, bend.wires);
  for (auto* counts : {&cuts.links, &cuts.wires}) {
    for (std::size_t slot = 1; slot < slots; ++slot) (*counts)[slot] += (*counts)[slot - 1];
    counts->pop_back();  // behind the last slot there is no cut
  }
  return cuts;
}

ShownCuts shown_cuts(const Layout& layout, Axis axis, const std::vector<LineFacts>& facts) {
  const Lines& lines = layout.lines(axis);
  ShownCuts shown;
  if (facts.empty()) return shown;  // there are no pillars in one plane
  shown.links.assign(lines.slots - 1, 0);
  shown.wires.assign(lines.slots - 1, 0);
  std::int64_t densest = -1;
  for (std::size_t pattern = 0; pattern < facts.size(); ++pattern) {
    LineCuts cuts = cuts_of(facts[pattern], lines.slots);
    const auto times = static_cast<std::int64_t>(lines.multiplicity[pattern]);
    for (std::size_t cut = 0; cut < shown.links.size(); ++cut) {
      shown.links[cut] += times * cuts.links[cut];
      shown.wires[cut] += times * cuts.wires[cut];
    }
    shown.most_wires_of_line = std::max(shown.most_wires_of_line, most_over<std::int64_t>(cuts.wires));
    if (most_over<std::int64_t>(cuts.links) <= densest) continue;
    densest = most_over<std::int64_t>(cuts.links);
    shown.links_of_densest = std::move(cuts.links);
  }
  return shown;
}

/// Adds the spans of the straight links of all lines of an axis.
void add_straight_spans(const Layout& layout, Axis axis, const std::vector<LineFacts>& facts, ShownSpans& spans) {
  const Lines& lines = layout.lines(axis);
  for (std::size_t pattern = 0; pattern < facts.size(); ++pattern) {
    for (const LineLink& link : facts[pattern].links) {
      if (link.hi >= lines.slots) continue;  // told as an end on no node of the line
      Cell a, b;                             // the distance of two ends of a line does not depend on the line
      a.at[index(axis)] = link.lo;
      b.at[index(axis)] = link.hi;
      spans.add(link.link_class, a, b, lines.multiplicity[pattern]);
    }
  }
}

}  // namespace

ShownNumbers shown_numbers(const Layout& layout, const Placement& placement, std::size_t classes,
                           const PatternFacts& facts, const JointFacts& joints) {
  ShownNumbers shown;
  std::vector<ShownSpans> spans(kAxes.size(), ShownSpans(placement, classes));
  parallel_for(kAxes.size(), [&](std::size_t axis) {
    shown.cuts[axis] = shown_cuts(layout, kAxes[axis], facts[axis]);
    add_straight_spans(layout, kAxes[axis], facts[axis], spans[axis]);
  });
  ShownLengths lengths(layout.rules);
  shown.wires_on_layers.assign(2 * std::size_t{layout.rules.layer_pairs}, 0);
  for (const Axis axis : kAxes) {
    for (std::size_t pattern = 0; pattern < facts[index(axis)].size(); ++pattern) {
      const LineFacts& line = facts[index(axis)][pattern];
      const std::uint64_t times = layout.lines(axis).multiplicity[pattern];
      lengths.merge(line.lengths, times);
      std::int64_t& tracks = shown.tracks[index(axis)];
      tracks = std::max(tracks, axis == Axis::z ? line.post_cells : line.channel_cells);
      for (std::size_t layer = 0; layer < line.wires_on_layers.size(); ++layer)
        shown.wires_on_layers[layer] += times * line.wires_on_layers[layer];
    }
  }
  lengths.merge(joints.lengths);
  lengths.write(shown);
  ShownSpans all = joints.spans;
  for (const ShownSpans& along : spans) all.merge(along);
  shown.classes = all.classes();
  return shown;
}

}  // namespace cutline::checking
