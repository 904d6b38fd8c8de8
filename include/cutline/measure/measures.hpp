// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/detail/measure/link_geometry.hpp"

namespace cutline {

/// A cut of the whole die between two neighbouring columns (axis x) or rows (axis y), with the wires over it and the
/// tracks for them.
struct CutRoom {
  Axis axis = Axis::x;
  std::uint32_t cut = 0;  ///< between slots cut - 1 and cut
  std::int64_t wires = 0;
  std::int64_t tracks = 0;  ///< free tracks of all layers, at the place where blocked cells leave the fewest
  std::int64_t overflow() const { return wires - tracks; }
  bool operator==(const CutRoom&) const = default;
};

/// Wires without room on one line, or over one edge between neighbouring slots of it.
struct LineOverflow {
  Axis axis = Axis::x;
  std::uint32_t line = 0;
  std::uint64_t wires = 0;
  bool operator==(const LineOverflow&) const = default;
};
struct EdgeOverflow {
  Axis axis = Axis::x;
  std::uint32_t line = 0;
  std::uint32_t cut = 0;  ///< between slots cut - 1 and cut
  std::uint64_t wires = 0;
  bool operator==(const EdgeOverflow&) const = default;
};

/// The wires for which given places lack room. Where a cut has more wires than tracks, no layout exists in these
/// places; where only routing channels lack room, another routing might find one.
struct Overflow {
  std::uint64_t wires = 0;  ///< without room, each counted once
  std::uint64_t links = 0;  ///< that have such a wire
  std::array<std::uint64_t, kNoRooms> by_cause{};
  std::int64_t over_cut = 0;        ///< wires beyond the tracks of the fullest cut; 0: every cut has enough
  std::optional<CutRoom> fullest;   ///< the cut with most wires beyond its tracks, or least to spare
  std::vector<LineOverflow> lines;  ///< that have wires without room
  std::vector<EdgeOverflow> edges;  ///< over which such wires run
  double share_with_room = 1;       ///< the least share of its tracks that a routing channel has room for
  bool operator==(const Overflow&) const = default;
};

/// Measures the overflow; absent where no places are given. Cost: O(parts + unrouted wires x slots + cuts x blocked
/// rectangles^2).
std::optional<Overflow> overflow(const Layout& layout);

struct Topology;

/// Links and wires over each cut; entry c - 1 is cut c, between positions c - 1 and c. Slots - 1 entries.
struct Profile {
  std::vector<std::int64_t> links;
  std::vector<std::int64_t> wires;
  bool operator==(const Profile&) const = default;
};

/// The profile of one pattern. Cost: O(parts + slots).
Profile pattern_profile(const Layout& layout, Axis axis, const Pattern& pattern);
/// The profile of all lines of an axis together. Mirroring the axis reverses it. Where interchanges take room, its sum
/// is the total span along the axis.
Profile machine_profile(const Layout& layout, Axis axis);

/// Density along one axis. A bent link whose ends differ by (dx, dy, dz) crosses |dx| row cuts, |dy| column cuts and
/// |dz| pillar cuts. All figures are zero where the axis has one slot.
struct Density {
  std::int64_t peak_links = 0;           ///< all lines together
  std::uint32_t peak_cut = 0;            ///< first cut with the peak; 0 where there is no cut
  std::int64_t middle_links = 0;         ///< at cut floor(slots / 2)
  std::int64_t per_line_peak_links = 0;  ///< the densest line alone
  std::uint32_t per_line_peak_cut = 0;
  std::int64_t per_line_middle_links = 0;  ///< of that densest line
  std::int64_t peak_wires = 0;             ///< all lines together
  std::uint32_t peak_wires_cut = 0;
  std::int64_t middle_wires = 0;
  std::int64_t per_line_peak_wires = 0;
  std::string per_line_profile_sha256;  ///< empty past 2^24 cuts
  std::string profile_sha256;
  bool operator==(const Density&) const = default;
};

/// Links and wires side by side in the densest routing channel of an axis.
struct Tracks {
  std::int64_t links = 0;
  std::int64_t wires = 0;
  bool operator==(const Tracks&) const = default;
};

struct ClassLength {
  std::string name;
  std::uint64_t links = 0;
  Span longest_span;
  double mean_span = 0;
  bool operator==(const ClassLength&) const = default;
};

/// Routed wires in millimetres.
struct WireMillimetres {
  double longest = 0, mean = 0, total = 0;
  bool operator==(const WireMillimetres&) const = default;
};

/// One wire of a layout; where equal lines share its link, that of the first of them.
struct WirePlace {
  LinkPlace link;
  std::uint32_t wire = 0;
  bool operator==(const WirePlace&) const = default;
};

/// Lengths. Spans count node pitches between the cells of a link's ends and are summed over links; routed lengths
/// follow the wire, from terminal to terminal, and are summed over wires. The stubs of taps add to the sum, not to the
/// longest wire. Millimetres are absent in the unit technology.
struct Lengths {
  Span longest_span;
  Int128 total_span_halves = 0;  ///< in half node pitches
  double mean_span = 0;
  std::int64_t longest_pitches = 0;  ///< of the physically longest wire: unit cells along x, y and z together
  Int128 total_pitches = 0;
  double mean_pitches = 0;
  std::optional<WireMillimetres> mm;
  WirePlace longest_wire;            ///< of equally long wires the first, by its lines
  std::uint64_t longest_link_a = 0;  ///< ends of its link
  std::uint64_t longest_link_b = 0;
  std::vector<ClassLength> by_class;  ///< of the classes that have links
  bool operator==(const Lengths&) const = default;
};

/// Width, height and area of a layout, in millimetres.
struct SizeMillimetres {
  double width = 0, height = 0, area_mm2 = 0;
  bool operator==(const SizeMillimetres&) const = default;
};

/// The depth of a layout, which is the distance of its planes times their number, and its volume, area times depth.
/// Millimetres are zero in the unit technology.
struct LayoutDepth {
  std::int64_t pitches = 0;
  Int128 volume_pitches3 = 0;
  double mm = 0, volume_mm3 = 0;
  bool operator==(const LayoutDepth&) const = default;
};

struct LayoutSize {
  std::int64_t width_pitches = 0;
  std::int64_t height_pitches = 0;
  Int128 area_pitches2 = 0;
  SizeMillimetres mm;             ///< zero in the unit technology
  LayoutDepth planes;             ///< zero where there is only one plane
  double node_area_fraction = 0;  ///< of all planes; of a die that is a polygon, of the polygon
  double polygon_fraction = 1;    ///< of `area`, what a die that is a polygon takes
  bool in_metres() const { return mm.width > 0; }
  bool has_planes() const { return planes.pitches > 0; }
  bool operator==(const LayoutSize&) const = default;
};

/// Wires over the nodes where they cross the edge between neighbouring nodes. Along x these are the left and right
/// edges, which are as long as the row is high; along y the upper and lower ones, as long as the column is wide.
struct EdgeWires {
  std::int64_t available_min = 0;  ///< wires for which the edge with the least room has tracks, on all layers
  std::int64_t edge_cells = 0;     ///< of that edge: how long it is ...
  std::int64_t terminal_cells =
      0;                         ///< ... and how much of it terminals and posts take; the rest has a track on each pair
  std::int64_t used_max = 0;     ///< wires that cross the busiest edge
  double used_fraction_max = 0;  ///< of the fullest edge; at most 1, since the node pitch grows as needed
  bool operator==(const EdgeWires&) const = default;
};
/// The edges along x and along y.
using EdgesOfNodes = std::array<EdgeWires, 2>;
/// The wires over the edges of nodes; absent where wires run beside the nodes, and in places that the user gives. Cost:
/// O(parts and slots of all patterns + lines).
std::optional<EdgesOfNodes> edge_wires(const Layout& layout);

/// All measures of one routed layout. Equal lines are measured once, which gives the same numbers as counting each line
/// by itself.
struct Measures {
  std::array<Density, 3> density;
  std::array<Tracks, 3> tracks;
  Lengths length;
  LayoutSize size;
  std::uint64_t pins_per_node_max = 0;  ///< wires that end at the busiest node, without those that pass through its box
  std::uint64_t ports_per_node_max = 0;  ///< channels that begin or end at it
  std::uint64_t lanes_per_node_max =
      0;  ///< the same, each channel counted by its width in multiples of the channel width
  std::uint64_t pins_per_interchange_max = 0;
  std::uint64_t ports_per_interchange_max = 0;
  std::uint64_t lanes_per_interchange_max = 0;
  std::uint32_t wires_per_link_min = 0, wires_per_link_max = 0;
  std::vector<std::uint64_t> wires_on_layers;  ///< by layer from the lowest, horizontal before vertical
  /// The room for wires: over the nodes, or in places that the user gives; beside the nodes there is always enough.
  std::variant<std::monostate, EdgesOfNodes, Overflow> room;
  const EdgesOfNodes* over() const { return std::get_if<EdgesOfNodes>(&room); }
  const Overflow* overflow() const { return std::get_if<Overflow>(&room); }
  bool operator==(const Measures&) const = default;
};

/// Measures a routed layout. The topology and the placement must be those that it was made from.
Measures measure(const Layout& layout, const Topology& topology, const Placement& placement);

}  // namespace cutline
