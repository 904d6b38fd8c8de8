// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "cutline/layout/layout.hpp"

namespace cutline {

struct Topology;

/// What is known of a network's graph, for bounds on its layouts.
struct KnownOfGraph {
  std::optional<std::uint64_t> diameter_hops;
  std::optional<std::uint64_t> bisection_links;  ///< no balanced cut has fewer
  /// Messages over the busiest channel for each that a node offers, under uniform traffic over any routes.
  std::optional<double> peak_channel_load;
};

/// The argument that gives a bound: every node's nearest free neighbours; messages between all pairs, which no
/// placement brings nearer together; the diameter; the bisection; node boxes and terminals alone.
enum class BoundBy : std::uint8_t { neighbours, all_pairs, diameter, bisection, boxes };

template <class Value>
struct LowerBound {
  Value value{};
  BoundBy by = BoundBy::neighbours;
  bool operator==(const LowerBound&) const = default;
};

/// What no layout of this network on this grid, with this node box and these layers, can fall below.
struct LayoutBounds {
  std::optional<LowerBound<std::uint64_t>> longest_span;       ///< node pitches
  std::optional<LowerBound<double>> total_span;                ///< node pitches, over links
  std::optional<LowerBound<std::int64_t>> wires_over_columns;  ///< wires over the fullest cut between columns
  std::optional<LowerBound<std::int64_t>> wires_over_rows;
  std::optional<LowerBound<double>> area;  ///< wire pitches squared; of one plane
  bool operator==(const LayoutBounds&) const = default;
};

/// Bounds that hold for any order of the nodes on the cells of the layout's grid.
///
/// Longest span: two of N nodes stand at least the least diameter of N cells apart, and no link of a path of `diameter`
/// hops may be shorter than its share; and a node of degree d has a neighbour past the d - 1 nearest cells.
/// Total span: half the sum over nodes of the distances to as many nearest cells as they have neighbours, heaviest
/// links nearest; and the distances between all pairs, which the messages between them travel on channels that carry no
/// more than the busiest one. Source: derived, after [Leighton 1992]. Wires over a cut between columns: each pair
/// across it sends its messages over it. Where it halves the nodes, the bisection too. Area: tracks for these wires,
/// beside or over boxes that hold the terminals; the least product of the two sides. Source: derived, after [Thompson
/// 1980].
///
/// Absent what a network does not allow: spans where interchanges take no room; total span past 2^18 links without a
/// load; wires and area where links differ in width or share wires, in several planes and in given places.
/// Cost: O(links log links) up to 2^18 links, O(rows + columns).
LayoutBounds layout_bounds(const Topology& topology, const Layout& layout, const KnownOfGraph& known);

}  // namespace cutline
