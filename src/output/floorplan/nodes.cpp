// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "cutline/study/design.hpp"
#include "output/floorplan/scene.hpp"
#include "output/svg/text.hpp"
#include "output/text/xml.hpp"

namespace cutline::drawing {

namespace {

std::string outline(const Page& page) {
  const double pitch_mm = page.frame.scale();
  const std::uint32_t side = std::min(page.scene.layout.columns().box[0], page.scene.layout.rows().box[0]);
  return fmt::format("stroke-width=\"{}\"", svg::number(std::min(0.15 / pitch_mm, 0.08 * side), 4));
}

/// The radius up to which a rounded corner of a box still holds the terminal in its corner cell: 1 / (2 - sqrt 2).
constexpr double kCornerCells = 1.7;

/// A node is a box. An interchange has round ends, so it is a circle if its box is small and square.
void put_box(svg::Canvas& canvas, const NodeBox& box, std::int64_t y, SiteKind kind,
             std::optional<std::uint32_t> tile) {
  canvas.put("<rect class=\"{}{}\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{}\" height=\"{}\"",
             kind == SiteKind::node ? "node" : "interchange", tile ? fmt::format(" t{}", *tile) : std::string(),
             static_cast<double>(box.x) - 0.5, static_cast<double>(y) - 0.5, box.width, box.height);
  if (kind != SiteKind::node)
    canvas.put(" rx=\"{}\"", svg::number(std::min(std::min(box.width, box.height) / 2.0, kCornerCells)));
}

/// A box within the shape of a row.
struct RowBox {
  NodeBox box;
  SiteKind kind = SiteKind::nothing;
  std::optional<std::uint32_t> tile = {};
};

/// Draws the boxes of each row as one shape, which equal rows use again.
void draw_rows_of_nodes(svg::Canvas& canvas, const Page& page) {
  const std::string ids = page.plane == 0 ? page.scene.id : fmt::format("{}-plane{}", page.scene.id, page.plane);
  using BoxKey = std::tuple<std::uint32_t, std::uint32_t, SiteKind, std::optional<std::uint32_t>>;
  std::map<std::vector<BoxKey>, std::size_t> shapes;
  for (std::uint32_t row = 0; row < page.scene.rows(); ++row) {
    std::vector<RowBox> boxes;
    std::vector<BoxKey> key;
    for (std::uint32_t column = 0; column < page.scene.columns(); ++column) {
      const std::optional<std::uint64_t> site = page.scene.nodes.at(Cell{{column, row, page.plane}});
      RowBox& box = boxes.emplace_back();
      if (site) box = {node_box(page, column, row), page.scene.topology.kind(*site), coloured_kind(page.scene, *site)};
      key.emplace_back(box.box.width, box.box.height, box.kind, box.tile);
    }
    const auto [shape, is_new] = shapes.emplace(std::move(key), shapes.size());
    const std::int64_t top = page.scene.layout.rows().box_end(row);
    if (is_new) {
      canvas.put("<defs><g id=\"{}-nodes{}\" class=\"{}\">\n", ids, shape->second, kStyleClass);
      for (const RowBox& box : boxes) {
        if (box.kind == SiteKind::nothing) continue;
        put_box(canvas, box.box, box.box.y - top, box.kind, box.tile);
        canvas.raw("/>\n");
      }
      canvas.raw("</g></defs>\n");
    }
    canvas.put("<use class=\"nodes\" xlink:href=\"#{}-nodes{}\" y=\"{}\"><title>the nodes of row {}</title></use>\n",
               ids, shape->second, top, row);
  }
}

}  // namespace

NodeBox node_box(const Page& page, std::uint32_t column, std::uint32_t row) {
  const Cell cell{{column, row, page.plane}};
  if (page.scene.placement.given) {
    const std::optional<std::uint64_t> site = page.scene.nodes.at(cell);
    if (const auto part = site ? roomy_part(page, *site) : std::nullopt) return *part;
  }
  return node_cells(page.scene.layout, cell);
}

namespace {

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

}  // namespace

NodeBox open_box(const Page& page, std::uint32_t column, std::uint32_t row) {
  NodeBox box = node_box(page, column, row);
  const AxisPositions& columns = page.scene.layout.columns();
  const AxisPositions& rows = page.scene.layout.rows();
  if (page.scene.placement.given) return part_below(box, columns.start[column], rows.start[row]);
  box.width = static_cast<std::uint32_t>(columns.box_end(column) - box.x);
  box.height = static_cast<std::uint32_t>(rows.box_end(row) - box.y);
  return part_below(box, before_zone(columns, column), before_zone(rows, row));
}

namespace {

/// The cells that the user keeps empty, each as large as a node in its place would be.
void draw_empty_cells(svg::Canvas& canvas, const Page& page) {
  for (std::uint32_t row = 0; row < page.scene.rows(); ++row) {
    for (std::uint32_t column = 0; column < page.scene.columns(); ++column) {
      const auto& empty = page.scene.candidate.design->placement.empty;
      const auto named = [&](const CellRange& range) { return range.contains(column, row); };
      if (std::none_of(empty.begin(), empty.end(), named)) continue;
      const NodeBox box = node_box(page, column, row);
      const svg::Rect rect{page.frame.to_x(static_cast<double>(box.x) - 0.5),
                           page.frame.to_y(static_cast<double>(box.y + box.height) - 0.5),
                           box.width * page.frame.scale_x, box.height * page.frame.scale_y};
      canvas.rect(rect, "empty", fmt::format("empty: column {}, row {}", column, row));
    }
  }
}

}  // namespace

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
    for (std::uint32_t row = 0; row < page.scene.rows(); ++row) {
      for (std::uint32_t column = 0; column < page.scene.columns(); ++column) {
        const std::optional<std::uint64_t> site = page.scene.nodes.at(Cell{{column, row, page.plane}});
        if (!site) continue;
        const NodeBox box = node_box(page, column, row);
        const SiteKind kind = page.scene.topology.kind(*site);
        put_box(canvas, box, box.y, kind, coloured_kind(page.scene, *site));
        canvas.put("><title>{} {}, column {}, row {}</title></rect>\n", site_word(kind),
                   text::xml_escape(page.scene.address_of(*site)), column, row);
      }
    }
  }
  canvas.close();
}

}  // namespace cutline::drawing
