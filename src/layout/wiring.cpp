// SPDX-License-Identifier: Apache-2.0
#include "cutline/detail/layout/wiring.hpp"

#include <fmt/core.h>

#include "cutline/base/error.hpp"
#include "cutline/topology/topology.hpp"
#include "line_groups.hpp"

namespace cutline {

namespace {

/// The density of straight links along a line, as steps: height[i] holds from cut[i] up to the cut before cut[i + 1].
/// Counted in channel widths. The corner rule (see wire_up) asks for every bent link how much it would raise the peak
/// of each line that it may use. Steps answer in O(log steps + steps in the range) and take memory for links only, not
/// for every cut of every line.
class StepProfile {
 public:
  struct Event {
    std::uint32_t cut;
    std::int64_t change;
  };
  explicit StepProfile(std::vector<Event> events) {
    std::ranges::sort(events, {}, &Event::cut);
    std::int64_t height = 0;
    for (std::size_t i = 0; i < events.size();) {
      const std::uint32_t cut = events[i].cut;
      for (; i < events.size() && events[i].cut == cut; ++i) height += events[i].change;
      cut_.push_back(cut);
      height_.push_back(height);
      peak_ = std::max(peak_, height);
    }
  }

  /// By how much a weight over the cuts first .. last would raise the peak.
  std::int64_t raise(std::uint32_t first, std::uint32_t last, std::int64_t weight) const {
    std::int64_t densest = 0;
    auto step = static_cast<std::size_t>(std::upper_bound(cut_.begin(), cut_.end(), first) - cut_.begin());
    if (step > 0) --step;
    for (; step < cut_.size() && cut_[step] <= last; ++step) densest = std::max(densest, height_[step]);
    return std::max<std::int64_t>(0, densest + weight - peak_);
  }

 private:
  std::vector<std::uint32_t> cut_;
  std::vector<std::int64_t> height_;
  std::int64_t peak_ = 0;
};

constexpr std::uint64_t kMaxLines = std::uint64_t{1} << 28;  ///< of an axis

/// The straight-link density of every line that a bent link may use. Lines with equal links share a profile; each is
/// built when it is first asked for.
class Profiles {
 public:
  Profiles(const LinkBlocks& blocks, const LineGroups& groups, const std::vector<LineMove>& own)
      : blocks_(blocks), groups_(groups), own_(own), by_group_(groups.blocks.size()) {}

  const StepProfile& of(std::uint32_t line) {
    if (!by_line_.empty() && by_line_[line]) return *by_line_[line];
    auto move =
        std::lower_bound(own_.begin(), own_.end(), line, [](const LineMove& m, std::uint32_t l) { return m.line < l; });
    const auto is_own = [&] { return move != own_.end() && move->line == line; };
    if (is_own()) by_line_.resize(groups_.of_line.size());
    auto& profile = is_own() ? by_line_[line] : by_group_[groups_.of_line[line]];
    if (profile) return *profile;
    std::vector<StepProfile::Event> events;
    for (const std::uint32_t block : groups_.blocks[groups_.of_line[line]]) {
      for (const Move& each : blocks_.blocks[block].moves) add(events, each);
    }
    for (; is_own(); ++move) add(events, move->move);
    return profile.emplace(std::move(events));
  }

 private:
  void add(std::vector<StepProfile::Event>& events, const Move& move) const {
    const LinkKind& kind = blocks_.kinds[move.kind];
    const std::int64_t weight = std::int64_t{kind.channels} * kind.width;
    events.push_back({move.from + 1, weight});
    events.push_back({move.to + 1, -weight});
  }

  const LinkBlocks& blocks_;
  const LineGroups& groups_;
  const std::vector<LineMove>& own_;
  std::vector<std::optional<StepProfile>> by_group_;
  std::vector<std::optional<StepProfile>> by_line_;  ///< of lines with moves of their own; empty: there are none so far
};

LineMove line_move(const LooseLink& link, Axis axis, const GridSize& grid) {
  const auto [from, to] = std::minmax({link.a[axis], link.b[axis]});
  return {static_cast<std::uint32_t>(line_of(grid, axis, link.a)), {from, to, link.kind}};
}

std::int64_t raise(std::array<Profiles, 3>& profiles, const Bend& bend, std::int64_t weight) {
  std::int64_t sum = 0;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (bend.line[axis] == Joint::kNone) continue;
    const Part& part = bend.part[axis];
    sum += profiles[axis].of(bend.line[axis]).raise(slot_of(part.lo) + 1, slot_of(part.hi), weight);
  }
  return sum;
}

/// The corner rule, see wire_up: the shorter start, where that is asked; else the one that raises the peaks of its
/// lines least, in a tie the lower end.
Bend best_bend(const LooseLink& link, const LinkKind& kind, const GridSize& grid, CornerRule corners,
               std::array<Profiles, 3>& profiles) {
  const auto rank = [](const Cell& cell) { return std::tuple(cell[Axis::y], cell[Axis::z], cell[Axis::x]); };
  const auto [lower, upper] = rank(link.a) < rank(link.b) ? std::tie(link.a, link.b) : std::tie(link.b, link.a);
  const Bend from_lower = bend(lower, upper, link.kind, grid);
  const bool to_upper_left = lower[Axis::y] < upper[Axis::y] && lower[Axis::x] > upper[Axis::x];
  if (corners == CornerRule::shortest && to_upper_left) return from_lower;
  const Bend from_upper = bend(upper, lower, link.kind, grid);
  const std::int64_t weight = std::int64_t{kind.channels} * kind.width;
  return raise(profiles, from_upper, weight) < raise(profiles, from_lower, weight) ? from_upper : from_lower;
}

/// Sorts parts by line, part and joint. With a lambda, which is inlined, this takes half as long as with a function.
void sort_by_line(std::vector<LinePart>& parts) {
  std::ranges::sort(parts, [](const LinePart& a, const LinePart& b) {
    if (a.line != b.line) return a.line < b.line;
    if (a.part.lo != b.part.lo) return a.part.lo < b.part.lo;
    return a.part == b.part ? a.joint < b.joint : a.part < b.part;
  });
}

/// The order of bent links, in which they choose layers: by their places, so that how links are put into classes does
/// not decide, and by kind where places are equal.
bool bend_sooner(const Bend& a, const Bend& b) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (a.line[axis] != b.line[axis]) return a.line[axis] < b.line[axis];
    const Part &one = a.part[axis], &other = b.part[axis];
    if (one.lo != other.lo) return one.lo < other.lo;
    if (one.hi != other.hi) return one.hi > other.hi;
  }
  return a.part < b.part;
}

/// Sorts straight links by axis and line into `straight`; returns the bent ones.
std::vector<LooseLink> sort_out(const std::vector<LooseLink>& loose, const GridSize& grid,
                                std::array<std::vector<LineMove>, 3>& straight) {
  std::vector<LooseLink> bent;
  for (const LooseLink& link : loose) {
    const auto moves = [&](Axis axis) { return link.a[axis] != link.b[axis]; };
    if (std::ranges::count_if(kAxes, moves) > 1) {
      bent.push_back(link);
    } else {
      const Axis axis = *std::ranges::find_if(kAxes, moves);
      straight[index(axis)].push_back(line_move(link, axis, grid));
    }
  }
  for (auto& moves : straight) {
    std::ranges::stable_sort(moves, {}, &LineMove::line);
  }
  return bent;
}

std::vector<Bend> bends(const std::vector<LooseLink>& bent, const LinkBlocks& blocks, const Placement& placement,
                        CornerRule corners, const std::array<LineGroups, 3>& groups,
                        const std::array<std::vector<LineMove>, 3>& straight) {
  const GridSize grid = placement.grid();
  std::array<Profiles, 3> profiles = {Profiles(blocks, groups[0], straight[0]),
                                      Profiles(blocks, groups[1], straight[1]),
                                      Profiles(blocks, groups[2], straight[2])};
  std::vector<Bend> all = each_of(
      bent, [&](const LooseLink& link) { return best_bend(link, blocks.kinds[link.kind], grid, corners, profiles); });
  if (placement.given) all = roomy_bends(std::move(all), bent, blocks.kinds, placement, straight);
  std::ranges::sort(all, [](const Bend& a, const Bend& b) { return bend_sooner(a, b); });
  return all;
}

/// Finds the index of each bent link's part in its pattern; parts come in the order of make_lines.
void number_parts(const Lines& lines, const std::vector<LinePart>& parts, std::size_t axis,
                  std::vector<Joint>& joints) {
  std::uint32_t repeat = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (parts[i].joint == LinePart::kNoJoint) continue;
    const bool again = i > 0 && parts[i].line == parts[i - 1].line && parts[i].part == parts[i - 1].part;
    repeat = again ? repeat + 1 : 0;
    const Pattern& pattern = lines.patterns[lines.pattern_of_line[parts[i].line]];
    joints[parts[i].joint].part[axis] = part_index(pattern, parts[i].part, repeat);
  }
}

/// The axes that have lines. Pillars count only where there are several planes: in one plane every cell would be a
/// pillar of its own. Throws a limit error past 2^28 lines.
std::vector<Axis> axes_with_lines(const GridSize& grid) {
  std::vector<Axis> axes = {Axis::x, Axis::y};
  if (grid[Axis::z] > 1) axes.push_back(Axis::z);
  for (const Axis axis : axes) {
    const auto lines = checked_product(grid[lower_axis_off(axis)], grid[upper_axis_off(axis)]);
    if (lines && *lines <= kMaxLines) continue;
    throw_limit_error(fmt::format("the grid has more than 2^28 lines along {}, the limit", letter(axis)),
                      "place the nodes closer together");
  }
  return axes;
}

}  // namespace

std::array<Cell, 2> Wiring::ends(const Joint& joint) const {
  const auto end_of = [&](Axis axis) {
    const std::uint32_t line = joint.line[index(axis)];
    const std::uint32_t part = joint.part[index(axis)];
    const Pattern& on_line = pattern(axis, line);
    return cell_on_line(grid, axis, line,
                        slot_of(on_line.end(part, is_link_end(on_line.lo[part]) ? PartSide::lo : PartSide::hi)));
  };
  return {end_of(joint.first()), end_of(joint.last())};
}

Span Wiring::span(const Joint& joint) const {
  Span sum;
  for (const Axis axis : kAxes) {
    if (!joint.has(axis)) continue;
    sum = sum + span(axis, pattern(axis, joint.line[index(axis)]), joint.part[index(axis)]);
  }
  return sum;
}

Wiring wire_up(const Topology& topology, const Placement& placement, CornerRule corners) {
  Wiring wiring{.grid = placement.grid()};
  for (const Axis axis : kAxes) {
    wiring.half_pitches[index(axis)] = placement[axis].half_pitches;
    wiring.stands[index(axis)] = kinds_by_slot(topology, placement[axis]);
  }
  const std::vector<Axis> axes = axes_with_lines(wiring.grid);
  LinkBlocks blocks = link_blocks(topology, placement);
  wiring.kinds = blocks.kinds;

  std::array<LineGroups, 3> groups;
  for (const Axis axis : axes) groups[index(axis)] = group_lines(blocks, wiring.grid, axis);
  std::array<std::vector<LineMove>, 3> straight;
  const std::vector<LooseLink> bent = sort_out(blocks.loose, wiring.grid, straight);
  blocks.loose = {};
  const std::vector<Bend> turned = bends(bent, blocks, placement, corners, groups, straight);

  std::array<std::vector<LinePart>, 3> parts;
  for (const Axis axis : axes) {
    for (const LineMove& move : straight[index(axis)])
      parts[index(axis)].push_back({move.line, straight_part(move.move), LinePart::kNoJoint});
  }
  for (std::uint32_t i = 0; i < turned.size(); ++i) {
    wiring.joints.push_back({turned[i].line, {}});
    for (std::size_t axis = 0; axis < 3; ++axis) {
      if (turned[i].line[axis] != Joint::kNone) parts[axis].push_back({turned[i].line[axis], turned[i].part[axis], i});
    }
  }
  for (const Axis axis : axes) {
    sort_by_line(parts[index(axis)]);
    wiring[axis] = make_lines(blocks, groups[index(axis)], parts[index(axis)], wiring.grid[axis]);
    number_parts(wiring[axis], parts[index(axis)], index(axis), wiring.joints);
  }
  return wiring;
}

}  // namespace cutline
