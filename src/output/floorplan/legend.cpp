// SPDX-License-Identifier: Apache-2.0
#include "output/floorplan/scene.hpp"

namespace cutline::drawing {

namespace {

constexpr double kSwatchMm = 6.5, kSwatchGapMm = 1.2, kItemGapMm = 5, kRowMm = 4.6;
constexpr double kScaleBarMm = 30, kKeyStepMm = 4, kSquareMm = 2.6;
constexpr std::size_t kMostClasses = 32, kUsualNoteLines = 2;
constexpr double kAroundInsetMm = 2;  ///< above and below
constexpr double kNoteLineMm = svg::kLineEm * svg::kLeastPt * svg::kPointMm;

/// One entry of the legend: a sign, then a text.
struct Item {
  /// Draws the sign of an item from x on, about y.
  using Painter = std::function<void(svg::Canvas&, double x, double y, const Item&)>;
  Painter draw;
  std::string text;
  double sign_mm = kSwatchMm;
  bool starts_row = false;  ///< on a wide page
  double x = 0, y = 0;      ///< its place: left end; middle of its row, from the top of the legend
  double width() const { return sign_mm + kSwatchGapMm + svg::text_width_mm(text, svg::kLeastPt); }
};

Item::Painter line_sign(const std::string& css_class, const std::string& attributes = {}) {
  return [=](svg::Canvas& canvas, double x, double y, const Item& item) {
    canvas.line(x, y, x + item.sign_mm, y, css_class, item.text, attributes);
  };
}

Item::Painter box_sign(const std::string& css_class, double height, const std::string& attributes = {}) {
  return [=](svg::Canvas& canvas, double x, double y, const Item& item) {
    canvas.rect({x, y - height / 2, item.sign_mm, height}, css_class, item.text, attributes);
  };
}

Item square_sign(const std::string& css_class, std::string text,
                 const std::string& attributes = "stroke-width=\"0.15\"") {
  return {box_sign(css_class, kSquareMm, attributes), std::move(text), kSquareMm};
}

/// The steps of a scale of colours side by side. `title` and `colour` are those of a step.
Item scale_sign(const std::string& css_class, std::string text, const std::function<std::string(std::size_t)>& title,
                const std::function<std::string(std::size_t)>& colour) {
  const auto draw = [=](svg::Canvas& canvas, double x, double y, const Item&) {
    for (std::size_t step = 0; step < svg::kScaleSteps; ++step) {
      canvas.rect({x + static_cast<double>(step) * kKeyStepMm, y - 1.3, kKeyStepMm, 2.6}, css_class, title(step),
                  fmt::format("fill=\"{}\"", colour(step)));
    }
  };
  return {draw, std::move(text), kKeyStepMm * svg::kScaleSteps};
}

Item scale_bar(const Page& page) {
  const double longest = kScaleBarMm / page.frame.scale_x * page.scene.cell_length();
  const double length = page.scene.unit() ? std::max(1.0, svg::nice_below(longest)) : svg::nice_below(longest);
  const auto draw = [](svg::Canvas& canvas, double x, double y, const Item& item) {
    put_scale_bar(canvas, {x, y}, item.sign_mm, 2, fmt::format("scale: {}", item.text));
  };
  return {draw, page.scene.length_text(length), length / page.scene.cell_length() * page.frame.scale_x};
}

/// The width for legend and notes: the page without the inset.
double key_width_mm(const Page& page) {
  const double inset = page.inset ? kInsetMm + kItemGapMm : 0;
  return page.scene.options.width_mm - 2 * page.frame.margin - inset;
}

/// ", virtual channels of class 1, 0": the classes of a route, in its order; empty if the route stays in class 0.
std::string classes_of(const Scene& scene) {
  std::vector<std::uint32_t> classes = scene.route_classes;
  classes.erase(std::unique(classes.begin(), classes.end()), classes.end());
  if (classes.empty() || (classes.size() == 1 && classes[0] == 0)) return {};
  return ", virtual channels of class " + join(classes, ", ");
}

/// "layers 1 and 2 (lowest)".
std::string layers_text(const Scene& scene, std::uint32_t pair) {
  const std::uint32_t pairs = scene.layout.rules.layer_pairs;
  const std::string_view where = pairs == 1 ? "" : pair == 0 ? " (lowest)" : pair + 1 == pairs ? " (highest)" : "";
  return fmt::format("layers {} and {}{}", 2 * pair + 1, 2 * pair + 2, where);
}

/// The line of a link class or of a layer pair, in its colour and dashes.
Item::Painter swatch(std::size_t number) {
  const std::string dashes = svg::dash_pattern(number, 1);
  return line_sign(fmt::format("swatch d{}", number % svg::kClassColours.size()),
                   dashes.empty() ? std::string() : fmt::format("stroke-dasharray=\"{}\"", dashes));
}

/// The scale of the colours, or of the squares of the density map.
Item colour_scale(const Scene& scene) {
  const bool map = scene.mode == DrawMode::density_map;
  const double low = scene.colours.low, high = scene.colours.high;
  const std::string range =
      low == high ? svg::short_number(low) : fmt::format("{} to {}", svg::short_number(low), svg::short_number(high));
  const double width = (high - low) / static_cast<double>(svg::kScaleSteps);
  return scale_sign(
      "key",
      map ? fmt::format("links beside a node: {}", range)
          : fmt::format("{}: {} {}", scene.colours.quantity, range, scene.colours.unit),
      [=](std::size_t step) {
        const double from = low + width * static_cast<double>(step);
        return fmt::format("{} to {}", svg::short_number(from), svg::short_number(from + width));
      },
      [=, &scene](std::size_t step) {
        const double share = static_cast<double>(step) / (svg::kScaleSteps - 1);
        return to_string(
            svg::scale_colour(scene.style, map ? share : svg::kThinLineFrom + (1 - svg::kThinLineFrom) * share));
      });
}

Item use_scale(const Page& page) {
  const double share = top_of_use_scale(page.use) / svg::kScaleSteps;
  return scale_sign(
      "use-key", track_use_text(page),
      [=](std::size_t step) {
        return fmt::format("{:.3g} to {:.3g} % of the tracks", 100 * share * static_cast<double>(step),
                           100 * share * static_cast<double>(step + 1));
      },
      [&style = page.scene.style](std::size_t step) { return use_colour(style, step); });
}

void add_colours(const Scene& scene, std::vector<Item>& items) {
  const bool map = scene.mode == DrawMode::density_map;
  if (map || scene.colours.is_scale()) {
    items.push_back(colour_scale(scene));
    return;
  }
  if (scene.colours.kind == WireColour::layer) {
    for (std::uint32_t pair = 0; pair < scene.layout.rules.layer_pairs; ++pair)
      items.push_back({swatch(pair), layers_text(scene, pair)});
    return;
  }
  const std::vector<LinkClass>& classes = scene.topology.classes;
  std::size_t listed = 0, more = 0;
  for (std::size_t c = 0; c < classes.size(); ++c) {
    if (!scene.shown.classes[c]) continue;
    if (listed == kMostClasses) {
      more += 1;
      continue;
    }
    items.push_back({swatch(c), classes[c].name});
    listed += 1;
  }
  if (more > 0) items.push_back({nullptr, fmt::format("and {} more, in the same colours", more), 0});
}

std::string cuts_text(const Scene& scene) {
  const auto one = [&](Axis axis) {
    return fmt::format("{}, {}", letter(axis), links_text(scene.peak[index(axis)].links));
  };
  if (scene.peak[0].cut > 0 && scene.peak[1].cut > 0)
    return fmt::format("peak cuts: {}; {}", one(Axis::x), one(Axis::y));
  return fmt::format("peak cut: {}", one(scene.peak[0].cut > 0 ? Axis::x : Axis::y));
}

/// "12 and its links", "cut 3 along x: 40 links, 640 wires".
void add_singled_out(const Scene& scene, std::vector<Item>& items) {
  for (const std::uint64_t site : scene.singled_out.nodes) {
    items.push_back(
        {box_sign("route-node", 2.4, "stroke-width=\"0.3\""), fmt::format("{} and its links", scene.address_of(site))});
  }
  for (const Axis axis : {Axis::x, Axis::y}) {
    const std::uint32_t cut = scene.singled_out.cuts[index(axis)];
    if (cut == 0) continue;
    const PeakCut counts = counts_of_cut(scene, axis, cut);
    items.push_back({line_sign("cut"), fmt::format("cut {} along {}: {}, {}", cut, letter(axis),
                                                   links_text(counts.links), wires_text(counts.wires))});
  }
}

void add_marks(const Page& page, std::vector<Item>& items) {
  const auto ends = [&](const DrawnWire& wire) {
    return fmt::format("{} – {}", page.scene.nodes.address_at(wire.a), page.scene.nodes.address_at(wire.b));
  };
  if (page.scene.shown.longest && page.scene.longest) {
    const std::string length = page.scene.length_text(page.scene.length(*page.scene.longest));
    Item item{line_sign("longest-core", "stroke-width=\"0.8\""),
              fmt::format("longest wire: {}, {}", ends(*page.scene.longest), length), kSwatchMm, true};
    if (item.width() > key_width_mm(page)) item.text = fmt::format("longest wire: {}", length);
    items.push_back(std::move(item));
  }
  if (page.scene.shown.peak && (page.scene.peak[0].cut > 0 || page.scene.peak[1].cut > 0))
    items.push_back({line_sign("cut"), cuts_text(page.scene)});
  add_singled_out(page.scene, items);
  if (!page.scene.route_nodes.empty()) {
    const auto draw = [](svg::Canvas& canvas, double x, double y, const Item& item) {
      line_sign("route-halo", "stroke-width=\"1.25\"")(canvas, x, y, item);
      line_sign("route-core", "stroke-width=\"0.9\"")(canvas, x, y, item);
    };
    items.push_back({draw, fmt::format("route {} – {}: {}", page.scene.address_of(page.scene.route_nodes.front()),
                                       page.scene.address_of(page.scene.route_nodes.back()),
                                       text::counted(page.scene.route.size(), "hop") + classes_of(page.scene))});
  }
}

/// The kinds of tile; for a user's floorplan also what is blocked and wires without room.
void add_tiles(const Scene& scene, std::vector<Item>& items) {
  if (!scene.shown.nodes) return;
  const std::vector<std::string> kinds = tile_kinds(scene);
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) items.push_back(square_sign(tile_class(kind), kinds[kind]));
  if (!scene.candidate.design->placement.empty.empty()) items.push_back(square_sign("empty", "left empty"));
  if (!scene.placement.given) return;
  const TilePlan& plan = scene.placement.given->plan;
  if (!plan.blockages.empty() || !plan.outline_shape.empty())
    items.push_back(square_sign("blocked", "no wires on some layers"));
  const Overflow* overflow = scene.candidate.laid_out()->measures.overflow();
  if (overflow && overflow->wires > 0)
    items.push_back(square_sign("overflow", text::counted(overflow->wires, "wire") + " without room"));
}

std::vector<Item> legend_items(const Page& page) {
  std::vector<Item> items;
  if (page.scene.shown.scale) items.push_back(scale_bar(page));
  if (!page.scene.shown.legend) return items;
  const Scene& scene = page.scene;
  const bool map = scene.mode == DrawMode::density_map;
  if (scene.topology.has_interchanges() && scene.shown.nodes && !map)
    items.push_back(square_sign("interchange", std::string(site_word(inner_kind(scene.topology))),
                                fmt::format("rx=\"{}\" stroke-width=\"0.15\"", svg::number(kSquareMm / 2))));
  add_tiles(scene, items);
  if (scene.shown.wires || map) add_colours(scene, items);
  if (!page.use.empty()) items.push_back(use_scale(page));
  const std::uint32_t pairs = scene.layout.rules.layer_pairs;
  const bool layers =
      pairs > 1 && scene.shown.wires && !map && !page.schematic && scene.colours.kind != WireColour::layer;
  for (std::uint32_t pair = 0; layers && pair < pairs; ++pair) {
    const double mm = stroke_cells(page, 1, static_cast<std::uint8_t>(pair)) * page.frame.scale();
    items.push_back({line_sign("layer", stroke_width(std::clamp(mm, 0.15, 1.5))), layers_text(scene, pair)});
  }
  for (const auto& [css_class, text] : module_styles(page))
    items.push_back({box_sign(css_class, 2.4, "rx=\"0.6\""), text});
  if (page.inset) items.push_back({box_sign("scale-bar", kInsetMarkMm), "shown in the inset", kInsetMarkMm});
  add_marks(page, items);
  return items;
}

/// Items fill a row from left to right, then the next row.
struct Legend {
  std::vector<Item> items;
  double height = 0;
};

Legend place_items(const Page& page) {
  Legend legend;
  const double left = page.frame.margin, right = left + key_width_mm(page);
  double x = left, row = 0;
  for (Item& item : legend_items(page)) {
    item.text = svg::fitted_text(item.text, right - left - item.sign_mm - kSwatchGapMm, svg::kLeastPt);
    const double width = item.width();
    if (x > left && (x + width > right || (item.starts_row && page.scene.options.width_mm > 100))) {
      x = left;
      row += 1;
    }
    item.x = x;
    item.y = (row + 0.5) * kRowMm;
    legend.items.push_back(std::move(item));
    x += width + kItemGapMm;
  }
  if (!legend.items.empty()) legend.height = (row + 1) * kRowMm + 1;
  return legend;
}

std::vector<std::string> note_lines(const Page& page) {
  std::string all;
  for (const std::string& note : page.notes) all += all.empty() || note.empty() ? note : " " + note;
  return svg::wrap_text(all, key_width_mm(page), svg::kLeastPt);
}

}  // namespace

double key_height_mm(const Page& page) {
  const double height = place_items(page).height + kUsualNoteLines * kNoteLineMm;
  return page.inset ? std::max(height, kInsetMm + kAroundInsetMm) : height;
}

void draw_key(svg::Canvas& canvas, Page& page) {
  const Legend legend = place_items(page);
  const double top = page.frame.key_y;
  canvas.open("legend");
  for (const Item& item : legend.items) {
    const double y = item.y + top, gap = item.sign_mm > 0 ? kSwatchGapMm : 0;
    if (item.draw) item.draw(canvas, item.x, y, item);
    canvas.text(item.x + item.sign_mm + gap, y + svg::kDigitMm / 2, item.text, {"legend-text"});
  }
  canvas.close();
  double y = top + legend.height;
  for (const std::string& line : note_lines(page)) {
    canvas.text(page.frame.margin, y + svg::kLeastPt * svg::kPointMm * 0.85, line, {"note"});
    y += kNoteLineMm;
  }
  if (page.inset) y = std::max(y, top + kInsetMm + kAroundInsetMm);
  page.frame.page_height = page.scene.options.height_mm > 0 ? page.scene.options.height_mm : y + page.frame.margin - 1;
}

}  // namespace cutline::drawing
