// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>

#include "check_line.hpp"

namespace cutline::checking {

namespace {

/// Checks the posts of one pillar. Each must stand in the field of every box that it passes and end in its two
/// terminals. Two posts in the same cell may meet only in the box in which one ends and the other begins.
class PillarCheck final : public CheckedLine {
 public:
  PillarCheck(const Layout& layout, std::uint32_t line)
      : CheckedLine(layout, Axis::z, line),
        layout_(layout),
        place_(cell_on_line(layout.wiring.grid, Axis::z, line, 0)),
        name_(line_name(layout.wiring.grid, Axis::z, line)) {
    const GridSize& grid = layout.wiring.grid;
    for (std::uint32_t plane = 0; plane < grid[Axis::z]; ++plane) {
      const Cell cell{{place_[Axis::x], place_[Axis::y], plane}};
      const auto pattern = [&](Axis axis) -> const Pattern& {
        return layout.wiring.pattern(axis, static_cast<std::uint32_t>(line_of(grid, axis, cell)));
      };
      boxes_.push_back(
          {box_width(layout, pattern(Axis::x), cell[Axis::x]), box_height(layout, pattern(Axis::y), cell[Axis::y])});
    }
  }

  /// Checks that different posts do not touch. They are metal on tracks of cells in rows of the field: a post may begin
  /// in the box in which another one ends.
  void finish() override {
    groups_.finish(facts_);
    const std::uint64_t cells = for_each_touch(metal_, [&](const Metal& before, const Metal& metal) {
      findings_.add("spacing", [&] {
        return fmt::format("{}, x {}, y {}: {} and {} touch above plane {}", name_, metal.track,
                           layout_.rows().box_end(place_[Axis::y]) - 1 - metal.layer, groups_.wire_name_at(before.wire),
                           groups_.wire_name_at(metal.wire), metal.lo);
      });
    });
    facts_.post_cells = static_cast<std::int64_t>(cells);
  }

 private:
  std::array<LineEnd, 2> look(const WireShapes& wire) override {
    if (wire.posts.size() != 1 || !wire.segments.empty() || !wire.vias.empty()) {
      findings_.add("pillar", [&] { return name_ + ": " + wire_name(wire) + " is not one post"; });
    }
    for (const Post& post : wire.posts) add_post(wire, post);
    expect_connected(wire, reasons_, findings_);
    const auto end = [](const Terminal& terminal) {
      return LineEnd{terminal.node[Axis::z], terminal.through ? LineEnd::Kind::through : LineEnd::Kind::node};
    };
    std::array<LineEnd, 2> ends;
    if (!wire.terminals.empty()) ends = {end(wire.terminals.front()), end(wire.terminals.back())};
    return ends;
  }

  /// Whether a terminal lies at one of the post's ends or, for a tap, between them.
  bool is_on(const Post& post, const Terminal& terminal, bool taps) const {
    const std::uint32_t plane = terminal.node[Axis::z];
    const bool own = terminal.node[Axis::x] == place_[Axis::x] && terminal.node[Axis::y] == place_[Axis::y];
    return own && terminal.layer == kPostLayer && terminal.x == post.x && terminal.y == post.y &&
           (taps ? post.z0 < plane && plane < post.z1 : plane == post.z0 || plane == post.z1);
  }

  void add_post(const WireShapes& wire, const Post& post) {
    const std::int64_t left = layout_.columns().box_end(place_[Axis::x]) - 1 - post.x;
    const std::int64_t below = layout_.rows().box_end(place_[Axis::y]) - 1 - post.y;
    bool in_boxes = left >= 1 && below >= 1 && post.z0 < post.z1 && post.z1 < boxes_.size();
    for (std::uint32_t plane = post.z0; in_boxes && plane <= post.z1; ++plane)
      in_boxes = left < boxes_[plane].width && below < boxes_[plane].height;
    if (!in_boxes) {
      findings_.add("pillar", [&] {
        return fmt::format(
            "{}: the post of {} at x {}, y {} from plane {} to {} is not in the field of every box there", name_,
            wire_name(wire), post.x, post.y, post.z0, post.z1);
      });
      return;
    }
    for (std::size_t i = 0; i < wire.terminals.size(); ++i) {
      const Terminal& terminal = wire.terminals[i];
      if (is_on(post, terminal, 0 < i && i + 1 < wire.terminals.size())) continue;
      findings_.add("terminal", [&] {
        return fmt::format("{}: a terminal of {} at x {}, y {} of {} is not on its post", name_, wire_name(wire),
                           terminal.x, terminal.y, node_name(terminal.node));
      });
    }
    facts_.field.width = std::max(facts_.field.width, static_cast<std::uint32_t>(left));
    facts_.field.height = std::max(facts_.field.height, static_cast<std::uint32_t>(below));
    metal_.push_back({post.x, post.z0, std::int64_t{post.z1} - 1, static_cast<std::int32_t>(below), groups_.wires()});
  }

  const Layout& layout_;
  Cell place_;
  std::string name_;
  std::vector<FieldSize> boxes_;  ///< by plane
};

}  // namespace

std::unique_ptr<CheckedLine> pillar_check(const Layout& layout, std::uint32_t line) {
  return std::make_unique<PillarCheck>(layout, line);
}

}  // namespace cutline::checking
