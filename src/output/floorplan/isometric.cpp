// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <vector>

#include "cutline/base/error.hpp"
#include "cutline/output/svg/text.hpp"
#include "cutline/output/text/number.hpp"
#include "cutline/study/design.hpp"
#include "output/floorplan/scene.hpp"

namespace cutline {

namespace {

constexpr double kCos30 = 0.86602540378443865, kSin30 = 0.5;
constexpr double kMostIsometricHeightPerWidth = 1.25, kBelowIsometricMm = 4, kLargestIsometricCellMm = 7,
                 kPlaneTitleMm = 12;
constexpr double kApart = 0.62;  ///< of planes, in heights of a plane as it is seen
constexpr std::uint32_t kMostPlanes = 16;

/// How the stack of planes lies on the page.
struct View {
  double width = 0, height = 0;  ///< of one plane as it is seen
  double apart = 0;              ///< from plane to plane
  double left = 0, top = 0;      ///< of the whole stack
};

View set_view(Scene& scene) {
  expect_sizes(scene.options);
  Frame& frame = scene.frame;
  const double cell_height = scene.unit() ? 1 : scene.layout.rules.cell_height_nm / scene.layout.rules.cell_width_nm;
  const double around =
      static_cast<double>(scene.layout.columns().total) + static_cast<double>(scene.layout.rows().total) * cell_height;
  const double stack = 1 + kApart * (scene.planes() - 1);
  frame.page_width = scene.options.width_mm;
  frame.title_y = frame.margin;
  View view;
  view.top = frame.margin + title_height_mm(scene);
  const double width = frame.page_width - 2 * frame.margin - kPlaneTitleMm;
  const double height = scene.options.height_mm ? height_left(scene, view.top + kBelowIsometricMm)
                                                : frame.page_width * kMostIsometricHeightPerWidth;
  const double scale =
      std::min({width / (around * kCos30), height / (around * kSin30 * stack), kLargestIsometricCellMm});
  frame.scale_x = scale;
  frame.scale_y = scale * cell_height;
  view.width = around * kCos30 * scale;
  view.height = around * kSin30 * scale;
  view.apart = kApart * view.height;
  view.left = frame.margin + kPlaneTitleMm + (width - view.width) / 2;
  frame.plan = {view.left, view.top, view.width, view.height * stack};
  frame.key_y = frame.plan.bottom() + kBelowIsometricMm;
  return view;
}

/// x runs to the lower right and y to the upper right, as seen from above.
void tilt(Scene& scene, const View& view, std::uint32_t plane) {
  Frame& frame = scene.frame;
  const double rows = static_cast<double>(scene.layout.rows().total) * frame.scale_y;
  const double left_corner = view.top + view.apart * (scene.planes() - 1 - plane) + rows * kSin30;
  frame.tilt = {kCos30 * frame.scale_x,
                kSin30 * frame.scale_x,
                kCos30 * frame.scale_y,
                -kSin30 * frame.scale_y,
                view.left,
                left_corner};
}

void draw_slab(SvgCanvas& canvas, const Scene& scene) {
  const auto columns = static_cast<double>(scene.layout.columns().total);
  const auto rows = static_cast<double>(scene.layout.rows().total);
  std::string data;
  for (const PagePoint corner : {scene.frame.point(0, 0), scene.frame.point(columns, 0),
                                 scene.frame.point(columns, rows), scene.frame.point(0, rows)}) {
    data += fmt::format("{}{} {}", data.empty() ? 'M' : 'L', svg_number(corner.x), svg_number(corner.y));
  }
  canvas.path(data + "z", "plan", fmt::format("plane {}", scene.plane), "fill-opacity=\"0.86\"");
  const PagePoint corner = scene.frame.point(0, 0);
  canvas.text(corner.x - 1.5, corner.y + kDigitEm * kLeastPt * kPointMm / 2, fmt::format("z = {}", scene.plane),
              {"mark-label", kLeastPt, Anchor::end});
}

/// The posts of wires from this plane up to the next, but for the last piece that the next plane hides.
void draw_posts_above(SvgCanvas& canvas, const Scene& scene, const View& view, bool longest) {
  const auto put = [&](const DrawnWire& mark, std::string_view css_class, double mm) {
    if (!mark.post || scene.plane < mark.post->z0 || scene.plane >= mark.post->z1) return;
    const PagePoint at =
        scene.frame.point(static_cast<double>(mark.post->x) + 0.5, static_cast<double>(mark.post->y) + 0.5);
    canvas.put("<path class=\"wire {}\" stroke-width=\"{}\" d=\"M{} {}v{}\"/>\n", css_class, svg_number(mm),
               svg_number(at.x), svg_number(at.y), svg_number(-view.apart));
  };
  if (longest) {
    if (scene.longest) put(*scene.longest, "longest-halo", highlight_mm(scene) + 0.5);
    if (scene.longest) put(*scene.longest, "longest-core", highlight_mm(scene));
    return;
  }
  const double mm = std::clamp(0.4 * scene.frame.scale(), 0.08, 0.5);
  canvas.open("posts");
  for (const DrawnWire& mark : scene.marks) put(mark, colour_class(scene, mark), mm);
  canvas.close();
}

void expect_drawable(const Scene& scene) {
  const bool marks = scene.mode == DrawMode::wires || scene.mode == DrawMode::bands;
  if (marks && scene.planes() <= kMostPlanes) return;
  throw_limit_error(
      fmt::format("'{}' is too large for an isometric picture: {} on {} planes", scene.candidate.design->name,
                  counted(scene.topology.node_count(), "node"), scene.planes()),
      fmt::format("up to 1,024 nodes on {} planes; use `--view planes`", kMostPlanes), "view");
}

}  // namespace

void draw_isometric(SvgCanvas& canvas, Scene& scene) {
  expect_drawable(scene);
  scene.shown.peak = false;
  const View view = set_view(scene);
  draw_title(canvas, scene);
  std::vector<DrawnWire> all = scene.marks;
  std::vector<std::string> notes;
  std::string of_plane;
  for (scene.plane = 0; scene.plane < scene.planes(); ++scene.plane) {
    tilt(scene, view, scene.plane);
    canvas.open("plane");
    draw_slab(canvas, scene);
    draw_nodes(canvas, scene);
    draw_posts(canvas, scene);
    std::erase_if(scene.marks,
                  [&](const DrawnWire& mark) { return mark.line.count == 0 || mark.plane != scene.plane; });
    draw_wires(canvas, scene);
    draw_longest(canvas, scene);
    draw_route(canvas, scene);
    if (scene.plane == 0) of_plane = wires_note(scene);
    scene.marks = all;
    if (scene.shown.wires) draw_posts_above(canvas, scene, view, false);
    if (scene.shown.longest) draw_posts_above(canvas, scene, view, true);
    canvas.close();
    if (scene.plane == 0) notes = scene.notes;
  }
  scene.plane = 0;
  scene.frame.tilt.reset();
  std::replace(notes.begin(), notes.end(), of_plane, wires_note(scene));
  scene.notes = std::move(notes);
  scene.notes.emplace_back("Seen from above and one side; planes are drawn further apart than they are.");
  draw_key(canvas, scene);
}

}  // namespace cutline
