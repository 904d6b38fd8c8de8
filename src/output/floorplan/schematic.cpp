// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "cutline/base/error.hpp"
#include "cutline/study/design.hpp"
#include "output/floorplan/scene.hpp"
#include "output/svg/text.hpp"
#include "output/text/number.hpp"
#include "output/text/xml.hpp"

namespace cutline {

namespace {

constexpr double kSag = 0.16;  ///< of an arc, for each millimetre between its ends
constexpr double kThinnestArcMm = 0.1, kThickestArcMm = 0.5, kOfBox = 0.03;
constexpr double kLeastDotMm = 0.15, kDotsOfStroke = 1.6;
constexpr double kLeastBoxMm = 5, kLabelInsetMm = 0.6;  ///< of boxes with room for a name

/// A link by one of its wires.
struct Arc {
  const DrawnWire* wire = nullptr;
  double length = 0;  ///< of its longest wire
};

PagePoint middle_of(const Page& page, const Cell& cell) {
  const NodeBox box = node_box(page, cell[Axis::x], cell[Axis::y]);
  return page.frame.point(static_cast<double>(box.x) + box.width / 2.0, static_cast<double>(box.y) + box.height / 2.0);
}

/// Neighbours are joined by a straight line; an arc bends more the longer it is, so that links of one row part, and to
/// the other side than those that begin beside it.
std::string arc_data(const Page& page, const DrawnWire& wire) {
  const PagePoint a = middle_of(page, wire.a), b = middle_of(page, wire.b);
  const bool odd = (std::min(wire.a[Axis::x], wire.b[Axis::x]) + std::min(wire.a[Axis::y], wire.b[Axis::y])) % 2 > 0;
  const double sag = wire.span() > 1 ? (odd ? -kSag : kSag) : 0;
  const double x = (a.x + b.x) / 2 - sag * (b.y - a.y), y = (a.y + b.y) / 2 + sag * (b.x - a.x);
  return fmt::format("M{} {}Q{} {} {} {}", svg_number(a.x), svg_number(a.y), svg_number(x), svg_number(y),
                     svg_number(b.x), svg_number(b.y));
}

/// Every link once, the longest last, so that they lie on top.
std::vector<Arc> arcs_of(const Scene& scene) {
  std::map<std::array<std::uint32_t, 5>, Arc> by_link;
  for (const DrawnWire& wire : scene.marks) {
    const std::array key = {wire.a[Axis::x], wire.a[Axis::y], wire.b[Axis::x], wire.b[Axis::y],
                            static_cast<std::uint32_t>(wire.link_class)};
    Arc& arc = by_link.try_emplace(key, Arc{&wire, 0}).first->second;
    arc.length = std::max(arc.length, scene.length(wire));
  }
  std::vector<Arc> arcs;
  for (const auto& [ends, arc] : by_link) arcs.push_back(arc);
  std::stable_sort(arcs.begin(), arcs.end(),
                   [](const Arc& one, const Arc& other) { return one.length < other.length; });
  return arcs;
}

/// "00 – 01, dimension 0, span 1, 0.99 mm, 0.2 ns".
std::string arc_title(const Scene& scene, const Arc& arc) {
  const DrawnWire& wire = *arc.wire;
  const std::string link =
      fmt::format("{} – {}, {}, span {}, {}", scene.nodes.address_at(wire.a), scene.nodes.address_at(wire.b),
                  scene.topology.classes[wire.link_class].name, wire.span(), scene.length_text(arc.length));
  return xml_escape(link) + (scene.has_delays() ? delays_text(scene, wire) : "");
}

double stroke_mm(const Page& page) {
  const NodeBox box = node_box(page, 0, 0);
  const double side = std::min(box.width * page.frame.scale_x, box.height * page.frame.scale_y);
  return std::clamp(kOfBox * side, kThinnestArcMm, kThickestArcMm);
}

void draw_arcs(SvgCanvas& canvas, const Page& page) {
  const Scene& scene = page.scene;
  const std::string stroke = fmt::format("stroke-width=\"{}\"", svg_number(stroke_mm(page)));
  const std::vector<Arc> arcs = arcs_of(scene);
  const auto draw = [&](bool singled_out) {
    for (const Arc& arc : arcs) {
      if (scene.singled_out.any() && is_singled_out(scene, *arc.wire) != singled_out) continue;
      canvas.put("<path class=\"wire {}\" {} d=\"{}\"><title>{}</title></path>\n", colour_class(scene, *arc.wire),
                 stroke, arc_data(page, *arc.wire), arc_title(scene, arc));
    }
    canvas.close();
  };
  canvas.open("all-wires", scene.singled_out.any() ? kPale : std::string_view());
  draw(false);
  if (!scene.singled_out.any()) return;
  canvas.open("singled-out");
  draw(true);
}

void draw_highlights(SvgCanvas& canvas, const Page& page) {
  const double mm = 2 * stroke_mm(page);
  const auto draw = [&](const DrawnWire& wire, const char* name, const char* said) {
    const std::string data = arc_data(page, wire);
    canvas.path(data, fmt::format("{}-halo", name), {}, fmt::format("stroke-width=\"{}\"", svg_number(mm + 0.5)));
    canvas.path(data, fmt::format("{}-core", name), fmt::format("{}: {}", said, wire_title(page.scene, wire)),
                fmt::format("stroke-width=\"{}\"", svg_number(mm)));
  };
  canvas.open("highlights");
  if (page.scene.shown.longest && page.scene.longest) draw(*page.scene.longest, "longest", "longest wire");
  for (const DrawnWire& wire : page.scene.route) draw(wire, "route", "route");
  canvas.close();
}

/// A dot where a router's links meet, and its name in the upper left corner of its tile.
void draw_routers(SvgCanvas& canvas, const Page& page) {
  const double dot = std::max(kLeastDotMm, kDotsOfStroke * stroke_mm(page));
  canvas.open("routers");
  for (std::uint32_t row = 0; row < page.scene.rows(); ++row) {
    for (std::uint32_t column = 0; column < page.scene.columns(); ++column) {
      const Cell cell{{column, row, 0}};
      const std::string name = page.scene.nodes.address_at(cell);
      if (name.empty()) continue;
      const PagePoint at = middle_of(page, cell);
      canvas.put("<circle class=\"longest-end\" cx=\"{}\" cy=\"{}\" r=\"{}\"/>\n", svg_number(at.x), svg_number(at.y),
                 svg_number(dot));
      const NodeBox box = node_box(page, column, row);
      const double width = box.width * page.frame.scale_x, height = box.height * page.frame.scale_y;
      if (!page.scene.shown.addresses || std::min(width, height) < kLeastBoxMm) continue;
      if (text_width_mm(name, kLeastPt) > width - 2 * kLabelInsetMm) continue;
      const PagePoint corner = page.frame.point(static_cast<double>(box.x), static_cast<double>(box.y) + box.height);
      canvas.text(corner.x + kLabelInsetMm, corner.y + kLabelInsetMm + kDigitEm * kLeastPt * kPointMm, name,
                  {"on-plan", kLeastPt});
    }
  }
  canvas.close();
}

}  // namespace

bool suits_schematic(const Page& page) {
  const Scene& scene = page.scene;
  if (scene.unit() || scene.planes() > 1 || scene.placement.given || scene.marks.empty()) return false;
  if (scene.mode != DrawMode::wires && scene.mode != DrawMode::bands) return false;
  constexpr std::uint32_t kTimes = 20;  // tiles this much wider than a link hide it
  const NodeBox box = node_box(page, 0, 0);
  const std::int64_t link = scene.candidate.laid_out()->measures.wires_per_link_max;
  return std::min(box.width, box.height) > kTimes * link;
}

void draw_schematic(SvgCanvas& canvas, Page& page) {
  const Scene& scene = page.scene;
  const bool drawn_by_link = scene.mode == DrawMode::wires || scene.mode == DrawMode::bands;
  if (!drawn_by_link || scene.planes() > 1) {
    throw_limit_error(fmt::format("'{}' is too large for a schematic: {} on {}", scene.candidate.design->name,
                                  counted(scene.topology.node_count(), "node"), counted(scene.planes(), "plane")),
                      "up to 1,024 nodes on one plane; use `--view to-scale`", "view");
  }
  page.schematic = true;
  draw_profiles(canvas, page);
  draw_nodes(canvas, page);
  draw_singled_nodes(canvas, page);
  if (scene.shown.wires) draw_arcs(canvas, page);
  draw_modules(canvas, page);
  draw_cuts(canvas, page);
  draw_highlights(canvas, page);
  draw_routers(canvas, page);
  draw_module_names(canvas, page);
  page.notes.emplace_back(
      "Schematic: tiles to scale, links as arcs, wider than they are; `--view to-scale` shows tracks.");
  draw_key(canvas, page);
}

}  // namespace cutline
