// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/layout/layout.hpp"

namespace cutline {

struct Topology;

/// A fact about a network's graph: its diameter; the least number of wires over a cut that halves the nodes, or a
/// lower bound on it; and the load of the busiest channel over its relative width, in messages for each
/// message that a node offers, under uniform traffic with any choice of routes.
enum class GraphFact : std::uint8_t { diameter_hops, bisection_wires, peak_channel_load };
/// Facts for bounds on a network's layouts; a fact that is not known has no entry.
using KnownOfGraph = std::map<GraphFact, double>;

/// The argument that gives a bound: the cells nearest to each node, which hold its neighbours at best; the messages
/// between all pairs, whose total distance no placement can make less than a least sum; the diameter; the bisection;
/// node boxes and terminals alone.
enum class BoundBy : std::uint8_t { neighbours, all_pairs, diameter, bisection, boxes };

struct LowerBound {
  double value = 0;  ///< a whole number
  BoundBy by = BoundBy::neighbours;
  bool operator==(const LowerBound&) const = default;
};

/// The measure that is bounded: the longest span and the sum of spans over links, in node pitches; wires over the
/// fullest cut between columns, or between rows; the area of one plane, in square wire pitches.
enum class Bounded : std::uint8_t { longest_span, total_span, wires_over_columns, wires_over_rows, area };
/// Values below which no layout of this network on this grid, with this node box and these layers, can fall.
using LayoutBounds = std::map<Bounded, LowerBound>;

/// Bounds that hold for any order of the nodes on the cells of the layout's grid.
///
/// Longest span: some two of N nodes are at least as far apart as the least diameter of N cells. A path of at most
/// `diameter` hops joins them, and one of its links spans at least an equal share of that distance. Also, of the d
/// neighbours of a node one is at least as far as the d-th nearest cell.
///
/// Total span: each node has its neighbours at best on the cells nearest to it, those with the most links nearest; half
/// of the sum of these distances over all nodes. Also, messages between all pairs travel at least the distances between
/// the pairs, on channels of which none carries more for its width than the busiest one. Source: derived, after
/// [Leighton 1992].
///
/// Wires over a cut: each pair of nodes across it sends its messages over it. Where the cut halves the nodes, the
/// bisection is a bound too. Area: tracks for these wires, beside or over boxes that hold the terminals; the least
/// product of the two sides. Source: derived, after [Thompson 1980].
///
/// Where links differ in width, the total span counts every link as wide as the widest, and a cut's wires count the
/// control wires of a channel as if all were as wide as the one with the fewest wires for its width.
///
/// There is no bound at all where links share wires and in given places; none on spans where interchanges take no room;
/// none on the total span past 2^18 links without a load; and none on wires and area in several planes. Cost:
/// O(links log degree) up to 2^18 links, less for a product, and O(rows + columns).
LayoutBounds layout_bounds(const Topology& topology, const Layout& layout, const KnownOfGraph& known);

}  // namespace cutline
