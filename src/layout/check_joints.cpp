// SPDX-License-Identifier: Apache-2.0
#include "check_joints.hpp"

#include <fmt/format.h>

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

std::string joint_name(const Joint& joint) {
  return fmt::format("joint of row {} and column {}", joint.row, joint.column);
}

/// Every bent part is the part of exactly one joint.
void expect_used_once(const Layout& layout, Axis axis, const Bends& bends, Findings& findings) {
  std::vector<bool> used(bends.count());
  for (const Joint& joint : layout.wiring.joints) {
    const std::uint32_t line = axis == Axis::x ? joint.row : joint.column;
    const std::uint32_t part = axis == Axis::x ? joint.row_part : joint.column_part;
    const std::optional<std::size_t> number = bends.number(line, part);
    if (number && !used[*number]) {
      used[*number] = true;
      continue;
    }
    findings.add("joint", [&] {
      return fmt::format("{}: part {} of {} {}", joint_name(joint), part, line_name(axis, line),
                         number ? "belongs to another joint already" : "is not a part of a bent link");
    });
  }
  for (std::size_t number = 0; number < used.size(); ++number) {
    if (used[number]) continue;
    findings.add("joint", [&] {
      return line_name(axis, bends.line_of(number)) + ": a part of a bent link belongs to no joint";
    });
  }
}

bool within(const Segment& inner, const WireShapes& outer) {
  return std::any_of(outer.segments.begin(), outer.segments.end(), [&](const Segment& s) {
    return s.layer == inner.layer && s.x0 <= inner.x0 && inner.x1 <= s.x1 && s.y0 <= inner.y0 && inner.y1 <= s.y1;
  });
}

bool same_terminal(const Terminal& a, const Terminal& b) {
  return a.x == b.x && a.y == b.y && a.layer == b.layer && a.node == b.node;
}

/// Checks joints one after another; the shapes keep their memory from wire to wire.
class JointCheck {
 public:
  JointCheck(const Layout& layout, const Bends& rows, const Bends& columns)
      : layout_(layout), rows_(rows), columns_(columns) {}

  void add(const Joint& joint) {
    const LineBend* row = rows_.find(joint.row, joint.row_part);
    const LineBend* column = columns_.find(joint.column, joint.column_part);
    if (!row || !column) return;  // told already: not a part of a bent link
    const bool meets = row->crossing == joint.column && column->crossing == joint.row;
    if (!meets || row->link_class != column->link_class || row->wires != column->wires) {
      findings.add("joint", [&] { return joint_name(joint) + ": the two parts do not belong to each other"; });
      return;
    }
    for (std::uint32_t wire = 0; wire < row->wires; ++wire) expect_whole(joint, wire);
    facts.links.add_link(cell_number(layout_.wiring.grid, Cell{{row->slot, joint.row, 0}}),
                         cell_number(layout_.wiring.grid, Cell{{joint.column, column->slot, 0}}),
                         link_key(row->link_class, row->wires));
    facts.wires += row->wires;
  }

  JointFacts facts;
  Findings findings;

 private:
  /// The wire hangs together, and it has no metal but that of its two parts.
  void expect_whole(const Joint& joint, std::uint32_t wire) {
    part_shapes(layout_, Axis::x, joint.row, joint.row_part, wire, row_);
    part_shapes(layout_, Axis::y, joint.column, joint.column_part, wire, column_);
    joint_shapes(layout_, joint, wire, whole_);
    expect_connected(whole_, findings);
    const bool inside = std::all_of(whole_.segments.begin(), whole_.segments.end(),
                                    [this](const Segment& s) { return within(s, row_) || within(s, column_); });
    const bool ends = whole_.terminals.size() == 2 && row_.terminals.size() == 1 && column_.terminals.size() == 1 &&
                      same_terminal(whole_.terminals[0], row_.terminals[0]) &&
                      same_terminal(whole_.terminals[1], column_.terminals[0]);
    if (inside && ends) return;
    findings.add("joint", [&] {
      return fmt::format("{}: {} leaves the shapes of its two parts", joint_name(joint), wire_name(whole_));
    });
  }

  const Layout& layout_;
  const Bends& rows_;
  const Bends& columns_;
  WireShapes row_, column_, whole_;
};

}  // namespace

JointFacts check_joints(const Layout& layout, const PatternFacts& facts, Findings& findings) {
  const Bends rows(layout, Axis::x, facts[0]);
  const Bends columns(layout, Axis::y, facts[1]);
  expect_used_once(layout, Axis::x, rows, findings);
  expect_used_once(layout, Axis::y, columns, findings);
  const std::vector<Joint>& joints = layout.wiring.joints;
  const std::size_t tasks = (joints.size() + kJointsOfATask - 1) / kJointsOfATask;
  std::vector<JointFacts> task_facts(tasks);
  std::vector<Findings> task_findings(tasks);
  parallel_for(tasks, [&](std::size_t task) {
    JointCheck check(layout, rows, columns);
    const std::size_t end = std::min(joints.size(), (task + 1) * kJointsOfATask);
    for (std::size_t i = task * kJointsOfATask; i < end; ++i) check.add(joints[i]);
    task_facts[task] = check.facts;
    task_findings[task] = check.findings;
  });
  JointFacts total;
  for (std::size_t task = 0; task < tasks; ++task) {
    total.links.add(task_facts[task].links);
    total.wires += task_facts[task].wires;
    findings.merge(task_findings[task]);
  }
  return total;
}

}  // namespace cutline::checking
