// SPDX-License-Identifier: Apache-2.0
#include <iterator>

#include "output/floorplan/scene.hpp"

namespace cutline::drawing {

namespace {

/// The style rules that do not depend on the scale.
constexpr std::string_view kStyle =
    ".title{font-weight:bold}\n"
    ".facts,.note,.tick,.caption{fill:$quiet}\n"
    ".mark-label{font-weight:bold}\n"
    ".on-plan{font-weight:bold;paint-order:stroke;stroke:$page;stroke-width:.9;stroke-linejoin:round}\n"
    ".page{fill:$page}\n"
    ".plan{fill:$page;stroke:$border;stroke-width:.15}\n"
    ".node{fill:$box;stroke:$edge}\n"
    ".interchange{fill:$hub;stroke:$hub-edge}\n"
    ".tile{fill:$box;stroke:$edge}\n"
    ".blocked{fill:$ink;fill-opacity:.12;stroke:$ink;stroke-width:.2;stroke-dasharray:.8 .8}\n"
    ".empty{fill:none;stroke:$ink;stroke-opacity:.45;stroke-width:.2;stroke-dasharray:.8 .8}\n"
    ".overflow{fill:$wrong}\n"
    ".wire{fill:none;stroke-linejoin:miter}\n"
    ".via{fill:none;stroke-linecap:square}\n"
    ".terminal{fill:none;stroke-linecap:round}\n"
    ".bar{fill:$bar;shape-rendering:crispEdges}\n"
    ".peak-bar{fill:$peak}\n"
    ".axis{stroke:$edge;stroke-width:.2}\n"
    ".grid{stroke:$grid;stroke-width:.15}\n"
    ".cut{stroke:$ink;stroke-width:.35;stroke-dasharray:1.4 .8}\n"
    ".cut-halo{stroke:$page;stroke-width:1;stroke-opacity:.6}\n"
    ".longest-halo{fill:none;stroke:$page}\n"
    ".longest-core{fill:none;stroke:$strong}\n"
    ".longest-end{fill:$strong;stroke:$page;stroke-width:.2}\n"
    ".route-halo{fill:none;stroke:#000;stroke-linecap:round;stroke-linejoin:round}\n"
    ".route-core{fill:none;stroke:#f0e442;stroke-linecap:round;stroke-linejoin:round}\n"
    ".route-node{fill:#f0e442;fill-opacity:.45;stroke:$strong}\n"
    ".module{fill:none;stroke:$line;stroke-width:.35}\n"
    ".m1{stroke-width:.5;stroke-dasharray:2.4 .8}\n"
    ".m2{stroke-width:.65;stroke-dasharray:4 .8 .8 .8}\n"
    ".module-name{fill:$line}\n"
    ".module-field{fill:$page;fill-opacity:.85}\n"
    ".density{shape-rendering:crispEdges}\n"
    ".scale-bar{fill:none;stroke:$ink;stroke-width:.35}\n"
    ".layer{stroke:$edge}\n"
    ".swatch{stroke-width:1}\n";

void put_head(svg::Canvas& canvas, const Page& page) {
  const double larger = page.scene.style.larger;
  const auto magnified = [&](double mm) { return svg::number(mm * larger); };
  const std::string width = svg::number(page.frame.page_width), height = svg::number(page.frame.page_height);
  const std::string& name = page.scene.candidate.design->name;
  const std::string title = page.scene.study.title.empty() ? name : fmt::format("{}: {}", page.scene.study.title, name);
  const bool in_page = page.scene.options.in_page;
  if (!in_page) canvas.raw("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
  canvas.put(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" class=\"{3}\" "
      "width=\"{4}mm\" height=\"{5}mm\" viewBox=\"0 0 {0} {1}\"{2}>\n",
      width, height, in_page ? fmt::format(" role=\"img\" aria-labelledby=\"{}-title\"", page.scene.id) : "",
      kStyleClass, magnified(page.frame.page_width), magnified(page.frame.page_height));
  canvas.put("<title{}>{}</title>\n", in_page ? fmt::format(" id=\"{}-title\"", page.scene.id) : "",
             text::xml_escape(title));
  if (!in_page) canvas.put("<style>\n{}</style>\n", floorplan_style(page.scene.options.style));
  canvas.put("<rect class=\"page\" width=\"{}\" height=\"{}\"/>\n", width, height);
}

/// Sets the frame, and whether the picture is a schematic; only a schematic may be stretched.
void choose_view(Page& page) {
  const DrawOptions& options = page.scene.options;
  set_frame(page);
  page.schematic =
      options.view == FloorplanView::schematic || (options.view == FloorplanView::fitting && suits_schematic(page));
  if (!page.schematic) return;
  if (page.scene.shown.heat && page.scene.planes() == 1) page.use = track_use(page.scene);
  page.inset = inset_window(page.scene);
  set_frame(page);
}

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
  const double cell_height = page.scene.cell_aspect();
  const double cells_wide = static_cast<double>(page.scene.layout.columns().total);
  const double cells_high = static_cast<double>(page.scene.layout.rows().total) * cell_height;
  const double top = below_title(page);
  const double width = frame.page_width - 2 * frame.margin;
  const double height =
      page.scene.options.height_mm > 0 ? height_left(page, top + kBelowPlanMm) : width * kMostHeightPerWidth;
  const Panels panels = arrange(planes, cells_wide, cells_high, width, height);
  if (panels.scale <= 0)
    throw_input_error(fmt::format("{} planes do not fit on this page", planes), "make the picture larger", "size");
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
                        links_text(density.peak_links), density.peak_cut);
  }
  return text.empty() ? text : text + ".";
}

/// The posts that begin or end in the plane that is drawn now, or pass through it.
void draw_posts(svg::Canvas& canvas, const Page& page) {
  if (!page.scene.shown.wires || !page.scene.draws_links()) return;
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

/// The marks of the wires in a plane.
std::vector<DrawnWire> marks_of_plane(const Scene& scene, std::uint32_t plane) {
  std::vector<DrawnWire> marks;
  std::ranges::copy_if(scene.marks, std::back_inserter(marks),
                       [&](const DrawnWire& mark) { return mark.line.count > 0 && mark.plane == plane; });
  return marks;
}

/// All layers of a picture to scale, of the plane that is drawn now.
void draw_layers(svg::Canvas& canvas, Page& page) {
  const bool flat = !page.frame.tilt, alone = flat && page.scene.planes() == 1;
  draw_profiles(canvas, page);
  draw_density_map(canvas, page);
  draw_nodes(canvas, page);
  if (flat) draw_singled_nodes(canvas, page);
  if (!alone) draw_posts(canvas, page);
  draw_patterns(canvas, page);
  draw_wires(canvas, page);
  if (alone) {
    draw_overflow(canvas, page);
    draw_modules(canvas, page);
    draw_cuts(canvas, page);
  }
  draw_longest(canvas, page);
  draw_route(canvas, page);
  if (flat) draw_addresses(canvas, page);
  if (alone) {
    draw_module_names(canvas, page);
    draw_longest_label(canvas, page);
  }
}

/// A plane in its panel.
void draw_panel(svg::Canvas& canvas, Page& page) {
  const svg::Rect& plan = page.frame.plan;
  canvas.open("plane");
  canvas.text(plan.x - kPaddingMm, plan.y - 2, fmt::format("z = {}", page.plane), {"mark-label"});
  canvas.rect(page.frame.border(), "plan", fmt::format("plane {}", page.plane));
  draw_layers(canvas, page);
  canvas.close();
}

/// Several planes side by side, title and legend included.
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
  if (scene.draws_links())
    page.notes.emplace_back("Large dots are posts that end in a plane, small ones pass through it.");
  page.notes.push_back(cuts_note(scene));
  frame.key_y = top + panels.down * step_y - kPanelGapMm + kBelowPlanMm;
  draw_key(canvas, page);
}

constexpr double kCos30 = 0.86602540378443865, kSin30 = 0.5;
constexpr double kBelowIsometricMm = 4, kPlaneTitleMm = 12;
constexpr double kApart = 0.62;  ///< distance of planes, in heights of a plane as it is seen
constexpr std::uint32_t kMostPlanes = 16;

/// Sets the frame of a stack of planes, whose plan is the whole stack; returns the distance from plane to plane.
double set_stack(Page& page) {
  Frame& frame = page.frame;
  const double cell_height = page.scene.cell_aspect();
  const double around = static_cast<double>(page.scene.layout.columns().total) +
                        static_cast<double>(page.scene.layout.rows().total) * cell_height;
  const double stack = 1 + kApart * (page.scene.planes() - 1);
  const double top = below_title(page);
  const double width = frame.page_width - 2 * frame.margin - kPlaneTitleMm;
  const double height = page.scene.options.height_mm > 0 ? height_left(page, top + kBelowIsometricMm)
                                                         : frame.page_width * kMostHeightPerWidth;
  const double scale = std::min({width / (around * kCos30), height / (around * kSin30 * stack), kLargestCellMm});
  frame.scale_x = scale;
  frame.scale_y = scale * cell_height;
  const double plane_width = around * kCos30 * scale, plane_height = around * kSin30 * scale;
  frame.plan = {frame.margin + kPlaneTitleMm + (width - plane_width) / 2, top, plane_width, plane_height * stack};
  frame.key_y = frame.plan.bottom() + kBelowIsometricMm;
  return kApart * plane_height;
}

/// x runs to the lower right and y to the upper right, as seen from above.
void tilt(Page& page, double apart) {
  Frame& frame = page.frame;
  const double rows = static_cast<double>(page.scene.layout.rows().total) * frame.scale_y;
  const double left_corner = frame.plan.y + apart * (page.scene.planes() - 1 - page.plane) + rows * kSin30;
  frame.tilt = {kCos30 * frame.scale_x,  kSin30 * frame.scale_x, kCos30 * frame.scale_y,
                -kSin30 * frame.scale_y, frame.plan.x,           left_corner};
}

void draw_slab(svg::Canvas& canvas, const Page& page) {
  const auto columns = static_cast<double>(page.scene.layout.columns().total);
  const auto rows = static_cast<double>(page.scene.layout.rows().total);
  std::string data;
  for (const PagePoint corner : {page.frame.point(0, 0), page.frame.point(columns, 0), page.frame.point(columns, rows),
                                 page.frame.point(0, rows)})
    svg::add_corner(data, corner.x, corner.y);
  canvas.path(data + "z", "plan", fmt::format("plane {}", page.plane), "fill-opacity=\"0.86\"");
  const PagePoint corner = page.frame.point(0, 0);
  canvas.text(corner.x - 1.5, corner.y + svg::kDigitMm / 2, fmt::format("z = {}", page.plane),
              {"mark-label", svg::kLeastPt, svg::Anchor::end});
}

/// The posts from this plane up to the next, without their last piece, which the next plane hides.
void draw_posts_above(svg::Canvas& canvas, const Page& page, double apart, bool longest) {
  const auto put = [&](const DrawnWire& mark, std::string_view css_class, double mm) {
    if (!mark.post || page.plane < mark.post->z0 || page.plane >= mark.post->z1) return;
    const PagePoint at =
        page.frame.point(static_cast<double>(mark.post->x) + 0.5, static_cast<double>(mark.post->y) + 0.5);
    canvas.put("<path class=\"wire {}\" stroke-width=\"{}\" d=\"M{} {}v{}\"/>\n", css_class, svg::number(mm),
               svg::number(at.x), svg::number(at.y), svg::number(-apart));
  };
  if (longest) {
    if (page.scene.longest) put(*page.scene.longest, "longest-halo", highlight_mm(page) + 0.5);
    if (page.scene.longest) put(*page.scene.longest, "longest-core", highlight_mm(page));
    return;
  }
  const double mm = std::clamp(0.4 * page.frame.scale(), 0.08, 0.5);
  canvas.open("posts");
  for (const DrawnWire& mark : page.scene.marks) put(mark, colour_class(page.scene, mark), mm);
  canvas.close();
}

void expect_drawable(const Scene& scene) {
  if (scene.draws_links() && scene.planes() <= kMostPlanes) return;
  throw_limit_error(
      fmt::format("'{}' is too large for an isometric picture: {} on {} planes", scene.candidate.design->name,
                  text::counted(scene.topology.node_count(), "node"), scene.planes()),
      fmt::format("up to 1,024 nodes on {} planes; use `--view planes`", kMostPlanes), "view");
}

void draw_isometric(svg::Canvas& canvas, Page& page) {
  const Scene& scene = page.scene;
  expect_drawable(scene);
  const double apart = set_stack(page);
  draw_title(canvas, page);
  for (std::uint32_t z = 0; z < scene.planes(); ++z) {
    const std::vector<DrawnWire> marks = marks_of_plane(scene, z);
    Page plane{scene, page.frame, z, marks};
    tilt(plane, apart);
    canvas.open("plane");
    draw_slab(canvas, plane);
    draw_layers(canvas, plane);
    if (scene.shown.wires) draw_posts_above(canvas, plane, apart, false);
    if (scene.shown.longest) draw_posts_above(canvas, plane, apart, true);
    canvas.close();
    if (z == 0) page.notes = std::move(plane.notes);
  }
  page.notes.emplace_back("Seen from above and one side; planes are drawn further apart than they are.");
  draw_key(canvas, page);
}

/// One plane, with its profiles and peak cuts.
void draw_floorplan(svg::Canvas& body, Page& page) {
  choose_view(page);
  draw_title(body, page);
  body.rect(page.frame.border(), "plan", {});
  if (page.schematic) return draw_schematic(body, page);
  draw_layers(body, page);
  draw_key(body, page);
}

/// The options of a smaller picture; magnified, it becomes the picture that the user asked for.
DrawOptions before_magnified(const DrawOptions& asked) {
  DrawOptions options = asked;
  const double larger = svg::picture_style(asked.style).larger;
  options.width_mm /= larger;
  options.height_mm = asked.height_mm / larger;
  return options;
}

}  // namespace

}  // namespace cutline::drawing

namespace cutline {

std::string floorplan_style(std::string_view name) {
  const svg::PictureStyle& style = svg::picture_style(name);
  std::string rules = svg::in_colours(style, fmt::format("{}{}", svg::kTextRule, drawing::kStyle));
  for (std::size_t c = 0; c < style.classes.size(); ++c)
    rules += fmt::format(".d{}{{stroke:{}}}\n", c, style.classes[c]);
  for (std::size_t step = 0; step < svg::kScaleSteps; ++step) {
    const double t = svg::kThinLineFrom + (1 - svg::kThinLineFrom) * static_cast<double>(step) / (svg::kScaleSteps - 1);
    rules += fmt::format(".q{}{{stroke:{}}}\n", step, to_string(svg::scale_colour(style, t)));
  }
  for (std::size_t kind = 0; kind < drawing::kTileColours; ++kind)
    rules += fmt::format(".t{}{{fill:{}}}\n", kind, style.surfaces[kind]);
  return svg::scoped_rules(drawing::kStyleClass, rules);
}

Floorplan floorplan(const Study& study, const Candidate& candidate, const DrawOptions& asked) {
  drawing::expect_sizes(asked);
  const DrawOptions options = drawing::before_magnified(asked);
  // A machine is its hall, unless something of its network is asked for.
  const bool plain = options.view == FloorplanView::fitting && !options.in_page && options.show.empty() &&
                     !options.route && options.colour == WireColour::dimension;
  if (options.view >= FloorplanView::hall || (candidate.machine && plain))
    return drawing::hall_plan(study, candidate, options);
  const drawing::Scene scene = drawing::make_scene(study, candidate, options);
  drawing::Page page{scene};
  svg::Canvas body;
  if (options.view == FloorplanView::isometric) {
    drawing::draw_isometric(body, page);
  } else if (scene.planes() > 1 && options.view != FloorplanView::schematic) {
    drawing::draw_planes(body, page);
  } else {
    drawing::draw_floorplan(body, page);
  }
  svg::Canvas canvas;
  drawing::put_head(canvas, page);
  canvas.raw(body.take());
  canvas.raw("</svg>\n");
  return {canvas.take(), drawing::facts(scene), scene.less};
}

}  // namespace cutline
