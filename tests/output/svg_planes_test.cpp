// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "cutline/base/error.hpp"
#include "cutline/detail/layout/shapes.hpp"
#include "cutline/placement/place.hpp"
#include "cutline/study/laid_out.hpp"
#include "cutline/study/placed_network.hpp"
#include "output/drawable.hpp"
#include "output/svg_reader.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

std::unique_ptr<Drawable> svg_planes_torus(std::int64_t k) {
  return drawable("torus", {{"radix", k}, {"dimensions", 3}},
                  {.axes = {Axis::x, Axis::y, Axis::z}, .orders = {"folded"}});
}

/// A complete network on 2 x 2 x 2 cells: links are bent in two and three axes.
std::unique_ptr<Drawable> complete() {
  PlacementChoice choice;
  for (std::int64_t node = 0; node < 8; ++node) choice.cells.push_back({node & 1, node >> 1 & 1, node >> 2});
  return drawable("complete", {{"nodes", 8}}, choice);
}

std::multiset<std::array<std::int64_t, 2>> routed_post_ends(const Layout& layout) {
  std::multiset<std::array<std::int64_t, 2>> places;
  for_each_wire(layout, [&](const WireShapes& wire) {
    for (const Post& post : wire.posts) {
      for (std::uint32_t plane = post.z0; plane <= post.z1; ++plane) places.insert({post.x, post.y});
    }
  });
  return places;
}

/// The dots of posts in all planes.
std::multiset<std::array<std::int64_t, 2>> drawn_posts(const Element& root) {
  std::multiset<std::array<std::int64_t, 2>> places;
  for (const Element& group : of_class(root, "posts")) {
    for (const Element& dot : group.children) {
      const auto data = dot.attributes.find("d");
      if (data == dot.attributes.end()) continue;
      char* end = nullptr;
      const double x = std::strtod(data->second.c_str() + 1, &end);
      places.insert({std::llround(x), std::llround(std::strtod(end, &end))});
    }
  }
  return places;
}

}  // namespace

TEST_CASE("planes stand side by side, with every run of every wire and every post where it is routed") {
  std::vector<std::unique_ptr<Drawable>> networks;
  networks.push_back(svg_planes_torus(4));
  networks.push_back(complete());
  for (const auto& network : networks) {
    CAPTURE(network->candidate.design->name);
    const std::string svg = network->svg();
    CHECK(svg == network->svg({.view = FloorplanView::planes}));
    const Element root = parsed(svg);
    const Layout& layout = network->candidate.laid_out()->layout;
    CHECK(of_class(root, "plane").size() == layout.wiring.grid[Axis::z]);
    CHECK(drawn_runs(root) == routed_runs(layout));
    CHECK(drawn_posts(root) == routed_post_ends(layout));
    CHECK(of_class(root, "node").size() == network->candidate.network()->topology.node_count());
    for (const Element& rect : of_class(root, "plan")) {
      const double right = std::stod(rect.attributes.at("x")) + std::stod(rect.attributes.at("width"));
      const double bottom = std::stod(rect.attributes.at("y")) + std::stod(rect.attributes.at("height"));
      CHECK(right <= 180);
      CHECK(bottom <= std::stod(root.attributes.at("height")));
    }
    CHECK(notes(root).find("z:") != std::string::npos);
  }
}

TEST_CASE("the isometric picture has every plane's runs too, one slab above the other") {
  const auto network = svg_planes_torus(4);
  const std::string svg = network->svg({.view = FloorplanView::isometric});
  const Element root = parsed(svg);
  CHECK(svg == network->svg({.view = FloorplanView::isometric}));
  CHECK(drawn_runs(root) == routed_runs(network->candidate.laid_out()->layout));
  CHECK(of_class(root, "plane").size() == 4);
  CHECK(svg.find("z = 3") != std::string::npos);
  CHECK(svg.find("nan") == std::string::npos);
}

TEST_CASE("a picture of one plane is the same whatever the view, but for the isometric one") {
  const auto network = drawable("torus", {{"radix", 4}, {"dimensions", 2}}, {});
  CHECK(network->svg() == network->svg({.view = FloorplanView::planes}));
  CHECK_FALSE(network->svg() == network->svg({.view = FloorplanView::isometric}));
  CHECK_THROWS_AS(network->svg({.view = floorplan_view("sideways")}), Error);
}

TEST_CASE("large stacks are drawn by pattern or as density maps of bounded size, and refused as isometric pictures") {
  const auto by_pattern = svg_planes_torus(12);
  const std::string svg = by_pattern->svg();
  parsed(svg);
  CHECK(of_class(parsed(svg), "plane").size() == 12);
  CHECK(svg.size() < 4'000'000);
  CHECK_THROWS_AS(by_pattern->svg({.view = FloorplanView::isometric}), Error);
  PlacementChoice choice;
  for (std::size_t i = 0; i < 18; ++i) choice.axes.push_back(kAxes[i / 6]);
  const auto map = drawable("hypercube", {{"dimensions", 18}}, choice);
  const std::string density = map->svg();
  parsed(density);
  CHECK(density.size() < 8'000'000);
  CHECK(notes(parsed(density)).find("The lowest 36 of 64 planes") != std::string::npos);
}
