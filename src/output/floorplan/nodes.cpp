// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "output/floorplan/scene.hpp"
#include "output/svg/text.hpp"

namespace cutline {

namespace {

std::string outline(const Page& page) {
  const double pitch_mm = page.frame.scale();
  const std::uint32_t side = std::min(page.scene.layout.columns().box[0], page.scene.layout.rows().box[0]);
  return fmt::format("stroke-width=\"{}\"", svg_number(std::min(0.15 / pitch_mm, 0.08 * side), 4));
}

/// A radius at which the corner of a box still holds the terminal in its corner cell: 1 / (2 - sqrt 2).
constexpr double kCornerCells = 1.7;

/// A node is a box; an interchange is round at its ends, a circle where its box is small and square.
void put_box(SvgCanvas& canvas, const NodeBox& box, std::int64_t y, SiteKind kind) {
  canvas.put("<rect class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{}\" height=\"{}\"",
             kind == SiteKind::node ? "node" : "interchange", static_cast<double>(box.x) - 0.5,
             static_cast<double>(y) - 0.5, box.width, box.height);
  if (kind != SiteKind::node)
    canvas.put(" rx=\"{}\"", svg_number(std::min(std::min(box.width, box.height) / 2.0, kCornerCells)));
}

/// A box within the shape of a row; boxes of equal size and contents are equal.
struct RowBox {
  NodeBox box;
  SiteKind kind = SiteKind::nothing;
};

/// A row's boxes as one shape that equal rows use again.
void draw_rows_of_nodes(SvgCanvas& canvas, const Page& page) {
  const std::string ids = page.plane == 0 ? page.scene.id : fmt::format("{}-plane{}", page.scene.id, page.plane);
  std::map<std::vector<std::tuple<std::uint32_t, std::uint32_t, SiteKind>>, std::size_t> shapes;
  for (std::uint32_t row = 0; row < page.scene.rows(); ++row) {
    std::vector<RowBox> boxes;
    std::vector<std::tuple<std::uint32_t, std::uint32_t, SiteKind>> key;
    for (std::uint32_t column = 0; column < page.scene.columns(); ++column) {
      const std::optional<std::uint64_t> site = page.scene.nodes.at(Cell{{column, row, page.plane}});
      RowBox& box = boxes.emplace_back();
      if (site) box = {node_box(page, column, row), page.scene.topology.kind(*site)};
      key.emplace_back(box.box.width, box.box.height, box.kind);
    }
    const auto [shape, is_new] = shapes.emplace(std::move(key), shapes.size());
    const std::int64_t top = page.scene.layout.rows().box_end(row);
    if (is_new) {
      canvas.put("<defs><g id=\"{}-nodes{}\" class=\"{}\">\n", ids, shape->second, kStyleClass);
      for (const RowBox& box : boxes) {
        if (box.kind == SiteKind::nothing) continue;
        put_box(canvas, box.box, box.box.y - top, box.kind);
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
  return node_cells(page.scene.layout, Cell{{column, row, page.plane}});
}

namespace {

/// The part of a tile to the left of its router and below it, where no wire of its own begins; where that is less than
/// a third of a side, the whole side.
NodeBox left_of_router(const Layout& layout, NodeBox box, std::uint32_t column, std::uint32_t row) {
  const auto part = [](std::int64_t side, std::uint32_t whole) {
    return side * 3 > whole && side < whole ? static_cast<std::uint32_t>(side) : whole;
  };
  box.width = part(layout.columns().start[column] - box.x, box.width);
  box.height = part(layout.rows().start[row] - box.y, box.height);
  return box;
}

}  // namespace

NodeBox open_box(const Page& page, std::uint32_t column, std::uint32_t row) {
  NodeBox box = node_box(page, column, row);
  if (page.scene.placement.given) return left_of_router(page.scene.layout, box, column, row);
  const AxisPositions& columns = page.scene.layout.columns();
  const AxisPositions& rows = page.scene.layout.rows();
  box.width = static_cast<std::uint32_t>(columns.box_end(column) - box.x);
  box.height = static_cast<std::uint32_t>(rows.box_end(row) - box.y);
  return box;
}

void draw_nodes(SvgCanvas& canvas, Page& page) {
  if (!page.scene.shown.nodes || page.scene.mode == DrawMode::density_map) return;
  if (page.scene.placement.given) return draw_tiles(canvas, page);
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
        put_box(canvas, box, box.y, kind);
        canvas.put("><title>{} {}, column {}, row {}</title></rect>\n", site_word(kind), page.scene.address_of(*site),
                   column, row);
      }
    }
  }
  canvas.close();
}

}  // namespace cutline
