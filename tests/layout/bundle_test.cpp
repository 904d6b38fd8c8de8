// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <map>
#include <set>

#include "base/random.hpp"
#include "cutline/detail/layout/shapes.hpp"
#include "layout/check_line.hpp"
#include "layout/checked.hpp"

namespace {

using namespace cutline;
using cases::Case;
using cases::has_rule;
using checking::Metal;

/// The numbers of a wire's shapes that may change by steady steps, and behind them those that may not change.
struct Numbers {
  std::vector<std::int64_t> steady, fixed;
};

Numbers numbers_of(const WireShapes& wire) {
  Numbers numbers;
  for (const Segment& s : wire.segments) {
    numbers.steady.insert(numbers.steady.end(), {s.x0, s.y0, s.x1, s.y1});
    numbers.fixed.insert(numbers.fixed.end(), {s.layer, s.plane});
  }
  for (const Via& v : wire.vias) {
    numbers.steady.insert(numbers.steady.end(), {v.x, v.y});
    numbers.fixed.insert(numbers.fixed.end(), {v.lower, v.upper, v.plane});
  }
  for (const Post& p : wire.posts) {
    numbers.steady.insert(numbers.steady.end(), {p.x, p.y});
    numbers.fixed.insert(numbers.fixed.end(), {p.z0, p.z1});
  }
  for (const Terminal& t : wire.terminals) {
    numbers.steady.insert(numbers.steady.end(), {t.x, t.y});
    numbers.fixed.insert(numbers.fixed.end(), {t.layer, t.node[Axis::x], t.node[Axis::y], t.node[Axis::z], t.through});
  }
  return numbers;
}

/// Whether every step from a to b is also the one from b to c.
bool in_step(const Numbers& a, const Numbers& b, const Numbers& c) {
  if (a.fixed != b.fixed || b.fixed != c.fixed || a.steady.size() != c.steady.size()) return false;
  for (std::size_t i = 0; i < a.steady.size(); ++i) {
    if (c.steady[i] - b.steady[i] != b.steady[i] - a.steady[i]) return false;
  }
  return true;
}

/// How many wires of a line lie side by side, bundle by bundle.
std::vector<std::uint32_t> bundles_of(const std::vector<WireShapes>& wires) {
  std::vector<std::uint32_t> bundles;
  for (std::size_t first = 0; first < wires.size(); first += bundles.back()) {
    std::size_t next = first + 2;
    while (next < wires.size() && wires[next].wire == wires[next - 2].wire + 2 &&
           wires[next - 1].wire == wires[next - 2].wire + 1 &&
           in_step(numbers_of(wires[next - 2]), numbers_of(wires[next - 1]), numbers_of(wires[next])))
      ++next;
    bundles.push_back(next <= first + 2 || next > wires.size() ? 1 : static_cast<std::uint32_t>(next - first));
  }
  return bundles;
}

/// Checks the bundles of a link of some wires; returns how many there are.
template <class SideBySide, class ShapesOf>
std::uint32_t expect_steady(std::uint32_t wires, const SideBySide& side_by_side, const ShapesOf& shapes_of) {
  std::uint32_t bundles = 0;
  for (std::uint32_t first = 0; first < wires; ++bundles) {
    const std::uint32_t count = side_by_side(first);
    REQUIRE(count >= 1);
    REQUIRE(first + count <= wires);
    for (std::uint32_t i = 2; i < count; ++i) {
      const Numbers a = numbers_of(shapes_of(first + i - 2)), b = numbers_of(shapes_of(first + i - 1)),
                    c = numbers_of(shapes_of(first + i));
      REQUIRE(in_step(a, b, c));
    }
    first += count;
  }
  return bundles;
}

/// Checks all bundles of a layout; returns how many there are.
std::uint64_t expect_bundles(const Case& c) {
  CAPTURE(c.name);
  std::uint64_t bundles = 0;
  WireShapes shapes;
  for (const Axis axis : kAxes) {
    for (std::uint32_t line = 0; line < c.layout.lines(axis).pattern_of_line.size(); ++line) {
      const Pattern& pattern = c.layout.wiring.pattern(axis, line);
      for (std::size_t part = 0; part < pattern.size(); ++part) {
        bundles += expect_steady(
            c.layout.wiring.kinds[pattern.kind[part]].wires,
            [&](std::uint32_t first) { return wires_side_by_side(c.layout, axis, pattern, part, first); },
            [&](std::uint32_t wire) {
              part_shapes(c.layout, axis, line, part, wire, shapes);
              return shapes;
            });
      }
    }
  }
  for (const Joint& joint : c.layout.wiring.joints) {
    bundles += expect_steady(
        c.layout.wiring.kind(joint).wires,
        [&](std::uint32_t first) { return wires_side_by_side(c.layout, joint, first); },
        [&](std::uint32_t wire) { return joint_shapes(c.layout, joint, wire); });
  }
  return bundles;
}

/// Metal of one to eight wires somewhere on a few tracks.
Metal random_metal(Random& random, std::uint32_t wire) {
  const auto step = [&] { return static_cast<std::int8_t>(static_cast<int>(random.below(3)) - 1); };
  Metal metal;
  metal.layer = static_cast<std::int32_t>(random.below(2));
  metal.track = static_cast<std::int64_t>(random.below(12));
  metal.lo = static_cast<std::int64_t>(random.below(60));
  metal.hi = metal.lo + static_cast<std::int64_t>(random.below(9));
  metal.wire = wire;
  metal.wires = 1 + static_cast<std::uint32_t>(random.below(8));
  metal.track_step = step();
  metal.lo_step = metal.hi_step = step();
  if (metal.track_step == 0) {
    metal.hi = metal.lo;  // wires on one track lie one after the other
    metal.lo_step = metal.hi_step = 1;
  } else if (metal.hi - metal.lo > 7) {
    metal.hi += 7;  // long enough to shrink at both ends
    metal.hi_step = step();
  }
  return metal;
}

}  // namespace

TEST_CASE("wires that are said to lie side by side have shapes that change by steady steps") {
  cases::for_each_catalogue_case([](const Case& c) { expect_bundles(c); }, 2);
  cases::for_each_random_case(60, cases::in_all_ways([](const Case& c) { expect_bundles(c); }));
}

TEST_CASE("the wires of a link that share the layer pairs equally are one bundle on each pair") {
  for (const std::uint32_t pairs : {1, 2, 4}) {
    const Case ring = cases::family_case("ring", {{"nodes", 4}}, {}, pairs, {.width_bits = 100});
    CHECK(expect_bundles(ring) == 4 * pairs);
    const Case torus = cases::family_case("torus", {{"radix", 4}, {"dimensions", 2}}, {}, pairs, {.width_bits = 100});
    CHECK(expect_bundles(torus) == 8 * 4 * pairs);
  }
  // A pillar's field of 800 posts is 29 posts wide, and of each row every link has at most two pieces.
  PlacementChoice upwards;
  upwards.axes = {Axis::z};
  const Case pillar = cases::family_case("ring", {{"nodes", 4}}, upwards, 1, {.width_bits = 200});
  CHECK(expect_bundles(pillar) <= 4 * 29 * 2);
}

TEST_CASE("one wire amid a bundle that is moved onto its neighbour is found, with both names") {
  for (const std::uint32_t pairs : {1, 2}) {
    const Case c = cases::family_case("ring", {{"nodes", 4}}, {}, pairs, {.width_bits = 100});
    for (const std::uint32_t moved : {1U, 20U, 31U}) {
      std::vector<WireShapes> shapes = line_shapes(c.layout, Axis::x, 0);
      REQUIRE(bundles_of(shapes).size() < shapes.size() / 2);
      REQUIRE(check_shapes(c.layout, Axis::x, 0, shapes, bundles_of(shapes)).empty());
      WireShapes& wire = shapes[moved];
      for (Segment& s : wire.segments) {
        s.y1 += 1;
        if (s.layer % 2 == 0) s.y0 += 1;
      }
      for (Via& via : wire.vias) via.y += 1;
      const std::vector<Violation> found = check_shapes(c.layout, Axis::x, 0, shapes, bundles_of(shapes));
      REQUIRE_FALSE(found.empty());
      CHECK(found[0].rule == "spacing");
      CHECK(found[0].message.find(fmt::format("wire {} of", moved)) != std::string::npos);
      CHECK(found[0].message.find(fmt::format("wire {} of", moved + 1)) != std::string::npos);
    }
  }
}

TEST_CASE("of metal on many tracks every touch is found, track by track, and none more") {
  std::size_t touched = 0, apart = 0;
  for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    std::vector<Metal> metal;
    std::map<std::pair<std::int32_t, std::int64_t>, std::vector<Metal>> tracks;
    std::uint32_t wire = 0;
    for (std::size_t i = 0; i < 1 + random.below(6); ++i) {
      const Metal next = random_metal(random, random.below(4) == 0 && i > 0 ? metal.back().wire : wire);
      wire = std::max(wire, next.wire + next.wires);
      metal.push_back(next);
      for (std::uint32_t w = 0; w < next.wires; ++w) {
        const Metal one = next.one(w);
        tracks[{one.layer, one.track}].push_back(one);
      }
    }
    std::set<std::pair<std::int32_t, std::int64_t>> wanted, found;
    for (const auto& [track, pieces] : tracks) {
      for (const Metal& a : pieces) {
        for (const Metal& b : pieces)
          if (a.wire != b.wire && a.lo <= b.hi && b.lo <= a.hi) wanted.insert(track);
      }
    }
    const std::uint64_t with_metal = checking::for_each_touch(metal, [&](const Metal& before, const Metal& after) {
      CHECK(before.wire != after.wire);
      CHECK(before.wires == 1);
      found.emplace(after.layer, after.track);
    });
    CHECK(with_metal == tracks.size());
    CHECK(found == wanted);
    ++(wanted.empty() ? apart : touched);
  }
  CHECK(touched > 200);
  CHECK(apart > 500);
}
