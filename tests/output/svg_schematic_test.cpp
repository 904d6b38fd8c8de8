// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "cutline/study/laid_out.hpp"
#include "cutline/study/placed_network.hpp"
#include "output/drawable.hpp"
#include "output/floorplan/schematic.hpp"
#include "output/svg/canvas.hpp"
#include "output/svg_reader.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

/// Random links between the nodes of a grid.
std::unique_ptr<Drawable> irregular(std::uint64_t seed, std::int64_t nodes, std::int64_t columns) {
  Random random(seed);
  IntegerTable links;
  for (std::int64_t node = 1; node < nodes; ++node)
    links.push_back({static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(node))), node});
  for (std::int64_t i = 0; i < nodes; ++i) {
    const auto end = [&] { return static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(nodes))); };
    const std::int64_t a = end(), b = end();
    if (a != b) links.push_back({a, b});
  }
  PlacementChoice choice;
  choice.columns = static_cast<std::uint32_t>(columns);
  return drawable("graph", {{"nodes", nodes}, {"links", links}}, choice);
}

Element schematic(const Drawable& network) {
  DrawOptions options;
  options.view = FloorplanView::schematic;
  return parsed(network.svg(options));
}

std::vector<Element> paths(const Element& root, const std::string& group) {
  const std::vector<Element> groups = of_class(root, group);
  REQUIRE(groups.size() == 1);
  return groups[0].children;
}

/// The ends of the pieces of a path of M, L and Q, and the middles of its curves.
std::vector<Point> points_of(const std::string& data) {
  std::vector<Point> points;
  for (const char* at = data.c_str(); *at != 0;) {
    const char command = *at;
    const auto read = [&] {
      char* end = nullptr;
      const double x = std::strtod(at + 1, &end);
      const double y = std::strtod(end + 1, &end);
      at = end;
      return Point{x, y};
    };
    const Point first = read();
    if (command == 'Q') {
      const Point end = read(), before = points.back();
      points.push_back({(before.x + 2 * first.x + end.x) / 4, (before.y + 2 * first.y + end.y) / 4});
      points.push_back(end);
    } else {
      REQUIRE((command == 'M' || command == 'L'));
      points.push_back(first);
    }
  }
  return points;
}

double mm_of(const Element& element, const std::string& name) { return std::stod(element.attributes.at(name)); }

}  // namespace

TEST_CASE("no two links of a line overlap in a lane, and a line has no more lanes than its densest place has links") {
  constexpr std::uint32_t kSide = 9;
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    Random random(seed);
    std::vector<drawing::DrawnWire> wires;
    for (std::uint32_t i = 0; i < 60; ++i) {
      drawing::DrawnWire wire;
      const auto slot = [&] { return static_cast<std::uint32_t>(random.below(kSide)); };
      wire.a = Cell{{slot(), slot(), 0}};
      wire.b = Cell{{slot(), slot(), 0}};
      wire.link_class = static_cast<std::uint16_t>(i);
      if (wire.span() > 1) wires.push_back(wire);
    }
    std::vector<const drawing::DrawnWire*> links;
    for (const drawing::DrawnWire& wire : wires) links.push_back(&wire);
    const drawing::DealtLanes lanes = drawing::lanes_of(links, kSide, kSide);
    for (const Axis axis : {Axis::x, Axis::y}) {
      const Axis across = axis == Axis::x ? Axis::y : Axis::x;
      for (std::uint32_t line = 0; line < kSide; ++line) {
        // The links in each half slot of the line: the half before a router, and the half with the crossing behind it.
        std::vector<std::vector<std::uint32_t>> at(3 * kSide);
        for (const drawing::DrawnWire& wire : wires) {
          const Cell& own = axis == Axis::x ? wire.a : wire.b;
          const Cell& other = axis == Axis::x ? wire.b : wire.a;
          if (own[across] != line || own[axis] == other[axis]) continue;
          std::uint32_t from = 3 * std::min(own[axis], other[axis]), to = 3 * std::max(own[axis], other[axis]);
          if (drawing::is_bent(wire) && own[axis] < other[axis]) to += 2;
          if (drawing::is_bent(wire) && own[axis] > other[axis]) from += 1;
          for (std::uint32_t s = from; s < to; ++s) at[s].push_back(lanes.of.at(drawing::link_key(wire))[index(axis)]);
        }
        std::size_t densest = 0;
        for (std::vector<std::uint32_t>& taken : at) {
          densest = std::max(densest, taken.size());
          std::sort(taken.begin(), taken.end());
          CHECK(std::adjacent_find(taken.begin(), taken.end()) == taken.end());
        }
        CHECK(lanes.count[index(axis)][line] == densest);
      }
    }
  }
}

TEST_CASE("a schematic draws every link once, within its plan, and the longest on top") {
  std::vector<std::unique_ptr<Drawable>> networks;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) networks.push_back(irregular(seed, 30, 6));
  networks.push_back(irregular(6, 200, 14));
  networks.push_back(drawable("hypercube", {{"dimensions", 8}}));
  networks.push_back(drawable("torus", {{"radix", 5}, {"dimensions", 2}}));
  networks.push_back(drawable("ring", {{"nodes", 40}}));
  networks.push_back(drawable("dragonfly", {{"global_links", 2}}));
  for (const auto& network : networks) {
    CAPTURE(network->candidate.design->name);
    const Element root = schematic(*network);
    const Element plan = of_class(root, "plan").at(0);
    const std::vector<Element> links = paths(root, "all-wires");
    CHECK(links.size() == network->candidate.network()->topology.link_count());
    double before = 0;
    for (const Element& link : links) {
      for (const Point& point : points_of(link.attributes.at("d"))) {
        CHECK(point.x >= mm_of(plan, "x"));
        CHECK(point.y >= mm_of(plan, "y"));
        CHECK(point.x <= mm_of(plan, "x") + mm_of(plan, "width"));
        CHECK(point.y <= mm_of(plan, "y") + mm_of(plan, "height"));
      }
      const std::string& title = link.children.at(0).text;
      const std::string told = title.substr(title.rfind(", ") + 2);
      std::string digits;
      std::copy_if(told.begin(), told.end(), std::back_inserter(digits), [](char c) { return c != ','; });
      CHECK(std::stod(digits) >= before);
      before = std::stod(digits);
    }
    CHECK(before == static_cast<double>(network->candidate.laid_out()->measures.length.longest_pitches));
  }
}

TEST_CASE("the name of the longest link hides neither that link nor the dot of a router") {
  std::vector<std::unique_ptr<Drawable>> networks;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) networks.push_back(irregular(seed, 64, 8));
  networks.push_back(
      drawable("sparse_hamming",
               {{"columns", 8}, {"rows", 8}, {"row_skips", IntegerList{3}}, {"column_skips", IntegerList{2}}}));
  networks.push_back(drawable("torus", {{"radix", 8}, {"dimensions", 2}}));
  for (const auto& network : networks) {
    CAPTURE(network->candidate.design->name);
    const Element root = schematic(*network);
    const std::vector<Element> names = of_class(root, "on-plan");
    REQUIRE(names.size() == 1);
    constexpr double kHaloMm = 0.4;
    const double width = svg::kBoldEm * svg::text_width_mm(names[0].text, svg::kLeastPt);
    const svg::Rect name{mm_of(names[0], "x") - kHaloMm, mm_of(names[0], "y") - svg::kDigitMm - kHaloMm,
                         width + 2 * kHaloMm, svg::kDigitMm + 2 * kHaloMm};
    const auto hides = [&](const Point& at, double half) {
      return svg::shared_area(name, {at.x - half, at.y - half, 2 * half, 2 * half}) > 0;
    };
    for (const Element& dot : paths(root, "routers"))
      CHECK_FALSE(hides({mm_of(dot, "cx"), mm_of(dot, "cy")}, mm_of(dot, "r")));
    const std::vector<Point> way = points_of(of_class(root, "longest-core").at(0).attributes.at("d"));
    for (std::size_t i = 0; i + 1 < way.size(); ++i) {
      for (const double share : {0.0, 0.25, 0.5, 0.75, 1.0}) {
        const Point on{way[i].x + (way[i + 1].x - way[i].x) * share, way[i].y + (way[i + 1].y - way[i].y) * share};
        CHECK_FALSE(hides(on, 0.1));
      }
    }
  }
}

TEST_CASE("the tracks in use of all channels over a cut are the wires over it, and no channel has more than tracks") {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const auto network = irregular(seed, 30, 6);
    const Layout& layout = network->candidate.laid_out()->layout;
    const Element root = schematic(*network);
    for (const Axis axis : {Axis::x, Axis::y}) {
      const Profile profile = machine_profile(layout, axis);
      std::vector<std::int64_t> over(profile.wires.size(), 0);
      for (const Element& use : paths(root, "track-use")) {
        const std::string& title = use.children.at(0).text;
        if (title.starts_with("row") != (axis == Axis::x)) continue;
        const std::size_t of = title.find(" of ", title.find(": "));
        const std::int64_t wires = std::stol(title.substr(title.find(": ") + 2));
        CHECK(wires <= std::stol(title.substr(of + 4)));
        over[std::stoul(title.substr(title.find(" and ") + 5)) - 1] += wires;
      }
      CHECK(over == profile.wires);
    }
  }
}

TEST_CASE("the heat map can be left out") {
  const auto network = irregular(1, 30, 6);
  DrawOptions options;
  options.view = FloorplanView::schematic;
  options.show = {"nodes", "wires", "legend"};
  CHECK(of_class(parsed(network->svg(options)), "track-use").empty());
  CHECK(of_class(parsed(network->svg(options)), "use-key").empty());
  options.show.emplace_back("heat");
  CHECK(of_class(parsed(network->svg(options)), "track-use").size() == 1);
  CHECK(of_class(parsed(network->svg(options)), "use-key").size() == 8);
}
