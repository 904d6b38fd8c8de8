// SPDX-License-Identifier: Apache-2.0
#include "check_joints.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "cutline/base/parallel.hpp"

namespace cutline::checking {
namespace {

constexpr std::uint32_t kStraight = ~std::uint32_t{0};
constexpr std::size_t kJointsOfATask = 1024;

/// The bent parts of all lines of an axis, numbered line by line.
class Bends {
 public:
  Bends(const Layout& layout, Axis axis, const std::vector<LineFacts>& facts)
      : lines_(layout.lines(axis)), facts_(facts) {
    for (const Pattern& pattern : lines_.patterns) {
      std::vector<std::uint32_t>& ordinal = ordinal_.emplace_back(pattern.size(), kStraight);
      std::uint32_t bends = 0;
      for (std::size_t part = 0; part < pattern.size(); ++part) {
        if (pattern.is_bent(part)) ordinal[part] = bends++;
      }
    }
    for (const std::uint32_t pattern : lines_.pattern_of_line) {
      first_.push_back(count_);
      count_ += facts[pattern].bends.size();
    }
  }

  std::size_t count() const { return count_; }
  /// The number of a bent part; nothing where the line has no such part, or its shapes show none.
  std::optional<std::size_t> number(std::uint32_t line, std::uint32_t part) const {
    if (!find(line, part)) return std::nullopt;
    return first_[line] + ordinal_[lines_.pattern_of_line[line]][part];
  }
  const LineBend* find(std::uint32_t line, std::uint32_t part) const {
    if (line >= lines_.pattern_of_line.size()) return nullptr;
    const std::uint32_t pattern = lines_.pattern_of_line[line];
    if (part >= ordinal_[pattern].size()) return nullptr;
    const std::uint32_t ordinal = ordinal_[pattern][part];
    return ordinal < facts_[pattern].bends.size() ? &facts_[pattern].bends[ordinal] : nullptr;
  }
  std::uint32_t line_of(std::size_t number) const {
    return static_cast<std::uint32_t>(std::upper_bound(first_.begin(), first_.end(), number) - first_.begin() - 1);
  }

 private:
  const Lines& lines_;
  const std::vector<LineFacts>& facts_;
  std::vector<std::vector<std::uint32_t>> ordinal_;  // [pattern][part]
  std::vector<std::size_t> first_;                   // [line]
  std::size_t count_ = 0;
};

std::string joint_name(const GridSize& grid, const Joint& joint) {
  std::string name = "joint of";
  const char* before = " ";
  for (const Axis axis : kAxes) {
    if (!joint.has(axis)) continue;
    const std::uint32_t line = joint.line[index(axis)];
    name += before + (line < grid.lines(axis) ? line_name(grid, axis, line) : "a line that does not exist");
    before = " and ";
  }
  return name;
}

/// Checks that every bent part belongs to exactly one joint.
void expect_used_once(const Layout& layout, Axis axis, const Bends& bends, Findings& findings) {
  const GridSize& grid = layout.wiring.grid;
  std::vector<bool> used(bends.count());
  for (const Joint& joint : layout.wiring.joints) {
    if (!joint.has(axis)) continue;
    const std::uint32_t line = joint.line[index(axis)];
    const std::uint32_t part = joint.part[index(axis)];
    const std::optional<std::size_t> number = bends.number(line, part);
    if (number && !used[*number]) {
      used[*number] = true;
      continue;
    }
    findings.add("joint", [&] {
      return fmt::format("{}: part {} along {} {}", joint_name(grid, joint), part, letter(axis),
                         number ? "belongs to another joint already" : "is not a part of a bent link");
    });
  }
  for (std::size_t number = 0; number < used.size(); ++number) {
    if (used[number]) continue;
    findings.add("joint", [&] {
      return line_name(grid, axis, bends.line_of(number)) + ": a part of a bent link belongs to no joint";
    });
  }
}

bool within(const Segment& inner, const WireShapes& outer) {
  return std::any_of(outer.segments.begin(), outer.segments.end(), [&](const Segment& s) {
    return s.plane == inner.plane && s.layer == inner.layer && s.x0 <= inner.x0 && inner.x1 <= s.x1 &&
           s.y0 <= inner.y0 && inner.y1 <= s.y1;
  });
}

bool same_terminal(const Terminal& a, const Terminal& b) {
  return a.x == b.x && a.y == b.y && a.layer == b.layer && a.node == b.node && a.through == b.through;
}

bool has_terminal(const WireShapes& wire, const Terminal& terminal) {
  return std::any_of(wire.terminals.begin(), wire.terminals.end(),
                     [&](const Terminal& own) { return same_terminal(own, terminal); });
}

/// Checks joints one after another; the shapes keep their memory from wire to wire.
class JointCheck {
 public:
  JointCheck(const Layout& layout, const std::array<Bends, 3>& bends, const JointFacts& none)
      : facts(none), layout_(layout), bends_(bends) {}

  void add(std::uint32_t number) {
    const Joint& joint = layout_.wiring.joints[number];
    std::vector<Axis> axes;
    std::array<const LineBend*, 3> bend{};
    for (const Axis axis : kAxes) {
      if (!joint.has(axis)) continue;
      axes.push_back(axis);
      bend[index(axis)] = bends_[index(axis)].find(joint.line[index(axis)], joint.part[index(axis)]);
      if (bend[index(axis)] == nullptr) return;  // reported already: not a part of a bent link
    }
    const std::optional<std::array<Cell, 2>> ends = ends_of(joint, axes, bend);
    if (!ends) {
      findings.add("joint",
                   [&] { return joint_name(layout_.wiring.grid, joint) + ": the parts do not belong to each other"; });
      return;
    }
    const LineBend& first = *bend[index(axes.front())];
    for (std::uint32_t wire = 0; wire < first.wires; ++wire) {
      joint_shapes(layout_, joint, wire, whole_);
      facts.lengths.add(whole_);
      if (!layout_.unrouted.has_bend(number, wire)) expect_whole(joint, axes, wire);
    }
    facts.spans.add(first.link_class, (*ends)[0], (*ends)[1], 1);
    facts.links.add_link(cell_number(layout_.wiring.grid, (*ends)[0]), cell_number(layout_.wiring.grid, (*ends)[1]),
                         link_key(first.link_class, first.wires));
    facts.wires += first.wires;
  }

  JointFacts facts;
  Findings findings;

 private:
  /// The cells that the parts join, if each meets the next: a row's part and a column's in the crossing that belongs to
  /// both, either of them and a pillar's in one box.
  std::optional<std::array<Cell, 2>> ends_of(const Joint& joint, const std::vector<Axis>& axes,
                                             const std::array<const LineBend*, 3>& bend) const {
    const auto at = [&](Axis axis, std::optional<std::uint32_t> slot) -> std::optional<Cell> {
      if (!slot) return std::nullopt;
      return cell_on_line(layout_.wiring.grid, axis, joint.line[index(axis)], *slot);
    };
    if (axes.size() < 2) return std::nullopt;
    for (std::size_t i = 0; i + 1 < axes.size(); ++i) {
      const LineBend& from = *bend[index(axes[i])];
      const LineBend& to = *bend[index(axes[i + 1])];
      if (from.link_class != to.link_class || from.wires != to.wires) return std::nullopt;
      const auto kind = axes[i + 1] == Axis::z ? LineEnd::Kind::through : LineEnd::Kind::crossing;
      const std::optional<Cell> here = at(axes[i], from.slot_of(kind));
      const std::optional<Cell> there = at(axes[i + 1], to.slot_of(kind));
      if (!here || !there || *here != *there) return std::nullopt;
    }
    const std::optional<Cell> a = at(axes.front(), bend[index(axes.front())]->slot_of(LineEnd::Kind::node));
    const std::optional<Cell> b = at(axes.back(), bend[index(axes.back())]->slot_of(LineEnd::Kind::node));
    if (!a || !b) return std::nullopt;
    return std::array<Cell, 2>{*a, *b};
  }

  /// Checks that the wire, whose shapes are in `whole_`, is connected and has no metal and no terminals but those of
  /// its parts.
  void expect_whole(const Joint& joint, const std::vector<Axis>& axes, std::uint32_t wire) {
    expect_connected(whole_, findings);
    std::uint64_t segments = 0, posts = 0, terminals = 0;  // one bit each
    const auto mark = [](const auto& shapes, const auto& is_in_part) {
      std::uint64_t mask = 0;
      for (std::size_t i = 0; i < shapes.size(); ++i) mask |= std::uint64_t{is_in_part(shapes[i]) ? 1u : 0u} << i;
      return mask;
    };
    for (const Axis axis : axes) {
      part_shapes(layout_, axis, joint.line[index(axis)], joint.part[index(axis)], wire, part_);
      segments |= mark(whole_.segments, [&](const Segment& segment) { return within(segment, part_); });
      terminals |= mark(whole_.terminals, [&](const Terminal& terminal) { return has_terminal(part_, terminal); });
      posts |= mark(whole_.posts, [&](const Post& post) { return has_post(part_, post); });
    }
    const auto all = [](std::size_t count) { return (std::uint64_t{1} << count) - 1; };
    const bool own = segments == all(whole_.segments.size()) && posts == all(whole_.posts.size()) &&
                     terminals == all(whole_.terminals.size());
    const bool ends = whole_.terminals.size() == (joint.has(Axis::z) ? 4 : 2) && !whole_.terminals.front().through &&
                      !whole_.terminals.back().through;
    if (own && ends) return;
    findings.add("joint", [&] {
      return fmt::format("{}: {} leaves the shapes of its parts", joint_name(layout_.wiring.grid, joint),
                         wire_name(whole_));
    });
  }

  static bool has_post(const WireShapes& wire, const Post& post) {
    return std::any_of(wire.posts.begin(), wire.posts.end(), [&](const Post& own) {
      return own.x == post.x && own.y == post.y && own.z0 == post.z0 && own.z1 == post.z1;
    });
  }

  const Layout& layout_;
  const std::array<Bends, 3>& bends_;
  WireShapes part_, whole_;
};

}  // namespace

JointFacts check_joints(const Layout& layout, const Placement& placement, std::size_t classes,
                        const PatternFacts& facts, Findings& findings) {
  const std::array<Bends, 3> bends = {Bends(layout, Axis::x, facts[0]), Bends(layout, Axis::y, facts[1]),
                                      Bends(layout, Axis::z, facts[2])};
  for (const Axis axis : kAxes) expect_used_once(layout, axis, bends[index(axis)], findings);
  const std::vector<Joint>& joints = layout.wiring.joints;
  const std::size_t tasks = (joints.size() + kJointsOfATask - 1) / kJointsOfATask;
  JointFacts total{.spans = ShownSpans(placement, classes), .lengths = ShownLengths(layout.rules)};
  std::vector<JointFacts> task_facts(tasks, total);
  std::vector<Findings> task_findings(tasks);
  parallel_for(tasks, [&](std::size_t task) {
    JointCheck check(layout, bends, task_facts[task]);
    const std::size_t end = std::min(joints.size(), (task + 1) * kJointsOfATask);
    for (std::size_t i = task * kJointsOfATask; i < end; ++i) check.add(static_cast<std::uint32_t>(i));
    task_facts[task] = check.facts;
    task_findings[task] = check.findings;
  });
  for (std::size_t task = 0; task < tasks; ++task) {
    total.links.add(task_facts[task].links);
    total.wires += task_facts[task].wires;
    total.spans.merge(task_facts[task].spans);
    total.lengths.merge(task_facts[task].lengths);
    findings.merge(task_findings[task]);
  }
  return total;
}

}  // namespace cutline::checking
