// SPDX-License-Identifier: Apache-2.0
#include "cutline/layout/wiring.hpp"

#include <algorithm>
#include <tuple>

#include "blocks.hpp"
#include "corners.hpp"
#include "cutline/base/error.hpp"
#include "line_groups.hpp"

namespace cutline {

namespace {

/// A straight link that stands on one line only.
struct LineMove {
  std::uint32_t line = 0;
  Move move;
};

/// The straight-link density of every line that a bent link may use.
class Profiles {
 public:
  Profiles(const LinkBlocks& blocks, const LineGroups& groups, const std::vector<LineMove>& own)
      : blocks_(blocks),
        groups_(groups),
        own_(own),
        by_group_(groups.blocks.size()),
        has_group_(groups.blocks.size(), false) {}

  const StepProfile& of(std::uint32_t line) {
    const auto first =
        std::lower_bound(own_.begin(), own_.end(), line, [](const LineMove& m, std::uint32_t l) { return m.line < l; });
    const std::uint32_t group = groups_.of_line[line];
    if (first == own_.end() || first->line != line) {
      if (!has_group_[group]) by_group_[group] = StepProfile(events(group));
      has_group_[group] = true;
      return by_group_[group];
    }
    if (by_line_.empty()) by_line_.resize(groups_.of_line.size());
    auto& profile = by_line_[line];
    if (!profile) {
      std::vector<StepProfile::Event> all = events(group);
      for (auto move = first; move != own_.end() && move->line == line; ++move) add(all, move->move);
      profile = StepProfile(std::move(all));
    }
    return *profile;
  }

 private:
  void add(std::vector<StepProfile::Event>& events, const Move& move) const {
    const LinkKind& kind = blocks_.kinds[move.kind];
    const std::int64_t weight = std::int64_t{kind.channels} * kind.width;
    events.push_back({move.from + 1, weight});
    events.push_back({move.to + 1, -weight});
  }
  std::vector<StepProfile::Event> events(std::uint32_t group) const {
    std::vector<StepProfile::Event> all;
    for (const std::uint32_t block : groups_.blocks[group]) {
      for (const Move& move : blocks_.blocks[block].moves) add(all, move);
    }
    return all;
  }

  const LinkBlocks& blocks_;
  const LineGroups& groups_;
  const std::vector<LineMove>& own_;
  std::vector<StepProfile> by_group_;
  std::vector<bool> has_group_;
  std::vector<std::optional<StepProfile>> by_line_;
};

/// A bent link with its corner chosen.
struct Bend {
  std::uint32_t row = 0;
  Part row_part;
  std::uint32_t column = 0;
  Part column_part;
};

/// The two coordinates of a straight link's line, and the link on it.
LineMove line_move(const LooseLink& link, Axis axis, const GridSize& grid) {
  const Axis lower = axis == Axis::x ? Axis::y : Axis::x;
  const Axis upper = axis == Axis::z ? Axis::y : Axis::z;
  const auto [from, to] = std::minmax({link.a[axis], link.b[axis]});
  return {link.a[lower] + grid[lower] * link.a[upper], {from, to, link.kind}};
}

/// The bent link that leaves `row_end` along its row and reaches `column_end` along that node's column.
Bend bend(const Cell& row_end, const Cell& column_end, std::uint16_t kind, const GridSize& grid) {
  return {row_end[Axis::y] + grid[Axis::y] * row_end[Axis::z], bent_part(row_end[Axis::x], column_end[Axis::x], kind),
          column_end[Axis::x] + grid[Axis::x] * column_end[Axis::z],
          bent_part(column_end[Axis::y], row_end[Axis::y], kind)};
}

std::int64_t raise(Profiles& profiles, std::uint32_t line, const Part& part, std::int64_t weight) {
  return profiles.of(line).raise(slot_of(part.lo) + 1, slot_of(part.hi), weight);
}

Bend best_bend(const LooseLink& link, const LinkKind& kind, const GridSize& grid, Profiles& rows, Profiles& columns) {
  const bool a_is_lower = link.a[Axis::y] < link.b[Axis::y];
  const Cell& lower = a_is_lower ? link.a : link.b;
  const Cell& upper = a_is_lower ? link.b : link.a;
  const Bend along_lower = bend(lower, upper, link.kind, grid);
  const Bend along_upper = bend(upper, lower, link.kind, grid);
  const std::int64_t weight = std::int64_t{kind.channels} * kind.width;
  const auto cost = [&](const Bend& b) {
    return raise(rows, b.row, b.row_part, weight) + raise(columns, b.column, b.column_part, weight);
  };
  return cost(along_upper) < cost(along_lower) ? along_upper : along_lower;
}

bool sooner(const LinePart& a, const LinePart& b) {
  if (a.line != b.line) return a.line < b.line;
  return a.part == b.part ? a.joint < b.joint : a.part < b.part;
}

bool bend_sooner(const Bend& a, const Bend& b) {
  if (a.row != b.row) return a.row < b.row;
  if (!(a.row_part == b.row_part)) return a.row_part < b.row_part;
  if (a.column != b.column) return a.column < b.column;
  return a.column_part < b.column_part;
}

/// Straight links of single lines by axis, each sorted by line; the bent ones are returned.
std::vector<LooseLink> sort_out(std::vector<LooseLink> loose, const GridSize& grid,
                                std::array<std::vector<LineMove>, 3>& straight) {
  std::vector<LooseLink> bent;
  for (const LooseLink& link : loose) {
    const bool x = link.a[Axis::x] != link.b[Axis::x];
    const bool y = link.a[Axis::y] != link.b[Axis::y];
    if (x && y) {
      bent.push_back(link);
    } else {
      const Axis axis = x ? Axis::x : y ? Axis::y : Axis::z;
      straight[index(axis)].push_back(line_move(link, axis, grid));
    }
  }
  for (auto& moves : straight) {
    std::stable_sort(moves.begin(), moves.end(), [](const LineMove& a, const LineMove& b) { return a.line < b.line; });
  }
  return bent;
}

std::vector<Bend> bends(const std::vector<LooseLink>& bent, const LinkBlocks& blocks, const GridSize& grid,
                        const std::array<LineGroups, 3>& groups, const std::array<std::vector<LineMove>, 3>& straight) {
  Profiles rows(blocks, groups[0], straight[0]);
  Profiles columns(blocks, groups[1], straight[1]);
  std::vector<Bend> all;
  all.reserve(bent.size());
  for (const LooseLink& link : bent) all.push_back(best_bend(link, blocks.kinds[link.kind], grid, rows, columns));
  std::sort(all.begin(), all.end(), bend_sooner);
  return all;
}

/// Which part of its pattern each bent link's part is; parts come in the order of make_lines.
void number_parts(const Lines& lines, const std::vector<LinePart>& parts, std::vector<Joint>& joints,
                  std::uint32_t Joint::*part_of) {
  std::uint32_t repeat = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (parts[i].joint == LinePart::kNoJoint) continue;
    const bool again = i > 0 && parts[i].line == parts[i - 1].line && parts[i].part == parts[i - 1].part;
    repeat = again ? repeat + 1 : 0;
    const Pattern& pattern = lines.patterns[lines.pattern_of_line[parts[i].line]];
    joints[parts[i].joint].*part_of = part_index(pattern, parts[i].part, repeat);
  }
}

}  // namespace

Wiring wire_up(const Topology& topology, const Placement& placement) {
  Wiring wiring{.grid = placement.grid()};
  for (const Axis axis : kAxes) {
    wiring.half_pitches[index(axis)] = placement[axis].half_pitches;
    for (const std::uint8_t values : interchange_values(topology, placement[axis]))
      wiring.interchanges_only[index(axis)].push_back(values > 0 && values != kNothing);
  }
  if (wiring.grid[Axis::z] > 1)
    throw_input_error("nodes stand on two axes, x and y", "place every dimension on x or y", "axes");
  LinkBlocks blocks = link_blocks(topology, placement);
  wiring.kinds = blocks.kinds;

  std::array<LineGroups, 3> groups;
  for (const Axis axis : {Axis::x, Axis::y}) groups[index(axis)] = group_lines(blocks, wiring.grid, axis);
  std::array<std::vector<LineMove>, 3> straight;
  const std::vector<LooseLink> bent = sort_out(std::move(blocks.loose), wiring.grid, straight);
  const std::vector<Bend> turned = bends(bent, blocks, wiring.grid, groups, straight);

  std::array<std::vector<LinePart>, 3> parts;
  for (const Axis axis : kAxes) {
    for (const LineMove& move : straight[index(axis)])
      parts[index(axis)].push_back({move.line, straight_part(move.move), LinePart::kNoJoint});
  }
  for (std::uint32_t i = 0; i < turned.size(); ++i) {
    parts[0].push_back({turned[i].row, turned[i].row_part, i});
    parts[1].push_back({turned[i].column, turned[i].column_part, i});
    wiring.joints.push_back({turned[i].row, 0, turned[i].column, 0});
  }
  for (const Axis axis : {Axis::x, Axis::y}) {
    std::sort(parts[index(axis)].begin(), parts[index(axis)].end(), sooner);
    wiring[axis] = make_lines(blocks, groups[index(axis)], parts[index(axis)], wiring.grid[axis]);
    number_parts(wiring[axis], parts[index(axis)], wiring.joints,
                 axis == Axis::x ? &Joint::row_part : &Joint::column_part);
  }
  return wiring;
}

}  // namespace cutline
