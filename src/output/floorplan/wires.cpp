// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "cutline/output/svg/palette.hpp"
#include "cutline/output/svg/text.hpp"
#include "cutline/output/text/number.hpp"
#include "cutline/output/text/xml.hpp"
#include "cutline/study/study.hpp"
#include "output/floorplan/scene.hpp"

namespace cutline {

namespace {

constexpr double kLeastDotPitchMm = 0.32;  ///< vias and terminals are drawn where wires are at least so far apart

/// Whether two marks, one after the other, are wires of one link that can be one path: dashes begin with each wire.
bool same_path(const Scene& scene, const DrawnWire& before, const DrawnWire& mark) {
  return mark.a == before.a && mark.b == before.b && mark.link_class == before.link_class &&
         mark.wires == before.wires && mark.wire == before.wire + before.wires && dash_offset(scene, mark).empty();
}

/// Calls body with the marks of one path after the other: each alone, or in a page those of a link together.
template <class Body>
void for_each_path(const Scene& scene, std::size_t first, std::size_t last, Body body) {
  for (std::size_t end = first; first < last; first = end) {
    ++end;
    while (scene.options.in_page && end < last && same_path(scene, scene.marks[end - 1], scene.marks[end])) ++end;
    body(first, end);
  }
}

/// What a wire takes under each delay model, after the mark's number: ", 1 ns constant, 2.5 ns linear".
std::string delays_text(const Scene& scene, const DrawnWire& mark) {
  std::string text;
  for (std::size_t model = 0; model < scene.study.delays.size(); ++model) {
    const std::string name =
        scene.study.delays.size() > 1 ? ' ' + xml_escape(scene.study.delays[model].label) : std::string();
    text += fmt::format(", {} {}{}", short_number(in_ns(scene.delay(mark, model))), scene.unit() ? "tau" : "ns", name);
  }
  return text;
}

/// Titles of marks. Addresses by cell, looked up once: titles name them for every wire.
class WireTitles {
 public:
  explicit WireTitles(const Scene& scene) : scene_(scene), addresses_(scene.layout.wiring.grid.count()) {}
  /// Of the path of marks first .. last - 1.
  void put(SvgCanvas& canvas, std::size_t first, std::size_t last) {
    const DrawnWire& mark = scene_.marks[first];
    canvas.put("<title>{} – {}, {}", address(mark.a), address(mark.b),
               xml_escape(scene_.topology.classes[mark.link_class].name));
    const bool whole_links = scene_.options.in_page;
    if (!whole_links && mark.wires == 1) canvas.put(", wire {}", mark.wire + 1);
    if (!whole_links && mark.wires > 1) canvas.put(", wires {} to {}", mark.wire + 1, mark.wire + mark.wires);
    double length = 0;
    for (std::size_t i = first; i < last; ++i) length = std::max(length, scene_.length(scene_.marks[i]));
    canvas.put(", span {}, {}{}</title>", mark.span(), scene_.length_text(length),
               scene_.has_delays() ? delays_text(scene_, mark) : "");
  }

 private:
  const std::string& address(const Cell& cell) {
    std::string& text =
        addresses_[cell[Axis::x] + scene_.columns() * (cell[Axis::y] + std::size_t{scene_.rows()} * cell[Axis::z])];
    if (text.empty()) text = scene_.nodes.address_at(cell);
    return text;
  }
  const Scene& scene_;
  std::vector<std::string> addresses_;
};

/// One path of marks first .. last - 1.
void put_path(SvgCanvas& canvas, const Scene& scene, std::size_t first, std::size_t last, WireTitles& titles,
              std::uint32_t usual) {
  const DrawnWire& mark = scene.marks[first];
  canvas.raw("<path class=\"wire\" d=\"");
  for (std::size_t i = first; i < last; ++i) canvas.raw(path_data(scene.marks[i]));
  canvas.put("\"{}", dash_offset(scene, mark));
  if (mark.wires != usual)
    canvas.put(" stroke-width=\"{}\"", svg_number(stroke_cells(scene, mark.wires, mark.pair), 4));
  canvas.raw(">");
  titles.put(canvas, first, last);
  canvas.raw("</path>\n");
}

/// The terminals (end 0) or the vias (end 1) of a wire's taps.
std::string tap_dots(const DrawnWire& mark, std::size_t end) {
  std::string dots;
  for (const auto& tap : mark.taps) {
    CellPoints one;
    one.add(tap[end]);
    dots += dot_data(one);
  }
  return dots;
}

/// Terminals and vias of marks first .. last - 1, each wire's as one path of dots.
void put_dots(SvgCanvas& canvas, const Scene& scene, std::size_t first, std::size_t last) {
  const double pitch_mm = scene.frame.scale();
  if (scene.mode != DrawMode::wires || pitch_mm < kLeastDotPitchMm) return;
  const double wire = stroke_cells(scene, 1, scene.marks[first].pair);
  const double via = std::min({wire + 0.22, 1.6 * wire, 0.86});
  canvas.put("<g class=\"vias\" stroke-dasharray=\"none\" stroke-width=\"{}\">", svg_number(via, 4));
  canvas.raw("<title>vias: where a wire changes its layer</title>\n");
  for_each_path(scene, first, last, [&](std::size_t begin, std::size_t end) {
    canvas.raw("<path class=\"via\" d=\"");
    for (std::size_t i = begin; i < end; ++i) canvas.raw(dot_data(scene.marks[i].vias) + tap_dots(scene.marks[i], 1));
    canvas.raw("\"/>\n");
  });
  canvas.raw("</g>\n");
  canvas.put("<g class=\"terminals\" stroke-dasharray=\"none\" stroke-width=\"{}\">", svg_number(via * 1.1, 4));
  canvas.raw("<title>terminals: where a wire leaves its node</title>\n");
  for_each_path(scene, first, last, [&](std::size_t begin, std::size_t end) {
    canvas.raw("<path class=\"terminal\" d=\"");
    for (std::size_t i = begin; i < end; ++i) {
      CellPoints ends;
      ends.add(scene.marks[i].line.at[0]);
      ends.add(scene.marks[i].line.at[scene.marks[i].line.count - 1]);
      canvas.raw(dot_data(ends) + tap_dots(scene.marks[i], 0));
    }
    canvas.raw("\"/>\n");
  });
  canvas.raw("</g>\n");
}

std::string group_attributes(const Scene& scene, const DrawnWire& mark) {
  std::string attributes =
      fmt::format("stroke-width=\"{}\"", svg_number(stroke_cells(scene, mark.wires, mark.pair), 4));
  if (scene.colours.kind != WireColours::Kind::dimension) return attributes;
  const std::string dashes = dash_pattern(mark.link_class, 1 / scene.frame.scale());
  if (!dashes.empty()) attributes += fmt::format(" stroke-dasharray=\"{}\"", dashes);
  return attributes;
}

/// Marks in runs of one layer pair, one colour and one dash: each run is a group.
template <class Body>
void for_each_run(const Scene& scene, const std::vector<DrawnWire>& marks, Body body) {
  const auto same = [&](const DrawnWire& a, const DrawnWire& b) {
    const bool by_class = scene.colours.kind == WireColours::Kind::dimension;
    return a.pair == b.pair &&
           (by_class ? a.link_class == b.link_class : colour_class(scene, a) == colour_class(scene, b));
  };
  for (std::size_t first = 0, last = 0; first < marks.size(); first = last) {
    while (last < marks.size() && same(marks[first], marks[last])) ++last;
    body(first, last);
  }
}

/// One pattern, in the frame of its line: across coordinates count from the edge of the boxes.
void define_pattern(SvgCanvas& canvas, const Scene& scene, Axis axis, std::size_t p) {
  const Lines& lines = scene.layout.lines(axis);
  const Cell place = cell_on_line(scene.layout.wiring.grid, axis, first_line_of(lines, p), 0);
  const Axis across = axis == Axis::x ? Axis::y : Axis::x;
  const auto edge = static_cast<double>(scene.layout.positions[index(across)].box_end(place[across]));
  const std::vector<DrawnWire>& marks = scene.pattern_marks[index(axis)][p];
  canvas.put("<g id=\"{}-{}{}\" class=\"{}\">\n", scene.id, letter(axis), p, kStyleClass);
  for_each_run(scene, marks, [&](std::size_t first, std::size_t last) {
    canvas.open(fmt::format("wires {}", colour_class(scene, marks[first])), group_attributes(scene, marks[first]));
    for (std::size_t i = first; i < last; ++i) {
      DrawnWire mark = marks[i];
      for (CellPoint& point : mark.line.at) (axis == Axis::x ? point.y : point.x) -= edge;
      for (auto& tap : mark.taps) {
        for (CellPoint& point : tap) (axis == Axis::x ? point.y : point.x) -= edge;
      }
      canvas.put("<path class=\"wire\" d=\"{}\"{}", path_data(mark), dash_offset(scene, mark));
      if (mark.wires != marks[first].wires) {
        canvas.put(" stroke-width=\"{}\"", svg_number(stroke_cells(scene, mark.wires, mark.pair), 4));
      }
      canvas.put("><title>{}, span {}, {}</title></path>\n", xml_escape(scene.topology.classes[mark.link_class].name),
                 mark.span(), scene.length_text(scene.length(mark)));
    }
    canvas.close();
  });
  canvas.raw("</g>\n");
}

void draw_marks(SvgCanvas& canvas, const Scene& scene) {
  WireTitles titles(scene);
  for_each_run(scene, scene.marks, [&](std::size_t first, std::size_t last) {
    const DrawnWire& mark = scene.marks[first];
    canvas.open(fmt::format("wires {}", colour_class(scene, mark)), group_attributes(scene, mark));
    for_each_path(scene, first, last,
                  [&](std::size_t begin, std::size_t end) { put_path(canvas, scene, begin, end, titles, mark.wires); });
    put_dots(canvas, scene, first, last);
    canvas.close();
  });
}

}  // namespace

std::string wires_note(const Scene& scene) {
  std::uint64_t wires = 0;
  for (const DrawnWire& mark : scene.marks) wires += mark.wires;
  if (scene.mode == DrawMode::wires)
    return fmt::format("To scale; every wire is drawn, on its track ({}).", counted(wires, "wire"));
  return fmt::format("To scale; wires side by side are drawn as one band as wide as they are: {} in {}.",
                     counted(wires, "wire"), counted(scene.marks.size(), "band"));
}

void draw_wires(SvgCanvas& canvas, Scene& scene) {
  if (!scene.shown.wires || scene.mode == DrawMode::density_map || scene.mode == DrawMode::patterns) return;
  open_cells(canvas, scene, "all-wires");
  draw_marks(canvas, scene);
  canvas.close();
  scene.notes.push_back(wires_note(scene));
}

void draw_patterns(SvgCanvas& canvas, Scene& scene) {
  if (!scene.shown.wires || scene.mode != DrawMode::patterns) return;
  open_cells(canvas, scene, "all-wires");
  for (const Axis axis : {Axis::x, Axis::y}) {
    const Lines& lines = scene.layout.lines(axis);
    const AxisPositions& across = scene.layout.positions[axis == Axis::x ? 1 : 0];
    if (scene.plane == 0) {
      canvas.raw("<defs>\n");
      for (std::size_t p = 0; p < lines.patterns.size(); ++p) define_pattern(canvas, scene, axis, p);
      canvas.raw("</defs>\n");
    }
    const std::string_view name = axis == Axis::x ? "row" : "column";
    const std::uint32_t count = axis == Axis::x ? scene.rows() : scene.columns();
    for (std::uint32_t line = 0; line < count; ++line) {
      const std::uint32_t pattern = lines.pattern_of_line[scene.line(axis, line)];
      canvas.put("<use class=\"line\" xlink:href=\"#{}-{}{}\" {}=\"{}\"><title>{} {}: {} pattern {}</title></use>\n",
                 scene.id, letter(axis), pattern, axis == Axis::x ? 'y' : 'x', across.box_end(line), name, line, name,
                 pattern);
    }
  }
  draw_marks(canvas, scene);
  canvas.close();
  const auto patterns = [&](Axis axis) { return scene.layout.lines(axis).patterns.size(); };
  scene.notes.push_back(fmt::format(
      "Drawn by pattern, to scale: {} used by {} and {} used by {}; a link is one band as wide as its wires.",
      counted(patterns(Axis::x), "row pattern"), counted(scene.rows(), "row"),
      counted(patterns(Axis::y), "column pattern"), counted(scene.columns(), "column")));
}

}  // namespace cutline
