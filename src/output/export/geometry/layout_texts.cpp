// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <unordered_map>

#include "cutline/layout/shapes.hpp"
#include "cutline/study/laid_out.hpp"
#include "cutline/study/placed_network.hpp"
#include "output/export/geometry/layout_cells.hpp"

namespace cutline::exporting {

namespace {

class TextWriter {
 public:
  TextWriter(const ExportLayout& from, const DatabaseGrid& grid)
      : layout_(from.candidate.laid_out()->layout), topology_(from.candidate.network()->topology), grid_(grid) {
    const std::vector<std::uint64_t> sites = nodes_by_cell(topology_, from.candidate.network()->placement);
    for (std::size_t i = 0; i < sites.size(); ++i) {
      if (sites[i] != kEmptyCell && topology_.kind(sites[i]) != SiteKind::nothing) add_node(i, sites[i]);
    }
  }

  void add_link(const WireShapes& wire) {
    const std::string name = name_of(wire);
    if (!wire.segments.empty()) {
      const Segment& run = straight_run(wire);
      const DrawnPoint& size = grid_.size[static_cast<std::size_t>(run.layer)];
      const DrawnPoint from = grid_.corner(run.x0, run.y0, size), to = grid_.corner(run.x1, run.y1, size);
      put(metal_layer(run.layer, run.plane, Purpose::texts), {from.x, from.y}, {to.x + size.x, to.y + size.y}, name);
    }
    for (const Post& post : wire.posts) {
      const DrawnPoint at = grid_.corner(post.x, post.y, grid_.post);
      put(post_layer(post.z0, Purpose::texts), at, {at.x + grid_.post.x, at.y + grid_.post.y}, name);
    }
  }

  std::vector<DrawnText> take() { return std::move(texts_); }

 private:
  std::size_t number(const Cell& cell) const {
    const GridSize& grid = layout_.wiring.grid;
    return cell[Axis::x] + std::size_t{grid[Axis::x]} * line_of(grid, Axis::x, cell);
  }

  void add_node(std::size_t i, std::uint64_t site) {
    const GridSize& grid = layout_.wiring.grid;
    const auto row_line = static_cast<std::uint32_t>(i / grid[Axis::x]);
    const Cell cell = cell_on_line(grid, Axis::x, row_line, static_cast<std::uint32_t>(i % grid[Axis::x]));
    const BoxCells box = node_cells(layout_, cell);
    const DrawnPoint from = {box.x * grid_.pitch.x, box.y * grid_.pitch.y};
    const bool interchange = is_inner(topology_.kind(site));
    put(box_layer(interchange, cell[Axis::z], Purpose::texts), from,
        {from.x + box.width * grid_.pitch.x, from.y + box.height * grid_.pitch.y},
        addresses_.emplace(i, address(topology_, site)).first->second);
  }

  /// Puts a text in the middle of a box.
  void put(const DrawnLayer& layer, const DrawnPoint& from, const DrawnPoint& to, std::string text) {
    texts_.push_back({layer, {(from.x + to.x) / 2, (from.y + to.y) / 2}, std::move(text)});
  }

  /// The name of a link: the addresses of its ends; the second and later of parallel links also have a number.
  std::string name_of(const WireShapes& wire) {
    const Cell& from = wire.terminals.front().node;
    const Cell& to = wire.terminals.back().node;
    std::string name = fmt::format("{}-{}", addresses_.at(number(from)), addresses_.at(number(to)));
    if (const std::uint32_t count = ++used_[name]; count > 1) name += fmt::format("#{}", count);
    return name;
  }

  const Layout& layout_;
  const Topology& topology_;
  const DatabaseGrid& grid_;
  std::unordered_map<std::size_t, std::string> addresses_;  // by number of the cell
  std::unordered_map<std::string, std::uint32_t> used_;
  std::vector<DrawnText> texts_;
};

}  // namespace

std::vector<DrawnText> layout_texts(const ExportLayout& from, const DatabaseGrid& grid) {
  const Layout& layout = from.candidate.laid_out()->layout;
  TextWriter writer(from, grid);
  WireShapes shapes;
  for (const Axis axis : kAxes) {
    for (std::uint32_t line = 0; line < layout.lines(axis).pattern_of_line.size(); ++line) {
      const Pattern& pattern = layout.wiring.pattern(axis, line);
      for (std::size_t part = 0; part < pattern.size(); ++part) {
        if (pattern.is_bent(part)) continue;
        part_shapes(layout, axis, line, part, 0, shapes);
        writer.add_link(shapes);
      }
    }
  }
  for (const Joint& joint : layout.wiring.joints) {
    joint_shapes(layout, joint, 0, shapes);
    writer.add_link(shapes);
  }
  return writer.take();
}

}  // namespace cutline::exporting
