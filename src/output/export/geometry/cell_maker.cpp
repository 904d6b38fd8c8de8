// SPDX-License-Identifier: Apache-2.0
#include "output/export/geometry/cell_maker.hpp"

#include <algorithm>

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

}  // namespace cutline::exporting
