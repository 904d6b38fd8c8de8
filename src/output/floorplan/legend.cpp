// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <vector>

#include "cutline/study/design.hpp"
#include "cutline/study/laid_out.hpp"
#include "output/floorplan/scene.hpp"
#include "output/svg/canvas.hpp"
#include "output/svg/style.hpp"
#include "output/text/number.hpp"

namespace cutline::drawing {

namespace {

constexpr double kSwatchMm = 6.5, kSwatchGapMm = 1.2, kItemGapMm = 5, kRowMm = 4.6;
constexpr double kScaleBarMm = 30, kKeyStepMm = 4, kInterchangeMm = 2.6;
constexpr std::size_t kMostClasses = 32, kUsualNoteLines = 2;
constexpr double kAroundInsetMm = 2;  ///< above and below
constexpr double kNoteLineMm = svg::kLineEm * svg::kLeastPt * svg::kPointMm;

/// One entry of the legend: a sign, then a text.
struct Item {
  enum class Sign {
    scale_bar,
    interchange,
    wire_class,
    layer,
    scale,
    module,
    longest,
    cut,
    route,
    singled_node,
    use,
    inset,
    tile,
    blocked,
    empty,
    overflow
  } sign;
  std::string text;
  double sign_mm = kSwatchMm;
  std::size_t number = 0;  ///< class or layer pair
  std::string css_class;   ///< of an outline
  double width() const { return sign_mm + kSwatchGapMm + svg::text_width_mm(text, svg::kLeastPt); }
};

Item scale_bar(const Page& page) {
  const double cell_mm = page.scene.unit() ? 1 : page.scene.layout.rules.cell_width_nm * 1e-6;
  const double longest = kScaleBarMm / page.frame.scale_x * cell_mm;
  const double length = page.scene.unit() ? std::max(1.0, svg::nice_below(longest)) : svg::nice_below(longest);
  return {Item::Sign::scale_bar, page.scene.length_text(length), length / cell_mm * page.frame.scale_x};
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
  std::string text;
  for (const std::uint32_t each : classes) text += fmt::format("{}{}", text.empty() ? "" : ", ", each);
  return ", virtual channels of class " + text;
}

/// "layers 1 and 2 (lowest)".
std::string layers_text(const Scene& scene, std::uint32_t pair) {
  const std::uint32_t pairs = scene.layout.rules.layer_pairs;
  const std::string_view where = pairs == 1 ? "" : pair == 0 ? " (lowest)" : pair + 1 == pairs ? " (highest)" : "";
  return fmt::format("layers {} and {}{}", 2 * pair + 1, 2 * pair + 2, where);
}

void add_colours(const Scene& scene, std::vector<Item>& items) {
  if (scene.colours.kind == WireColour::layer && scene.mode != DrawMode::density_map) {
    for (std::uint32_t pair = 0; pair < scene.layout.rules.layer_pairs; ++pair)
      items.push_back({Item::Sign::wire_class, layers_text(scene, pair), kSwatchMm, pair});
    return;
  }
  if (scene.mode == DrawMode::density_map || scene.colours.is_scale()) {
    const bool map = scene.mode == DrawMode::density_map;
    const double low = scene.colours.low, high = scene.colours.high;
    const std::string range =
        low == high ? svg::short_number(low) : fmt::format("{} to {}", svg::short_number(low), svg::short_number(high));
    const std::string text = map ? fmt::format("links beside a node: {}", range)
                                 : fmt::format("{}: {} {}", scene.colours.quantity, range, scene.colours.unit);
    items.push_back({Item::Sign::scale, text, kKeyStepMm * svg::kScaleSteps});
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
    items.push_back({Item::Sign::wire_class, classes[c].name, kSwatchMm, c});
    listed += 1;
  }
  if (more > 0)
    items.push_back({Item::Sign::wire_class, fmt::format("and {} more, in the same colours", more), 0, classes.size()});
}

std::string cuts_text(const Scene& scene) {
  const auto one = [&](Axis axis) {
    const PeakCut& peak = scene.peak[index(axis)];
    return fmt::format("{}, {}", letter(axis), text::counted(static_cast<std::uint64_t>(peak.links), "link"));
  };
  if (scene.peak[0].cut > 0 && scene.peak[1].cut > 0)
    return fmt::format("peak cuts: {}; {}", one(Axis::x), one(Axis::y));
  return fmt::format("peak cut: {}", one(scene.peak[0].cut > 0 ? Axis::x : Axis::y));
}

/// "12 and its links", "cut 3 along x: 40 links, 640 wires".
void add_singled_out(const Scene& scene, std::vector<Item>& items) {
  for (const std::uint64_t site : scene.singled_out.nodes) {
    items.push_back({Item::Sign::singled_node, fmt::format("{} and its links", scene.address_of(site))});
  }
  for (const Axis axis : {Axis::x, Axis::y}) {
    const std::uint32_t cut = scene.singled_out.cuts[index(axis)];
    if (cut == 0) continue;
    const PeakCut counts = counts_of_cut(scene, axis, cut);
    items.push_back({Item::Sign::cut, fmt::format("cut {} along {}: {}, {}", cut, letter(axis),
                                                  text::counted(static_cast<std::uint64_t>(counts.links), "link"),
                                                  text::counted(static_cast<std::uint64_t>(counts.wires), "wire"))});
  }
}

void add_marks(const Page& page, std::vector<Item>& items) {
  const auto ends = [&](const DrawnWire& wire) {
    return fmt::format("{} – {}", page.scene.nodes.address_at(wire.a), page.scene.nodes.address_at(wire.b));
  };
  if (page.scene.shown.longest && page.scene.longest) {
    const std::string length = page.scene.length_text(page.scene.length(*page.scene.longest));
    Item item{Item::Sign::longest, fmt::format("longest wire: {}, {}", ends(*page.scene.longest), length)};
    const bool fits = item.width() <= key_width_mm(page);
    if (!fits) item.text = fmt::format("longest wire: {}", length);
    items.push_back(std::move(item));
  }
  if (page.scene.shown.peak && (page.scene.peak[0].cut > 0 || page.scene.peak[1].cut > 0))
    items.push_back({Item::Sign::cut, cuts_text(page.scene)});
  add_singled_out(page.scene, items);
  if (!page.scene.route_nodes.empty()) {
    items.push_back(
        {Item::Sign::route, fmt::format("route {} – {}: {}", page.scene.address_of(page.scene.route_nodes.front()),
                                        page.scene.address_of(page.scene.route_nodes.back()),
                                        text::counted(page.scene.route.size(), "hop") + classes_of(page.scene))});
  }
}

/// The kinds of tile; for a user's floorplan also what is blocked and wires without room.
void add_tiles(const Scene& scene, std::vector<Item>& items) {
  if (!scene.shown.nodes) return;
  const std::vector<std::string> kinds = tile_kinds(scene);
  for (std::size_t kind = 0; kind < kinds.size(); ++kind)
    items.push_back({Item::Sign::tile, kinds[kind], kInterchangeMm, kind});
  if (!scene.candidate.design->placement.empty.empty())
    items.push_back({Item::Sign::empty, "left empty", kInterchangeMm});
  if (!scene.placement.given) return;
  const TilePlan& plan = scene.placement.given->plan;
  if (!plan.blockages.empty() || !plan.outline_shape.empty())
    items.push_back({Item::Sign::blocked, "no wires on some layers", kInterchangeMm});
  const Overflow* overflow = scene.candidate.laid_out()->measures.overflow();
  if (overflow && overflow->wires > 0)
    items.push_back({Item::Sign::overflow, text::counted(overflow->wires, "wire") + " without room", kInterchangeMm});
}

std::vector<Item> legend_items(const Page& page) {
  std::vector<Item> items;
  if (page.scene.shown.scale) items.push_back(scale_bar(page));
  if (!page.scene.shown.legend) return items;
  if (page.scene.topology.has_interchanges() && page.scene.shown.nodes && page.scene.mode != DrawMode::density_map)
    items.push_back({Item::Sign::interchange, std::string(site_word(inner_kind(page.scene.topology))), kInterchangeMm});
  add_tiles(page.scene, items);
  if (page.scene.shown.wires || page.scene.mode == DrawMode::density_map) add_colours(page.scene, items);
  if (!page.use.empty()) items.push_back({Item::Sign::use, track_use_text(page), kKeyStepMm * svg::kScaleSteps});
  const std::uint32_t pairs = page.scene.layout.rules.layer_pairs;
  const bool layers = pairs > 1 && page.scene.shown.wires && page.scene.mode != DrawMode::density_map &&
                      !page.schematic && page.scene.colours.kind != WireColour::layer;
  for (std::uint32_t pair = 0; layers && pair < pairs; ++pair) {
    items.push_back({Item::Sign::layer, layers_text(page.scene, pair), kSwatchMm, pair});
  }
  for (const ModuleStyle& style : module_styles(page)) {
    items.push_back({Item::Sign::module, style.text, kSwatchMm, 0, style.css_class});
  }
  if (page.inset) items.push_back({Item::Sign::inset, "shown in the inset", kInsetMarkMm});
  add_marks(page, items);
  return items;
}

/// An item and its place: items fill a row from left to right, then the next row.
struct PlacedItem {
  Item item;
  double x = 0, y = 0;  ///< left end; middle of its row
};

struct Legend {
  std::vector<PlacedItem> items;
  double height = 0;
};

Legend place_items(const Page& page) {
  Legend legend;
  const double left = page.frame.margin, right = left + key_width_mm(page);
  double x = left, row = 0;
  for (Item& item : legend_items(page)) {
    item.text = svg::fitted_text(item.text, right - left - item.sign_mm - kSwatchGapMm, svg::kLeastPt);
    const double width = item.width();
    const bool is_mark = item.sign == Item::Sign::longest && x > left && !legend.items.empty();
    if (x > left && (x + width > right || (is_mark && page.scene.options.width_mm > 100))) {
      x = left;
      row += 1;
    }
    legend.items.push_back({std::move(item), x, (row + 0.5) * kRowMm});
    x += width + kItemGapMm;
  }
  if (!legend.items.empty()) legend.height = (row + 1) * kRowMm + 1;
  return legend;
}

void draw_scale_bar(svg::Canvas& canvas, double x, double y, const Item& item) {
  const std::string title = fmt::format("scale: {}", item.text);
  canvas.path(fmt::format("M{0} {1}v2M{0} {2}h{3}M{4} {1}v2", svg::number(x), svg::number(y - 1), svg::number(y),
                          svg::number(item.sign_mm), svg::number(x + item.sign_mm)),
              "scale-bar", title);
}

void draw_scale(svg::Canvas& canvas, const Scene& scene, double x, double y) {
  const bool map = scene.mode == DrawMode::density_map;
  for (std::size_t step = 0; step < svg::kScaleSteps; ++step) {
    const double share = static_cast<double>(step) / (svg::kScaleSteps - 1);
    const double width = (scene.colours.high - scene.colours.low) / static_cast<double>(svg::kScaleSteps);
    const double from = scene.colours.low + width * static_cast<double>(step);
    canvas.rect({x + static_cast<double>(step) * kKeyStepMm, y - 1.3, kKeyStepMm, 2.6}, "key",
                fmt::format("{} to {}", svg::short_number(from), svg::short_number(from + width)),
                fmt::format("fill=\"{}\"",
                            to_string(svg::scale_colour(
                                scene.style, map ? share : svg::kThinLineFrom + (1 - svg::kThinLineFrom) * share))));
  }
}

void draw_sign(svg::Canvas& canvas, const Page& page, const PlacedItem& placed) {
  const double x = placed.x, y = placed.y, end = x + placed.item.sign_mm;
  const auto line = [&](std::string_view css_class, std::string_view attributes = {}) {
    canvas.line(x, y, end, y, css_class, placed.item.text, attributes);
  };
  switch (placed.item.sign) {
    case Item::Sign::scale_bar:
      return draw_scale_bar(canvas, x, y, placed.item);
    case Item::Sign::interchange:
      return canvas.rect({x, y - kInterchangeMm / 2, kInterchangeMm, kInterchangeMm}, "interchange", placed.item.text,
                         fmt::format("rx=\"{}\" stroke-width=\"0.15\"", svg::number(kInterchangeMm / 2)));
    case Item::Sign::tile:
    case Item::Sign::blocked:
    case Item::Sign::empty:
    case Item::Sign::overflow: {
      const bool tile = placed.item.sign == Item::Sign::tile;
      const std::string other = placed.item.sign == Item::Sign::blocked ? "blocked"
                                : placed.item.sign == Item::Sign::empty ? "empty"
                                                                        : "overflow";
      return canvas.rect({x, y - kInterchangeMm / 2, kInterchangeMm, kInterchangeMm},
                         tile ? tile_class(placed.item.number) : other, placed.item.text, "stroke-width=\"0.15\"");
    }
    case Item::Sign::use:
      return draw_use_scale(canvas, page, {x, y - 1.3, placed.item.sign_mm, 2.6});
    case Item::Sign::inset:
      return canvas.rect({x, y - kInsetMarkMm / 2, kInsetMarkMm, kInsetMarkMm}, "scale-bar", placed.item.text);
    case Item::Sign::scale:
      return draw_scale(canvas, page.scene, x, y);
    case Item::Sign::wire_class: {
      if (placed.item.sign_mm == 0) return;
      const std::string dashes = svg::dash_pattern(placed.item.number, 1);
      return line(fmt::format("swatch d{}", placed.item.number % svg::kClassColours.size()),
                  dashes.empty() ? std::string() : fmt::format("stroke-dasharray=\"{}\"", dashes));
    }
    case Item::Sign::layer: {
      const double mm = stroke_cells(page, 1, static_cast<std::uint8_t>(placed.item.number)) * page.frame.scale();
      return line("layer", fmt::format("stroke-width=\"{}\"", svg::number(std::clamp(mm, 0.15, 1.5))));
    }
    case Item::Sign::module:
      return canvas.rect({x, y - 1.2, placed.item.sign_mm, 2.4}, placed.item.css_class, placed.item.text, "rx=\"0.6\"");
    case Item::Sign::singled_node:
      return canvas.rect({x, y - 1.2, placed.item.sign_mm, 2.4}, "route-node", placed.item.text,
                         "stroke-width=\"0.3\"");
    case Item::Sign::longest:
      return line("longest-core", "stroke-width=\"0.8\"");
    case Item::Sign::cut:
      return line("cut");
    case Item::Sign::route:
      line("route-halo", "stroke-width=\"1.25\"");
      return line("route-core", "stroke-width=\"0.9\"");
  }
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
  for (PlacedItem placed : legend.items) {
    placed.y += top;
    draw_sign(canvas, page, placed);
    const double base = placed.y + svg::kDigitEm * svg::kLeastPt * svg::kPointMm / 2;
    const double gap = placed.item.sign_mm > 0 ? kSwatchGapMm : 0;
    canvas.text(placed.x + placed.item.sign_mm + gap, base, placed.item.text, {"legend-text"});
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
