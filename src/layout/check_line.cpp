// SPDX-License-Identifier: Apache-2.0
#include "check_line.hpp"

#include <fmt/core.h>

#include "cutline/base/error.hpp"

namespace cutline::checking {

namespace {

bool covers(const Segment& segment, int layer, std::int64_t x, std::int64_t y) {
  return segment.layer == layer && segment.x0 <= x && x <= segment.x1 && segment.y0 <= y && y <= segment.y1;
}

bool is_vertical(int layer) { return layer % 2 == 1; }

/// Checks the wires of one row or column against the rules, one wire or several side by side at a time, and at the end
/// against each other. On horizontal layers a track is a y, on vertical ones an x.
///
/// Everything is read in the line's own frame: `along` runs with the line, `across` away from the nodes.
class LineCheck final : public CheckedLine {
 public:
  LineCheck(const Layout& layout, Axis axis, std::uint32_t line)
      : CheckedLine(layout, axis, line),
        layout_(layout),
        axis_(axis),
        line_(line),
        slot_(cell_on_line(layout.wiring.grid, axis, line, 0)[lower_axis_off(axis)]),
        plane_(cell_on_line(layout.wiring.grid, axis, line, 0)[Axis::z]),
        pattern_(layout.wiring.pattern(axis, line)),
        along_(layout.positions[index(axis)]),
        across_(layout.positions[index(lower_axis_off(axis))]),
        layers_(2 * static_cast<int>(layout.rules.layer_pairs)) {
    facts_.wires_on_layers.assign(2 * std::size_t{layout.rules.layer_pairs}, 0);
  }

  void add_unrouted(const WireShapes& wire, std::size_t part) override {
    const auto end = [](std::uint32_t station) {
      return LineEnd{slot_of(station), is_crossing(station) ? LineEnd::Kind::crossing : LineEnd::Kind::node};
    };
    if (!goes_on(wire)) facts_.lengths.add(wire, wire, 1);  // with the track that it would take
    groups_.add(wire, {end(pattern_.lo[part]), end(pattern_.hi[part])}, 1, findings_);
  }

  /// Checks that different wires do not touch.
  void finish() override {
    groups_.finish(facts_);
    for_each_touch(metal_, [&](const Metal& before, const Metal& metal) {
      findings_.add("spacing", [&] {
        const bool vertical = is_vertical(metal.layer);
        return fmt::format("{}, layer {}, {} {}: {} and {} touch at {} {}", name(), metal.layer, vertical ? 'x' : 'y',
                           metal.track, groups_.wire_name_at(before.wire), groups_.wire_name_at(metal.wire),
                           vertical ? 'y' : 'x', metal.lo);
      });
    });
  }

 private:
  std::array<LineEnd, 2> look(const WireShapes& wire) override {
    expect_in_plane(wire);
    for (const Segment& segment : wire.segments) add_segment(wire, segment);
    for (const Via& via : wire.vias) add_via(wire, via);
    for (const Terminal& terminal : wire.terminals) add_terminal(wire, terminal);
    expect_connected(wire, reasons_, findings_);
    return ends_of(wire);
  }

  void count_runs(const WireShapes& wire, std::uint32_t wires) override {
    for (const Segment& segment : wire.segments) {
      const bool known_layer = segment.layer >= 0 && segment.layer < layers_;
      if (known_layer && runs_along(segment.layer))
        facts_.wires_on_layers[static_cast<std::size_t>(segment.layer)] += wires;
    }
  }

  /// A piece of metal in the line's frame.
  struct Extent {
    std::int64_t along0, along1, across0, across1;
  };
  Extent in_line(const Segment& s) const {
    return axis_ == Axis::x ? Extent{s.x0, s.x1, s.y0, s.y1} : Extent{s.y0, s.y1, s.x0, s.x1};
  }
  std::int64_t along(const Terminal& terminal) const { return axis_ == Axis::x ? terminal.x : terminal.y; }
  std::int64_t across(const Terminal& terminal) const { return axis_ == Axis::x ? terminal.y : terminal.x; }
  std::string name() const { return line_name(layout_.wiring.grid, axis_, line_); }
  bool runs_along(int layer) const { return is_vertical(layer) == (axis_ == Axis::y); }

  /// Checks that a row or column has no metal in other planes, and no posts.
  void expect_in_plane(const WireShapes& wire) {
    const auto here = [&](const auto& shape) { return shape.plane == plane_; };
    if (wire.posts.empty() && std::ranges::all_of(wire.segments, here) && std::ranges::all_of(wire.vias, here)) {
      return;
    }
    findings_.add("plane", [&] { return name() + ": " + wire_name(wire) + " leaves its plane"; });
  }

  /// The slot whose box area or routing channel holds the cell; the last slot whose start is not past it.
  std::uint32_t slot_at(std::int64_t along) const {
    const auto after = std::upper_bound(along_.start.begin(), along_.start.end(), along);
    return after == along_.start.begin() ? 0 : static_cast<std::uint32_t>(after - along_.start.begin() - 1);
  }

  void add_metal(int layer, std::int64_t x0, std::int64_t y0, std::int64_t x1, std::int64_t y1) {
    if (is_vertical(layer)) {
      metal_.push_back({x0, y0, y1, layer, groups_.wires()});
    } else {
      metal_.push_back({y0, x0, x1, layer, groups_.wires()});
    }
  }

  void add_segment(const WireShapes& wire, const Segment& segment) {
    const bool straight = is_vertical(segment.layer) ? segment.x0 == segment.x1 : segment.y0 == segment.y1;
    const bool known_layer = segment.layer >= 0 && segment.layer < layers_;
    if (!straight || !known_layer || segment.x0 > segment.x1 || segment.y0 > segment.y1) {
      findings_.add("channel", [&] {
        return fmt::format("{}: {} lies on layer {} from x {}, y {} to x {}, y {}, against the layer's direction",
                           name(), wire_name(wire), segment.layer, segment.x0, segment.y0, segment.x1, segment.y1);
      });
      return;
    }
    const Extent extent = in_line(segment);
    const bool beside_nodes = extent.across0 >= across_.box_end(slot_);
    reasons_.push_back(beside_nodes ? 1 : 0);
    if (runs_along(segment.layer) && beside_nodes) {
      expect_run_in_channel(wire, extent);
    } else if (runs_along(segment.layer)) {
      expect_run_faces(wire, segment);
    } else {
      expect_stub_in_place(wire, segment);
    }
    add_metal(segment.layer, segment.x0, segment.y0, segment.x1, segment.y1);
  }

  void expect_run_in_channel(const WireShapes& wire, const Extent& extent) {
    const std::int64_t lo = extent.along0, hi = extent.along1, across = extent.across0;
    const std::int64_t cells = across - across_.box_end(slot_) + 1;
    facts_.channel_cells = std::max(facts_.channel_cells, cells);
    if (cells >= 1 && cells <= across_.channel[slot_] && lo >= 0 && hi < along_.total) return;
    findings_.add("channel", [&] {
      return fmt::format("{}: {} runs at {} {} from {} {} to {}, outside its routing channel", name(), wire_name(wire),
                         axis_ == Axis::x ? 'y' : 'x', across, letter(axis_), lo, hi);
    });
  }

  /// Checks a wire between neighbours that face: one piece of the lowest layer pair, from a slot's box into that of the
  /// next slot, in the zone that the boxes of the line share.
  void expect_run_faces(const WireShapes& wire, const Segment& segment) {
    const Extent extent = in_line(segment);
    const std::int64_t lo = extent.along0, hi = extent.along1, across = extent.across0;
    const std::int64_t cells = across_.box_end(slot_) - across_.above_zone - across;
    facts_.zone_cells = std::max(facts_.zone_cells, cells);
    const bool in_zone = across_.has_zone(slot_) && cells >= 1 && cells <= across_.zone[slot_];
    const std::uint32_t slot = slot_at(lo);
    const bool to_next = slot + 1 < along_.start.size() && slot_at(hi) == slot + 1;
    reasons_.push_back(slot);
    const bool alone = wire.segments.size() == 1 && wire.vias.empty() && wire.terminals.size() == 2;
    const bool ends_there = alone &&
                            covers(segment, wire.terminals[0].layer, wire.terminals[0].x, wire.terminals[0].y) &&
                            along(wire.terminals[0]) == lo && along(wire.terminals[1]) == hi;
    if (in_zone && to_next && ends_there && segment.layer < 2) return;
    findings_.add("facing", [&] {
      return fmt::format("{}: {} runs at {} {} from {} {} to {}, not straight from box to box in their zone", name(),
                         wire_name(wire), axis_ == Axis::x ? 'y' : 'x', across, letter(axis_), lo, hi);
    });
  }

  /// Whether a terminal of a wire that faces stands in the zone of its line, clear of the zone that crosses it.
  bool is_facing_terminal(const Terminal& terminal) const {
    const std::uint32_t slot = terminal.node[axis_];
    const std::int64_t below = along_.box_end(slot) - along(terminal);
    const std::int64_t zone_end = std::int64_t{along_.above_zone} + (along_.has_zone(slot) ? along_.zone[slot] : 0);
    const bool in_crossing_zone = along_.has_zone(slot) && below > along_.above_zone && below <= zone_end;
    const std::int64_t below_edge = across_.box_end(slot_) - across(terminal);
    return terminal.layer < 2 && !terminal.through && !in_crossing_zone && across_.has_zone(slot_) &&
           below_edge > across_.above_zone && below_edge <= std::int64_t{across_.above_zone} + across_.zone[slot_];
  }

  void expect_stub_in_place(const WireShapes& wire, const Segment& segment) {
    const Extent extent = in_line(segment);
    const std::int64_t at = extent.along0, lo = extent.across0, hi = extent.across1;
    const std::int64_t edge = across_.box_end(slot_) - 1;
    const std::uint32_t slot = slot_at(at);
    const bool beside_boxes = at >= along_.start[slot] && at < along_.box_end(slot);
    const bool in_channel = lo >= edge && hi <= edge + across_.channel[slot_];
    const std::uint32_t from_terminal = first_that(
        wire.terminals, [&](const Terminal& t) { return covers(segment, t.layer, t.x, t.y) && across(t) == lo; });
    add_reasons(reasons_, slot, from_terminal);
    facts_.channel_cells = std::max(facts_.channel_cells, hi - edge);
    if (beside_boxes && in_channel && from_terminal != kNoShape) return;
    findings_.add("channel", [&] {
      return fmt::format("{}: a stub of {} at {} {} does not go from its terminal straight into the routing channel",
                         name(), wire_name(wire), letter(axis_), at);
    });
  }

  void add_via(const WireShapes& wire, const Via& via) {
    if (via.lower < 0 || via.upper >= layers_) {
      findings_.add("via", [&] { return fmt::format("{}: a via of {} leaves the layers", name(), wire_name(wire)); });
      return;
    }
    for (int layer = via.lower; layer <= via.upper; ++layer) {
      reasons_.push_back(first_that(wire.segments, [&](const Segment& s) { return covers(s, layer, via.x, via.y); }));
      if (reasons_.back() == kNoShape) add_metal(layer, via.x, via.y, via.x, via.y);
    }
  }

  void add_terminal(const WireShapes& wire, const Terminal& terminal) {
    const std::int64_t at = along(terminal);
    const std::uint32_t slot = terminal.node[axis_];
    const bool own_node =
        slot < along_.start.size() && terminal.node[lower_axis_off(axis_)] == slot_ && terminal.node[Axis::z] == plane_;
    const std::int64_t box = own_node ? box_side(layout_, axis_, pattern_, slot) : 0;
    const bool in_box = own_node && at >= along_.box_end(slot) - box && at < along_.box_end(slot);
    const bool known_layer = terminal.layer >= 0 && terminal.layer < layers_;
    const bool faces = known_layer && runs_along(terminal.layer);
    const bool above_zone = !own_node || !along_.has_zone(slot) || at >= along_.box_end(slot) - along_.above_zone;
    const bool in_place =
        faces ? in_box && is_facing_terminal(terminal) : above_zone && across(terminal) == across_.box_end(slot_) - 1;
    if (!in_box || !known_layer || !in_place) {
      findings_.add("terminal", [&] {
        return fmt::format("{}: a terminal of {} at x {}, y {}, layer {} is not at the edge of the box of node {}",
                           name(), wire_name(wire), terminal.x, terminal.y, terminal.layer, node_name(terminal.node));
      });
      return;
    }
    reasons_.push_back(at >= along_.box_end(slot) - along_.above_zone ? 1 : 0);
    facts_.terminal_in_last_cell = facts_.terminal_in_last_cell || (!faces && at == along_.box_end(slot) - 1);
    if (!layout_.rules.via_stacks()) return;
    for (int layer = 0; layer < terminal.layer; ++layer) {
      add_metal(layer, terminal.x, terminal.y, terminal.x, terminal.y);
    }
  }

  /// The ends of a wire: its outermost terminals, or its one terminal and the crossing that its run covers.
  std::array<LineEnd, 2> ends_of(const WireShapes& wire) {
    if (wire.terminals.empty()) return {};
    const auto end = [&](const Terminal& terminal) {
      return LineEnd{terminal.node[axis_], terminal.through ? LineEnd::Kind::through : LineEnd::Kind::node};
    };
    std::array<LineEnd, 2> ends = {end(wire.terminals.front()), end(wire.terminals.back())};
    if (wire.terminals.size() == 1) ends[1] = {crossing_of(wire), LineEnd::Kind::crossing};
    return ends;
  }

  /// The slot of the crossing that the run of a bent wire covers whole at its far end.
  std::uint32_t crossing_of(const WireShapes& wire) {
    const std::int64_t terminal = along(wire.terminals[0]);
    for (const Segment& segment : wire.segments) {
      if (!runs_along(segment.layer)) continue;
      const auto [lo, hi, across0, across1] = in_line(segment);
      const bool at_hi = terminal == lo;
      const std::uint32_t slot = slot_at(at_hi ? hi : lo);
      const std::int64_t first = along_.box_end(slot);
      const std::int64_t last = first + along_.channel[slot] - 1;
      add_reasons(reasons_, slot, at_hi ? 1U : 0U);
      if (first <= last && lo <= first && last <= hi && (at_hi ? last == hi : first == lo)) return slot;
    }
    findings_.add("joint",
                  [&] { return name() + ": the run of " + wire_name(wire) + " does not reach over a whole crossing"; });
    return wire.terminals[0].node[axis_];
  }

  const Layout& layout_;
  Axis axis_;
  std::uint32_t line_;
  std::uint32_t slot_;  ///< across the line
  std::uint32_t plane_;
  const Pattern& pattern_;  ///< for the sizes of the boxes only
  const AxisPositions& along_;
  const AxisPositions& across_;
  int layers_;
};

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
      const auto side = [&](Axis axis) {
        const auto of_axis = static_cast<std::uint32_t>(line_of(grid, axis, cell));
        return box_side(layout, axis, layout.wiring.pattern(axis, of_axis), cell[axis]);
      };
      boxes_.push_back({side(Axis::x), side(Axis::y)});
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

std::unique_ptr<CheckedLine> line_check(const Layout& layout, Axis axis, std::uint32_t line) {
  return std::make_unique<LineCheck>(layout, axis, line);
}

std::unique_ptr<CheckedLine> pillar_check(const Layout& layout, std::uint32_t line) {
  return std::make_unique<PillarCheck>(layout, line);
}

}  // namespace cutline::checking
