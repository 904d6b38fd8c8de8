// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <cstdlib>
#include <tuple>

#include "check_line.hpp"

namespace cutline::checking {

namespace {

bool touch(const Segment& a, const Segment& b) {
  return a.plane == b.plane && a.layer == b.layer && a.x0 <= b.x1 && b.x0 <= a.x1 && a.y0 <= b.y1 && b.y0 <= a.y1;
}

/// Whether a segment has metal in the cell of a via, on one of its layers.
bool is_at(const Segment& s, const Via& v) {
  return v.lower <= s.layer && s.layer <= v.upper && s.x0 <= v.x && v.x <= s.x1 && s.y0 <= v.y && v.y <= s.y1 &&
         s.plane == v.plane;
}

/// Of the wire's segments the first on which a via ends on one of its layers; kNoShape where it does on none.
std::uint32_t segment_at(const WireShapes& wire, const Via& via, int layer) {
  return first_that(wire.segments, [&](const Segment& s) { return is_at(s, {via.x, via.y, layer, layer, via.plane}); });
}

/// The pieces of a wire's metal: its segments, and after them its posts.
std::size_t piece_count(const WireShapes& wire) { return wire.segments.size() + wire.posts.size(); }

/// Whether a piece of metal reaches a terminal.
bool reaches(const WireShapes& wire, std::size_t piece, const Terminal& terminal) {
  const std::uint32_t plane = terminal.node[Axis::z];
  if (piece < wire.segments.size()) {
    return terminal.layer != kPostLayer &&
           is_at(wire.segments[piece], {terminal.x, terminal.y, terminal.layer, terminal.layer, plane});
  }
  const Post& post = wire.posts[piece - wire.segments.size()];
  return terminal.layer == kPostLayer && post.z0 <= plane && plane <= post.z1 && post.x == terminal.x &&
         post.y == terminal.y;
}

/// The first piece of metal that reaches a terminal; kNoShape where none does.
std::uint32_t piece_at(const WireShapes& wire, const Terminal& terminal) {
  std::uint32_t piece = 0;
  while (piece < piece_count(wire) && !reaches(wire, piece, terminal)) ++piece;
  return piece < piece_count(wire) ? piece : kNoShape;
}

/// How two pieces of metal are joined: in a box, by touching, or by a via, of which this is the first.
constexpr std::uint32_t kInBox = 0, kInBoxTurned = 1, kTouching = 2, kFirstVia = 3;

/// Whether two pieces of metal reach the two terminals in the box that the wire passes through, which joins them.
std::uint32_t joined_in_box(const WireShapes& wire, std::size_t a, std::size_t b) {
  const Terminal* first = nullptr;
  for (const Terminal& terminal : wire.terminals) {
    if (!terminal.through) continue;
    if (first != nullptr && first->node == terminal.node) {
      if (reaches(wire, a, *first) && reaches(wire, b, terminal)) return kInBox;
      return reaches(wire, b, *first) && reaches(wire, a, terminal) ? kInBoxTurned : kNoShape;
    }
    first = &terminal;
  }
  return kNoShape;
}

/// How two pieces are joined; kNoShape where they are not.
std::uint32_t how_joined(const WireShapes& wire, std::size_t a, std::size_t b) {
  if (std::max(a, b) >= wire.segments.size()) return joined_in_box(wire, a, b);
  const Segment& one = wire.segments[a];
  const Segment& other = wire.segments[b];
  if (touch(one, other)) return kTouching;
  const std::uint32_t via = first_that(wire.vias, [&](const Via& v) { return is_at(one, v) && is_at(other, v); });
  return via == kNoShape ? joined_in_box(wire, a, b) : kFirstVia + via;
}

/// Whether every piece is connected to an earlier one; then all pieces are connected. A whole wire lists its shapes in
/// such an order, so no general search for components is needed. The nearest pieces are tried first.
bool is_whole(const WireShapes& wire, Reasons& reasons) {
  for (std::size_t i = 1; i < piece_count(wire); ++i) {
    std::uint32_t how = kNoShape;
    std::size_t before = i;
    while (before > 0 && how == kNoShape) how = how_joined(wire, i, --before);
    if (how == kNoShape) return false;
    add_reasons(reasons, static_cast<std::uint32_t>(before), how);
  }
  return piece_count(wire) > 0;
}

/// A wire with taps has a terminal at every slot from its first to its last, in order.
bool has_every_tap(const WireShapes& wire, Axis axis, std::uint32_t first, std::uint32_t last) {
  if (wire.terminals.size() <= 2) return true;
  if (wire.terminals.size() != std::uint64_t{last} - first + 1) return false;
  for (std::uint32_t i = 0; i < wire.terminals.size(); ++i) {
    if (wire.terminals[i].node[axis] != first + i) return false;
  }
  return true;
}

/// Sets `step` to the step that leads from one number to another, if it is whole and small.
bool find_step(std::int64_t from, std::int64_t to, std::uint32_t wires, std::int8_t& step) {
  const std::int64_t steps = std::int64_t{wires} - 1;
  const std::int64_t each = (to - from) / steps;
  if (each * steps != to - from || std::abs(each) > std::numeric_limits<std::int8_t>::max()) return false;
  step = static_cast<std::int8_t>(each);
  return true;
}

/// From where to where one piece of metal reaches on the first and on the last track of a stretch.
struct Reach {
  std::int64_t first_lo = 0, first_hi = 0, last_lo = 0, last_hi = 0;
};

Reach reach_of(const Metal& metal, std::int64_t first, std::int64_t last) {
  if (metal.track_step == 0) {
    const std::int64_t further = (std::int64_t{metal.wires} - 1) * metal.lo_step;
    const std::int64_t lo = metal.lo + std::min<std::int64_t>(0, further);
    const std::int64_t hi = metal.hi + std::max<std::int64_t>(0, further);
    return {lo, hi, lo, hi};
  }
  const std::int64_t a = (first - metal.track) * metal.track_step, b = (last - metal.track) * metal.track_step;
  return {metal.lo + a * metal.lo_step, metal.hi + a * metal.hi_step, metal.lo + b * metal.lo_step,
          metal.hi + b * metal.hi_step};
}

/// Sweeps the tracks of one layer after another. `active_` holds the metal that lies on all tracks of the stretch.
class TrackSweep {
 public:
  using Touch = FunctionRef<void(const Metal& before, const Metal& metal)>;
  TrackSweep(std::vector<Metal>& metal, Touch touch) : metal_(metal), touch_(touch) {}

  std::uint64_t run() {
    std::ranges::sort(metal_, {}, [](const Metal& a) { return std::tuple(a.layer, a.low_track()); });
    std::uint64_t tracks = 0;
    std::size_t next = 0;
    std::int64_t track = 0;
    while (next < metal_.size() || !active_.empty()) {
      if (active_.empty()) track = metal_[next].low_track();
      const std::int32_t layer = active_.empty() ? metal_[next].layer : active_.front()->layer;
      const auto begins = [&] { return next < metal_.size() && metal_[next].layer == layer; };
      for (; begins() && metal_[next].low_track() == track; ++next) active_.push_back(&metal_[next]);
      std::int64_t last = begins() ? metal_[next].low_track() - 1 : std::numeric_limits<std::int64_t>::max();
      for (const Metal* metal : active_) last = std::min(last, metal->high_track());
      tracks += static_cast<std::uint64_t>(last - track) + 1;
      if (!all_apart(track, last)) {
        for (; track <= last; ++track) sweep(track);
      }
      track = last + 1;
      const auto ended = [&](const Metal* metal) { return metal->high_track() <= last; };
      active_.erase(std::remove_if(active_.begin(), active_.end(), ended), active_.end());
    }
    return tracks;
  }

 private:
  /// Whether each active piece ends before the next one begins, on the first track of a stretch and on the last; then
  /// it does on all tracks between them.
  bool all_apart(std::int64_t first, std::int64_t last) {
    if (active_.size() == 1) return true;
    reaches_.clear();
    for (const Metal* metal : active_) reaches_.push_back(reach_of(*metal, first, last));
    std::ranges::sort(reaches_, {}, &Reach::first_lo);
    const auto meet = [](const Reach& a, const Reach& b) { return a.first_hi >= b.first_lo || a.last_hi >= b.last_lo; };
    return std::ranges::adjacent_find(reaches_, meet) == reaches_.end();
  }

  /// Sweeps one track wire by wire: two wires touch where one begins before an earlier one has ended.
  void sweep(std::int64_t track) {
    singles_.clear();
    for (const Metal* metal : active_) {
      const std::int64_t at = (track - metal->track) * metal->track_step;
      if (metal->track_step != 0) singles_.push_back(metal->one(static_cast<std::uint32_t>(at)));
      for (std::uint32_t i = 0; metal->track_step == 0 && i < metal->wires; ++i) singles_.push_back(metal->one(i));
    }
    std::ranges::sort(singles_, {}, [](const Metal& a) { return std::tie(a.lo, a.hi, a.wire); });
    const Metal* furthest = nullptr;
    const Metal* furthest_other = nullptr;  // of a wire other than the furthest's
    for (const Metal& metal : singles_) {
      const Metal* before = furthest && furthest->wire == metal.wire ? furthest_other : furthest;
      if (before && metal.lo <= before->hi) touch_(*before, metal);
      if (!furthest || metal.hi > furthest->hi) {
        if (furthest && furthest->wire != metal.wire) furthest_other = furthest;
        furthest = &metal;
      } else if (metal.wire != furthest->wire && (!furthest_other || metal.hi > furthest_other->hi)) {
        furthest_other = &metal;
      }
    }
  }

  std::vector<Metal>& metal_;
  Touch touch_;
  std::vector<const Metal*> active_;
  std::vector<Reach> reaches_;
  std::vector<Metal> singles_;
};

}  // namespace

std::string node_name(const Cell& node) {
  if (node[Axis::z] == 0) return fmt::format("({}, {})", node[Axis::x], node[Axis::y]);
  return fmt::format("({}, {}, {})", node[Axis::x], node[Axis::y], node[Axis::z]);
}

std::string wire_name(const WireShapes& wire) {
  std::string name = fmt::format("wire {} of link", wire.wire);
  for (std::size_t i = 0; i < wire.terminals.size(); ++i) {
    const bool again = i > 0 && wire.terminals[i].node == wire.terminals[i - 1].node;
    if (!again) name += (i == 0 ? " " : " - ") + node_name(wire.terminals[i].node);
  }
  return name;
}

bool goes_on(const WireShapes& wire) {
  return wire.terminals.size() < 2 || std::ranges::any_of(wire.terminals, &Terminal::through);
}

void expect_connected(const WireShapes& wire, Reasons& reasons, Findings& findings) {
  for (const Via& via : wire.vias) {
    const std::uint32_t below = segment_at(wire, via, via.lower);
    const std::uint32_t above = segment_at(wire, via, via.upper);
    add_reasons(reasons, below, above);
    if (via.lower >= via.upper || below == kNoShape || above == kNoShape) {
      findings.add("open", [&] {
        return fmt::format("the via of {} at x {}, y {} is not on the wire's metal on layers {} and {}",
                           wire_name(wire), via.x, via.y, via.lower, via.upper);
      });
    }
  }
  for (const Terminal& terminal : wire.terminals) {
    reasons.push_back(piece_at(wire, terminal));
    if (reasons.back() == kNoShape) {
      findings.add("open", [&] {
        return fmt::format("{} does not reach its terminal at x {}, y {}, layer {}", wire_name(wire), terminal.x,
                           terminal.y, terminal.layer);
      });
    }
  }
  if (!is_whole(wire, reasons)) {
    findings.add("open", [&] { return wire_name(wire) + " falls into pieces"; });
  }
}

void CheckedLine::add_all(std::uint32_t wires, FunctionRef<void(std::uint32_t, WireShapes&)> shapes_of) {
  shapes_of(0, first_);
  if (wires > 1) shapes_of(wires - 1, last_);
  if (wires > 1 && add(first_, last_, wires)) return;
  for (std::uint32_t i = 0; i < wires; ++i) {
    if (i > 0) shapes_of(i, first_);
    reasons_.clear();
    count(first_, first_, 1, look(first_));
  }
}

bool CheckedLine::add(const WireShapes& first, const WireShapes& last, std::uint32_t wires) {
  const Findings before = findings_;
  const std::size_t begin = metal_.size();
  reasons_.clear();
  const std::array<LineEnd, 2> ends = look(first);
  std::swap(reasons_, reasons_of_first_);
  reasons_.clear();
  const std::size_t of_last = metal_.size();
  const bool alike = look(last) == ends && reasons_ == reasons_of_first_ && findings_.count() == before.count();
  if (!alike || !join_metal(begin, of_last, wires)) {
    findings_ = before;
    metal_.resize(begin);
    return false;
  }
  count(first, last, wires, ends);
  return true;
}

/// Replaces the metal of the first wire and of the last, which begin at these places, by that of all wires.
bool CheckedLine::join_metal(std::size_t first, std::size_t last, std::uint32_t wires) {
  const std::size_t pieces = last - first;
  if (metal_.size() != last + pieces) return false;
  for (std::size_t i = first; i < last; ++i) {
    const std::optional<Metal> joined = side_by_side(metal_[i], metal_[i + pieces], wires);
    if (!joined) return false;
    metal_[i] = *joined;
  }
  metal_.resize(last);
  return true;
}

void CheckedLine::count(const WireShapes& first, const WireShapes& last, std::uint32_t wires,
                        const std::array<LineEnd, 2>& ends) {
  if (!goes_on(first)) facts_.lengths.add(first, last, wires);
  groups_.add(first, ends, wires, findings_);
  count_runs(first, wires);
}

std::vector<Axis> line_axes(const Layout& layout) {
  std::vector<Axis> axes = {Axis::x, Axis::y};
  if (layout.wiring.grid[Axis::z] > 1) axes.push_back(Axis::z);
  return axes;
}

std::string line_name(const GridSize& grid, Axis axis, std::uint32_t line) {
  const Cell place = cell_on_line(grid, axis, line, 0);
  if (axis == Axis::z) return fmt::format("pillar ({}, {})", place[Axis::x], place[Axis::y]);
  const std::string name =
      axis == Axis::x ? fmt::format("row {}", place[Axis::y]) : fmt::format("column {}", place[Axis::x]);
  return grid[Axis::z] == 1 ? name : fmt::format("{} of plane {}", name, place[Axis::z]);
}

std::optional<std::uint32_t> LineBend::slot_of(LineEnd::Kind kind) const {
  if ((ends[0].kind == kind) == (ends[1].kind == kind)) return std::nullopt;
  return ends[ends[0].kind == kind ? 0 : 1].slot;
}

bool WireGroups::Group::bent() const {
  return link.ends[0].kind != LineEnd::Kind::node || link.ends[1].kind != LineEnd::Kind::node;
}

void WireGroups::add(const WireShapes& wire, std::array<LineEnd, 2> ends, std::uint32_t wires, Findings& findings) {
  std::ranges::sort(ends);
  const std::uint32_t number = std::exchange(wires_, wires_ + wires);
  const auto terminals = std::max<std::uint32_t>(2, static_cast<std::uint32_t>(wire.terminals.size()));
  if (wire.terminals.empty() || ends[0].slot == ends[1].slot ||
      !has_every_tap(wire, axis_, ends[0].slot, ends[1].slot)) {
    findings.add("open",
                 [&] { return line_name(grid_, axis_, line_) + ": " + wire_name(wire) + " does not join two nodes"; });
  }
  if (wire.wire == 0) {
    groups_.push_back({{ends, wire.link_class, wires}, number, terminals});
    return;
  }
  const bool continues = !groups_.empty() && groups_.back().link.ends == ends &&
                         groups_.back().terminals == terminals && groups_.back().link.link_class == wire.link_class &&
                         groups_.back().link.wires == wire.wire;
  if (continues) {
    groups_.back().link.wires += wires;
    return;
  }
  findings.add("short", [&] {
    return line_name(grid_, axis_, line_) + ": " + wire_name(wire) + " does not join what the link's other wires join";
  });
}

void WireGroups::finish(LineFacts& facts) const {
  for (const Group& group : groups_) {
    const LineBend& link = group.link;
    if (group.bent()) {
      facts.bends.push_back(link);
    } else {
      facts.links.push_back({link.ends[0].slot, link.ends[1].slot, link.link_class, link.wires, group.terminals});
      facts.straight_wires += link.wires;
    }
  }
}

std::string WireGroups::wire_name_at(std::uint32_t wire) const {
  const auto after = std::upper_bound(groups_.begin(), groups_.end(), wire,
                                      [](std::uint32_t w, const Group& group) { return w < group.first_wire; });
  if (after == groups_.begin()) return fmt::format("wire {}", wire);
  const Group& group = *(after - 1);
  const auto node = [&](const LineEnd& end) { return node_name(cell_on_line(grid_, axis_, line_, end.slot)); };
  return fmt::format("wire {} of {} {} - {}", wire - group.first_wire, group.bent() ? "the bent link at" : "link",
                     node(group.link.ends[0]), node(group.link.ends[1]));
}

Metal Metal::one(std::uint32_t i) const {
  const auto at = [&](std::int64_t from, std::int8_t step) { return from + std::int64_t{i} * step; };
  return {at(track, track_step), at(lo, lo_step), at(hi, hi_step), layer, wire + i};
}

std::optional<Metal> side_by_side(const Metal& first, const Metal& last, std::uint32_t wires) {
  Metal metal = first;
  metal.wires = wires;
  if (wires == 1) return metal;
  const bool steady = first.layer == last.layer && find_step(first.track, last.track, wires, metal.track_step) &&
                      find_step(first.lo, last.lo, wires, metal.lo_step) &&
                      find_step(first.hi, last.hi, wires, metal.hi_step);
  if (!steady || std::abs(metal.track_step) > 1) return std::nullopt;
  const bool apart =
      metal.track_step != 0 || (metal.lo_step == metal.hi_step && std::abs(metal.lo_step) > metal.hi - metal.lo);
  if (!apart) return std::nullopt;
  return metal;
}

std::uint64_t for_each_touch(std::vector<Metal>& metal,
                             FunctionRef<void(const Metal& before, const Metal& metal)> touch) {
  return TrackSweep(metal, touch).run();
}

}  // namespace cutline::checking
