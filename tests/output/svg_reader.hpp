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
#include <set>
#include <string>
#include <vector>

#include "cutline/layout/shapes.hpp"
#include "support/occurrences.hpp"

/// Reads back the SVG that Cutline writes: elements, and the paths of wires.
namespace cutline::test {

/// One element with its attributes. Reads only the XML that Cutline writes, and fails on XML that is not well formed.
struct Element {
  std::string name, text;
  std::map<std::string, std::string> attributes;
  std::vector<Element> children;
};

class Reader {
 public:
  explicit Reader(const std::string& text) : text_(text) {}
  Element document(const std::string& root_tag = "<svg") {
    skip_to(root_tag);
    Element root = element();
    CHECK(text_.substr(at_) == "\n");
    return root;
  }

 private:
  void skip_to(const std::string& token) {
    at_ = text_.find(token, at_);
    REQUIRE(at_ != std::string::npos);
  }
  std::string until(const std::string& ends) {
    const std::size_t end = text_.find_first_of(ends, at_);
    REQUIRE(end != std::string::npos);
    const std::string part = text_.substr(at_, end - at_);
    at_ = end;
    return part;
  }
  Element element() {
    Element result;
    ++at_;
    result.name = until(" />");
    while (text_[at_] == ' ') {
      ++at_;
      const std::string name = until("=");
      REQUIRE(text_.substr(at_, 2) == "=\"");
      at_ += 2;
      REQUIRE(result.attributes.emplace(name, until("\"<")).second);
      REQUIRE(text_[at_++] == '"');
    }
    if (text_.compare(at_, 2, "/>") == 0) {
      at_ += 2;
      return result;
    }
    REQUIRE(text_[at_++] == '>');
    while (text_.compare(at_, 2, "</") != 0) {
      if (text_[at_] == '<') {
        result.children.push_back(element());
      } else {
        result.text += until("<");
      }
    }
    at_ += 2;
    REQUIRE(until(">") == result.name);
    ++at_;
    return result;
  }
  const std::string& text_;
  std::size_t at_ = 0;
};

inline Element parsed(const std::string& svg) { return Reader(svg).document(); }

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
