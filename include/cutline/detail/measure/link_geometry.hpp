// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/detail/layout/shapes.hpp"

namespace cutline {

struct Layout;
struct Placement;
struct Topology;

/// The lengths that a user's file gives to links, in millimetres.
struct GivenLengths {
  std::uint64_t links = 0;        ///< that have one
  double longest = 0, total = 0;  ///< a link counts once, whatever its wires
  GivenDifference to_layout;      ///< from the longest routed wires of these links; no links in the unit technology
};

/// Absent if the file gives no lengths. Cost: O(links log nodes) if it does.
std::optional<GivenLengths> given_lengths(const Topology& topology, const Placement& placement, const Layout& layout);

/// The place of links in a layout: a part of a pattern, which stands for the links of all lines with that pattern, or
/// one bent link.
struct LinkPlace {
  static constexpr std::uint32_t kBent = ~std::uint32_t{0};
  Axis axis = Axis::x;
  std::uint32_t pattern = kBent;  ///< of the axis; kBent: `part` is the number of a joint
  std::uint32_t part = 0;
  bool is_bent() const { return pattern == kBent; }
  bool operator==(const LinkPlace&) const = default;
};

/// What the links at a place share: class, width, wires.
const LinkKind& link_kind(const Layout& layout, const LinkPlace& place);

/// The wires of a link on one layer pair.
struct Strand {
  std::uint8_t pair = 0;
  std::uint32_t wires = 0;
  std::int64_t cells_x = 0, cells_y = 0;  ///< unit cells along the physically longest of them
  double mean_x = 0, mean_y = 0;          ///< mean unit cells of a wire, with the stubs of taps
  bool operator==(const Strand&) const = default;
};

/// The geometry of a link's wires.
struct LinkGeometry {
  Span span;
  std::int64_t cells_x = 0;  ///< unit cells along the physically longest wire of the link
  std::int64_t cells_y = 0;
  std::int64_t cells_z = 0;
  /// The ends; a bent link leaves `from` along the first axis of its joint. A straight link stands for those of all
  /// equal lines, so its coordinates off its axis are 0.
  Cell from = {}, to = {};
  std::vector<Strand> strands;            ///< from the lowest layer pair; at least one
  bool along_x = false, along_y = false;  ///< whether it has a part in a row, in a column
  std::uint16_t given = 0;                ///< the number of its given figures, as in LinkKind
  bool operator==(const LinkGeometry&) const = default;
  /// Whether it joins neighbours that face, so that it has no stubs on the layer of the other direction.
  bool stays_on_layer() const { return along_x ? !along_y && cells_y == 0 : along_y && cells_x == 0; }
};

/// The geometry of a link, from its physically longest wires. Cost: O(wires that do not lie side by side).
LinkGeometry link_geometry(const Layout& layout, const LinkPlace& place);

/// Calls visit(place, how many links it stands for) for every link, those of equal lines together. Deterministic order.
/// Cost: O(parts of the distinct patterns + bent links).
void for_each_link_place(const Layout& layout, FunctionRef<void(const LinkPlace&, std::uint64_t)> visit);

}  // namespace cutline
