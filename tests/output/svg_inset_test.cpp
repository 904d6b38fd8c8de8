// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>
#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "cutline/measure/measures.hpp"
#include "cutline/output/floorplan/floorplan.hpp"
#include "cutline/study/laid_out.hpp"
#include "output/figures.hpp"
#include "output/svg_reader.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

Element drawn_schematic(const StudiedFigures& all, const Candidate& candidate) {
  DrawOptions options;
  options.view = FloorplanView::schematic;
  return parsed(floorplan_svg(all.study, candidate, options));
}

/// The number of pieces of wire that pass a place of an axis within the inset.
std::size_t passing(const Element& root, Axis axis, double place) {
  std::size_t passes = 0;
  for (const Element& group : of_class(root, "inset-wires")) {
    for (const Element& path : group.children) {
      if (path.name != "path" || !path.attributes.at("class").starts_with("wire")) continue;
      for (const std::string& piece : pieces(path.attributes.at("d"))) {
        const std::vector<Point> ends = corners(piece);
        const Point a = ends.front(), b = ends.back();
        passes += axis == Axis::x ? a.x < place && place < b.x : a.y < place && place < b.y;
      }
    }
  }
  return passes;
}

}  // namespace

TEST_CASE("the inset shows every wire of the crossing that it names") {
  const StudiedFigures all(gallery("noc-64"));
  for (const char* name :
       {"mesh", "torus", "hypercube", "sparse Hamming", "concentrated mesh", "flattened butterfly"}) {
    CAPTURE(name);
    const Candidate& candidate = all.named(name);
    const Element root = drawn_schematic(all, candidate);
    unsigned row = 0, column = 0;
    const std::string told = notes(root);
    REQUIRE(std::sscanf(told.c_str() + told.find("of row "), "of row %u and column %u", &row, &column) == 2);
    const Layout& layout = candidate.laid_out()->layout;
    const Profile of_row = pattern_profile(layout, Axis::x, layout.wiring.pattern(Axis::x, row));
    const Profile of_column = pattern_profile(layout, Axis::y, layout.wiring.pattern(Axis::y, column));
    CHECK(passing(root, Axis::x, static_cast<double>(layout.columns().end(column)) - 0.5) ==
          static_cast<std::size_t>(of_row.wires[column]));
    CHECK(passing(root, Axis::y, static_cast<double>(layout.rows().end(row)) - 0.5) ==
          static_cast<std::size_t>(of_column.wires[row]));
  }
}

TEST_CASE("an inset stands only where there is room and it is not left out") {
  const StudiedFigures all(gallery("noc-64"));
  DrawOptions options;
  const auto insets = [&] {
    return of_class(parsed(floorplan_svg(all.study, all.named("mesh"), options)), "inset").size();
  };
  CHECK(insets() == 1);
  options.width_mm = 100;
  CHECK(insets() == 0);
  options.width_mm = 180;
  options.show = {"nodes", "wires"};
  CHECK(insets() == 0);
  options.view = FloorplanView::to_scale;
  options.show = {};
  CHECK(insets() == 0);
}

TEST_CASE("in given places the channels in red are those over which wires find no room, with their numbers") {
  const StudiedFigures all(gallery("soc"));
  std::size_t without_room = 0;
  for (const Candidate& candidate : all.candidates) {
    const Overflow& overflow = *candidate.laid_out()->measures.overflow();
    std::vector<Element> red;
    const std::vector<Element> use_maps = of_class(drawn_schematic(all, candidate), "track-use");
    for (const Element& use : use_maps.at(0).children) {
      if (use.attributes.at("class") == "overflow") red.push_back(use);
    }
    CHECK(red.size() == overflow.edges.size());
    for (const EdgeOverflow& edge : overflow.edges) {
      const std::string place = fmt::format("{} {}, between", edge.axis == Axis::x ? "row" : "column", edge.line);
      const std::string wires = fmt::format("and {}:", edge.cut),
                        lacking = fmt::format(", {} wires without", edge.wires);
      CHECK(std::any_of(red.begin(), red.end(), [&](const Element& use) {
        const std::string& title = use.children.at(0).text;
        return title.starts_with(place) && occurrences(title, wires) == 1 && occurrences(title, lacking) == 1;
      }));
    }
    without_room += overflow.edges.size();
  }
  CHECK(without_room > 0);
}
