// SPDX-License-Identifier: Apache-2.0
#include "cutline/output/floorplan/floorplan.hpp"

#include <fmt/core.h>

#include "cutline/study/study.hpp"
#include "output/floorplan/scene.hpp"
#include "output/text/xml.hpp"

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
      "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" "
      "class=\"{3}\" "
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
  page.schematic = options.view == FloorplanView::schematic ||
                   (options.view == FloorplanView::fitting && !options.in_page && suits_schematic(page));
  if (!page.schematic) return;
  if (page.scene.shown.heat && page.scene.planes() == 1) page.use = track_use(page.scene);
  page.inset = inset_window(page.scene);
  set_frame(page);
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
