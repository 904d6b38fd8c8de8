// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/layout/check.hpp"

namespace cutline::checking {

/// Violations as they are found: all are counted, the first ones kept in words.
class Findings {
 public:
  /// `message` makes the text; it is called for kept violations only.
  template <class Message>
  void add(const char* rule, const Message& message) {
    if (kept_.size() < kKeptViolations) kept_.push_back({rule, message()});
    ++count_;
  }
  void merge(const Findings& other) {
    for (const Violation& violation : other.kept_) {
      if (kept_.size() < kKeptViolations) kept_.push_back(violation);
    }
    count_ += other.count_;
  }
  std::uint64_t count() const { return count_; }
  const std::vector<Violation>& kept() const { return kept_; }

 private:
  std::uint64_t count_ = 0;
  std::vector<Violation> kept_;
};

/// The routed lengths of wires, added up piece of metal by piece of metal.
class ShownLengths {
 public:
  ShownLengths() = default;
  explicit ShownLengths(const LayoutRules& rules) : cell_(cell_size(rules)), plane_cells_(rules.plane_cells) {}
  /// Adds `wires` wires side by side, of which these are the first and the last.
  void add(const WireShapes& first, const WireShapes& last, std::uint32_t wires);
  /// Adds `times` copies of the other wires; of equally long wires the first stays.
  void merge(const ShownLengths& other, std::uint64_t times = 1);
  void write(ShownNumbers& shown) const;

 private:
  /// The run of one wire: of all its metal, and of the pieces that lead from end to end.
  struct Run {
    WireRun all, way;
  };
  Run run_of(const WireShapes& wire) const;
  void keep_longer(const WireShapes& wire, const WireRun& way);

  CellSize cell_;
  std::uint32_t plane_cells_ = 1;
  std::array<Int128, 3> cells_{};
  WireRun longest_;
  double longest_length_ = 0;
  std::array<Cell, 2> ends_{};
};

/// The spans of links, by class: the distances of their ends in the placement.
class ShownSpans {
 public:
  ShownSpans(const Placement& placement, std::size_t classes);
  /// Adds `times` links of a class; a class that the network does not have is not counted.
  void add(std::uint16_t link_class, const Cell& a, const Cell& b, std::uint64_t times);
  void merge(const ShownSpans& other);
  const std::vector<ShownClass>& classes() const { return classes_; }

 private:
  const Placement* placement_;
  std::vector<ShownClass> classes_;
};

/// Metal of wires side by side: wire `wire` + i, of `wires`, has metal on the track `track` + i * track_step, from lo +
/// i * lo_step to hi + i * hi_step, both included. Tracks of different layers never meet.
struct Metal {
  std::int64_t track = 0, lo = 0, hi = 0;
  std::int32_t layer = 0;
  std::uint32_t wire = 0, wires = 1;
  std::int8_t track_step = 0, lo_step = 0, hi_step = 0;

  std::int64_t low_track() const { return track_step < 0 ? track - (std::int64_t{wires} - 1) : track; }
  std::int64_t high_track() const { return track_step > 0 ? track + (std::int64_t{wires} - 1) : track; }
  /// The metal of wire number `wire` + i alone.
  Metal one(std::uint32_t i) const;
};

/// The metal of wires side by side, from that of the first and of the last; nothing if it has no such form, or if its
/// own wires may touch.
std::optional<Metal> side_by_side(const Metal& first, const Metal& last, std::uint32_t wires);

/// Finds metal of different wires that touches, by one sweep over the tracks of each layer: `touch` is called for
/// each piece, of one wire, that begins on a track before an earlier one, of another wire, has ended.
///
/// Where the same metal of wires side by side lies on many tracks, its first and last track prove those between them:
/// the ends of metal are linear in the number of the track. All other tracks are swept one by one. Returns how many
/// tracks have metal. Cost: O(n log n) in the metal on each such stretch of tracks. Sorts `metal`.
std::uint64_t for_each_touch(std::vector<Metal>& metal,
                             FunctionRef<void(const Metal& before, const Metal& metal)> touch);

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

/// Why a wire keeps the rules, where it may for one reason or another: which slot it stands at, which of its own pieces
/// holds which. A rule compares coordinates, which change by steady steps between wires side by side. So wires between
/// two that keep a rule for the same reasons keep it too.
using Reasons = std::vector<std::uint32_t>;
inline constexpr std::uint32_t kNoShape = ~std::uint32_t{0};

/// Adds two reasons. One by one, because inserting a list into a vector costs several times as much.
inline void add_reasons(Reasons& reasons, std::uint32_t first, std::uint32_t second) {
  reasons.push_back(first);
  reasons.push_back(second);
}

/// The number of the first of some shapes of which something holds; kNoShape where it holds of none.
template <class Shape, class Holds>
std::uint32_t first_that(const std::vector<Shape>& shapes, const Holds& holds) {
  const auto found = std::ranges::find_if(shapes, holds);
  return found == shapes.end() ? kNoShape : static_cast<std::uint32_t>(found - shapes.begin());
}

/// Checks that the wire's segments, posts, vias and terminals are connected, and that every via and terminal lies on
/// the wire's own metal on the layers that it ends on. A box joins the two terminals of a wire that passes through it.
/// Every fault is added to the findings.
void expect_connected(const WireShapes& wire, Reasons& reasons, Findings& findings);

/// Sorts the wires of a line into links: the wires of a link follow one another and join the same ends.
class WireGroups {
 public:
  WireGroups(const GridSize& grid, Axis axis, std::uint32_t line) : grid_(grid), axis_(axis), line_(line) {}
  /// Adds `wires` wires side by side with the same ends, of which `wire` is the first.
  void add(const WireShapes& wire, std::array<LineEnd, 2> ends, std::uint32_t wires, Findings& findings);
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
  LineFacts take_facts() { return std::move(facts_); }
  virtual ~CheckedLine() = default;
  /// Adds `wires` wires side by side: by the first and the last where these prove the others, else each by itself.
  /// `shapes_of(i, shapes)` tells the shapes of the i-th one.
  void add_all(std::uint32_t wires, FunctionRef<void(std::uint32_t, WireShapes&)> shapes_of);
  /// Counts a wire without room as one of its link, between the ends of its part; it has no shapes to check.
  virtual void add_unrouted(const WireShapes&, std::size_t) {}
  /// Compares all wires with each other, and writes the facts.
  virtual void finish() = 0;

 protected:
  CheckedLine(const Layout& layout, Axis axis, std::uint32_t line)
      : groups_(layout.wiring.grid, axis, line), facts_{.lengths = ShownLengths(layout.rules)} {}
  /// Looks at one wire: adds its faults, its metal and its reasons; returns its ends.
  virtual std::array<LineEnd, 2> look(const WireShapes& wire) = 0;
  /// Counts `wires` wires with the layers of this one.
  virtual void count_runs(const WireShapes&, std::uint32_t /*wires*/) {}
  WireGroups groups_;
  LineFacts facts_;
  Findings findings_;
  std::vector<Metal> metal_;
  Reasons reasons_;

 private:
  /// Adds wires side by side, of which these are the first and the last, if they prove those between them; else adds
  /// none and returns false.
  bool add(const WireShapes& first, const WireShapes& last, std::uint32_t wires);
  void count(const WireShapes& first, const WireShapes& last, std::uint32_t wires, const std::array<LineEnd, 2>& ends);
  bool join_metal(std::size_t first, std::size_t last, std::uint32_t wires);
  Reasons reasons_of_first_;  ///< kept between calls for their memory, as are these shapes
  WireShapes first_, last_;
};

/// Checks the wires of one row or column against the rules, one wire or several side by side at a time, and at the end
/// against each other. On horizontal layers a track is a y, on vertical ones an x.
///
/// Everything is read in the line's own frame: `along` runs with the line, `across` away from the nodes.
std::unique_ptr<CheckedLine> line_check(const Layout& layout, Axis axis, std::uint32_t line);

/// Checks the posts of one pillar. Each must stand in the field of every box that it passes and end in its two
/// terminals. Two posts in the same cell may meet only in the box in which one ends and the other begins.
std::unique_ptr<CheckedLine> pillar_check(const Layout& layout, std::uint32_t line);

}  // namespace cutline::checking
