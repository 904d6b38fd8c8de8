// SPDX-License-Identifier: Apache-2.0
#include "output/floorplan/schematic.hpp"

namespace cutline::drawing {

using svg::Rect;

namespace {

constexpr double kLeastDotMm = 0.15, kDotsOfStroke = 1.6, kMostDotMm = 0.8;
constexpr double kLeastHighlightMm = 0.5, kEndMm = 0.9;
constexpr std::ptrdiff_t kFewLinks = 40;
constexpr double kNameGapMm = 1.2;     ///< from the longest link to its name
constexpr double kKeptOffMm = 0.6;     ///< that its name keeps from it and from dots, if it can
constexpr double kLabelInsetMm = 0.4;  ///< of a name from the sides of its tile
constexpr double kLeastOpacity = 0.3;  ///< of links that hide each other
constexpr std::string_view kThinOutline = "stroke-width=\"0.12\"";
constexpr std::string_view kLongest = "longest link";

/// "00 – 01, dimension 0, span 1, 0.99 mm, 0.2 ns", escaped.
std::string link_title(const Scene& scene, const SchematicLink& link) {
  const DrawnWire& wire = *link.wire;
  const std::string text = fmt::format("{} – {}, {}", scene.nodes.address_at(wire.a), scene.nodes.address_at(wire.b),
                                       wire_words(scene, wire, link.length, false));
  return text::xml_escape(text) + (scene.has_delays() ? delays_text(scene, wire) : "");
}

/// Attributes of all links. Links that lie closer together than they are wide become transparent.
std::string mass_attributes(const Scene& scene, const SchematicPlan& plan) {
  if (scene.singled_out.any()) return std::string(kPale);
  if (!plan.in_lanes() || plan.pitch_mm() >= plan.stroke_mm()) return {};
  return fmt::format("stroke-opacity=\"{}\"",
                     svg::number(std::max(kLeastOpacity, plan.pitch_mm() / plan.stroke_mm()), 2));
}

/// The nodes' boxes on the page, so that outlines stay thin where the plan is stretched.
void draw_boxes_on_page(svg::Canvas& canvas, Page& page) {
  const Scene& scene = page.scene;
  if (!scene.shown.nodes) return;
  if (scene.placement.given) return draw_tiles(canvas, page);
  canvas.open("boxes");
  for_each_site(page, [&](const Cell& cell, std::uint64_t site) {
    const NodeBox box = node_box(page, cell[Axis::x], cell[Axis::y]);
    canvas.rect(page.frame.rect(box), site_class(scene.topology.kind(site), coloured_kind(scene, site)),
                site_title(scene, cell, site), kThinOutline);
  });
  canvas.close();
}

void draw_links(svg::Canvas& canvas, const Page& page, const SchematicPlan& plan) {
  const Scene& scene = page.scene;
  const bool single = scene.singled_out.any();
  const auto draw = [&](bool singled_out, double mm) {
    for (const SchematicLink& link : plan.links()) {
      if (single && is_singled_out(scene, *link.wire) != singled_out) continue;
      canvas.put("<path class=\"wire {}\" {} d=\"{}\"><title>{}</title></path>\n", colour_class(scene, *link.wire),
                 stroke_width(mm), plan.way(*link.wire).data, link_title(scene, link));
    }
    canvas.close();
  };
  canvas.open("all-wires", mass_attributes(scene, plan));
  draw(false, plan.stroke_mm());
  if (!single) return;
  canvas.open("singled-out");
  // A few links are drawn thicker; the many links of a whole cut would hide each other.
  const auto chosen =
      std::ranges::count_if(plan.links(), [&](const SchematicLink& link) { return is_singled_out(scene, *link.wire); });
  draw(true, chosen > kFewLinks ? plan.stroke_mm() : std::max(plan.stroke_mm(), kLeastHighlightMm / 2));
}

void draw_highlights(svg::Canvas& canvas, const Page& page, const SchematicPlan& plan) {
  const double mm = std::max(kLeastHighlightMm, 1.6 * plan.stroke_mm());
  const auto draw = [&](const DrawnWire& wire, const char* name, const char* said) {
    const std::string data = plan.way(wire).data;
    canvas.path(data, fmt::format("{}-halo", name), {}, stroke_width(mm + 0.5));
    canvas.path(data, fmt::format("{}-core", name), fmt::format("{}: {}", said, wire_title(page.scene, wire)),
                stroke_width(mm));
  };
  canvas.open("highlights");
  if (page.scene.shown.longest && page.scene.longest) {
    draw(*page.scene.longest, "longest", "longest wire");
    put_dot(canvas, plan.router(page.scene.longest->a), kEndMm);
    put_dot(canvas, plan.router(page.scene.longest->b), kEndMm);
  }
  for (const DrawnWire& wire : page.scene.route) draw(wire, "route", "route");
  canvas.close();
}

/// The place for the name of a node in its tile: at the lower left, which routing channels leave free, or at the upper
/// left if the user gives the places. Absent if the name is too long.
std::optional<Rect> name_place(const Page& page, const Cell& cell, const std::string& name) {
  const Frame& frame = page.frame;
  const NodeBox box = node_box(page, cell[Axis::x], cell[Axis::y]);
  const double width = svg::text_width_mm(name, svg::kLeastPt), height = svg::kDigitMm;
  if (width + 2 * kLabelInsetMm > box.width * frame.scale_x) return std::nullopt;
  if (height + 2 * kLabelInsetMm > box.height * frame.scale_y) return std::nullopt;
  const double left = frame.to_x(static_cast<double>(box.x)) + kLabelInsetMm;
  const double top = page.scene.placement.given ? frame.to_y(static_cast<double>(box.y + box.height)) + kLabelInsetMm
                                                : frame.to_y(static_cast<double>(box.y)) - kLabelInsetMm - height;
  return Rect{left, top, width, height};
}

double dot_mm(const SchematicPlan& plan) {
  return std::clamp(kDotsOfStroke * plan.stroke_mm(), kLeastDotMm, kMostDotMm);
}

/// A dot where a router's links meet.
void draw_routers(svg::Canvas& canvas, const Page& page, const SchematicPlan& plan) {
  const double dot = dot_mm(plan);
  canvas.open("routers");
  for_each_site(page, [&](const Cell& cell, std::uint64_t) { put_dot(canvas, plan.router(cell), dot); });
  canvas.close();
}

/// Names in the tiles: on a grid all or none; in given places those that have room. Where most names have room, those
/// that have none are shortened. The titles of tiles have all names.
void draw_names(svg::Canvas& canvas, Page& page) {
  const Scene& scene = page.scene;
  if (!scene.shown.addresses) return;
  std::vector<std::pair<Cell, std::string>> named;
  for_each_site(page, [&](const Cell& cell, std::uint64_t site) {
    if (!scene.placement.given || scene.topology.kind(site) == SiteKind::node)
      named.emplace_back(cell, scene.address_of(site));
  });
  const auto fitting = std::ranges::count_if(
      named, [&](const auto& each) { return name_place(page, each.first, each.second).has_value(); });
  const bool shortens = scene.topology.names && shortens_names(static_cast<std::size_t>(fitting), named.size());
  std::vector<std::pair<Rect, std::string>> names;
  for (auto& [cell, name] : named) {
    std::optional<Rect> place = name_place(page, cell, name);
    if (!place && shortens) {
      const NodeBox box = node_box(page, cell[Axis::x], cell[Axis::y]);
      name = shortened_name(name, box.width * page.frame.scale_x - 2 * kLabelInsetMm, svg::kLeastPt);
      if (!name.empty()) place = name_place(page, cell, name);
    }
    if (place) names.emplace_back(*place, name);
  }
  const bool left_out = names.size() < named.size();
  if (left_out) page.notes.emplace_back("Names without room in their tiles are left out.");
  if (left_out && !scene.placement.given) return;
  // A border in the colour of the page around the letters, so that they can be read above links.
  canvas.open("names", fmt::format("stroke=\"{}\" stroke-width=\"0.9\" stroke-linejoin=\"round\" "
                                   "paint-order=\"stroke\"",
                                   svg::colour_for(scene.style, "page")));
  for (const auto& [place, name] : names) {
    canvas.text(place.x, place.bottom(), name, {"address", svg::kLeastPt});
    page.occupied.push_back(place);
  }
  canvas.close();
}

Rect around(PagePoint a, PagePoint b, double mm) {
  const double left = std::min(a.x, b.x) - mm, top = std::min(a.y, b.y) - mm;
  return {left, top, std::max(a.x, b.x) + mm - left, std::max(a.y, b.y) + mm - top};
}

/// What the name of the longest link keeps off, if it can: the link, and the dots of routers.
std::vector<Rect> kept_clear(const Page& page, const SchematicPlan& plan, const DrawnWay& longest) {
  std::vector<Rect> all;
  for (std::size_t i = 0; i + 1 < longest.line.size(); ++i)
    all.push_back(around(longest.line[i], longest.line[i + 1], kKeptOffMm));
  const double dot = dot_mm(plan) + kKeptOffMm;
  for_each_site(page, [&](const Cell& cell, std::uint64_t) {
    const PagePoint at = plan.router(cell);
    all.push_back(around(at, at, dot));
  });
  return all;
}

/// The words "longest link" beside that link, where they hide least.
void draw_longest_name(svg::Canvas& canvas, const Page& page, const SchematicPlan& plan) {
  if (!page.scene.shown.longest || !page.scene.longest) return;
  const double width = svg::kBoldEm * svg::text_width_mm(kLongest, svg::kLeastPt), height = svg::kDigitMm;
  const DrawnWay longest = plan.way(*page.scene.longest);
  std::vector<Rect> places;
  for (const PagePoint& spot : longest.spots) {
    for (const PagePoint corner : {PagePoint{-width / 2, -kNameGapMm - height},
                                   {-width / 2, kNameGapMm},
                                   {kNameGapMm, -height / 2},
                                   {-kNameGapMm - width, -height / 2}})
      places.push_back(svg::moved_into(page.frame.plan, {spot.x + corner.x, spot.y + corner.y, width, height}));
  }
  const std::vector<Rect> clear = kept_clear(page, plan, longest);
  const auto hidden = [&](const Rect& rect) {
    const auto met = std::ranges::count_if(clear, [&](const Rect& other) { return svg::shared_area(rect, other) > 0; });
    return width * height * static_cast<double>(met) + svg::hidden_area(rect, page.occupied);
  };
  if (places.empty()) return;
  const Rect best = *std::ranges::min_element(places, {}, hidden);
  canvas.text(best.x, best.bottom(), kLongest, {"on-plan", svg::kLeastPt});
}

/// A note on the fullest cut if it has more wires than tracks: no layout exists in the given places.
std::string full_cut_note(const Scene& scene) {
  const Overflow* overflow = scene.candidate.laid_out()->measures.overflow();
  if (!overflow || overflow->over_cut == 0) return {};
  const CutRoom& cut = *overflow->fullest;
  return fmt::format("Over cut {} along {} there are {} wires and {} tracks.", cut.cut, letter(cut.axis),
                     text::grouped(static_cast<std::uint64_t>(cut.wires)),
                     text::grouped(static_cast<std::uint64_t>(cut.tracks)));
}

std::string schematic_note(const Page& page, const SchematicPlan& plan) {
  std::string text = "Schematic: ";
  const double stretch = page.frame.scale_y / page.frame.scale_x / page.scene.cell_aspect();
  if (stretch > 1.01) {
    text += fmt::format("the plan is stretched {} times along y; ", svg::short_number(stretch));
  } else if (stretch < 0.99) {
    text += fmt::format("the plan is stretched {} times along x; ", svg::short_number(1 / stretch));
  } else {
    text += "tiles to scale; ";
  }
  text += plan.in_lanes() ? "links side by side in the rows and columns that they are routed in" : "links as arcs";
  const LayoutRules& rules = page.scene.layout.rules;
  const double wires = static_cast<double>(page.scene.candidate.laid_out()->measures.wires_per_link_max);
  const double true_mm = std::max(1.0, wires / rules.layer_pairs) * page.frame.scale();
  if (plan.stroke_mm() > true_mm)
    text += fmt::format(", drawn {} times as wide as their wires", svg::short_number(plan.stroke_mm() / true_mm));
  return text + ". `--view\u00a0to-scale` shows every track.";
}

}  // namespace

bool suits_schematic(const Page& page) {
  const Scene& scene = page.scene;
  if (scene.unit() || scene.planes() > 1 || scene.marks.empty()) return false;
  if (!scene.draws_links()) return false;
  constexpr double kThinPlanMm = 6;  // has no room for a name
  if (std::min(page.frame.plan.width, page.frame.plan.height) < kThinPlanMm) return true;
  const std::int64_t link = scene.candidate.laid_out()->measures.wires_per_link_max;
  if (scene.placement.given) {
    constexpr double kSeenMm = 0.4;  // thinner links could not be seen among the tiles
    return static_cast<double>(link) / scene.layout.rules.layer_pairs * page.frame.scale() < kSeenMm;
  }
  constexpr std::uint32_t kTimes = 20;  // tiles this much wider than a link hide it
  const NodeBox box = node_box(page, 0, 0);
  return std::min(box.width, box.height) > kTimes * link;
}

void draw_schematic(svg::Canvas& canvas, Page& page) {
  const Scene& scene = page.scene;
  if (!scene.draws_links() || scene.planes() > 1) {
    throw_limit_error(
        fmt::format("'{}' is too large for a schematic: {} on {}", scene.candidate.design->name,
                    text::counted(scene.topology.node_count(), "node"), text::counted(scene.planes(), "plane")),
        "up to 1,024 nodes on one plane; use `--view to-scale`", "view");
  }
  const SchematicPlan plan(page);
  draw_profiles(canvas, page);
  draw_boxes_on_page(canvas, page);
  draw_track_use(canvas, page, plan);
  draw_singled_nodes(canvas, page);
  if (scene.shown.wires) draw_links(canvas, page, plan);
  draw_modules(canvas, page);
  draw_cuts(canvas, page);
  draw_module_names(canvas, page);
  draw_highlights(canvas, page, plan);
  draw_routers(canvas, page, plan);
  page.notes.push_back(schematic_note(page, plan));
  page.notes.push_back(full_cut_note(scene));
  draw_names(canvas, page);
  mark_inset(canvas, page);
  draw_longest_name(canvas, page, plan);
  draw_inset(canvas, page);
  draw_key(canvas, page);
}

}  // namespace cutline::drawing
