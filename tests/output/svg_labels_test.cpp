// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "cutline/study/placed_network.hpp"
#include "output/drawable.hpp"
#include "output/figures.hpp"
#include "output/svg/canvas.hpp"
#include "output/svg_reader.hpp"

using namespace cutline;
using namespace cutline::test;
using cutline::svg::Rect;

namespace {

double value(const Element& element, const std::string& name) { return std::stod(element.attributes.at(name)); }

Rect rect_of(const Element& element) {
  return {value(element, "x"), value(element, "y"), value(element, "width"), value(element, "height")};
}

/// The area of the page that a text takes, upright or turned by -90 degrees about its anchor.
Rect text_box(const Element& text) {
  const double size = value(text, "font-size"), width = svg::text_width_mm(text.text, size / svg::kPointMm);
  const std::string anchor = text.attributes.count("text-anchor") > 0 ? text.attributes.at("text-anchor") : "start";
  const double before = anchor == "start" ? 0 : anchor == "middle" ? width / 2 : width;
  const double x = value(text, "x"), y = value(text, "y"), height = svg::kDigitEm * size;
  if (text.attributes.count("transform") > 0) return {x - height, y - (width - before), height, width};
  return {x - before, y - height, width, height};
}

bool inside(const Rect& part, const Rect& whole) {
  constexpr double kRounding = 0.01;
  return part.x >= whole.x - kRounding && part.y >= whole.y - kRounding && part.right() <= whole.right() + kRounding &&
         part.bottom() <= whole.bottom() + kRounding;
}

/// The boxes of nodes or tiles on the page. Boxes of nodes stand in cells: translate(x y) scale(a b) translate(0.5
/// 0.5).
std::vector<Rect> boxes_of(const Element& root) {
  std::vector<Rect> boxes;
  for (const Element& tiles : of_class(root, "tiles")) {
    for (const Element& tile : tiles.children) {
      if (tile.attributes.at("class").starts_with("tile")) boxes.push_back(rect_of(tile));
    }
  }
  for (const Element& nodes : of_class(root, "boxes")) {
    for (const Element& node : nodes.children) boxes.push_back(rect_of(node));
  }
  for (const Element& nodes : of_class(root, "nodes")) {
    std::string transform = nodes.attributes.at("transform");
    if (transform.starts_with("matrix")) continue;
    std::replace_if(
        transform.begin(), transform.end(), [](char c) { return c == '(' || c == ')'; }, ' ');
    std::istringstream words(transform);
    std::string word;
    double x = 0, y = 0, a = 0, b = 0;
    words >> word >> x >> y >> word >> a >> b;
    for (const Element& node : nodes.children) {
      const Rect cells = rect_of(node);
      boxes.push_back(
          {x + (cells.x + 0.5) * a, y + (cells.y + cells.height + 0.5) * b, cells.width * a, -cells.height * b});
    }
  }
  return boxes;
}

/// Checks that every text lies on the page, and that the name of a node lies inside a box or, beside small boxes, on
/// none.
void check_labels(const std::string& svg) {
  const Element root = parsed(svg);
  std::istringstream view(root.attributes.at("viewBox"));
  Rect page;
  view >> page.x >> page.y >> page.width >> page.height;
  visit(root, [&](const Element& element) {
    if (element.name != "text") return;
    CAPTURE(element.text);
    CHECK(inside(text_box(element), page));
  });
  const std::vector<Rect> boxes = boxes_of(root);
  for (const char* group : {"names", "addresses"}) {
    for (const Element& names : of_class(root, group)) {
      for (const Element& name : names.children) {
        CAPTURE(name.text);
        const Rect text = text_box(name);
        const bool within = std::any_of(boxes.begin(), boxes.end(), [&](const Rect& box) { return inside(text, box); });
        const bool apart = std::all_of(boxes.begin(), boxes.end(),
                                       [&](const Rect& box) { return svg::shared_area(text, box) < 0.02; });
        CHECK((within || (apart && std::string(group) == "addresses")));
      }
    }
  }
}

}  // namespace

TEST_CASE("no label of the gallery's floorplans leaves its box or the page") {
  for (const char* name : {"first", "noc-64", "noc-256", "soc", "tile-kinds", "chiplets", "stack", "graph-file",
                           "placement", "faults", "mapping", "hypercube-five-technologies", "tiles-over"}) {
    CAPTURE(name);
    const StudiedFigures all(gallery(name));
    for (const Candidate& candidate : all.candidates) {
      if (!candidate.laid_out()) continue;
      CAPTURE(candidate.design->name);
      check_labels(floorplan_svg(all.study, candidate, {}));
      for (const FloorplanView view : {FloorplanView::to_scale, FloorplanView::schematic}) {
        if (candidate.network()->placement.grid()[Axis::z] > 1) continue;
        for (const double width : {70.0, 130.0}) {
          DrawOptions options;
          options.view = view;
          options.width_mm = width;
          check_labels(floorplan_svg(all.study, candidate, options));
        }
      }
    }
  }
}

TEST_CASE("labels that are too long end in an ellipsis") {
  const auto network = drawable("torus", {{"radix", 4}, {"dimensions", 2}});
  Design design = *network->candidate.design;
  design.name = std::string(300, 'w');
  network->candidate.design = SharedConst<Design>(std::move(design));
  for (const FloorplanView view : {FloorplanView::to_scale, FloorplanView::schematic}) {
    DrawOptions options;
    options.view = view;
    check_labels(network->svg(options));
    CHECK(of_class(parsed(network->svg(options)), "title").at(0).text.ends_with("w\u2026"));
  }
}

TEST_CASE("a text that is cut is no wider than asked, and is cut between letters") {
  for (const std::string& text : {std::string("a name of some length"), std::string("größer als \u2013 erlaubt")}) {
    for (double width = 0; width < 40; width += 0.7) {
      const std::string cut = svg::fitted_text(text, width, 7);
      CHECK(svg::text_width_mm(cut, 7) <= width);
      if (cut == text || cut.empty()) continue;
      CHECK(cut.ends_with("\u2026"));
      CHECK(text.starts_with(cut.substr(0, cut.size() - 3)));
    }
    CHECK(svg::fitted_text(text, 100, 7) == text);
  }
}
