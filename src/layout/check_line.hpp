// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "check_findings.hpp"
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

/// A part of a bent link: it joins the node at `slot` to the crossing that belongs to `crossing`.
struct LineBend {
  std::uint32_t slot = 0;
  std::uint32_t crossing = 0;
  std::uint16_t link_class = 0;
  std::uint32_t wires = 0;
};

/// What the shapes of one line say, read without a look at the pattern that they were made from.
struct LineFacts {
  std::vector<LineLink> links;
  std::vector<LineBend> bends;     ///< in the order of the shapes
  std::int64_t channel_cells = 0;  ///< of the routing channel, from the nodes to the last track used
  std::uint64_t straight_wires = 0;
  bool terminal_in_last_cell = false;  ///< some terminal stands in the last cell, along the line, of its box
};

/// "row 3", "column 5".
std::string line_name(Axis axis, std::uint32_t line);

/// "(4, 3)".
std::string node_name(const Cell& node);
/// "wire 0 of link (0, 3) - (4, 3)".
std::string wire_name(const WireShapes& wire);

/// Adds to the findings where the wire's segments, vias and terminals do not hang together, or a via or a terminal does
/// not lie on the wire's own metal on the layers that it ends on.
void expect_connected(const WireShapes& wire, Findings& findings);

/// Checks one line's wires against the rules, one wire at a time, and at the end against each other.
///
/// Everything is read in the line's own frame: `along` runs with the line, `across` away from the nodes.
class LineCheck {
 public:
  LineCheck(const Layout& layout, Axis axis, std::uint32_t line);
  void add(const WireShapes& wire);
  void finish();

  const Findings& findings() const { return findings_; }
  const LineFacts& facts() const { return facts_; }

 private:
  /// Metal on one track of one layer, both ends included. `track`: y on horizontal layers, x on vertical ones.
  struct Metal {
    std::int64_t track = 0, lo = 0, hi = 0;
    std::uint32_t wire = 0;
    int layer = 0;
    auto operator<=>(const Metal&) const = default;
  };
  /// What one link's wires must have in common, and where its first wire stands among the line's wires.
  struct Group {
    LineLink link;
    std::uint32_t first_wire = 0;
    bool bent = false;
  };

  bool runs_along(int layer) const;
  std::uint32_t slot_at(std::int64_t along) const;
  std::string wire_name_at(std::uint32_t wire) const;
  void add_metal(int layer, std::int64_t x0, std::int64_t y0, std::int64_t x1, std::int64_t y1);
  void add_segment(const WireShapes& wire, const Segment& segment);
  void expect_run_in_channel(const WireShapes& wire, const Segment& segment);
  void expect_stub_in_place(const WireShapes& wire, const Segment& segment);
  void add_via(const WireShapes& wire, const Via& via);
  void add_terminal(const WireShapes& wire, const Terminal& terminal);
  void add_to_group(const WireShapes& wire);
  std::uint32_t crossing_of(const WireShapes& wire);
  LineLink link_of(const WireShapes& wire) const;
  bool has_every_tap(const WireShapes& wire, const LineLink& link) const;
  void close_group();
  void expect_apart();

  const Layout& layout_;
  Axis axis_;
  std::uint32_t line_;
  const Pattern& pattern_;  ///< for the sizes of the boxes only
  const AxisPositions& along_;
  const AxisPositions& across_;
  int layers_;
  std::vector<Metal> metal_;
  std::vector<Group> groups_;
  std::uint32_t wires_ = 0;
  LineFacts facts_;
  Findings findings_;
};

}  // namespace cutline::checking
