// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <map>
#include <pugixml.hpp>
#include <set>
#include <string>
#include <vector>

#include "cutline/detail/layout/shapes.hpp"
#include "support/occurrences.hpp"

/// Reads back the SVG that Cutline writes: elements, and the paths of wires.
namespace cutline::test {

/// One element with its attributes. `text` stands directly in it, without entities.
struct Element {
  std::string name, text;
  std::map<std::string, std::string> attributes;
  std::vector<Element> children;
};

inline Element element_of(const pugi::xml_node& node) {
  Element element{node.name(), {}, {}, {}};
  for (const pugi::xml_attribute& attribute : node.attributes())
    REQUIRE(element.attributes.emplace(attribute.name(), attribute.value()).second);
  for (const pugi::xml_node& child : node.children()) {
    if (child.type() == pugi::node_element) {
      element.children.push_back(element_of(child));
    } else {
      element.text += child.value();
    }
  }
  return element;
}

/// The one element that begins with `root_tag`, up to the text's end; fails if it is not well formed.
inline Element parsed(const std::string& text, const std::string& root_tag = "<svg") {
  const std::size_t begin = text.find(root_tag);
  REQUIRE(begin != std::string::npos);
  pugi::xml_document document;
  const pugi::xml_parse_result result = document.load_buffer(
      text.data() + begin, text.size() - begin, pugi::parse_default | pugi::parse_ws_pcdata, pugi::encoding_utf8);
  REQUIRE_MESSAGE(result, result.description());
  REQUIRE(document.first_child() == document.document_element());
  CHECK(document.first_child().next_sibling().empty());
  CHECK(text.ends_with(">\n"));
  return element_of(document.first_child());
}

inline void visit(const Element& element, const std::function<void(const Element&)>& body) {
  body(element);
  for (const Element& child : element.children) visit(child, body);
}

inline std::vector<Element> of_class(const Element& root, const std::string& css_class) {
  std::vector<Element> found;
  visit(root, [&](const Element& element) {
    const auto attribute = element.attributes.find("class");
    if (attribute != element.attributes.end() && attribute->second == css_class) found.push_back(element);
  });
  return found;
}

/// The picture's description of itself, its lines joined.
inline std::string notes(const Element& root) {
  std::string text;
  for (const Element& line : of_class(root, "note")) text += (text.empty() ? "" : " ") + line.text;
  return text;
}

struct Point {
  double x, y;
};

/// The corners of the first piece of a path of M, h and v.
inline std::vector<Point> corners(const std::string& path) {
  const std::string data = path.substr(0, path.find('M', 1));
  std::vector<Point> points;
  const char* at = data.c_str();
  REQUIRE(*at == 'M');
  char* end = nullptr;
  const double x = std::strtod(at + 1, &end);
  points.push_back({x, std::strtod(end, &end)});
  while (*end != 0) {
    const char command = *end;
    REQUIRE((command == 'h' || command == 'v'));
    const double step = std::strtod(end + 1, &end);
    const Point from = points.back();
    points.push_back({from.x + (command == 'h' ? step : 0), from.y + (command == 'v' ? step : 0)});
  }
  return points;
}

inline double length(const std::vector<Point>& points) {
  double sum = 0;
  for (std::size_t i = 1; i < points.size(); ++i) {
    sum += std::abs(points[i].x - points[i - 1].x) + std::abs(points[i].y - points[i - 1].y);
  }
  return sum;
}

/// The pieces of a path, each with its M. A wire's taps come after the wire.
inline std::vector<std::string> pieces(const std::string& path) {
  std::vector<std::string> all;
  for (std::size_t at = 0; at < path.size();) {
    const std::size_t next = std::min(path.find('M', at + 1), path.size());
    all.push_back(path.substr(at, next - at));
    at = next;
  }
  return all;
}

using DrawnRun = std::array<std::int64_t, 4>;

inline DrawnRun run_between(Point a, Point b) {
  const auto low_x = std::llround(std::min(a.x, b.x)), low_y = std::llround(std::min(a.y, b.y));
  return {low_x, low_y, std::llround(std::max(a.x, b.x)), std::llround(std::max(a.y, b.y))};
}

/// Every straight piece of every wire in the picture, and in the flattened layout, except pieces of length zero.
inline std::multiset<DrawnRun> drawn_runs(const Element& root) {
  std::multiset<DrawnRun> runs;
  for (const Element& wire : of_class(root, "wire")) {
    for (const std::string& piece : pieces(wire.attributes.at("d"))) {
      const std::vector<Point> points = corners(piece);
      for (std::size_t i = 1; i < points.size(); ++i) runs.insert(run_between(points[i - 1], points[i]));
    }
  }
  return runs;
}

inline std::multiset<DrawnRun> routed_runs(const Layout& layout) {
  std::multiset<DrawnRun> runs;
  for_each_wire(layout, [&](const WireShapes& shapes) {
    for (const Segment& s : shapes.segments) {
      if (s.x0 != s.x1 || s.y0 != s.y1) runs.insert({s.x0, s.y0, s.x1, s.y1});
    }
  });
  return runs;
}

}  // namespace cutline::test
