// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "cutline/layout/layout.hpp"

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

}  // namespace cutline
