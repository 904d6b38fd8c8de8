// SPDX-License-Identifier: Apache-2.0
#include "cutline/layout/check.hpp"

#include <fmt/core.h>

#include <iterator>
#include <thread>

#include "check_links.hpp"
#include "cutline/base/error.hpp"
#include "cutline/base/parallel.hpp"

namespace cutline {

namespace {

using namespace checking;

constexpr std::uint32_t kNone = ~std::uint32_t{0};

/// The first line of each pattern: [axis][pattern]; kNone where no line has it.
using Representatives = std::array<std::vector<std::uint32_t>, 3>;

Representatives representatives(const Layout& layout, Findings& findings) {
  Representatives first;
  for (const Axis axis : line_axes(layout)) {
    const Lines& lines = layout.lines(axis);
    std::vector<std::uint64_t> count(lines.patterns.size());
    first[index(axis)].assign(lines.patterns.size(), kNone);
    for (std::uint32_t line = 0; line < lines.pattern_of_line.size(); ++line) {
      const std::uint32_t pattern = lines.pattern_of_line[line];
      CUTLINE_EXPECT(pattern < lines.patterns.size());
      if (count[pattern]++ == 0) first[index(axis)][pattern] = line;
    }
    if (count != lines.multiplicity) {
      findings.add("connectivity", [&] { return fmt::format("lines along {}: wrong multiplicities", letter(axis)); });
    }
  }
  return first;
}

std::unique_ptr<CheckedLine> line_to_check(const Layout& layout, Axis axis, std::uint32_t line) {
  return axis == Axis::z ? pillar_check(layout, line) : line_check(layout, axis, line);
}

/// Checks every wire of a line; returns the facts that the shapes show.
LineFacts check_wires(const Layout& layout, Axis axis, std::uint32_t line, Findings& findings) {
  const std::unique_ptr<CheckedLine> check = line_to_check(layout, axis, line);
  const auto [unrouted, last_unrouted] = unrouted_on_line(layout.unrouted, axis, line);
  auto next = unrouted;
  const Pattern& pattern = layout.wiring.pattern(axis, line);
  WireShapes unrouted_wire;
  for (std::size_t part = 0; part < pattern.size(); ++part) {
    CUTLINE_EXPECT(pattern.kind[part] < layout.wiring.kinds.size());
    std::uint32_t wires = 0;
    for (std::uint32_t i = 0; i < layout.wiring.kinds[pattern.kind[part]].wires; i += wires) {
      const bool lacks_room = next != last_unrouted && next->part == part;  // one of the wires from i on
      wires = lacks_room && next->wire == i ? 1 : wires_side_by_side(layout, axis, pattern, part, i);
      if (lacks_room && next->wire == i) {
        part_shapes(layout, axis, line, part, i, unrouted_wire);
        check->add_unrouted(unrouted_wire, part);
        ++next;
        continue;
      }
      if (lacks_room) wires = std::min(wires, next->wire - i);
      check->add_all(wires, [&](std::uint32_t after, WireShapes& shapes) {
        part_shapes(layout, axis, line, part, i + after, shapes);
      });
    }
  }
  check->finish();
  findings.merge(check->findings());
  return check->take_facts();
}

/// Checks one line of a pattern shape by shape.
///
/// One line stands for all lines of its pattern. Slots have the same places along every line, and boxes are measured
/// back from their end; so the shapes of two lines of a pattern differ only by a shift across the line. A shift changes
/// two things. One is the room in the routing channel (see expect_routing_channels). The other is what lies beside the
/// line, and nothing there can touch it: slots do not meet (see expect_positions); in a routing channel across it a
/// row's wires are on horizontal layers and a column's on vertical ones; and in a box a row uses the top row of cells,
/// a column the cells below it where stacks could touch (checked here). The same holds for wires over nodes, with the
/// open part of a box in place of the box, since the cells below routing channels have no metal on their layers. A wire
/// between neighbours that face lies in the zone of its line's boxes, in cells where no terminal, stack or post of any
/// line stands (checked here and in expect_routing_channels); wires that cross it there, in boxes and in the routing
/// channel across, are on layers of the other direction. Posts stand in cells below the top row and to the left of the
/// right column. From pillar to pillar of a pattern they shift with the boxes' corner, and only the size of the boxes
/// changes (see expect_routing_channels).
LineFacts check_line(const Layout& layout, Axis axis, std::uint32_t line, Findings& findings) {
  LineFacts facts = check_wires(layout, axis, line, findings);
  if (axis == Axis::z) return facts;
  if (layout.rules.given == nullptr) expect_boxes(layout, axis, line, findings);
  if (axis == Axis::y && layout.rules.via_stacks() && facts.terminal_in_last_cell) {
    findings.add("terminal", [&] {
      return line_name(layout.wiring.grid, axis, line) +
             ": a terminal stands in its box's top row of cells, where stacks of the row stand";
    });
  }
  return facts;
}

PatternFacts check_patterns(const Layout& layout, const Representatives& first, Watch* onlooker, Findings& findings) {
  PatternFacts facts;
  WatchedWork work(onlooker, "patterns checked", first[0].size() + first[1].size() + first[2].size());
  std::atomic<std::uint64_t> done = 0;
  for (const Axis axis : kAxes) {
    const std::vector<std::uint32_t>& lines = first[index(axis)];
    facts[index(axis)].resize(lines.size());
    std::vector<Findings> found(lines.size());
    parallel_for(lines.size(), [&](std::size_t pattern) {
      if (lines[pattern] == kNone) return;
      facts[index(axis)][pattern] = check_line(layout, axis, lines[pattern], found[pattern]);
      work.go_on(++done);
    });
    for (const Findings& one : found) findings.merge(one);
  }
  return facts;
}

/// Compares one line of every pattern with the network, link by link, and reports, in words, the links that only one of
/// them has; returns how many links it compared.
std::uint64_t compare_lines(const Layout& layout, const PlacedLinks& placed, const Representatives& first,
                            const PatternFacts& facts, Findings& findings) {
  const GridSize& grid = layout.wiring.grid;
  std::array<std::vector<std::vector<LineLink>>, 3> by_line;
  if (!placed.line_by_line()) {
    std::array<std::vector<bool>, 3> marked;
    for (const Axis axis : kAxes) {
      marked[index(axis)].resize(layout.lines(axis).pattern_of_line.size());
      for (const std::uint32_t line : first[index(axis)]) {
        if (line != kNone) marked[index(axis)][line] = true;
      }
    }
    by_line = placed.on_lines(marked);
  }
  std::uint64_t compared = 0;
  const auto compare = [&](Axis axis, std::uint32_t line, std::vector<LineLink> found) {
    std::vector<LineLink> wanted =
        placed.line_by_line() ? placed.on_line(axis, line) : std::move(by_line[index(axis)][line]);
    std::ranges::sort(wanted);
    std::ranges::sort(found);
    std::vector<LineLink> lacking, excess;
    std::set_difference(wanted.begin(), wanted.end(), found.begin(), found.end(), std::back_inserter(lacking));
    std::set_difference(found.begin(), found.end(), wanted.begin(), wanted.end(), std::back_inserter(excess));
    const auto tell = [&](const LineLink& link, const char* what) {
      findings.add("connectivity", [&] {
        const auto node = [&](std::uint32_t slot) { return node_name(cell_on_line(grid, axis, line, slot)); };
        return fmt::format("{}: the layout {} a link {} - {} of {} with {} wires", line_name(grid, axis, line), what,
                           node(link.lo), node(link.hi), placed.class_name(link.link_class), link.wires);
      });
    };
    for (const LineLink& link : lacking) tell(link, "lacks");
    for (const LineLink& link : excess) tell(link, "has but the network lacks");
    compared += found.size();
  };
  for (const Axis axis : kAxes) {
    for (std::size_t pattern = 0; pattern < first[index(axis)].size(); ++pattern) {
      const std::uint32_t line = first[index(axis)][pattern];
      if (line != kNone) compare(axis, line, facts[index(axis)][pattern].links);
    }
  }
  return compared;
}

/// All straight links of an axis, line by line, as the shapes of the patterns show them.
Fingerprint lines_fingerprint(const Layout& layout, Axis axis, const std::vector<LineFacts>& facts) {
  const Lines& lines = layout.lines(axis);
  const GridSize& grid = layout.wiring.grid;
  std::vector<Fingerprint> sums(lines.pattern_of_line.size());
  parallel_for(sums.size(), [&](std::size_t i) {
    const auto line = static_cast<std::uint32_t>(i);
    const std::uint64_t first = cell_number(grid, cell_on_line(grid, axis, line, 0));
    const std::uint64_t step = cell_number(grid, cell_on_line(grid, axis, line, 1)) - first;
    Fingerprint sum;
    for (const LineLink& link : facts[lines.pattern_of_line[line]].links) {
      sum.add_link(first + step * link.lo, first + step * link.hi, link_key(link.link_class, link.wires));
    }
    sums[i] = sum;
  });
  Fingerprint total;
  for (const Fingerprint& sum : sums) total.add(sum);
  return total;
}

/// Compares every link of the machine with the network, by fingerprints: no list of all links has to be kept or sorted.
void compare_all(const Layout& layout, const PlacedLinks& placed, const PatternFacts& facts, const JointFacts& joints,
                 Findings& findings) {
  const std::array<Fingerprint, 4> wanted = placed.fingerprints();
  std::array<Fingerprint, 4> found;
  for (const Axis axis : kAxes) found[index(axis)] = lines_fingerprint(layout, axis, facts[index(axis)]);
  found[3] = joints.links;
  constexpr std::array<const char*, 4> kNames = {"in rows", "in columns", "in pillars", "bent"};
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (wanted[i] == found[i]) continue;
    findings.add("connectivity", [&] {
      return fmt::format("the links {} are not the network's: {} links where it has {}{}", kNames[i], found[i].links,
                         wanted[i].links, found[i].links == wanted[i].links ? ", between other nodes" : "");
    });
  }
}

void count(const Layout& layout, const Topology& topology, const PatternFacts& facts, CheckResult& result,
           Findings& findings) {
  std::uint64_t links = layout.wiring.joints.size();
  for (const Axis axis : kAxes) {
    for (const std::uint32_t pattern : layout.lines(axis).pattern_of_line) {
      links += facts[index(axis)][pattern].links.size();
      result.wires += facts[index(axis)][pattern].straight_wires;
    }
  }
  if (links != topology.link_count()) {
    findings.add("connectivity",
                 [&] { return fmt::format("the layout has {} links, the network {}", links, topology.link_count()); });
  }
}

/// A list that grows doubles: of the new one as much is in use as the old one held.
constexpr double kGrowth = 2;
constexpr double kBytesOfPiece = kGrowth * sizeof(checking::Metal);
constexpr double kBytesOfLink = kGrowth * (sizeof(checking::LineLink) + sizeof(checking::LineBend));

/// Bytes of a wire, or of several side by side: a run, and at each end or tap a stub and, with a stack of vias, metal
/// on each layer below.
double bytes_of_wire(const LayoutRules& rules, double stubs) {
  return kBytesOfPiece * (1 + stubs * (1 + (rules.via_stacks() ? 2.0 * rules.layer_pairs : 0)));
}

double bytes_of_shapes(const Layout& layout, Axis axis, const Pattern& pattern) {
  double bytes = 0;
  for (std::size_t part = 0; part < pattern.size(); ++part) {
    const std::uint32_t wires = layout.wiring.kinds[pattern.kind[part]].wires;
    double pieces = 0;
    for (std::uint32_t wire = 0; wire < wires; wire += wires_side_by_side(layout, axis, pattern, part, wire)) ++pieces;
    bytes += pieces * bytes_of_wire(layout.rules, stub_count(layout, pattern, part));
  }
  return bytes;
}

}  // namespace

void CheckResult::add(Violation violation) {
  ++violation_count;
  if (violations.size() < kKeptViolations) violations.push_back(std::move(violation));
}

CheckResult check(const Layout& layout, const Topology& topology, const Placement& placement, std::uint64_t effort,
                  Watch* onlooker) {
  CUTLINE_EXPECT(layout.wiring.grid == placement.grid());
  CheckResult result;
  Findings findings;
  expect_positions(layout, findings);
  expect_node_boxes(layout, findings);
  expect_own_cells(topology, placement, findings);
  if (layout.rules.given == nullptr) {
    expect_room_for_nodes(layout, topology, placement, findings);
  } else {
    expect_given_places(layout, topology, placement, findings);
  }
  const Representatives first = representatives(layout, findings);
  const PatternFacts facts = check_patterns(layout, first, onlooker, findings);
  expect_routing_channels(layout, facts, findings);
  expect_on_die(layout, findings);
  const std::size_t classes = topology.classes.size();
  const JointFacts joints = check_joints(layout, placement, classes, facts, findings);
  result.shown = shown_numbers(layout, placement, classes, facts, joints);
  result.patterns = first[0].size() + first[1].size() + first[2].size();
  result.wires = joints.wires;
  count(layout, topology, facts, result, findings);

  const PlacedLinks placed(layout, topology, placement);
  placed.expect_kinds(layout, findings);
  result.links = compare_lines(layout, placed, first, facts, findings);
  result.every_link = topology.link_count() <= effort;
  if (result.every_link) {
    compare_all(layout, placed, facts, joints, findings);
    result.links = topology.link_count();
  }
  result.violation_count = findings.count();
  result.violations = findings.kept();
  return result;
}

std::vector<Violation> check_shapes(const Layout& layout, Axis axis, std::uint32_t line,
                                    const std::vector<WireShapes>& shapes, const std::vector<std::uint32_t>& bundles) {
  const std::unique_ptr<CheckedLine> check = line_to_check(layout, axis, line);
  std::size_t next = 0;
  const auto add = [&](std::uint32_t wires) {
    check->add_all(wires, [&](std::uint32_t after, WireShapes& wire) { wire = shapes[next + after]; });
    next += wires;
  };
  for (const std::uint32_t wires : bundles) add(wires);
  while (next < shapes.size()) add(1);
  check->finish();
  return check->findings().kept();
}

double check_memory(const LayoutRules& rules, double units, double parts) {
  return units * bytes_of_wire(rules, 2) + parts * kBytesOfLink;
}

double check_memory(const Layout& layout) {
  std::vector<double> shapes;
  double bytes = 0;
  for (const Axis axis : kAxes) {
    for (const Pattern& pattern : layout.lines(axis).patterns) {
      shapes.push_back(bytes_of_shapes(layout, axis, pattern));
      bytes += static_cast<double>(pattern.size()) * kBytesOfLink;
    }
  }
  const std::size_t at_once = std::min<std::size_t>(shapes.size(), std::max(1U, std::thread::hardware_concurrency()));
  const auto end = shapes.begin() + static_cast<std::ptrdiff_t>(at_once);
  std::partial_sort(shapes.begin(), end, shapes.end(), std::greater<>());
  return std::accumulate(shapes.begin(), end, bytes);
}

}  // namespace cutline
