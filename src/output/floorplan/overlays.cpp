// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "evaluate/candidate_routes.hpp"
#include "output/explain/route.hpp"
#include "output/floorplan/scene.hpp"

namespace cutline::drawing {

using svg::Rect;

namespace {

constexpr double kLeastModuleMm = 2, kRoundMm = 1, kStepMm = 0.45, kFieldMm = 0.3;
constexpr std::uint64_t kMostModules = 4096;

/// A packaging level whose outlines can be told apart on the page. The whole machine has the border of the plan
/// instead.
struct DrawnLevel {
  std::size_t number = 0;
  std::string name;
  ModuleGrid grid;
};

/// A module on the page. Each level lies one step outside of the level below it, in the gap between modules.
Rect module_rect(const Page& page, const DrawnLevel& level, const Cell& module) {
  const Frame& frame = page.frame;
  std::array<double, 2> lower{}, upper{};
  for (const Axis axis : {Axis::x, Axis::y}) {
    const AxisPositions& places = page.scene.layout.positions[index(axis)];
    const std::uint32_t step = level.grid.cells[index(axis)], slots = page.scene.layout.wiring.grid[axis];
    const std::uint32_t begin = module[axis] * step, last = std::min(slots - begin, step) + begin - 1;
    lower[index(axis)] = static_cast<double>(places.start[begin]);
    upper[index(axis)] = static_cast<double>(places.end(last));
  }
  const double out = kStepMm * static_cast<double>(level.number);
  const double left = frame.to_x(lower[0]) - out, right = frame.to_x(upper[0]) + out;
  const double top = frame.to_y(upper[1]) - out, bottom = frame.to_y(lower[1]) + out;
  return {left, top, right - left, bottom - top};
}

std::vector<DrawnLevel> drawn_levels(const Page& page) {
  std::vector<DrawnLevel> levels;
  if (!page.scene.shown.modules || page.scene.candidate.design->packages.empty()) return levels;
  const Packages& packages = page.scene.candidate.design->packages;
  const std::vector<ModuleGrid> grids = module_grids(packages, page.scene.layout.wiring.grid);
  for (std::size_t number = 0; number + 1 < packages.size(); ++number) {
    const std::uint64_t modules = grids[number].modules.count();
    if (modules == 1 || modules > kMostModules) continue;
    DrawnLevel level{number, packages[number].name, grids[number]};
    const Rect first = module_rect(page, level, Cell{});
    if (std::min(first.width, first.height) >= kLeastModuleMm) levels.push_back(std::move(level));
  }
  return levels;
}

template <class Visit>
void for_each_module(const DrawnLevel& level, const Visit& visit) {
  for (std::uint32_t y = 0; y < level.grid.modules[Axis::y]; ++y) {
    for (std::uint32_t x = 0; x < level.grid.modules[Axis::x]; ++x) visit(Cell{{x, y, 0}});
  }
}

std::string module_class(const DrawnLevel& level) { return fmt::format("module m{}", level.number % 3); }

std::string module_name(const DrawnLevel& level, const Cell& module) {
  return fmt::format("{} {},{}", level.name, module[Axis::x], module[Axis::y]);
}

/// The first wire of a link between two cells of one line, if it runs in that line.
std::optional<DrawnWire> wire_on_line(const Layout& layout, Axis axis, std::uint32_t line,
                                      std::array<std::uint32_t, 2> ends, std::uint32_t link_class) {
  const Pattern& pattern = pattern_of(layout, axis, line);
  const auto [low, high] = std::minmax(ends[0], ends[1]);
  for (std::uint32_t part = 0; part < pattern.size(); ++part) {
    const LinkKind& kind = layout.wiring.kinds[pattern.kind[part]];
    const std::uint32_t lo = slot_of(pattern.lo[part]), hi = slot_of(pattern.hi[part]);
    const bool joins = kind.taps ? lo <= low && high <= hi : lo == low && hi == high;
    if (pattern.is_bent(part) || !joins || kind.link_class != link_class) continue;
    return drawn_band(layout, {axis, layout.lines(axis).pattern_of_line[line], part}, line, 0);
  }
  return std::nullopt;
}

DrawnWire wire_between(const Layout& layout, const Cell& a, const Cell& b, std::uint32_t link_class) {
  std::optional<DrawnWire> found;
  const GridSize& grid = layout.wiring.grid;
  for (const Axis axis : kAxes) {
    const std::uint64_t line = line_of(grid, axis, a);
    const bool on_line = a[axis] != b[axis] && line_of(grid, axis, b) == line;
    if (on_line) found = wire_on_line(layout, axis, static_cast<std::uint32_t>(line), {a[axis], b[axis]}, link_class);
  }
  for (std::uint32_t joint = 0; joint < layout.wiring.joints.size() && !found; ++joint) {
    const DrawnWire bent = drawn_band(layout, {Axis::x, LinkPlace::kBent, joint}, 0, 0);
    const bool same = (bent.a == a && bent.b == b) || (bent.a == b && bent.b == a);
    if (same && bent.link_class == link_class) found = bent;
  }
  CUTLINE_EXPECT(found.has_value());
  return *found;
}

/// The path in page coordinates, so that strokes are equally thick along both axes even if the pitches differ.
std::string page_path(const Frame& frame, const CellPoints& points) {
  std::string data;
  for (const CellPoint& point : points) {
    const PagePoint at = frame.middle(point);
    svg::add_corner(data, at.x, at.y);
  }
  return data;
}

/// A filled outline of a node's box, if the node stands in the plane that is drawn.
void outline_node(svg::Canvas& canvas, const Page& page, std::uint64_t node, std::string_view said, double mm) {
  const Cell cell = cell_of(page.scene.topology, page.scene.placement, node);
  if (cell[Axis::z] != page.plane) return;
  const NodeBox box = node_box(page, cell[Axis::x], cell[Axis::y]);
  canvas.rect(page.frame.rect(box), "route-node", fmt::format("{}: node {}", said, page.scene.address_of(node)),
              stroke_width(std::min(0.5, mm)));
}

constexpr std::string_view kText = "longest wire";
constexpr double kGapMm = 0.7;     ///< between the wire and its label
constexpr double kClearMm = 0.45;  ///< around the label, if there is room

using Piece = std::pair<CellPoint, CellPoint>;

/// The straight pieces of a wire that are about as long as its longest piece; horizontal pieces first.
std::vector<Piece> long_pieces(const DrawnWire& wire) {
  const auto length = [](const Piece& piece) {
    return std::abs(piece.first.x - piece.second.x) + std::abs(piece.first.y - piece.second.y);
  };
  std::vector<Piece> pieces;
  double longest = 0;
  for (std::size_t i = 0; i + 1 < wire.line.count; ++i) {
    pieces.emplace_back(wire.line.at[i], wire.line.at[i + 1]);
    longest = std::max(longest, length(pieces.back()));
  }
  std::erase_if(pieces, [&](const Piece& piece) { return length(piece) < 0.8 * longest; });
  std::stable_partition(pieces.begin(), pieces.end(),
                        [](const Piece& piece) { return piece.first.y == piece.second.y; });
  return pieces;
}

/// The places where a label could stand: along a piece, on either side of it, the middle first.
std::vector<Rect> places(const Page& page) {
  const double width = svg::kBoldEm * svg::text_width_mm(kText, svg::kLeastPt),
               height = svg::kLeastPt * svg::kPointMm * 0.9;
  const double away = highlight_mm(page) / 2 + kGapMm;
  std::vector<Rect> rects;
  const auto add = [&](double x, double y) {
    rects.push_back(svg::moved_into(page.frame.plan, {x, y, width, height}));
  };
  for (const auto& [a, b] : long_pieces(*page.scene.longest)) {
    for (const double share : {0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.1, 0.9}) {
      const double x = page.frame.to_x(a.x + (b.x - a.x) * share + 0.5);
      const double y = page.frame.to_y(a.y + (b.y - a.y) * share + 0.5);
      if (a.y == b.y) {
        add(x - width / 2, y - away - height);
        add(x - width / 2, y + away);
      } else {
        add(x + away, y - height / 2);
        add(x - away - width, y - height / 2);
      }
    }
  }
  return rects;
}

/// A wire's straight pieces as they are drawn.
void add_pieces(const Page& page, const DrawnWire& wire, std::vector<Rect>& rects) {
  const double half = highlight_mm(page) / 2 + 0.2;
  for (std::size_t i = 0; i + 1 < wire.line.count; ++i) {
    const CellPoint a = wire.line.at[i], b = wire.line.at[i + 1];
    const double left = page.frame.to_x(std::min(a.x, b.x) + 0.5), right = page.frame.to_x(std::max(a.x, b.x) + 0.5);
    const double top = page.frame.to_y(std::max(a.y, b.y) + 0.5), bottom = page.frame.to_y(std::min(a.y, b.y) + 0.5);
    rects.push_back({left - half, top - half, right - left + 2 * half, bottom - top + 2 * half});
  }
}

}  // namespace

std::vector<std::pair<std::string, std::string>> module_styles(const Page& page) {
  return each_of(drawn_levels(page), [&](const DrawnLevel& level) {
    return std::pair<std::string, std::string>{
        module_class(level), fmt::format("{}, {} × {} cells", level.name, level.grid.cells[0], level.grid.cells[1])};
  });
}

void draw_modules(svg::Canvas& canvas, const Page& page) {
  const std::vector<DrawnLevel> levels = drawn_levels(page);
  if (levels.empty()) return;
  canvas.open("modules");
  for (const DrawnLevel& level : levels) {
    for_each_module(level, [&](const Cell& module) {
      const Rect rect = module_rect(page, level, module);
      const double round = std::min(kRoundMm, std::min(rect.width, rect.height) / 6);
      canvas.rect(rect, module_class(level), module_name(level, module), fmt::format("rx=\"{}\"", svg::number(round)));
    });
  }
  canvas.close();
}

void draw_module_names(svg::Canvas& canvas, Page& page) {
  const double height = svg::kDigitMm;
  canvas.open("module-names");
  for (const DrawnLevel& level : drawn_levels(page)) {
    for_each_module(level, [&](const Cell& module) {
      const Rect rect = module_rect(page, level, module);
      const std::string name = module_name(level, module);
      const double width = svg::text_width_mm(name, svg::kLeastPt);
      if (width + 2 * kRoundMm > rect.width || 4 * height > rect.height) return;
      // The name stands on the outline: at the top, or for every other level at the bottom.
      const double x = rect.x + kRoundMm, middle = level.number % 2 == 0 ? rect.y : rect.bottom();
      const Rect field{x - kFieldMm, middle - height / 2 - kFieldMm, width + 2 * kFieldMm, height + 2 * kFieldMm};
      canvas.rect(field, "module-field", {});
      canvas.text(x, middle + height / 2, name, {"module-name"});
      page.occupied.push_back(field);
    });
  }
  canvas.close();
}

void find_route(Scene& scene) {
  const auto [first, last] = explanation::route_ends(scene.candidate, *scene.options.route);
  const std::vector<RouteHop> hops =
      route_of(scene.study, scene.candidate, first, last, {.memory_bytes = scene.options.memory_bytes});
  const auto cell = [&](std::uint64_t node) { return cell_of(scene.topology, scene.placement, node); };
  scene.route_nodes.push_back(first);
  for (const RouteHop& hop : hops) {
    scene.route.push_back(wire_between(scene.layout, cell(hop.from), cell(hop.to), hop.link_class));
    scene.route_nodes.push_back(hop.to);
    scene.route_classes.push_back(hop.vc_class);
  }
}

double highlight_mm(const Page& page) { return std::clamp(0.8 * page.frame.scale(), 0.45, 0.9); }

void draw_longest(svg::Canvas& canvas, const Page& page) {
  if (!page.scene.shown.longest || !page.scene.longest) return;
  const DrawnWire& wire = *page.scene.longest;
  const double mm = highlight_mm(page);
  if (const auto& post = wire.post; post && post->z0 <= page.plane && page.plane <= post->z1)
    put_dot(canvas, page.frame.middle({static_cast<double>(post->x), static_cast<double>(post->y)}), mm);
  if (wire.line.count == 0 || wire.plane != page.plane) return;
  const std::string title = fmt::format("longest wire: {}", wire_title(page.scene, wire));
  const std::string path = page_path(page.frame, wire.line);
  canvas.open("longest");
  canvas.path(path, "longest-halo", title, stroke_width(mm + 0.5));
  canvas.path(path, "longest-core", title, stroke_width(mm));
  put_dot(canvas, page.frame.middle(wire.line.at[0]), mm);
  put_dot(canvas, page.frame.middle(wire.line.at[wire.line.count - 1]), mm);
  canvas.close();
}

void draw_route(svg::Canvas& canvas, const Page& page) {
  if (page.scene.route_nodes.empty()) return;
  const Frame& frame = page.frame;
  const double mm = highlight_mm(page);
  canvas.open("route");
  for (const auto& [css_class, width] : {std::pair("route-halo", mm + 0.35), std::pair("route-core", mm)}) {
    for (std::size_t hop = 0; hop < page.scene.route.size(); ++hop) {
      if (page.scene.route[hop].line.count == 0 || page.scene.route[hop].plane != page.plane) continue;
      const std::string title = fmt::format("hop {} of {}: {}", hop + 1, page.scene.route.size(),
                                            wire_title(page.scene, page.scene.route[hop]));
      canvas.path(page_path(frame, page.scene.route[hop].line), css_class, title, stroke_width(width));
    }
  }
  for (const std::uint64_t node : page.scene.route_nodes) outline_node(canvas, page, node, "on the route", mm);
  canvas.close();
}

void draw_singled_nodes(svg::Canvas& canvas, const Page& page) {
  if (page.scene.singled_out.nodes.empty()) return;
  canvas.open("singled-nodes");
  for (const std::uint64_t node : page.scene.singled_out.nodes)
    outline_node(canvas, page, node, "singled out", highlight_mm(page));
  canvas.close();
}

void draw_longest_label(svg::Canvas& canvas, const Page& page) {
  if (!page.scene.shown.longest || !page.scene.longest) return;
  const std::vector<Rect> rects = places(page);
  std::vector<Rect> occupied = page.occupied;
  add_pieces(page, *page.scene.longest, occupied);
  for (const DrawnWire& hop : page.scene.route) add_pieces(page, hop, occupied);
  const auto hidden = [&](const Rect& rect) {
    return svg::hidden_area(
        {rect.x - kClearMm, rect.y - kClearMm, rect.width + 2 * kClearMm, rect.height + 2 * kClearMm}, occupied);
  };
  const Rect* best = &rects.front();
  for (const Rect& rect : rects) {
    if (hidden(rect) < hidden(*best) - 1e-9) best = &rect;
  }
  canvas.text(best->middle_x(), best->bottom() - 0.15 * svg::kLeastPt * svg::kPointMm, kText,
              {"on-plan", svg::kLeastPt, svg::Anchor::middle});
}

}  // namespace cutline::drawing
