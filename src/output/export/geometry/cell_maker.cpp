// SPDX-License-Identifier: Apache-2.0
#include "output/export/geometry/cell_maker.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <unordered_map>

#include "cutline/layout/shapes.hpp"
#include "cutline/study/laid_out.hpp"
#include "cutline/study/placed_network.hpp"
#include "output/export/geometry/layout_cells.hpp"

namespace cutline::exporting {

namespace {

void sort_by_rows(std::vector<DrawnPoint>& points) {
  std::sort(points.begin(), points.end(),
            [](const DrawnPoint& a, const DrawnPoint& b) { return std::tuple(a.y, a.x) < std::tuple(b.y, b.x); });
}

}  // namespace

void CellMaker::put(const DrawnLayer& layer, const DrawnPoint& size, const DrawnPoint& at) {
  boxes_[{layer, size}].push_back(at);
}

void CellMaker::metal(const DrawnLayer& layer, const DrawnPoint& size, const CellPlace& from, const CellPlace& to) {
  const DrawnPoint whole = {(to.x - from.x) * grid_.pitch.x + size.x, (to.y - from.y) * grid_.pitch.y + size.y};
  put(layer, whole, grid_.corner(from.x + by_.x, from.y + by_.y, size));
}

DrawnPoint CellMaker::via_size(int lower) const {
  const DrawnPoint& below = grid_.size[static_cast<std::size_t>(lower)];
  const DrawnPoint& above = grid_.size[static_cast<std::size_t>(lower) + 1];
  return {std::min(below.x, above.x), std::min(below.y, above.y)};
}

void CellMaker::segment(const Segment& segment) {
  metal(metal_layer(segment.layer, segment.plane), grid_.size[static_cast<std::size_t>(segment.layer)],
        {segment.x0, segment.y0}, {segment.x1, segment.y1});
}

void CellMaker::via(const Via& via) {
  for (int lower = via.lower; lower < via.upper; ++lower) {
    metal(via_layer(lower, via.plane), via_size(lower), {via.x, via.y});
    if (lower > via.lower) segment({lower, via.x, via.y, via.x, via.y, via.plane});
  }
}

void CellMaker::terminal(const Terminal& terminal) {
  const std::uint32_t plane = terminal.node[Axis::z];
  const int foot = stacks_ ? 0 : terminal.layer;
  if (terminal.layer > foot) {
    segment({foot, terminal.x, terminal.y, terminal.x, terminal.y, plane});
    via({terminal.x, terminal.y, foot, terminal.layer, plane});
  }
  const Purpose purpose = terminal.through ? Purpose::through : Purpose::terminals;
  metal(metal_layer(foot, plane, purpose), grid_.size[static_cast<std::size_t>(foot)], {terminal.x, terminal.y});
}

void CellMaker::post(const Post& post, const std::vector<Terminal>& terminals) {
  const CellPlace at = {post.x, post.y};
  for (std::uint32_t plane = post.z0; plane < post.z1; ++plane) {
    metal(post_layer(plane), grid_.post, at);
    if (plane > post.z0) metal(passed_layer(plane), grid_.post, at);
  }
  for (const Terminal& terminal : terminals) {
    if (terminal.layer != kPostLayer) continue;
    const std::uint32_t plane = terminal.node[Axis::z];
    if (plane == post.z0) {
      metal(post_layer(plane, terminal.through ? Purpose::through : Purpose::terminals), grid_.post, at);
    } else if (plane == post.z1) {
      metal(post_layer(plane - 1, terminal.through ? Purpose::upper_through : Purpose::upper_ends), grid_.post, at);
    } else {
      metal(passed_layer(plane, Purpose::terminals), grid_.post, at);
    }
  }
}

void CellMaker::wire(const WireShapes& wire) {
  for (const Segment& each : wire.segments) segment(each);
  for (const Via& each : wire.vias) via(each);
  for (const Terminal& each : wire.terminals) {
    if (each.layer != kPostLayer) terminal(each);
  }
  for (const Post& each : wire.posts) post(each, wire.terminals);
}

void CellMaker::box(const DrawnLayer& layer, const CellPlace& at, std::int64_t width, std::int64_t height) {
  const DrawnPoint& pitch = grid_.pitch;
  put(layer, {width * pitch.x, height * pitch.y}, {(at.x + by_.x) * pitch.x, (at.y + by_.y) * pitch.y});
}

void CellMaker::use(std::uint32_t cell, const CellPlace& at) {
  uses_[cell].push_back({(at.x + by_.x) * grid_.pitch.x, (at.y + by_.y) * grid_.pitch.y});
}

DrawnCell CellMaker::done(std::string name) {
  DrawnCell cell{.name = std::move(name), .polygons = std::move(polygons_), .texts = std::move(texts_)};
  for (auto& [key, at] : boxes_) {
    sort_by_rows(at);
    cell.boxes.push_back({std::get<0>(key), std::get<1>(key), std::move(at)});
  }
  for (auto& [used, at] : uses_) {
    sort_by_rows(at);
    cell.uses.push_back({used, std::move(at)});
  }
  return cell;
}

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
