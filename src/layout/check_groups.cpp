// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "check_line.hpp"

namespace cutline::checking {

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

namespace {

/// A wire with taps has a terminal at every slot from its first to its last, in order.
bool has_every_tap(const WireShapes& wire, Axis axis, std::uint32_t first, std::uint32_t last) {
  if (wire.terminals.size() <= 2) return true;
  if (wire.terminals.size() != std::uint64_t{last} - first + 1) return false;
  for (std::uint32_t i = 0; i < wire.terminals.size(); ++i) {
    if (wire.terminals[i].node[axis] != first + i) return false;
  }
  return true;
}

}  // namespace

void WireGroups::add(const WireShapes& wire, std::array<LineEnd, 2> ends, std::uint32_t wires, Findings& findings) {
  std::sort(ends.begin(), ends.end());
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

}  // namespace cutline::checking
