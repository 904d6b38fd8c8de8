// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "cutline/layout/shapes.hpp"
#include "output/export/geometry/drawing.hpp"

namespace cutline::exporting {

/// A place on the grid of the layout's unit cells.
struct CellPlace {
  std::int64_t x = 0, y = 0;
  auto operator<=>(const CellPlace&) const = default;
};

/// Draws shapes of the layout into a cell and converts unit cells into database units.
class CellMaker {
 public:
  /// `stacks`: a via stack stands at every terminal, from the lowest layer up.
  CellMaker(const DatabaseGrid& grid, bool stacks) : grid_(grid), stacks_(stacks) {}

  /// Sets the offset of everything that is drawn from now on.
  void move(const CellPlace& by) { by_ = by; }

  void segment(const Segment& segment) {
    metal(metal_layer(segment.layer, segment.plane), grid_.size[static_cast<std::size_t>(segment.layer)],
          {segment.x0, segment.y0}, {segment.x1, segment.y1});
  }
  void via(const Via& via) {
    for (int lower = via.lower; lower < via.upper; ++lower) {
      metal(via_layer(lower, via.plane), via_size(lower), {via.x, via.y});
      if (lower > via.lower) segment({lower, via.x, via.y, via.x, via.y, via.plane});
    }
  }
  /// A terminal of a wire in a row or a column.
  void terminal(const Terminal& terminal) {
    const std::uint32_t plane = terminal.node[Axis::z];
    const int foot = stacks_ ? 0 : terminal.layer;
    if (terminal.layer > foot) {
      segment({foot, terminal.x, terminal.y, terminal.x, terminal.y, plane});
      via({terminal.x, terminal.y, foot, terminal.layer, plane});
    }
    const Purpose purpose = terminal.through ? Purpose::through : Purpose::terminals;
    metal(metal_layer(foot, plane, purpose), grid_.size[static_cast<std::size_t>(foot)], {terminal.x, terminal.y});
  }
  /// A post with those of `terminals` whose layer is kPostLayer.
  void post(const Post& post, const std::vector<Terminal>& terminals) {
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
  /// All shapes of a wire.
  void wire(const WireShapes& wire) {
    for (const Segment& each : wire.segments) segment(each);
    for (const Via& each : wire.vias) via(each);
    for (const Terminal& each : wire.terminals) {
      if (each.layer != kPostLayer) terminal(each);
    }
    for (const Post& each : wire.posts) post(each, wire.terminals);
  }
  /// A box of whole cells, such as the box of a node.
  void box(const DrawnLayer& layer, const CellPlace& at, std::int64_t width, std::int64_t height) {
    const DrawnPoint& pitch = grid_.pitch;
    put(layer, {width * pitch.x, height * pitch.y}, {(at.x + by_.x) * pitch.x, (at.y + by_.y) * pitch.y});
  }
  /// A polygon in database units, which move() does not move.
  void polygon(DrawnPolygon polygon) { polygons_.push_back(std::move(polygon)); }
  void use(std::uint32_t cell, const CellPlace& at) {
    uses_[cell].push_back({(at.x + by_.x) * grid_.pitch.x, (at.y + by_.y) * grid_.pitch.y});
  }
  void text(DrawnText text) { texts_.push_back(std::move(text)); }

  DrawnCell done(std::string name) {
    DrawnCell cell{.name = std::move(name), .polygons = std::move(polygons_), .texts = std::move(texts_)};
    const auto sort_by_rows = [](std::vector<DrawnPoint>& points) {
      std::sort(points.begin(), points.end(),
                [](const DrawnPoint& a, const DrawnPoint& b) { return std::tuple(a.y, a.x) < std::tuple(b.y, b.x); });
    };
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

 private:
  void metal(const DrawnLayer& layer, const DrawnPoint& size, const CellPlace& from, const CellPlace& to) {
    const DrawnPoint whole = {(to.x - from.x) * grid_.pitch.x + size.x, (to.y - from.y) * grid_.pitch.y + size.y};
    put(layer, whole, grid_.corner(from.x + by_.x, from.y + by_.y, size));
  }
  void metal(const DrawnLayer& layer, const DrawnPoint& size, const CellPlace& at) { metal(layer, size, at, at); }
  DrawnPoint via_size(int lower) const {
    const DrawnPoint& below = grid_.size[static_cast<std::size_t>(lower)];
    const DrawnPoint& above = grid_.size[static_cast<std::size_t>(lower) + 1];
    return {std::min(below.x, above.x), std::min(below.y, above.y)};
  }
  void put(const DrawnLayer& layer, const DrawnPoint& size, const DrawnPoint& at) {
    boxes_[{layer, size}].push_back(at);
  }

  const DatabaseGrid& grid_;
  bool stacks_;
  CellPlace by_;
  std::map<std::tuple<DrawnLayer, DrawnPoint>, std::vector<DrawnPoint>> boxes_;
  std::vector<DrawnPolygon> polygons_;
  std::map<std::uint32_t, std::vector<DrawnPoint>> uses_;
  std::vector<DrawnText> texts_;
};

}  // namespace cutline::exporting
