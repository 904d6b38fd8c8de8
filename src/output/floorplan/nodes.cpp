// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <set>

#include "output/floorplan/scene.hpp"

// What a floorplan of the user adds to a drawing: its tiles, what is blocked, and where wires have no room.

namespace cutline::drawing {

namespace {

std::string outline(const Page& page) {
  const double pitch_mm = page.frame.scale();
  const std::uint32_t side = std::min(page.scene.layout.columns().box[0], page.scene.layout.rows().box[0]);
  return stroke_width(std::min(0.15 / pitch_mm, 0.08 * side), 4);
}

/// The radius up to which a rounded corner of a box still holds the terminal in its corner cell: 1 / (2 - sqrt 2).
constexpr double kCornerCells = 1.7;

/// A box of a picture and what it shows.
struct SiteBox {
  NodeBox box;
  SiteKind kind = SiteKind::nothing;
  std::optional<std::uint32_t> tile = {};
  auto key() const { return std::tuple(box.width, box.height, kind, tile); }
};

SiteBox site_box(const Page& page, const Cell& cell, std::uint64_t site) {
  return {node_box(page, cell[Axis::x], cell[Axis::y]), page.scene.topology.kind(site),
          coloured_kind(page.scene, site)};
}

/// A node is a box. An interchange has round ends, so it is a circle if its box is small and square.
void put_box(svg::Canvas& canvas, const SiteBox& site, std::int64_t y) {
  const NodeBox& box = site.box;
  canvas.put("<rect class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{}\" height=\"{}\"",
             site_class(site.kind, site.tile), static_cast<double>(box.x) - 0.5, static_cast<double>(y) - 0.5,
             box.width, box.height);
  if (site.kind != SiteKind::node)
    canvas.put(" rx=\"{}\"", svg::number(std::min(std::min(box.width, box.height) / 2.0, kCornerCells)));
}

/// Draws the boxes of each row as one shape, which equal rows use again.
void draw_rows_of_nodes(svg::Canvas& canvas, const Page& page) {
  const std::string ids = page.plane == 0 ? page.scene.id : fmt::format("{}-plane{}", page.scene.id, page.plane);
  std::map<std::vector<decltype(SiteBox().key())>, std::size_t> shapes;
  for (std::uint32_t row = 0; row < page.scene.rows(); ++row) {
    std::vector<SiteBox> boxes(page.scene.columns());
    std::vector<decltype(SiteBox().key())> key;
    for (std::uint32_t column = 0; column < page.scene.columns(); ++column) {
      const Cell cell{{column, row, page.plane}};
      if (const auto site = page.scene.nodes.at(cell)) boxes[column] = site_box(page, cell, *site);
      key.push_back(boxes[column].key());
    }
    const auto [shape, is_new] = shapes.emplace(std::move(key), shapes.size());
    const std::int64_t top = page.scene.layout.rows().box_end(row);
    if (is_new) {
      canvas.put("<defs><g id=\"{}-nodes{}\" class=\"{}\">\n", ids, shape->second, kStyleClass);
      for (const SiteBox& box : boxes) {
        if (box.kind == SiteKind::nothing) continue;
        put_box(canvas, box, box.box.y - top);
        canvas.raw("/>\n");
      }
      canvas.raw("</g></defs>\n");
    }
    canvas.put("<use class=\"nodes\" xlink:href=\"#{}-nodes{}\" y=\"{}\"><title>the nodes of row {}</title></use>\n",
               ids, shape->second, top, row);
  }
}

/// The part of a box left of cell column x and below cell row y, where none of its own wires begins. If that part is at
/// most a third of a side, the whole side is taken.
NodeBox part_below(NodeBox box, std::int64_t x, std::int64_t y) {
  const auto part = [](std::int64_t side, std::uint32_t whole) {
    return side * 3 > whole && side < whole ? static_cast<std::uint32_t>(side) : whole;
  };
  box.width = part(x - box.x, box.width);
  box.height = part(y - box.y, box.height);
  return box;
}

/// The cell before the zone of wires between neighbours that face; without a zone, the end of the boxes.
std::int64_t before_zone(const AxisPositions& places, std::uint32_t slot) {
  return places.box_end(slot) - (places.has_zone(slot) ? places.above_zone + std::int64_t{places.zone[slot]} + 1 : 0);
}

/// The cells that the user keeps empty, each as large as a node in its place would be.
void draw_empty_cells(svg::Canvas& canvas, const Page& page) {
  for (std::uint32_t row = 0; row < page.scene.rows(); ++row) {
    for (std::uint32_t column = 0; column < page.scene.columns(); ++column) {
      const auto& empty = page.scene.candidate.design->placement.empty;
      const auto named = [&](const CellRange& range) { return range.contains(column, row); };
      if (std::ranges::none_of(empty, named)) continue;
      const NodeBox box = node_box(page, column, row);
      canvas.rect(
          page.frame.rect(static_cast<double>(box.x) - 0.5, static_cast<double>(box.y) - 0.5, box.width, box.height),
          "empty", fmt::format("empty: column {}, row {}", column, row));
    }
  }
}

const TilePlan& plan_of(const Scene& scene) { return scene.placement.given->plan; }

/// A rectangle of the die on the page.
svg::Rect on_page(const Page& page, const Rectangle& box) {
  const LayoutRules& rules = page.scene.layout.rules;
  const Rectangle die = die_of(plan_of(page.scene));
  const double x = (box.x - die.x).base / rules.cell_width_nm - 0.5;
  const double top = (box.top() - die.y).base / rules.cell_height_nm - 0.5;
  return {page.frame.to_x(x), page.frame.to_y(top), box.width.base / rules.cell_width_nm * page.frame.scale_x,
          box.height.base / rules.cell_height_nm * page.frame.scale_y};
}

/// A polygon of the die as a closed path of the page.
std::string path_on_page(const Page& page, const Polygon& polygon) {
  std::string data;
  for (const Polygon::Corner& corner : polygon.corners) {
    const svg::Rect point = on_page(page, {corner.x, corner.y, {}, {}});
    svg::add_corner(data, point.x, point.y);
  }
  return data + "Z";
}

struct ShapeLook {
  std::string_view css_class, title, attributes = {};
};

/// A rectangle of the die or, if there is one, the polygon in it.
void draw_shape(svg::Canvas& canvas, const Page& page, const Rectangle& box, const Polygon& polygon,
                const ShapeLook& look) {
  if (polygon.empty()) {
    canvas.rect(on_page(page, box), look.css_class, look.title, look.attributes);
  } else {
    canvas.path(path_on_page(page, polygon), look.css_class, look.title, look.attributes);
  }
}

void draw_past_die(svg::Canvas& canvas, const Page& page, const TilePlan& plan) {
  if (plan.outline_shape.empty()) return;
  const std::string data = path_on_page(page, polygon_of(die_of(plan))) + path_on_page(page, plan.outline_shape);
  canvas.path(data, "blocked", "past the die", "fill-rule=\"evenodd\"");
}

/// Where a name has room in a tile: in its largest piece, or its middle where sides are slanted. Absent for rectangles.
std::optional<NodeBox> roomy_part(const Page& page, std::uint64_t site) {
  const GivenPlaces& given = *page.scene.placement.given;
  const Tile& tile = given.plan.tiles[given.tile_of_site[site]];
  if (tile.shape.empty()) return std::nullopt;
  const Polygon::Corner middle = middle_of(tile.shape);
  Rectangle part{middle.x - tile.box.width * 0.25, middle.y - tile.box.height * 0.25, tile.box.width * 0.5,
                 tile.box.height * 0.5};
  if (is_rectilinear(tile.shape)) {
    const std::vector<Rectangle> pieces = pieces_inside(tile.shape);
    const auto smaller = [](const Rectangle& a, const Rectangle& b) {
      return a.width.base * a.height.base < b.width.base * b.height.base;
    };
    part = *std::ranges::max_element(pieces, smaller);
  }
  const Rectangle die = die_of(given.plan);
  const LayoutRules& rules = page.scene.layout.rules;
  return NodeBox{std::llround((part.x - die.x).base / rules.cell_width_nm),
                 std::llround((part.y - die.y).base / rules.cell_height_nm),
                 static_cast<std::uint32_t>(std::llround(part.width.base / rules.cell_width_nm)),
                 static_cast<std::uint32_t>(std::llround(part.height.base / rules.cell_height_nm))};
}

constexpr double kRouterMm = 1.4;  ///< of the mark where wires begin

std::size_t kind_number(const std::vector<std::string>& kinds, const std::string& kind) {
  return static_cast<std::size_t>(std::ranges::find(kinds, kind) - kinds.begin());
}

}  // namespace

NodeFinder::NodeFinder(const Topology& topology, const Placement& placement)
    : topology_(topology), placement_(placement), grid_(placement.grid()) {
  if (digits_have_axes(topology, placement)) {
    for (const Axis axis : kAxes) by_slot_[index(axis)] = sites_by_slot(topology, placement[axis]);
  } else {
    by_cell_ = nodes_by_cell(topology, placement);
  }
}

std::optional<std::uint64_t> NodeFinder::at(const Cell& cell) const {
  std::uint64_t node = 0;
  if (!by_cell_.empty()) {
    node = by_cell_[cell_number(grid_, cell)];
  } else {
    for (const Axis axis : kAxes) {
      const std::uint64_t part = by_slot_[index(axis)][cell[axis]];
      if (part == kEmptyCell) return std::nullopt;
      node += part;
    }
  }
  if (node >= topology_.site_count() || topology_.kind(node) == SiteKind::nothing) return std::nullopt;
  return node;
}

std::string NodeFinder::address_at(const Cell& cell) const {
  const std::optional<std::uint64_t> node = at(cell);
  if (!node) return {};
  return placement_.given ? site_name(topology_, *node) : address(topology_, *node);
}

NodeBox open_box(const Page& page, std::uint32_t column, std::uint32_t row) {
  NodeBox box = node_box(page, column, row);
  const AxisPositions& columns = page.scene.layout.columns();
  const AxisPositions& rows = page.scene.layout.rows();
  if (page.scene.placement.given) return part_below(box, columns.start[column], rows.start[row]);
  box.width = static_cast<std::uint32_t>(columns.box_end(column) - box.x);
  box.height = static_cast<std::uint32_t>(rows.box_end(row) - box.y);
  return part_below(box, before_zone(columns, column), before_zone(rows, row));
}

void draw_nodes(svg::Canvas& canvas, Page& page) {
  if (!page.scene.shown.nodes || page.scene.mode == DrawMode::density_map) return;
  if (page.scene.placement.given) return draw_tiles(canvas, page);
  if (!page.scene.candidate.design->placement.empty.empty()) {
    canvas.open("empty-cells");
    draw_empty_cells(canvas, page);
    canvas.close();
  }
  open_cells(canvas, page, "nodes", outline(page));
  if (page.scene.mode == DrawMode::patterns) {
    draw_rows_of_nodes(canvas, page);
  } else {
    for_each_site(page, [&](const Cell& cell, std::uint64_t site) {
      const SiteBox box = site_box(page, cell, site);
      put_box(canvas, box, box.box.y);
      canvas.put("><title>{}</title></rect>\n", text::xml_escape(site_title(page.scene, cell, site)));
    });
  }
  canvas.close();
}

std::vector<std::string> tile_kinds(const Scene& scene) {
  std::vector<std::string> kinds;
  for (const TileKind& kind : scene.candidate.design->tiles) {
    if (kinds.size() < kTileColours) kinds.push_back(kind.name);
  }
  if (!scene.placement.given) return kinds;
  for (const Tile& tile : plan_of(scene).tiles) {
    const bool is_new = !tile.kind.empty() && kind_number(kinds, tile.kind) == kinds.size();
    if (is_new && kinds.size() < kTileColours) kinds.push_back(tile.kind);
  }
  return kinds;
}

std::optional<std::uint32_t> coloured_kind(const Scene& scene, std::uint64_t site) {
  if (scene.kind_of_site.empty() || scene.kind_of_site[site] >= kTileColours) return std::nullopt;
  return scene.kind_of_site[site];
}

PagePoint given_router(const Page& page, std::uint64_t site) {
  const GivenPlaces& given = *page.scene.placement.given;
  const Tile& tile = given.plan.tiles[given.tile_of_site[site]];
  const svg::Rect point = on_page(page, {tile.router_x, tile.router_y, {}, {}});
  return {point.x, point.y};
}

NodeBox node_box(const Page& page, std::uint32_t column, std::uint32_t row) {
  const Cell cell{{column, row, page.plane}};
  if (page.scene.placement.given) {
    const std::optional<std::uint64_t> site = page.scene.nodes.at(cell);
    if (const auto part = site ? roomy_part(page, *site) : std::nullopt) return *part;
  }
  return node_cells(page.scene.layout, cell);
}

std::string tile_class(std::size_t kind) { return fmt::format("tile t{}", kind); }

std::string site_class(SiteKind kind, std::optional<std::uint32_t> tile) {
  return (kind == SiteKind::node ? "node" : "interchange") + (tile ? fmt::format(" t{}", *tile) : std::string());
}

std::string site_title(const Scene& scene, const Cell& cell, std::uint64_t site) {
  return fmt::format("{} {}, column {}, row {}", site_word(scene.topology.kind(site)), scene.address_of(site),
                     cell[Axis::x], cell[Axis::y]);
}

void draw_tiles(svg::Canvas& canvas, const Page& page) {
  const GivenPlaces& given = *page.scene.placement.given;
  const std::vector<std::string> kinds = tile_kinds(page.scene);
  const std::set<std::uint32_t> of_nodes(given.tile_of_site.begin(), given.tile_of_site.end());
  canvas.open("tiles");
  draw_past_die(canvas, page, given.plan);
  for (std::uint32_t i = 0; i < given.plan.tiles.size(); ++i) {
    const Tile& tile = given.plan.tiles[i];
    const std::size_t kind = kind_number(kinds, tile.kind);
    const std::string title = fmt::format("{}{}{}{}", tile.kind, tile.kind.empty() ? "" : " ", tile.name,
                                          of_nodes.count(i) > 0 ? "" : ", no node of the network");
    const std::string css_class = kind < kinds.size() ? tile_class(kind) : std::string("tile");
    draw_shape(canvas, page, tile.box, tile.shape, {css_class, title, "stroke-width=\"0.15\""});
  }
  for (std::uint64_t site = 0; site < given.tile_of_site.size(); ++site) {
    const Tile& tile = given.plan.tiles[given.tile_of_site[site]];
    const bool is_node = page.scene.topology.kind(site) == SiteKind::node;
    const PagePoint point = given_router(page, site);
    canvas.rect({point.x - kRouterMm / 2, point.y - kRouterMm / 2, kRouterMm, kRouterMm},
                is_node ? "node" : "interchange", fmt::format("the router of {}", tile.name),
                fmt::format("stroke-width=\"0.15\" rx=\"{}\"", is_node ? 0 : kRouterMm / 2));
  }
  for (const Blockage& blockage : given.plan.blockages) {
    const std::string layers = blockage.layers.empty() ? "all layers" : join(blockage.layers, ", ");
    const std::string title = (blockage.solid ? "solid, blocked: " : "blocked: ") + layers;
    draw_shape(canvas, page, blockage.box, blockage.shape, {"blocked", title});
  }
  canvas.close();
}

void draw_overflow(svg::Canvas& canvas, const Page& page) {
  const Overflow* overflow = page.scene.candidate.laid_out()->measures.overflow();
  if (!overflow || overflow->edges.empty()) return;
  constexpr double kLeastMm = 0.6;
  const std::uint64_t most = most_over<std::uint64_t>(overflow->edges, &EdgeOverflow::wires);
  canvas.open("overflow-map");
  for (const EdgeOverflow& edge : overflow->edges) {
    const bool row = edge.axis == Axis::x;
    const AxisPositions& along = page.scene.layout.positions[index(edge.axis)];
    const AxisPositions& across = page.scene.layout.positions[row ? 1 : 0];
    const double from = static_cast<double>(along.start[edge.cut - 1]), to = static_cast<double>(along.start[edge.cut]);
    const double near = static_cast<double>(across.box_end(edge.line)),
                 far = static_cast<double>(across.end(edge.line));
    svg::Rect rect =
        row ? page.frame.rect(from, near, to - from, far - near) : page.frame.rect(near, from, far - near, to - from);
    rect.width = std::max(rect.width, kLeastMm);
    rect.height = std::max(rect.height, kLeastMm);
    canvas.rect(rect, "overflow",
                fmt::format("{} {}, between {} {} and {}: {} wires without room", row ? "row" : "column", edge.line,
                            row ? "columns" : "rows", edge.cut - 1, edge.cut, edge.wires),
                fmt::format("fill-opacity=\"{:.2f}\"", 0.25 + 0.6 * double(edge.wires) / double(most)));
  }
  canvas.close();
}

}  // namespace cutline::drawing
