// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tuple>

#include "check_line.hpp"
#include "cutline/topology/topology.hpp"

namespace cutline::checking {

/// A multiset of links as two independent 64-bit sums: equal multisets have equal sums in any order, and two different
/// ones agree with a chance of 2^-128. Sums need no memory for the links and can be added up in parallel.
struct Fingerprint {
  std::uint64_t first = 0;
  std::uint64_t second = 0;
  std::uint64_t links = 0;
  bool operator==(const Fingerprint&) const = default;
  void add(const Fingerprint& other) {
    first += other.first;
    second += other.second;
    links += other.links;
  }
  /// Adds the link between two cells, either way round. `key` holds its class and wires.
  void add_link(std::uint64_t cell_a, std::uint64_t cell_b, std::uint64_t key);
};

constexpr std::uint64_t link_key(std::uint32_t link_class, std::uint32_t wires) {
  return std::uint64_t{link_class} << 32 | wires;
}

/// The links of a placed topology, computed from the digits. The computation uses nothing of the wiring except the
/// number of wires that a link of each class and width has.
class PlacedLinks {
 public:
  PlacedLinks(const Layout& layout, const Topology& topology, const Placement& placement);

  /// Checks that all links with the same number of channels and the same width have the same number of wires.
  void expect_kinds(const Layout& layout, Findings& findings) const;
  /// All links, added up in parallel: entries 0 to 2 hold the links along x, y and z, entry 3 the bent links.
  std::array<Fingerprint, 4> fingerprints() const;
  /// Whether each digit belongs to one axis and no two coordinates share a slot; then the place of a line gives its
  /// digits.
  bool line_by_line() const { return line_by_line_; }
  std::string class_name(std::uint16_t link_class) const {
    return link_class < topology_.classes.size() ? topology_.classes[link_class].name : "no class";
  }
  /// The straight links on one line. Cost: O(links there); requires line_by_line().
  std::vector<LineLink> on_line(Axis axis, std::uint32_t line) const;
  /// The straight links on all lines marked in `wanted[axis]`, in one pass over all links; entry [axis][line].
  std::array<std::vector<std::vector<LineLink>>, 3> on_lines(const std::array<std::vector<bool>, 3>& wanted) const;

 private:
  /// For each digit the value it is held at, or nothing where it takes all its values; empty: none is held.
  using Held = std::vector<std::optional<std::uint32_t>>;
  /// The amounts that a digit or an address adds to the coordinates of a node.
  struct Contribution {
    std::array<std::uint32_t, 3> at{};
  };
  struct OtherDigit {
    Contribution weight;
    std::vector<std::uint32_t> values;
  };
  struct ViewedLink {
    LocalLink ends;
    std::uint64_t key = 0;
  };
  /// A class as it is visited: those of its links that agree with the held digits, once for every value of the other
  /// digits.
  struct ClassView {
    std::vector<Contribution> local;  ///< of each local address
    std::vector<ViewedLink> links;
    std::vector<OtherDigit> others;
    std::uint64_t copies = 1;
  };

  ClassView view(std::size_t link_class, const Held& held) const;
  LocalLink outermost(const ClassView& view) const;
  void add_copies(const LinkClass& links, const Held& held, ClassView& view) const;
  template <class Visitor>
  void visit(const ClassView& view, std::uint64_t begin, std::uint64_t end, const Visitor& visitor) const;
  Cell cell(const Contribution& base, const Contribution& own) const;
  std::uint32_t wires_of(std::size_t link_class, std::size_t link) const;

  const Topology& topology_;
  const Placement& placement_;
  std::vector<Contribution> weight_;                                              ///< of each digit
  std::map<std::tuple<std::uint32_t, int, std::uint32_t>, std::uint32_t> wires_;  ///< by class, channels, width
  bool line_by_line_ = true;
};

/// The facts that the shapes of every pattern show: [axis][pattern].
using PatternFacts = std::array<std::vector<LineFacts>, 3>;

/// The facts that the joints show: the bent links, their spans, and how many and how long their wires are.
struct JointFacts {
  Fingerprint links;
  std::uint64_t wires = 0;
  ShownSpans spans;
  ShownLengths lengths;
};

/// Checks that every bent part is in exactly one joint, that the parts of a joint meet, and that each joint's wires are
/// whole and lie within the shapes of its parts, which the check of the lines has found free of touches. Cost: O(wires
/// of joints).
JointFacts check_joints(const Layout& layout, const Placement& placement, std::size_t classes,
                        const PatternFacts& facts, Findings& findings);

/// The numbers that the shapes of all lines and joints show together. Cost: O(slots of the distinct patterns + links
/// of the distinct patterns).
ShownNumbers shown_numbers(const Layout& layout, const Placement& placement, std::size_t classes,
                           const PatternFacts& facts, const JointFacts& joints);

}  // namespace cutline::checking

namespace cutline {
struct Layout;
}  // namespace cutline

namespace cutline::checking {

/// What two shapes share, or what one has outside of the other: the area, and the sides of its box.
struct PlainArea {
  double square_nm = 0, width_nm = 0, height_nm = 0;
  /// Whether it is more than a seam of kTileTolerance along all sides of its box.
  bool is_wide() const;
};

/// A box or, if there is one, the polygon in it.
struct PlainShape {
  const Rectangle& box;
  const Polygon& polygon;
};

/// Of `a`: what lies on `b`, and what does not. It cuts both into strips at all corners and crossings of their sides,
/// in which the midline tells the area; it shares no code with what places tiles. Cost: O(strips x sides).
PlainArea area_within(const PlainShape& a, const PlainShape& b);
PlainArea area_outside(const PlainShape& a, const PlainShape& b);

/// Checks that each of the network's tiles holds its router, that both lie on a die that is a polygon, and the tile off
/// all that is solid.
void expect_shapes_in_place(const TilePlan& plan, const std::vector<const Tile*>& tiles, Findings& findings);

/// Checks that no tile lies upon another.
void expect_shapes_apart(const std::vector<const Tile*>& tiles, Findings& findings);

/// Checks that no cell past a polygon of the die, or in a blocked polygon, is free for wires.
void expect_shapes_blocked(const Layout& layout, const TilePlan& plan, Findings& findings);

}  // namespace cutline::checking

namespace cutline::checking {

/// Checks that lines, slots and places fit together: every slot begins where the one before it ends, behind the gap
/// that the rules ask for, and the machine ends with the last one. In given places slots begin where routers stand.
void expect_positions(const Layout& layout, Findings& findings);

/// Checks that every column and row has the room of a node; only those of interchanges alone may be smaller. It asks
/// the placement where the sites stand, coordinate by coordinate. Cost: O(coordinates of each axis x digits).
void expect_room_for_nodes(const Layout& layout, const Topology& topology, const Placement& placement,
                           Findings& findings);

/// Checks that no two sites stand in one cell, and that each axis has a place for all values of its digits. Cost:
/// O(coordinates of each axis) where each digit has its own axis; else O(sites x digits), on grids of up to 2^28 cells;
/// on larger ones sites are not compared.
void expect_own_cells(const Topology& topology, const Placement& placement, Findings& findings);

/// Checks, with wires over nodes, that the boxes are as large as the rules ask, lie below all their terminals (the open
/// part of their slots) and reach into no other slot.
void expect_node_boxes(const Layout& layout, Findings& findings);

/// Checks that the boxes that a pattern's terminals need fit the area of their slots.
void expect_boxes(const Layout& layout, Axis axis, std::uint32_t line, Findings& findings);

/// Checks that every line has the room that its pattern needs: rows and columns in their routing channels, pillars in
/// all boxes. Unless places are given, a routing channel has no more room than its fullest line needs.
void expect_routing_channels(const Layout& layout, const PatternFacts& facts, Findings& findings);

/// Checks given places against the floorplan of the user: the die, where the routers stand, and the tiles of all sites,
/// which lie on the die and apart from each other.
void expect_given_places(const Layout& layout, const Topology& topology, const Placement& placement,
                         Findings& findings);

}  // namespace cutline::checking
