// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "cutline/geometry/cell.hpp"
#include "cutline/geometry/span.hpp"
#include "cutline/layout/pattern.hpp"
#include "cutline/placement/placement.hpp"
#include "cutline/topology/topology.hpp"

namespace cutline {

/// All lines of one axis. Line number: the coordinates off the axis, the lower axis fastest (a row: y, or y + rows *
/// z).
struct Lines {
  std::uint32_t slots = 1;
  std::vector<Pattern> patterns;
  std::vector<std::uint32_t> pattern_of_line;
  std::vector<std::uint64_t> multiplicity;  ///< lines of each pattern
};

/// Where a bent link turns: which part of which row meets which part of which column.
struct Joint {
  std::uint32_t row = 0;
  std::uint32_t row_part = 0;  ///< index in the row's pattern
  std::uint32_t column = 0;
  std::uint32_t column_part = 0;  ///< index in the column's pattern
};

/// Every link of a placed network as parts on lines, not yet on tracks.
struct Wiring {
  GridSize grid;
  std::array<Lines, 3> lines;
  std::vector<Joint> joints;
  std::vector<LinkKind> kinds;
  /// By axis and slot: true where no node can stand, only interchanges, so that their boxes may be as small as their
  /// terminals; empty: nodes may stand everywhere.
  std::array<std::vector<bool>, 3> interchanges_only;
  /// By axis and slot: where the slot stands in half node pitches; empty: slot s stands at 2 s.
  std::array<std::vector<std::uint32_t>, 3> half_pitches;

  /// The distance of two slots of an axis, the higher one second.
  Span span(Axis axis, std::uint32_t from, std::uint32_t to) const {
    const auto& at = half_pitches[index(axis)];
    return at.empty() ? node_pitches(to - from) : Span{at[to] - at[from]};
  }
  Span span(Axis axis, const Pattern& pattern, std::size_t part) const {
    return span(axis, slot_of(pattern.lo[part]), slot_of(pattern.hi[part]));
  }
  const Lines& operator[](Axis axis) const { return lines[index(axis)]; }
  Lines& operator[](Axis axis) { return lines[index(axis)]; }
};

/// Sorts every link into lines and finds the equal ones. A bent link takes the corner that raises the densest
/// straight-link cut of its two routing channels least (the sum of both raises); tie: the row of the end with the lower
/// y.
///
/// Cost: O(parts of all distinct patterns + lines x classes + bent links). Throws a limit error past 2^31 parts.
Wiring wire_up(const Topology& topology, const Placement& placement);

}  // namespace cutline
