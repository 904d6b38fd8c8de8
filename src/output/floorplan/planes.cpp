// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include "cutline/study/laid_out.hpp"
#include "output/floorplan/scene.hpp"
#include "output/svg/text.hpp"
#include "output/text/number.hpp"

namespace cutline::drawing {

namespace {

constexpr double kPanelTitleMm = 5, kPanelGapMm = 6;
constexpr std::uint32_t kMostPanels = 36;

/// How the planes share the page.
struct Panels {
  std::uint32_t across = 1, down = 1;
  double scale = 0;  ///< millimetres a cell
};

Panels arrange(std::uint32_t planes, double cells_wide, double cells_high, double width, double height) {
  Panels best;
  for (std::uint32_t across = 1; across <= planes; ++across) {
    const std::uint32_t down = (planes + across - 1) / across;
    const double wide = (width - (across - 1) * kPanelGapMm - across * 2 * kPaddingMm) / across;
    const double high = (height - down * (kPanelTitleMm + kPanelGapMm)) / down;
    const double scale = std::min({wide / cells_wide, high / cells_high, kLargestCellMm});
    if (scale > best.scale) best = {across, down, scale};
  }
  return best;
}

/// Sets the frame of the lowest plane; returns how all planes share the page.
Panels set_panels(Page& page, std::uint32_t planes) {
  Frame& frame = page.frame;
  const double cell_height =
      page.scene.unit() ? 1 : page.scene.layout.rules.cell_height_nm / page.scene.layout.rules.cell_width_nm;
  const double cells_wide = static_cast<double>(page.scene.layout.columns().total);
  const double cells_high = static_cast<double>(page.scene.layout.rows().total) * cell_height;
  frame.page_width = page.scene.options.width_mm;
  frame.title_y = frame.margin;
  const double top = frame.margin + title_height_mm(page);
  const double width = frame.page_width - 2 * frame.margin;
  const double height =
      page.scene.options.height_mm > 0 ? height_left(page, top + kBelowPlanMm) : width * kMostHeightPerWidth;
  const Panels panels = arrange(planes, cells_wide, cells_high, width, height);
  if (panels.scale <= 0) {
    throw_input_error(fmt::format("{} planes do not fit on this page", planes), "make the picture larger", "size");
  }
  frame.scale_x = panels.scale;
  frame.scale_y = panels.scale * cell_height;
  frame.plan.width = panels.scale * cells_wide;
  frame.plan.height = panels.scale * cells_high;
  return panels;
}

std::string cuts_note(const Scene& scene) {
  std::string text;
  for (const Axis axis : kAxes) {
    const Density& density = scene.candidate.laid_out()->measures.density[index(axis)];
    if (density.peak_cut == 0) continue;
    text += fmt::format("{} {}: {} at cut {}", text.empty() ? "Peak cuts, all lines together:" : ";", letter(axis),
                        text::counted(static_cast<std::uint64_t>(density.peak_links), "link"), density.peak_cut);
  }
  return text.empty() ? text : text + ".";
}

}  // namespace

void draw_posts(svg::Canvas& canvas, const Page& page) {
  if (!page.scene.shown.wires || (page.scene.mode != DrawMode::wires && page.scene.mode != DrawMode::bands)) return;
  const auto put = [&](bool ends, double cells, std::string_view title) {
    canvas.put("<g class=\"posts\" stroke-width=\"{}\"><title>{}</title>\n", svg::number(cells), title);
    for (const DrawnWire& mark : page.scene.marks) {
      if (!mark.post || page.plane < mark.post->z0 || page.plane > mark.post->z1) continue;
      const bool here = page.plane == mark.post->z0 || page.plane == mark.post->z1;
      if (here != ends) continue;
      CellPoints place;
      place.add({static_cast<double>(mark.post->x), static_cast<double>(mark.post->y)});
      canvas.put("<path class=\"terminal {}\" d=\"{}\"/>\n", colour_class(page.scene, mark), dot_data(place));
    }
    canvas.raw("</g>\n");
  };
  open_cells(canvas, page, "all-posts");
  put(true, 0.8, "posts that end in this plane");
  put(false, 0.4, "posts that pass through this plane");
  canvas.close();
}

namespace {

/// A plane in its panel.
void draw_panel(svg::Canvas& canvas, Page& page) {
  const svg::Rect& plan = page.frame.plan;
  canvas.open("plane");
  canvas.text(plan.x - kPaddingMm, plan.y - 2, fmt::format("z = {}", page.plane), {"mark-label"});
  canvas.rect({plan.x - kPaddingMm, plan.y - kPaddingMm, plan.width + 2 * kPaddingMm, plan.height + 2 * kPaddingMm},
              "plan", fmt::format("plane {}", page.plane));
  draw_density_map(canvas, page);
  draw_nodes(canvas, page);
  draw_singled_nodes(canvas, page);
  draw_posts(canvas, page);
  draw_patterns(canvas, page);
  draw_wires(canvas, page);
  draw_longest(canvas, page);
  draw_route(canvas, page);
  draw_addresses(canvas, page);
  canvas.close();
}

}  // namespace

std::vector<DrawnWire> marks_of_plane(const Scene& scene, std::uint32_t plane) {
  std::vector<DrawnWire> marks;
  std::copy_if(scene.marks.begin(), scene.marks.end(), std::back_inserter(marks),
               [&](const DrawnWire& mark) { return mark.line.count > 0 && mark.plane == plane; });
  return marks;
}

void draw_planes(svg::Canvas& canvas, Page& page) {
  const Scene& scene = page.scene;
  const std::uint32_t shown = std::min(scene.planes(), kMostPanels);
  const Panels panels = set_panels(page, shown);
  draw_title(canvas, page);
  Frame& frame = page.frame;
  const double top = frame.margin + title_height_mm(page);
  const double step_x = frame.plan.width + kPanelGapMm + 2 * kPaddingMm;
  const double step_y = frame.plan.height + kPanelGapMm + kPanelTitleMm;
  const double used = panels.across * step_x - kPanelGapMm;
  const double left = (frame.page_width - used) / 2 + kPaddingMm;
  for (std::uint32_t plane = 0; plane < shown; ++plane) {
    const std::vector<DrawnWire> marks = marks_of_plane(scene, plane);
    Page panel{scene, frame, plane, marks};
    const std::uint32_t column = plane % panels.across, row = plane / panels.across;
    panel.frame.plan.x = left + column * step_x;
    panel.frame.plan.y = top + kPanelTitleMm + row * step_y;
    draw_panel(canvas, panel);
    if (plane == 0) page.notes = std::move(panel.notes);
  }
  if (shown < scene.planes())
    page.notes.push_back(fmt::format("The lowest {} of {} planes are drawn.", shown, scene.planes()));
  if (scene.mode == DrawMode::wires || scene.mode == DrawMode::bands)
    page.notes.emplace_back("Large dots are posts that end in a plane, small ones pass through it.");
  page.notes.push_back(cuts_note(scene));
  frame.key_y = top + panels.down * step_y - kPanelGapMm + kBelowPlanMm;
  draw_key(canvas, page);
}

}  // namespace cutline::drawing
