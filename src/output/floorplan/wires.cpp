// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <iterator>

#include "output/floorplan/scene.hpp"

namespace cutline::drawing {

namespace {

CellPoint middle(CellPoint a, CellPoint b) { return {(a.x + b.x) / 2, (a.y + b.y) / 2}; }

/// The band between its two outer wires, as a line along their middle. Both wires must have the same corners.
DrawnWire band_between(const DrawnWire& first, const DrawnWire& last, std::uint32_t count) {
  CUTLINE_EXPECT(first.line.count == last.line.count);
  DrawnWire band = first;
  band.wires = count;
  band.vias.count = 0;
  for (std::size_t i = 0; i < band.line.count; ++i) band.line.at[i] = middle(first.line.at[i], last.line.at[i]);
  for (std::size_t i = 0; i < band.taps.size(); ++i) {
    for (const std::size_t end : {0U, 1U}) band.taps[i][end] = middle(first.taps[i][end], last.taps[i][end]);
  }
  return band;
}

/// A command and a number of cells: whole or a half.
void put_cells(std::string& out, char command, double value) {
  const auto whole = static_cast<std::int64_t>(value);
  out.push_back(command);
  if (static_cast<double>(whole) == value) {
    append(out, "{}", whole);
  } else {
    append(out, "{:.1f}", value);
  }
}

void put_move(std::string& out, CellPoint to) {
  put_cells(out, 'M', to.x);
  put_cells(out, ' ', to.y);
}

/// A move to the first point, then straight lines.
void put_line(std::string& out, const CellPoint* begin, const CellPoint* end) {
  put_move(out, *begin);
  for (const CellPoint* to = begin + 1; to != end; ++to) {
    const CellPoint& from = *(to - 1);
    if (to->x != from.x) put_cells(out, 'h', to->x - from.x);
    if (to->y != from.y) put_cells(out, 'v', to->y - from.y);
  }
}

/// A wire of the flattened layout as a mark, without its place.
DrawnWire drawn_wire(const WireShapes& shapes) {
  CUTLINE_EXPECT(shapes.terminals.size() >= 2);
  DrawnWire wire;
  wire.a = shapes.terminals.front().node;
  wire.b = shapes.terminals.back().node;
  wire.link_class = shapes.link_class;
  wire.wire = shapes.wire;
  if (!shapes.posts.empty()) wire.post = shapes.posts[0];
  if (shapes.segments.empty()) return wire;
  wire.plane = shapes.segments[0].plane;
  wire.pair = static_cast<std::uint8_t>(shapes.terminals[0].layer / 2);
  const auto point = [](std::int64_t x, std::int64_t y) {
    return CellPoint{static_cast<double>(x), static_cast<double>(y)};
  };
  wire.line.add(point(shapes.terminals[0].x, shapes.terminals[0].y));
  const std::size_t taps = shapes.taps;
  for (std::size_t i = 0; i + taps < shapes.segments.size(); ++i) {
    const Segment& segment = shapes.segments[i];
    const CellPoint from = point(segment.x0, segment.y0), to = point(segment.x1, segment.y1);
    const CellPoint here = wire.line.at[wire.line.count - 1];
    CUTLINE_EXPECT(here == from || here == to);
    wire.line.add(here == from ? to : from);
  }
  for (std::size_t i = 0; i + taps < shapes.vias.size(); ++i) wire.vias.add(point(shapes.vias[i].x, shapes.vias[i].y));
  for (std::size_t i = 0; i < taps; ++i) {
    const Terminal& terminal = shapes.terminals[1 + i];
    const Via& via = shapes.vias[shapes.vias.size() - taps + i];
    wire.taps.push_back({point(terminal.x, terminal.y), point(via.x, via.y)});
  }
  return wire;
}

/// Adds the wires of a link that have room in bands of up to `step` side by side, none of which holds wires of two
/// multiples of `step`. Cost: O(bands + wires without room), so that a link may have millions of wires.
void add_bands(const Layout& layout, const LinkPlace& link, std::uint32_t line, std::uint32_t step,
               std::vector<DrawnWire>& marks) {
  const auto next_without_room = [&](std::uint32_t wire) {
    return link.is_bent() ? layout.unrouted.next_bend(link.part, wire)
                          : layout.unrouted.next(link.axis, line, link.part, wire);
  };
  const std::uint32_t wires = link_kind(layout, link).wires;
  std::uint32_t gap = next_without_room(0);
  for (std::uint32_t first = 0; first < wires;) {
    if (first == gap) {
      gap = next_without_room(++first);
      continue;
    }
    const std::uint32_t count = std::min({step - first % step, wires - first, gap - first});
    marks.push_back(drawn_band(layout, link, line, first, count));
    first += count;
  }
}

constexpr double kLeastDotPitchMm = 0.32;  ///< vias and terminals are drawn if wires are at least this far apart

/// Whether two neighbouring marks belong to one link and can be one path. Dashed marks cannot, because dashes restart
/// with each wire.
bool same_path(const Scene& scene, const DrawnWire& before, const DrawnWire& mark) {
  return mark.a == before.a && mark.b == before.b && mark.link_class == before.link_class &&
         mark.wires == before.wires && mark.wire == before.wire + before.wires && dash_offset(scene, mark).empty();
}

/// Calls body for each path with its marks: one mark per path, or in a page all marks of a link.
template <class Body>
void for_each_path(const Page& page, std::size_t first, std::size_t last, Body body) {
  for (std::size_t end = first; first < last; first = end) {
    ++end;
    while (page.scene.options.in_page && end < last && same_path(page.scene, page.marks[end - 1], page.marks[end]))
      ++end;
    body(first, end);
  }
}

/// The addresses of wires' ends, escaped. Every wire's title names two, so each is looked up once and kept by cell.
class Addresses {
 public:
  explicit Addresses(const Scene& scene) : scene_(scene), known_(scene.layout.wiring.grid.count()) {}
  const std::string& at(const Cell& cell) {
    std::string& known =
        known_[cell[Axis::x] + scene_.columns() * (cell[Axis::y] + std::size_t{scene_.rows()} * cell[Axis::z])];
    if (known.empty()) known = text::xml_escape(scene_.nodes.address_at(cell));
    return known;
  }

 private:
  const Scene& scene_;
  std::vector<std::string> known_;
};

/// The title of the path of marks first .. last - 1.
std::string path_title(const Page& page, std::size_t first, std::size_t last, Addresses& addresses) {
  const Scene& scene = page.scene;
  const DrawnWire& mark = page.marks[first];
  double length = 0;
  for (std::size_t i = first; i < last; ++i) length = std::max(length, scene.length(page.marks[i]));
  return fmt::format("{} – {}, {}{}", addresses.at(mark.a), addresses.at(mark.b),
                     text::xml_escape(wire_words(scene, mark, length, !scene.options.in_page)),
                     scene.has_delays() ? delays_text(scene, mark) : "");
}

/// A path with the stroke of its group, or if it has not as many wires as is usual there, with its own.
void put_path(svg::Canvas& canvas, const Page& page, const std::string& data, const DrawnWire& mark,
              std::uint32_t usual, std::string_view title) {
  canvas.put("<path class=\"wire\" d=\"{}\"{}", data, dash_offset(page.scene, mark));
  if (mark.wires != usual) canvas.put(" {}", stroke_width(stroke_cells(page, mark.wires, mark.pair), 4));
  canvas.put("><title>{}</title></path>\n", title);
}

/// The terminals (end 0) or the vias (end 1) of a wire.
std::string dots_of(const DrawnWire& mark, std::size_t end) {
  CellPoints ends;
  ends.add(mark.line.at[0]);
  ends.add(mark.line.at[mark.line.count - 1]);
  std::string dots = dot_data(end == 0 ? ends : mark.vias);
  for (const auto& tap : mark.taps) {
    CellPoints one;
    one.add(tap[end]);
    dots += dot_data(one);
  }
  return dots;
}

/// Vias and terminals of marks first .. last - 1; those of each wire are one path of dots.
void put_dots(svg::Canvas& canvas, const Page& page, std::size_t first, std::size_t last) {
  if (page.scene.mode != DrawMode::wires || page.frame.scale() < kLeastDotPitchMm) return;
  const double wire = stroke_cells(page, 1, page.marks[first].pair);
  const double via = std::min({wire + 0.22, 1.6 * wire, 0.86});
  for (const bool vias : {true, false}) {
    const std::string_view name = vias ? "via" : "terminal";
    canvas.put("<g class=\"{}s\" stroke-dasharray=\"none\" {}><title>{}s: where a wire {}</title>\n", name,
               stroke_width(vias ? via : via * 1.1, 4), name, vias ? "changes its layer" : "leaves its node");
    for_each_path(page, first, last, [&](std::size_t begin, std::size_t end) {
      canvas.put("<path class=\"{}\" d=\"", name);
      for (std::size_t i = begin; i < end; ++i) canvas.raw(dots_of(page.marks[i], vias ? 1 : 0));
      canvas.raw("\"/>\n");
    });
    canvas.raw("</g>\n");
  }
}

std::string group_attributes(const Page& page, const DrawnWire& mark) {
  std::string attributes = stroke_width(stroke_cells(page, mark.wires, mark.pair), 4);
  if (!page.scene.colours.by_class()) return attributes;
  const std::string dashes = svg::dash_pattern(mark.link_class, 1 / page.frame.scale());
  if (!dashes.empty()) attributes += fmt::format(" stroke-dasharray=\"{}\"", dashes);
  return attributes;
}

/// Calls body for each run of marks with the same layer pair, colour and dash; each run becomes a group.
template <class Body>
void for_each_run(const Scene& scene, std::span<const DrawnWire> marks, Body body) {
  const auto same = [&](const DrawnWire& a, const DrawnWire& b) {
    return a.pair == b.pair &&
           (scene.colours.by_class() ? a.link_class == b.link_class : colour_class(scene, a) == colour_class(scene, b));
  };
  for (std::size_t first = 0, last = 0; first < marks.size(); first = last) {
    while (last < marks.size() && same(marks[first], marks[last])) ++last;
    body(first, last);
  }
}

/// One pattern, in the frame of its line: across coordinates count from the edge of the boxes.
void define_pattern(svg::Canvas& canvas, const Page& page, Axis axis, std::size_t p) {
  const Lines& lines = page.scene.layout.lines(axis);
  const Cell place = cell_on_line(page.scene.layout.wiring.grid, axis, first_line_of(lines, p), 0);
  const Axis across = lower_axis_off(axis);
  const auto edge = static_cast<double>(page.scene.layout.positions[index(across)].box_end(place[across]));
  const std::vector<DrawnWire>& marks = page.scene.pattern_marks[index(axis)][p];
  canvas.put("<g id=\"{}-{}{}\" class=\"{}\">\n", page.scene.id, letter(axis), p, kStyleClass);
  for_each_run(page.scene, marks, [&](std::size_t first, std::size_t last) {
    canvas.open(fmt::format("wires {}", colour_class(page.scene, marks[first])), group_attributes(page, marks[first]));
    for (std::size_t i = first; i < last; ++i) {
      DrawnWire mark = marks[i];
      for (CellPoint& point : mark.line.at) (axis == Axis::x ? point.y : point.x) -= edge;
      for (auto& tap : mark.taps) {
        for (CellPoint& point : tap) (axis == Axis::x ? point.y : point.x) -= edge;
      }
      put_path(canvas, page, path_data(mark), mark, marks[first].wires,
               text::xml_escape(wire_words(page.scene, mark, page.scene.length(mark), false)));
    }
    canvas.close();
  });
  canvas.raw("</g>\n");
}

void draw_marks(svg::Canvas& canvas, const Page& page) {
  Addresses addresses(page.scene);
  for_each_run(page.scene, page.marks, [&](std::size_t first, std::size_t last) {
    const std::uint32_t usual = page.marks[first].wires;
    canvas.open(fmt::format("wires {}", colour_class(page.scene, page.marks[first])),
                group_attributes(page, page.marks[first]));
    for_each_path(page, first, last, [&](std::size_t begin, std::size_t end) {
      std::string data;
      for (std::size_t i = begin; i < end; ++i) data += path_data(page.marks[i]);
      put_path(canvas, page, data, page.marks[begin], usual, path_title(page, begin, end, addresses));
    });
    put_dots(canvas, page, first, last);
    canvas.close();
  });
}

/// A note on how the marks of the scene are drawn, over all planes.
std::string wires_note(const Scene& scene) {
  const auto wires = sum_over<std::uint64_t>(scene.marks, &DrawnWire::wires);
  if (scene.mode == DrawMode::wires)
    return fmt::format("To scale; every wire is drawn, on its track ({}).", text::counted(wires, "wire"));
  return fmt::format("To scale; wires side by side are drawn as one band as wide as they are: {} in {}.",
                     text::counted(wires, "wire"), text::counted(scene.marks.size(), "band"));
}

}  // namespace

void CellPoints::add(CellPoint point) {
  CUTLINE_EXPECT(count < at.size());
  at[count++] = point;
}

std::uint32_t DrawnWire::span() const {
  const auto distance = [&](Axis axis) { return a[axis] > b[axis] ? a[axis] - b[axis] : b[axis] - a[axis]; };
  return distance(Axis::x) + distance(Axis::y) + distance(Axis::z);
}

double DrawnWire::cells(double CellPoint::*axis) const {
  double sum = 0;
  for (std::size_t i = 1; i < line.count; ++i) sum += std::abs(line.at[i].*axis - line.at[i - 1].*axis);
  return sum;
}

std::string path_data(const DrawnWire& wire) {
  std::string out;
  put_line(out, wire.line.begin(), wire.line.end());
  for (const auto& tap : wire.taps) put_line(out, tap.data(), tap.data() + tap.size());
  return out;
}

std::string dot_data(const CellPoints& points) {
  std::string out;
  for (const CellPoint& point : points) {
    put_move(out, point);
    out.append(std::string_view("h0"));
  }
  return out;
}

DrawnWire drawn_band(const Layout& layout, const LinkPlace& link, std::uint32_t line, std::uint32_t first,
                     std::uint32_t count) {
  WireShapes shapes;
  const auto wire = [&](std::uint32_t number) {
    if (link.is_bent()) {
      joint_shapes(layout, layout.wiring.joints[link.part], number, shapes);
    } else {
      part_shapes(layout, link.axis, line, link.part, number, shapes);
    }
    return drawn_wire(shapes);
  };
  DrawnWire band = wire(first);
  if (count > 1) band = band_between(band, wire(first + count - 1), count);
  band.place = link;
  return band;
}

DrawnWire wire_at(const Layout& layout, const WirePlace& place) {
  const LinkPlace& link = place.link;
  const std::uint32_t line = link.is_bent() ? 0 : first_line_of(layout.lines(link.axis), link.pattern);
  return drawn_band(layout, link, line, place.wire);
}

void add_line_marks(const Layout& layout, Axis axis, std::uint32_t line, std::uint32_t most,
                    std::vector<DrawnWire>& marks) {
  const std::uint32_t number = layout.lines(axis).pattern_of_line[line];
  const Pattern& pattern = layout.lines(axis).patterns[number];
  const std::uint32_t step = std::min(most, band_wires(pattern));
  for (std::uint32_t part = 0; part < pattern.size(); ++part) {
    if (!pattern.is_bent(part)) add_bands(layout, {axis, number, part}, line, step, marks);
  }
}

void add_joint_marks(const Layout& layout, std::uint32_t most, std::vector<DrawnWire>& marks) {
  for (std::uint32_t joint = 0; joint < layout.wiring.joints.size(); ++joint) {
    const std::uint32_t step = std::min(most, band_wires(layout, layout.wiring.joints[joint]));
    add_bands(layout, {Axis::x, LinkPlace::kBent, joint}, 0, step, marks);
  }
}

std::string delays_text(const Scene& scene, const DrawnWire& mark) {
  std::string text;
  for (std::size_t model = 0; model < scene.study.delays.size(); ++model) {
    const std::string name =
        scene.study.delays.size() > 1 ? ' ' + text::xml_escape(scene.study.delays[model].label) : std::string();
    text += fmt::format(", {} {}{}", svg::short_number(in_ns(scene.delay(mark, model))), scene.time_unit(), name);
  }
  return text;
}

void draw_wires(svg::Canvas& canvas, Page& page) {
  if (!page.scene.shown.wires || !page.scene.draws_links()) return;
  const bool single = page.scene.singled_out.any();
  open_cells(canvas, page, "all-wires", single ? kPale : std::string_view());
  draw_marks(canvas, page);
  canvas.close();
  page.notes.push_back(wires_note(page.scene));
  if (!single) return;
  std::vector<DrawnWire> chosen;
  std::ranges::copy_if(page.marks, std::back_inserter(chosen),
                       [&](const DrawnWire& mark) { return is_singled_out(page.scene, mark); });
  open_cells(canvas, page, "singled-out");
  draw_marks(canvas, Page{page.scene, page.frame, page.plane, chosen});
  canvas.close();
}

void draw_patterns(svg::Canvas& canvas, Page& page) {
  if (!page.scene.shown.wires || page.scene.mode != DrawMode::patterns) return;
  open_cells(canvas, page, "all-wires");
  for (const Axis axis : {Axis::x, Axis::y}) {
    const Lines& lines = page.scene.layout.lines(axis);
    const AxisPositions& across = page.scene.layout.positions[axis == Axis::x ? 1 : 0];
    if (page.plane == 0) {
      canvas.raw("<defs>\n");
      for (std::size_t p = 0; p < lines.patterns.size(); ++p) define_pattern(canvas, page, axis, p);
      canvas.raw("</defs>\n");
    }
    const std::string_view name = axis == Axis::x ? "row" : "column";
    const std::uint32_t count = axis == Axis::x ? page.scene.rows() : page.scene.columns();
    for (std::uint32_t line = 0; line < count; ++line) {
      const std::uint32_t pattern = lines.pattern_of_line[page.scene.line(axis, line, page.plane)];
      canvas.put("<use class=\"line\" xlink:href=\"#{}-{}{}\" {}=\"{}\"><title>{} {}: {} pattern {}</title></use>\n",
                 page.scene.id, letter(axis), pattern, axis == Axis::x ? 'y' : 'x', across.box_end(line), name, line,
                 name, pattern);
    }
  }
  draw_marks(canvas, page);
  canvas.close();
  const auto patterns = [&](Axis axis) { return page.scene.layout.lines(axis).patterns.size(); };
  page.notes.push_back(fmt::format(
      "Drawn by pattern, to scale: {} used by {} and {} used by {}; a link is one band as wide as its wires.",
      text::counted(patterns(Axis::x), "row pattern"), text::counted(page.scene.rows(), "row"),
      text::counted(patterns(Axis::y), "column pattern"), text::counted(page.scene.columns(), "column")));
}

}  // namespace cutline::drawing
