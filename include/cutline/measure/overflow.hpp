// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "cutline/layout/layout.hpp"

namespace cutline {

/// A cut of the whole die between two neighbouring columns (axis x) or rows (axis y), and what it has for wires.
struct CutRoom {
  Axis axis = Axis::x;
  std::uint32_t cut = 0;  ///< between slots cut - 1 and cut
  std::int64_t wires = 0;
  std::int64_t tracks = 0;  ///< of all layers, where least of them are free of blocked cells
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

/// What given places lack. Where a cut has more wires than tracks, no layout exists in these places; where only routing
/// channels lack room, another routing might find one.
struct Overflow {
  std::uint64_t wires = 0;  ///< without room, each once
  std::uint64_t links = 0;  ///< that have such a wire
  std::array<std::uint64_t, kNoRooms> by_cause{};
  std::int64_t over_cut = 0;        ///< wires beyond the tracks of the fullest cut; 0: every cut has enough
  std::optional<CutRoom> fullest;   ///< the cut with most wires beyond its tracks, or least to spare
  std::vector<LineOverflow> lines;  ///< that have wires without room
  std::vector<EdgeOverflow> edges;  ///< over which such wires run
  double share_with_room = 1;       ///< of the fullest routing channel's tracks that it has
  bool operator==(const Overflow&) const = default;
};

/// Absent where nobody gave places. Cost: O(parts + unrouted wires x slots + cuts x blocked rectangles^2).
std::optional<Overflow> overflow(const Layout& layout);

}  // namespace cutline
