// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "check_findings.hpp"
#include "check_shown.hpp"
#include "cutline/layout/layout.hpp"
#include "cutline/layout/shapes.hpp"

namespace cutline::checking {

/// A link as the shapes of a line show it: the slots it joins, its wires and, with taps between, its terminals.
struct LineLink {
  std::uint32_t lo = 0;
  std::uint32_t hi = 0;
  std::uint16_t link_class = 0;
  std::uint32_t wires = 0;
  std::uint32_t terminals = 2;
  auto operator<=>(const LineLink&) const = default;
};

/// Where a wire's part on a line ends: at the node of a slot, in the slot's box on its way into or out of a pillar, or
/// in the crossing that belongs to the slot.
struct LineEnd {
  enum class Kind { node, through, crossing };
  std::uint32_t slot = 0;
  Kind kind = Kind::node;
  auto operator<=>(const LineEnd&) const = default;
};

/// A part of a bent link, its lower end first.
struct LineBend {
  std::array<LineEnd, 2> ends;
  std::uint16_t link_class = 0;
  std::uint32_t wires = 0;
  /// The slot of the end of this kind; nothing where neither end or both ends are of this kind.
  std::optional<std::uint32_t> slot_of(LineEnd::Kind kind) const;
};

/// The facts that the shapes of one line show, read without a look at the pattern that they were made from.
struct LineFacts {
  std::vector<LineLink> links;
  std::vector<LineBend> bends;     ///< in the order of the shapes
  std::int64_t channel_cells = 0;  ///< of the routing channel, from the nodes to the last track used
  std::int64_t zone_cells = 0;     ///< of the zone for neighbours that face, from its upper end to the last cell used
  FieldSize field;                 ///< of a pillar: the cells from the field's corner to the farthest posts
  std::uint64_t straight_wires = 0;
  std::int64_t post_cells = 0;                 ///< of a pillar: cells with posts
  std::vector<std::uint64_t> wires_on_layers;  ///< runs along the line, by layer; none of wires without room
  ShownLengths lengths;                        ///< of straight wires
  bool terminal_in_last_cell = false;          ///< some terminal stands in the last cell, along the line, of its box
};

inline constexpr std::array<Axis, 2> kPlaneAxes = {Axis::x, Axis::y};
/// The axes that have lines: pillars stand on several planes only.
std::vector<Axis> line_axes(const Layout& layout);

/// "row 3", "column 5"; on several planes "row 3 of plane 1", "pillar (5, 3)".
std::string line_name(const GridSize& grid, Axis axis, std::uint32_t line);

/// "(4, 3)"; above the lowest plane "(4, 3, 1)".
std::string node_name(const Cell& node);
/// "wire 0 of link (0, 3) - (4, 3)".
std::string wire_name(const WireShapes& wire);

/// The unrouted wires of a line, in the order of its shapes.
std::pair<const UnroutedWire*, const UnroutedWire*> unrouted_on_line(const Unrouted& unrouted, Axis axis,
                                                                     std::uint32_t line);

/// Whether a wire's shapes on a line are a part of a bent wire, which goes on from there to another line.
bool goes_on(const WireShapes& wire);

/// Checks, in given places, that every routed wire stays on the die and clear of blocked cells.
void expect_on_die(const Layout& layout, Findings& findings);

/// Checks that the wire's segments, posts, vias and terminals are connected, and that every via and terminal lies on
/// the wire's own metal on the layers that it ends on. A box joins the two terminals of a wire that passes through it.
/// Every fault is added to the findings.
void expect_connected(const WireShapes& wire, Findings& findings);

/// Sorts the wires of a line into links: the wires of a link follow one another and join the same ends.
class WireGroups {
 public:
  WireGroups(const GridSize& grid, Axis axis, std::uint32_t line) : grid_(grid), axis_(axis), line_(line) {}
  void add(const WireShapes& wire, std::array<LineEnd, 2> ends, Findings& findings);
  /// Writes the links and bends to the facts.
  void finish(LineFacts& facts) const;
  /// The number of wires added so far.
  std::uint32_t wires() const { return wires_; }
  /// The name of the n-th wire added, from 0.
  std::string wire_name_at(std::uint32_t wire) const;

 private:
  struct Group {
    LineBend link;
    std::uint32_t first_wire = 0;
    std::uint32_t terminals = 2;
    bool bent() const;
  };
  GridSize grid_;
  Axis axis_;
  std::uint32_t line_;
  std::vector<Group> groups_;
  std::uint32_t wires_ = 0;
};

/// The findings of the check of one row, column or pillar, and its wires by link.
class CheckedLine {
 public:
  const Findings& findings() const { return findings_; }
  const LineFacts& facts() const { return facts_; }
  void add_unrouted(const WireShapes&, std::size_t) {}  ///< in pillars all posts have room

 protected:
  CheckedLine(const Layout& layout, Axis axis, std::uint32_t line)
      : groups_(layout.wiring.grid, axis, line), facts_{.lengths = ShownLengths(layout.rules)} {}
  WireGroups groups_;
  LineFacts facts_;
  Findings findings_;
};

/// Checks the wires of one row or column against the rules, one wire at a time, and at the end against each other.
///
/// Everything is read in the line's own frame: `along` runs with the line, `across` away from the nodes.
class LineCheck : public CheckedLine {
 public:
  LineCheck(const Layout& layout, Axis axis, std::uint32_t line);
  void add(const WireShapes& wire);
  /// Counts a wire without room as one of its link, between the ends of its part; it has no shapes to check.
  void add_unrouted(const WireShapes& wire, std::size_t part);
  void finish();

 private:
  /// Metal on one track of one layer, both ends included. `track`: y on horizontal layers, x on vertical ones.
  struct Metal {
    std::int64_t track = 0, lo = 0, hi = 0;
    std::uint32_t wire = 0;
    int layer = 0;
    auto operator<=>(const Metal&) const = default;
  };

  std::string name() const;
  bool runs_along(int layer) const;
  std::uint32_t slot_at(std::int64_t along) const;
  void add_metal(int layer, std::int64_t x0, std::int64_t y0, std::int64_t x1, std::int64_t y1);
  void expect_in_plane(const WireShapes& wire);
  void add_segment(const WireShapes& wire, const Segment& segment);
  void expect_run_in_channel(const WireShapes& wire, const Segment& segment);
  void expect_run_faces(const WireShapes& wire, const Segment& segment);
  bool is_facing_terminal(const Terminal& terminal) const;
  void expect_stub_in_place(const WireShapes& wire, const Segment& segment);
  void add_via(const WireShapes& wire, const Via& via);
  void add_terminal(const WireShapes& wire, const Terminal& terminal);
  std::array<LineEnd, 2> ends_of(const WireShapes& wire);
  std::uint32_t crossing_of(const WireShapes& wire);
  void expect_apart();

  const Layout& layout_;
  Axis axis_;
  std::uint32_t line_;
  std::uint32_t slot_;  ///< across the line
  std::uint32_t plane_;
  const Pattern& pattern_;  ///< for the sizes of the boxes only
  const AxisPositions& along_;
  const AxisPositions& across_;
  int layers_;
  std::vector<Metal> metal_;
};

/// Checks the posts of one pillar. Each must stand in the field of every box that it passes and end in its two
/// terminals. Two posts in the same cell may meet only in the box in which one ends and the other begins.
class PillarCheck : public CheckedLine {
 public:
  PillarCheck(const Layout& layout, std::uint32_t line);
  void add(const WireShapes& wire);
  void finish();

 private:
  struct Metal {
    std::int64_t x = 0, y = 0;
    std::uint32_t z0 = 0, z1 = 0, wire = 0;
    auto operator<=>(const Metal&) const = default;
  };
  void add_post(const WireShapes& wire, const Post& post);
  bool is_on(const Post& post, const Terminal& terminal, bool taps) const;

  const Layout& layout_;
  Cell place_;
  std::string name_;
  std::vector<FieldSize> boxes_;  ///< by plane
  std::vector<Metal> metal_;
};

}  // namespace cutline::checking
