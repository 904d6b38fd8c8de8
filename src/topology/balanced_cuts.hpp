// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "topology/digit_graphs.hpp"

namespace cutline {

/// The side, 0 or 1, of each site.
using Sides = std::vector<std::uint8_t>;

/// The name of the cut between the two halves of the nodes in the order of their numbers.
inline constexpr const char* kHalves = "halves in node order";

/// A balanced partition, the links that cross it, and the method that found it.
struct Partition {
  Sides sides;
  Cut cut;
  const char* found_by = "";
};

/// Whether the network is small enough, in sites and links, to be partitioned for a measure.
bool can_be_partitioned(const Topology& topology);

/// A network with its sites in an order that follows from its links alone.
struct Renumbered {
  Topology topology;
  std::vector<std::uint32_t> numbers;  ///< of each site of the network that was given
};
/// The order is the same however the sites were numbered, so searches that depend on numbers find the same cuts. Sites
/// that nothing tells apart within some 10^7 visits of channels, or for which no symmetry exchanges them although every
/// neighbourhood of them is alike, keep the order of their numbers. Nothing if the numbers follow from a family's
/// parameters, if a theorem gives the bisection, or past 2^18 links or sites.
std::optional<Renumbered> renumbered_by_shape(const Topology& topology);

// Each of the following counts a cut in links or in wires, as `what` says.

/// The least balanced partition, by exact_cut(); nothing if it is not proved within `visits` of channels and sites.
std::optional<Partition> least_partition(const Topology& topology, CutIn what = CutIn::links,
                                         std::uint64_t visits = 400'000'000);
/// Up to so many sites it is tried before anything else.
inline constexpr std::uint64_t kMostExactSites = 20;

/// A balanced partition with whole parts of the network on each side, so that no link crosses it; nothing if no parts
/// have half of the nodes together, or past 2^20 sites or links. Cost: O(channels), and at most O(nodes^1.5).
std::optional<Partition> whole_parts(const Topology& topology);

/// Sets both bisection widths: by theorem, or as `search` says. Needs the number of parts in `measures`.
void measure_bisections(const Topology& topology, std::uint64_t effort, CutSearch search, GraphMeasures& measures);

/// The bounds that bisection_bounds gives where least_partition() is not tried or fails. Works for networks of any
/// size.
BisectionWidth certified_bounds(const Topology& topology, std::uint64_t effort, CutIn what = CutIn::links);

/// A lower bound on every balanced cut: by a theorem; for a product network by the congestion of its digits, in some
/// milliseconds at most; for others up to 2^14 links by flows, in less than a tenth of a second. Returns 0 for the
/// rest.
std::uint64_t cheap_bisection_bound(const Topology& topology, CutIn what);

/// A lower bound on every balanced cut. Each ordered pair of nodes on different sides sends one message
/// along its shortest paths, evenly; all of these cross the cut, and each channel carries no more than its load. So the
/// cut weighs at least as much as the cheapest channels, by weight for load, that together can carry all these
/// messages. Returns 0 if the network is not connected, and 1 if computing the loads would take more than `effort` link
/// visits. Source: [Leighton 1992]; derived: the sum over the busiest links in place of the busiest link times their
/// number.
std::uint64_t congestion_bound(const Topology& topology, std::uint64_t effort, CutIn what = CutIn::links);

/// A lower bound on every balanced cut; 0 if the network is in parts. Sources drawn in turn send a message to every
/// node, along the shortest ways by lengths that grow with what links carry already, so that the flow evens out. At
/// least floor(N/2) messages of each source cross the cut, which so weighs at least as much as the cheapest links, by
/// weight for load, that together carry these. Ends at `enough`, where no source helps for some time, or after so many
/// visits of channels and sites. Deterministic. Cost: some 5 10^-8 s a visit. Source: [Leighton 1992; Garg 2007];
/// derived: one source at a time, since of its messages every balanced cut parts as many, and the sum over the busiest
/// links.
std::uint64_t flow_bound(const ChannelGraph& graph, std::uint64_t enough, std::uint64_t visits);

/// A lower bound on every balanced cut: floor(N/2) ceil(N/2) / N times the second least eigenvalue of the
/// Laplacian, since that eigenvalue bounds the cut's quadratic form from below. For a product it is the least of the
/// digits' second eigenvalues. Rounding errors never make the bound too high. Returns 0 early if the bound would not
/// exceed `known`. Returns nothing if the network, or a digit of a product, has more than kMostSpectralNodes nodes, or
/// if there are interchanges or shared links. Cost: O(nodes^3), some seconds at most. Source: [Fiedler 1973; Bezrukov
/// 2004].
std::optional<std::uint64_t> spectral_bound(const Topology& topology, std::uint64_t known = 0,
                                            CutIn what = CutIn::links);
inline constexpr std::uint64_t kMostSpectralNodes = 2048;

/// The cut between the two halves of the nodes in the order of their numbers; for a product network the best of several
/// such cuts, in each of which another digit is the highest of the numbers. Cost: O(links of the classes) for product
/// networks, O(links) for others. Returns nothing for other networks with more than 2^28 links or sites.
std::optional<Cut> halving_cut(const Topology& topology, CutIn what = CutIn::links);
/// The partition whose cut halving_cut returns. Cost: O(sites x digits + links).
Partition halves(const Topology& topology, CutIn what);

/// A good balanced partition, found by improving other partitions: the halves of the nodes in node order, and
/// partitions by METIS, which are recombined up to 2^18 links, as long as the cut is above `lower`. Deterministic.
/// Cost: about 10^-5 seconds a link and METIS seed, and that of recombined().
Partition improved_partition(const Topology& topology, CutIn what = CutIn::links, std::uint64_t lower = 0);

/// What fails of a network: links, by ascending numbers in the order of for_each_link, and sites without links.
struct Damage {
  const std::vector<std::uint64_t>& links;
  const std::vector<std::uint64_t>& sites;
};
/// The best balanced cut that is found of the nodes that are left: from good sides of the whole network, and from METIS
/// with so many seeds; up to 32 sites by branch and bound. Nothing if fewer than two nodes are left.
std::optional<std::uint64_t> damaged_cut(const Topology& topology, const Damage& damage, const Sides& whole, int seeds,
                                         CutIn what = CutIn::links);

/// The cut between the sides. Cost: O(links).
Cut cut_between(const Topology& topology, const Sides& sides);

/// The weight of the links between the sides. `graph` must have two channels, one each way, for every link.
std::uint64_t crossing(const ChannelGraph& graph, const Sides& sides);

/// Balances the sides exactly and reduces the cut by moving nodes from side to side, as long as a round of moves helps.
void improve(const ChannelGraph& graph, Sides& sides);

/// The least and the greatest number of nodes on the first side.
struct FirstSide {
  std::size_t least = 0, most = 0;
};
/// The same for sides of other sizes, with at most `most_rounds` rounds of moves.
void improve(const ChannelGraph& graph, const FirstSide& first, int most_rounds, Sides& sides);

/// A partition in two by METIS with about `first` nodes on the first side. Deterministic: one seed, one partition.
Sides metis_split(const ChannelGraph& graph, std::size_t first, std::uint32_t seed);
/// Improved partitions, one from each start, by simulated annealing of single nodes. Deterministic. Cost: 4000 moves a
/// node and start, or fewer past 15,000 nodes, each some 3 10^-8 s. Source: [Johnson 1989]; derived: that uneven sides
/// cost little at first.
std::vector<Sides> walked_partitions(const ChannelGraph& graph, const std::vector<Sides>& starts);
/// Whether a graph with such a cut is thinner than a square mesh of as many nodes, and neither small nor large: its
/// best halves are then made up of pieces that few links join to the rest, which walks of single nodes do not find.
bool is_thin(const ChannelGraph& graph, std::uint64_t cut);
/// The best balanced partition that comes from balanced ones: nodes that two of them leave together are merged, and the
/// small graph is partitioned again, from the better of the two; others come afresh. Thin graphs have several such
/// populations, on all threads, and lighter_in_band(). Ends where no round has helped for some time, or at a cut of
/// `lower`. Deterministic. Cost: at most some 5 10^7 visits of channels, each about 2 10^-7 s. Source: [Sanders 2012].
Sides recombined(const ChannelGraph& graph, std::vector<Sides> partitions, std::uint64_t lower);
/// Partitions in two by METIS, one for each seed; the sides may be slightly unequal.
std::vector<Sides> metis_partitions(const ChannelGraph& graph, int seeds, std::uint32_t first_seed = 0);

}  // namespace cutline
