// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include "check_links.hpp"
#include "cutline/base/parallel.hpp"

namespace cutline::checking {
namespace {

constexpr std::uint32_t kStraight = ~std::uint32_t{0};
constexpr std::size_t kJointsOfATask = 1024;
/// The first and the last wire prove those between them, so of fewer wires each is looked at by itself.
constexpr std::uint32_t kWiresToProve = 3;

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

// Of the shapes of a part of a wire, the first that holds another one; kNoShape where none does.

std::uint32_t segment_around(const Segment& inner, const WireShapes& part) {
  return first_that(part.segments, [&](const Segment& s) {
    return s.plane == inner.plane && s.layer == inner.layer && s.x0 <= inner.x0 && inner.x1 <= s.x1 &&
           s.y0 <= inner.y0 && inner.y1 <= s.y1;
  });
}

std::uint32_t same_terminal(const Terminal& a, const WireShapes& part) {
  return first_that(part.terminals, [&](const Terminal& b) {
    return a.x == b.x && a.y == b.y && a.layer == b.layer && a.node == b.node && a.through == b.through;
  });
}

std::uint32_t same_post(const Post& a, const WireShapes& part) {
  return first_that(part.posts,
                    [&](const Post& b) { return a.x == b.x && a.y == b.y && a.z0 == b.z0 && a.z1 == b.z1; });
}

/// Checks joints one after another; the shapes keep their memory from wire to wire.
class JointCheck {
 public:
  JointCheck(const Layout& layout, const std::array<Bends, 3>& bends, const JointFacts& none)
      : facts(none), layout_(layout), bends_(bends) {}

  void add(std::uint32_t number) {
    const Joint& joint = layout_.wiring.joints[number];
    std::vector<Axis>& axes = axes_;
    axes.clear();
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
    std::uint32_t wires = 0;
    for (std::uint32_t wire = 0; wire < first.wires; wire += wires) {
      const bool few = first.wires - wire < kWiresToProve;
      wires = few ? first.wires - wire : std::min(first.wires - wire, wires_side_by_side(layout_, joint, wire));
      add_wires(number, wire, wires);
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

  /// Checks wires side by side: by the first and the last where these prove the others, else each by itself.
  void add_wires(std::uint32_t number, std::uint32_t wire, std::uint32_t wires) {
    const Joint& joint = layout_.wiring.joints[number];
    const bool all_have_room = layout_.unrouted.bent.empty();
    if (wires >= kWiresToProve && all_have_room) {
      Findings faults;
      joint_shapes(layout_, joint, wire, first_);
      expect_whole(joint, first_, wire, faults);
      std::swap(reasons_, reasons_of_first_);
      joint_shapes(layout_, joint, wire + wires - 1, whole_);
      expect_whole(joint, whole_, wire + wires - 1, faults);
      if (reasons_ == reasons_of_first_ && faults.count() == 0) return facts.lengths.add(first_, whole_, wires);
    }
    for (std::uint32_t each = wire; each < wire + wires; ++each) {
      joint_shapes(layout_, joint, each, whole_);
      facts.lengths.add(whole_, whole_, 1);
      if (!layout_.unrouted.has_bend(number, each)) expect_whole(joint, whole_, each, findings);
    }
  }

  /// Checks that a wire, whose shapes are `whole`, is connected and has no metal and no terminals but those of its
  /// parts; why it does, stands in `reasons_` then.
  void expect_whole(const Joint& joint, const WireShapes& whole, std::uint32_t wire, Findings& faults) {
    Reasons& reasons = reasons_;
    reasons.clear();
    expect_connected(whole, reasons, faults);
    std::uint64_t segments = 0, posts = 0, terminals = 0;  // one bit each
    const auto mark = [&](const auto& shapes, const auto& place_in_part) {
      std::uint64_t mask = 0;
      for (std::size_t i = 0; i < shapes.size(); ++i) {
        reasons.push_back(place_in_part(shapes[i]));
        mask |= std::uint64_t{reasons.back() != kNoShape ? 1u : 0u} << i;
      }
      return mask;
    };
    for (const Axis axis : axes_) {
      part_shapes(layout_, axis, joint.line[index(axis)], joint.part[index(axis)], wire, part_);
      segments |= mark(whole.segments, [&](const Segment& segment) { return segment_around(segment, part_); });
      terminals |= mark(whole.terminals, [&](const Terminal& terminal) { return same_terminal(terminal, part_); });
      posts |= mark(whole.posts, [&](const Post& post) { return same_post(post, part_); });
    }
    const auto all = [](std::size_t count) { return (std::uint64_t{1} << count) - 1; };
    const bool own = segments == all(whole.segments.size()) && posts == all(whole.posts.size()) &&
                     terminals == all(whole.terminals.size());
    const bool ends = whole.terminals.size() == (joint.has(Axis::z) ? 4 : 2) && !whole.terminals.front().through &&
                      !whole.terminals.back().through;
    if (own && ends) return;
    faults.add("joint", [&] {
      return fmt::format("{}: {} leaves the shapes of its parts", joint_name(layout_.wiring.grid, joint),
                         wire_name(whole));
    });
  }

  const Layout& layout_;
  const std::array<Bends, 3>& bends_;
  std::vector<Axis> axes_;
  Reasons reasons_, reasons_of_first_;
  WireShapes part_, first_, whole_;
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
