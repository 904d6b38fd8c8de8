// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <vector>

#include "cutline/study/design.hpp"
#include "cutline/study/laid_out.hpp"
#include "output/floorplan/scene.hpp"
#include "output/svg/text.hpp"
#include "output/text/number.hpp"

namespace cutline::drawing {

namespace {

constexpr double kHeadingPt = 10.5, kFactsPt = 7.5;
constexpr double kAfterTitle = 3;

std::string title_order(const Scene& scene) {
  if (scene.planes() > 1) return fmt::format("{} order", cutline::order_text(scene.placement, ", "));
  const std::string& x = scene.placement[Axis::x].order;
  const std::string& y = scene.placement[Axis::y].order;
  if (scene.rows() == 1) return fmt::format("{} order", x);
  if (scene.columns() == 1) return fmt::format("{} order", y);
  return x == y ? fmt::format("{} order", x) : fmt::format("{} order along x, {} along y", x, y);
}

std::string size_text(const Scene& scene) {
  const AxisPositions& columns = scene.layout.columns();
  const AxisPositions& rows = scene.layout.rows();
  if (scene.planes() > 1) {
    const LayoutSize& size = scene.candidate.laid_out()->measures.size;
    if (scene.unit()) {
      return fmt::format("{} × {} × {} wire pitches", text::grouped(static_cast<std::uint64_t>(columns.total)),
                         text::grouped(static_cast<std::uint64_t>(rows.total)),
                         text::grouped(static_cast<std::uint64_t>(size.planes.pitches)));
    }
    return fmt::format("{} × {} × {} mm", svg::short_number(size.mm.width), svg::short_number(size.mm.height),
                       svg::short_number(size.planes.mm));
  }
  if (scene.unit()) {
    return fmt::format("{} × {} wire pitches", text::grouped(static_cast<std::uint64_t>(columns.total)),
                       text::grouped(static_cast<std::uint64_t>(rows.total)));
  }
  const double width = static_cast<double>(columns.total) * scene.layout.rules.cell_width_nm * 1e-6;
  const double height = static_cast<double>(rows.total) * scene.layout.rules.cell_height_nm * 1e-6;
  const bool metres = std::max(width, height) >= 10000;
  return fmt::format("{} × {} {}", svg::short_number(metres ? width / 1000 : width),
                     svg::short_number(metres ? height / 1000 : height), metres ? "m" : "mm");
}

struct TitleLine {
  std::string text;
  std::string_view css_class;
  double size_pt;
};

double line_height(const TitleLine& line) {
  return line.size_pt * svg::kPointMm * svg::kLineEm + (line.css_class == "title" ? 0.6 : 0);
}

std::vector<TitleLine> title_lines(const Page& page) {
  std::vector<TitleLine> lines;
  const double width = page.scene.options.width_mm - 2 * page.frame.margin;
  for (const std::string& line : svg::wrap_text(page.scene.candidate.design->name, width, kHeadingPt)) {
    lines.push_back({svg::fitted_text(line, width / svg::kBoldEm, kHeadingPt), "title", kHeadingPt});
  }
  for (const std::string& line : svg::wrap_text(facts(page.scene), width, kFactsPt))
    lines.push_back({svg::fitted_text(line, width, kFactsPt), "facts", kFactsPt});
  return lines;
}

}  // namespace

std::string facts(const Scene& scene) {
  std::string pairs;
  if (scene.layout.rules.layer_pairs > 1) pairs = fmt::format("; {} layers", 2 * scene.layout.rules.layer_pairs);
  if (scene.layout.rules.over_nodes) pairs += "; wires over the nodes";
  const std::string planes = scene.planes() > 1 ? fmt::format(" × {}", text::grouped(scene.planes())) : std::string();
  std::string interchanges;
  if (scene.topology.has_interchanges())
    interchanges = ", " + text::counted(scene.topology.interchange_count(), site_word(inner_kind(scene.topology)));
  return fmt::format("{}: {}{}, {}; {} × {}{} cells, {}{}; {}.", scene.topology.family.printed(),
                     text::counted(scene.topology.node_count(), "node"), interchanges,
                     text::counted(scene.topology.link_count(), "link"), text::grouped(scene.columns()),
                     text::grouped(scene.rows()), planes, title_order(scene), pairs, size_text(scene));
}

double title_height_mm(const Page& page) {
  if (!page.scene.shown.title) return 0;
  double height = kAfterTitle;
  for (const TitleLine& line : title_lines(page)) height += line_height(line);
  return height;
}

void draw_title(svg::Canvas& canvas, const Page& page) {
  if (!page.scene.shown.title) return;
  double y = page.frame.title_y;
  for (const TitleLine& line : title_lines(page)) {
    const double em = line.size_pt * svg::kPointMm;
    canvas.text(page.frame.margin, y + em * 0.85, line.text, {line.css_class, line.size_pt});
    y += line_height(line);
  }
}

}  // namespace cutline::drawing
