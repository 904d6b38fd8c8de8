// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>

#include "cutline/layout/layout.hpp"

namespace cutline {

struct Topology;

/// A fact about a network's graph: its diameter, the links that no balanced cut has fewer of, and the messages over the
/// busiest channel for each that a node offers, under uniform traffic over any routes.
enum class GraphFact : std::uint8_t { diameter_hops, bisection_links, peak_channel_load };
/// Facts for bounds on a network's layouts; what is not known has no entry.
using KnownOfGraph = std::map<GraphFact, double>;

/// The argument that gives a bound: every node's nearest free neighbours; messages between all pairs, which no
/// placement brings nearer together; the diameter; the bisection; node boxes and terminals alone.
enum class BoundBy : std::uint8_t { neighbours, all_pairs, diameter, bisection, boxes };

struct LowerBound {
  double value = 0;  ///< whole
  BoundBy by = BoundBy::neighbours;
  bool operator==(const LowerBound&) const = default;
};

/// What is bounded: spans in node pitches, their sum over links, wires over the fullest cut, and wire pitches squared
/// of one plane.
enum class Bounded : std::uint8_t { longest_span, total_span, wires_over_columns, wires_over_rows, area };
/// What no layout of this network on this grid, with this node box and these layers, can fall below.
using LayoutBounds = std::map<Bounded, LowerBound>;

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
/// There is no bound where a network does not allow it: spans where interchanges take no room; total span past 2^18
/// links without a load; wires and area where links differ in width or share wires, in several planes and in given
/// places. Cost: O(links log links) up to 2^18 links, O(rows + columns).
LayoutBounds layout_bounds(const Topology& topology, const Layout& layout, const KnownOfGraph& known);

}  // namespace cutline
