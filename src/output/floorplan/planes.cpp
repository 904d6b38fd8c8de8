// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <vector>

#include "cutline/output/svg/text.hpp"
#include "cutline/output/text/number.hpp"
#include "output/floorplan/scene.hpp"

namespace cutline {

namespace {

constexpr double kPanelTitleMm = 5, kPanelGapMm = 6, kPlanesPaddingMm = 0.8, kLargestPlaneCellMm = 7;
constexpr double kMostPlanesHeightPerWidth = 1.25, kBelowPlanesMm = 2.5;
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
    const double wide = (width - (across - 1) * kPanelGapMm - across * 2 * kPlanesPaddingMm) / across;
    const double high = (height - down * (kPanelTitleMm + kPanelGapMm)) / down;
    const double scale = std::min({wide / cells_wide, high / cells_high, kLargestPlaneCellMm});
    if (scale > best.scale) best = {across, down, scale};
  }
  return best;
}

/// The frame of the lowest plane; returns how the others follow.
Panels set_panels(Scene& scene, std::uint32_t planes) {
  expect_sizes(scene.options);
  Frame& frame = scene.frame;
  const double cell_height = scene.unit() ? 1 : scene.layout.rules.cell_height_nm / scene.layout.rules.cell_width_nm;
  const double cells_wide = static_cast<double>(scene.layout.columns().total);
  const double cells_high = static_cast<double>(scene.layout.rows().total) * cell_height;
  frame.page_width = scene.options.width_mm;
  frame.title_y = frame.margin;
  const double top = frame.margin + title_height_mm(scene);
  const double width = frame.page_width - 2 * frame.margin;
  const double height =
      scene.options.height_mm ? height_left(scene, top + kBelowPlanesMm) : width * kMostPlanesHeightPerWidth;
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
                        counted(static_cast<std::uint64_t>(density.peak_links), "link"), density.peak_cut);
  }
  return text.empty() ? text : text + ".";
}

}  // namespace

void draw_posts(SvgCanvas& canvas, const Scene& scene) {
  if (!scene.shown.wires || (scene.mode != DrawMode::wires && scene.mode != DrawMode::bands)) return;
  const auto put = [&](bool ends, double cells, std::string_view title) {
    canvas.put("<g class=\"posts\" stroke-width=\"{}\"><title>{}</title>\n", svg_number(cells), title);
    for (const DrawnWire& mark : scene.marks) {
      if (!mark.post || scene.plane < mark.post->z0 || scene.plane > mark.post->z1) continue;
      const bool here = scene.plane == mark.post->z0 || scene.plane == mark.post->z1;
      if (here != ends) continue;
      CellPoints place;
      place.add({static_cast<double>(mark.post->x), static_cast<double>(mark.post->y)});
      canvas.put("<path class=\"terminal {}\" d=\"{}\"/>\n", colour_class(scene, mark), dot_data(place));
    }
    canvas.raw("</g>\n");
  };
  open_cells(canvas, scene, "all-posts");
  put(true, 0.8, "posts that end in this plane");
  put(false, 0.4, "posts that pass through this plane");
  canvas.close();
}

void draw_planes(SvgCanvas& canvas, Scene& scene) {
  const std::uint32_t shown = std::min(scene.planes(), kMostPanels);
  scene.shown.peak = false;
  const Panels panels = set_panels(scene, shown);
  draw_title(canvas, scene);
  Frame& frame = scene.frame;
  const double top = frame.margin + title_height_mm(scene);
  const double step_x = frame.plan.width + kPanelGapMm + 2 * kPlanesPaddingMm;
  const double step_y = frame.plan.height + kPanelGapMm + kPanelTitleMm;
  const double used = panels.across * step_x - kPanelGapMm;
  const double left = (frame.page_width - used) / 2 + kPlanesPaddingMm;
  std::vector<DrawnWire> all = std::move(scene.marks);
  std::vector<std::string> notes;
  std::string of_plane;
  for (scene.plane = 0; scene.plane < shown; ++scene.plane) {
    frame.plan.x = left + (scene.plane % panels.across) * step_x;
    frame.plan.y = top + kPanelTitleMm + (scene.plane / panels.across) * step_y;
    const Rect& plan = frame.plan;
    canvas.open("plane");
    canvas.text(plan.x - kPlanesPaddingMm, plan.y - 2, fmt::format("z = {}", scene.plane), {"mark-label"});
    canvas.rect({plan.x - kPlanesPaddingMm, plan.y - kPlanesPaddingMm, plan.width + 2 * kPlanesPaddingMm,
                 plan.height + 2 * kPlanesPaddingMm},
                "plan", fmt::format("plane {}", scene.plane));
    draw_density_map(canvas, scene);
    draw_nodes(canvas, scene);
    scene.marks = all;
    draw_posts(canvas, scene);
    std::erase_if(scene.marks,
                  [&](const DrawnWire& mark) { return mark.line.count == 0 || mark.plane != scene.plane; });
    draw_patterns(canvas, scene);
    draw_wires(canvas, scene);
    draw_longest(canvas, scene);
    draw_route(canvas, scene);
    draw_addresses(canvas, scene);
    canvas.close();
    if (scene.plane == 0) {
      notes = scene.notes;
      of_plane = wires_note(scene);
    }
  }
  scene.plane = 0;
  scene.marks = std::move(all);
  std::replace(notes.begin(), notes.end(), of_plane, wires_note(scene));
  scene.notes = std::move(notes);
  if (shown < scene.planes())
    scene.notes.push_back(fmt::format("The lowest {} of {} planes are drawn.", shown, scene.planes()));
  if (scene.mode == DrawMode::wires || scene.mode == DrawMode::bands)
    scene.notes.emplace_back("Large dots are posts that end in a plane, small ones pass through it.");
  scene.notes.push_back(cuts_note(scene));
  frame.key_y = top + panels.down * step_y - kPanelGapMm + kBelowPlanesMm;
  draw_key(canvas, scene);
}

}  // namespace cutline
