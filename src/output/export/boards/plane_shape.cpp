// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "board/board.hpp"
#include "output/export/boards/board_files.hpp"

namespace cutline::exporting {

namespace {

using board::BoardBox;
using board::Nanometres;

/// Holes of which no two touch. Each hole that was joined to another is looked at again.
std::vector<BoardBox> apart(std::vector<BoardBox> holes) {
  std::vector<BoardBox> done;
  while (!holes.empty()) {
    BoardBox next = holes.back();
    holes.pop_back();
    const auto touches = [&](const BoardBox& other) { return board::overlap(next, other); };
    const auto found = std::find_if(done.begin(), done.end(), touches);
    if (found == done.end()) {
      done.push_back(next);
      continue;
    }
    holes.push_back({std::min(next.x0, found->x0), std::min(next.y0, found->y0), std::max(next.x1, found->x1),
                     std::max(next.y1, found->y1)});
    *found = done.back();
    done.pop_back();
  }
  return done;
}

/// The polygon as a tree: each hole hangs by its slit on the nearest one to its left, or on the edge.
class SlitPlane {
 public:
  SlitPlane(const BoardBox& plane, std::vector<BoardBox> holes) : plane_(plane), holes_(std::move(holes)) {
    std::ranges::sort(holes_, {}, [](const BoardBox& hole) { return std::pair(hole.y0 + hole.y1, hole.x0); });
    hanging_.resize(holes_.size() + 1);
    for (std::size_t h = 0; h < holes_.size(); ++h) hanging_[holder_of(h)].push_back(h);
  }

  std::vector<std::array<Nanometres, 2>> corners() {
    out_ = {{plane_.x0, plane_.y0}};
    hang_on(holes_.size(), plane_.x0);
    out_.insert(out_.end(), {{plane_.x0, plane_.y1}, {plane_.x1, plane_.y1}, {plane_.x1, plane_.y0}});
    return std::move(out_);
  }

 private:
  Nanometres slit_of(std::size_t hole) const { return (holes_[hole].y0 + holes_[hole].y1) / 2; }

  /// The number of a hole, or that of the edge: the number of holes.
  std::size_t holder_of(std::size_t hole) const {
    std::size_t nearest = holes_.size();
    for (std::size_t other = 0; other < holes_.size(); ++other) {
      const BoardBox& box = holes_[other];
      if (box.x1 >= holes_[hole].x0 || slit_of(hole) < box.y0 || slit_of(hole) > box.y1) continue;
      if (nearest == holes_.size() || box.x1 > holes_[nearest].x1) nearest = other;
    }
    return nearest;
  }

  /// Walks up an edge at x, around all holes that hang on it. Depth: the holes side by side.
  void hang_on(std::size_t holder, Nanometres x) {
    for (const std::size_t h : hanging_[holder]) {  // upwards, as the holes are sorted
      const BoardBox& hole = holes_[h];
      const Nanometres y = slit_of(h);
      out_.insert(out_.end(), {{x, y}, {hole.x0, y}, {hole.x0, hole.y0}, {hole.x1, hole.y0}});
      hang_on(h, hole.x1);
      out_.insert(out_.end(), {{hole.x1, hole.y1}, {hole.x0, hole.y1}, {hole.x0, y}, {x, y}});
    }
  }

  BoardBox plane_;
  std::vector<BoardBox> holes_;
  std::vector<std::vector<std::size_t>> hanging_;
  std::vector<std::array<Nanometres, 2>> out_;
};

}  // namespace

std::vector<std::array<Nanometres, 2>> plane_with_holes(const BoardBox& plane, std::vector<BoardBox> holes) {
  return SlitPlane(plane, apart(std::move(holes))).corners();
}

}  // namespace cutline::exporting
