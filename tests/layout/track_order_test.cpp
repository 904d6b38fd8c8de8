// SPDX-License-Identifier: Apache-2.0
// Compares the order of tracks with all other orders, for patterns small enough to enumerate them.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "cutline/layout/check.hpp"
#include "cutline/detail/layout/shapes.hpp"
#include "cutline/study/laid_out.hpp"
#include "layout/layout_text.hpp"
#include "support/laid_out.hpp"

namespace {

using namespace cutline;
using cases::Case;

constexpr std::array<Axis, 2> kPermuted = {Axis::x, Axis::y};

/// Lengths of all wires, from their shapes: the total in cells and, for each layer pair, the longest from end to end.
struct Wires {
  std::int64_t total = 0, count = 0;
  std::map<int, double> longest;
};

Wires wires(const Layout& layout) {
  const CellSize cell = cell_size(layout.rules);
  Wires all;
  for_each_wire(layout, [&](const WireShapes& wire) {
    WireRun run;
    ++all.count;
    for (std::size_t i = 0; i < wire.segments.size(); ++i) {
      const Segment& piece = wire.segments[i];
      all.total += piece.x1 - piece.x0 + piece.y1 - piece.y0;
      if (i + wire.taps >= wire.segments.size()) continue;
      run.x += piece.x1 - piece.x0;
      run.y += piece.y1 - piece.y0;
    }
    for (const Post& post : wire.posts) run.z += std::int64_t{post.z1 - post.z0} * layout.rules.plane_cells;
    if (wire.segments.empty()) return;
    double& longest = all.longest[wire.segments[0].layer / 2];
    longest = std::max(longest, cell.length(run));
  });
  return all;
}

bool no_longer(const Wires& wires, const Wires& bound) {
  return std::all_of(wires.longest.begin(), wires.longest.end(),
                     [&](const auto& each) { return each.second <= bound.longest.at(each.first) * (1 + 1e-12); });
}

std::size_t end_of(const Pattern& pattern, std::size_t part) {
  return part + 1 < pattern.size() ? pattern.first_unit(part + 1) : pattern.lane.size();
}

/// Puts every unit on the lowest track that is free on its pair, part by part; returns the number of tracks.
std::uint32_t take_lowest(Pattern& pattern) {
  std::uint32_t tracks = 0;
  const std::vector<std::uint32_t> last = pattern.hi;
  std::map<std::uint32_t, std::vector<std::int64_t>> ends;  // by pair and track: where its last part ends
  for (std::size_t part = 0; part < pattern.size(); ++part) {
    for (std::size_t unit = pattern.first_unit(part); unit < end_of(pattern, part); ++unit) {
      const std::uint32_t pair = pattern.lane[unit] % pattern.pairs;
      std::vector<std::int64_t>& taken = ends[pair];
      const auto free =
          std::find_if(taken.begin(), taken.end(), [&](std::int64_t end) { return end < pattern.lo[part]; });
      const auto track = static_cast<std::uint32_t>(free - taken.begin());
      if (free == taken.end()) taken.push_back(0);
      taken[track] = last[part];
      pattern.lane[unit] = track * pattern.pairs + pair;
      tracks = std::max(tracks, track + 1);
    }
  }
  return tracks * pattern.wires_per_unit;
}

Layout with_lowest_tracks(Layout layout, const std::vector<Axis>& axes) {
  for (const Axis axis : axes) {
    for (Pattern& pattern : layout.wiring[axis].patterns) CHECK(take_lowest(pattern) == pattern.tracks);
  }
  return layout;
}

void permute(Pattern& pattern, std::uint8_t pair, const std::vector<std::uint32_t>& to) {
  for (std::uint32_t& lane : pattern.lane) {
    if (lane % pattern.pairs == pair) lane = to[lane / pattern.pairs] * pattern.pairs + pair;
  }
}

/// Tries all orders of the tracks of one pair of a pattern. No order within the bound may have a smaller total.
std::size_t expect_least(Layout layout, Axis axis, std::size_t number, std::uint8_t pair, const Wires& bound) {
  const Wires routed = wires(layout);
  const Pattern pattern = layout.wiring[axis].patterns[number];
  std::vector<std::uint32_t> to(pattern.tracks / pattern.wires_per_unit);
  std::iota(to.begin(), to.end(), 0u);
  std::int64_t least = routed.total;
  std::size_t tried = 0;
  while (std::next_permutation(to.begin(), to.end())) {
    Pattern& other = layout.wiring[axis].patterns[number];
    other.lane = pattern.lane;
    permute(other, pair, to);
    const Wires now = wires(layout);
    if (no_longer(now, bound)) least = std::min(least, now.total);
    ++tried;
  }
  CHECK(least == routed.total);
  return tried;
}

/// What a test has seen: orders tried, layouts whose total fell, and layouts whose least total the bound ruled out.
struct Seen {
  std::size_t orders = 0, better = 0, bound = 0;
};

/// Rows were ordered with the columns as they were, columns after the rows.
void expect_least(const Case& c, Seen& seen) {
  CAPTURE(c.name);
  const Wires before = wires(with_lowest_tracks(c.layout, {Axis::x, Axis::y}));
  const Wires after = wires(c.layout);
  CHECK(after.total <= before.total);
  CHECK(no_longer(after, before));
  seen.better += after.total < before.total ? 1 : 0;
  constexpr std::uint32_t kMostTracks = 5;
  for (const Axis axis : kPermuted) {
    const Layout stage = axis == Axis::x ? with_lowest_tracks(c.layout, {Axis::y}) : c.layout;
    for (std::size_t i = 0; i < stage.lines(axis).patterns.size(); ++i) {
      const Pattern& pattern = stage.lines(axis).patterns[i];
      if (pattern.tracks / pattern.wires_per_unit > kMostTracks) continue;
      for (std::uint32_t pair = 0; pair < c.layout.rules.layer_pairs; ++pair)
        seen.orders += expect_least(stage, axis, i, static_cast<std::uint8_t>(pair), before);
    }
  }
}

/// The links among some nodes; each bit of a number stands for one link.
IntegerTable links_of(std::uint32_t nodes, std::uint32_t bits) {
  IntegerTable links;
  for (std::uint32_t a = 0; a < nodes; ++a) {
    for (std::uint32_t b = a + 1; b < nodes; ++b, bits >>= 1) {
      if ((bits & 1) != 0) links.push_back({a, b});
    }
  }
  return links;
}

}  // namespace

TEST_CASE("no order of tracks has a lesser total with no longer longest wire, for every graph of five nodes in a row") {
  Seen seen;
  for (std::uint32_t bits = 1; bits < 1024; ++bits) {
    PlacementChoice choice;
    choice.columns = 5;
    expect_least(cases::family_case("graph", {{"nodes", 5}, {"links", links_of(5, bits)}}, choice), seen);
  }
  CHECK(seen.orders > 1000);
  CHECK(seen.better > 100);
}

TEST_CASE("nor for every graph of four nodes on two rows and two columns, with wide and with narrow boxes") {
  Seen seen;
  for (std::uint32_t bits = 1; bits < 64; ++bits) {
    PlacementChoice choice;
    choice.columns = 2;
    Case c = cases::family_case("graph", {{"nodes", 4}, {"links", links_of(4, bits)}}, choice);
    expect_least(c, seen);
    LayoutRules rules = c.layout.rules;
    rules.node_width = 9;
    expect_least(cases::routed("wide", c.topology, c.placement, rules, {.width_bits = 2}), seen);
  }
  CHECK(seen.orders > 100);
}

TEST_CASE("nor for random graphs with bundles of many widths, cells that are no squares, layer pairs and planes") {
  Seen seen;
  std::size_t tried = 0;
  for (std::uint64_t seed = 1; seed <= 1500; ++seed) {
    const Case c = cases::random_graph(seed, seed % 3 == 0 ? 2 : 1);
    if (wires(c.layout).count > 150) continue;
    expect_least(c, seen);
    ++tried;
  }
  CHECK(tried > 50);
  CHECK(seen.better > 20);
  CHECK(seen.orders > 1000);
}

TEST_CASE("a wire that is longest of all stays near; where another is longer it makes room for many short ones") {
  // In a row of nodes 0-1-2-3, link 0-3 comes first from the left and takes the nearest track; three short links
  // follow.
  const Case alone = cases::layout("0: 0-1 1-2 2-3 0-3");
  const Pattern& held = alone.layout.lines(Axis::x).patterns[0];
  CHECK(held.lane[0] == 0);
  CHECK(held.cuts(0) == 3);
  const Case beside = cases::layout("0: 0-1 1-2 2-3 0-3 0-3,2 | 1: 0-1 1-2 2-3 0-3 | 2: 0 1 2");
  CHECK(check(beside.layout, beside.topology, beside.placement).passed());
  const Pattern& free = beside.layout.wiring.pattern(Axis::x, 1);
  REQUIRE(free.size() == 4);
  CHECK(free.cuts(0) == 3);
  CHECK(free.lane == std::vector<std::uint32_t>{1, 0, 0, 0});
}

TEST_CASE("a ring of 64 on 8 x 8 is a twentieth shorter than with every link on the nearest free track") {
  PlacementChoice choice;
  choice.columns = 8;
  const test::RoutedCase ring = test::lay_out("ring", {{"nodes", 64}}, choice, 1, {.width_bits = 25});
  CHECK(ring.measures.length.total_pitches == 703'200);  // 738,200 before
  CHECK(ring.measures.length.longest_pitches == 2'000);
  CHECK((ring.measures.size.area_pitches2 == 1'035'900));
}
