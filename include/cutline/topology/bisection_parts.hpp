// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "cutline/topology/digit_graphs.hpp"

namespace cutline {

/// A balanced cut: links that cross it, and their channels.
struct Cut {
  std::uint64_t links = 0;
  std::uint64_t channels = 0;
};

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

/// The sites on the first of two sides, one a bit, and the channels from it to the second.
struct SmallCut {
  std::uint32_t first_side = 0;
  std::uint64_t channels = 0;
};

/// A network of at most 32 sites, as sets of bits.
class SmallNetwork {
 public:
  explicit SmallNetwork(std::uint64_t sites);
  void set_interchange(std::uint64_t site) { nodes_ &= ~(std::uint32_t{1} << site); }
  void add_channel(std::uint64_t from, std::uint64_t to);
  /// The cut with the fewest channels between sides of so many nodes at most, if it has fewer than `least`; else
  /// `least`. Interchanges stand on either side. Of equal cuts it is the first, where sites are put, in their order, on
  /// the first side before the second. Cost: O(2^sites), less what branch and bound leaves out.
  SmallCut least_cut(const std::array<std::uint32_t, 2>& most_nodes, SmallCut least) const;

 private:
  /// Channels of which no two are parallel.
  struct Layer {
    std::array<std::uint32_t, 32> heads{}, tails{};  ///< of each site, one a bit
  };
  void put(std::uint32_t site, std::uint32_t first_side, const std::array<std::uint32_t, 2>& room, std::uint64_t cut,
           SmallCut& least) const;

  std::uint32_t sites_, nodes_ = ~std::uint32_t{0};
  std::vector<Layer> layers_;
};

/// The balanced partition that the fewest links cross, by enumeration of all of them, for up to 20 sites.
Partition least_partition(const Topology& topology);
inline constexpr std::uint64_t kMostEnumeratedNodes = 20;

/// The bounds that bisection_bounds gives where it does not enumerate, for networks of any size.
BisectionWidth certified_bounds(const Topology& topology, std::uint64_t effort);

/// The same upper bound, that of bisection_bounds(), with whatever is cheap below: what holds a bisection equal needs.
BisectionWidth bisection_above(const Topology& topology);
/// A lower bound on the links of every balanced cut, by a theorem, or of a product by the congestion of its digits;
/// else 0. Cost: some milliseconds at most.
std::uint64_t cheap_bisection_bound(const Topology& topology);

/// A lower bound on the links of every balanced cut. Each ordered pair of nodes on different sides sends one message
/// along its shortest paths, evenly; all of these cross the cut, and each channel carries no more than its load. So the
/// cut needs as many channels as the busiest ones take to carry them all. Returns 0 where the network is not connected,
/// and 1 where the loads would pass the effort. Source: [Leighton 1992]; derived: the sum over the busiest links in
/// place of the busiest link times their number.
std::uint64_t congestion_bound(const Topology& topology, std::uint64_t effort);

/// A lower bound on the links of every balanced cut: floor(N/2) ceil(N/2) / N times the second least eigenvalue of the
/// Laplacian, since that eigenvalue bounds the cut's quadratic form from below. For a product it is the least of the
/// digits' second eigenvalues. Safe against rounding. Returns 0 early where the bound would not exceed `known`. Returns
/// nothing where the network, or a digit of a product, has more than kMostSpectralNodes nodes, or where there are
/// interchanges or shared links. Cost: O(nodes^3), some seconds at most. Source: [Fiedler 1973; Bezrukov 2004].
std::optional<std::uint64_t> spectral_bound(const Topology& topology, std::uint64_t known = 0);
inline constexpr std::uint64_t kMostSpectralNodes = 2048;

/// The cut between the two halves of the nodes in the order of their numbers; for a product network the best such cut
/// with each digit leading once. Cost: O(links of the classes) for product networks, O(links) for others, and nothing
/// for others past 2^28 links or sites.
std::optional<Cut> halving_cut(const Topology& topology);
/// The partition of that same cut. Cost: O(sites x digits + links).
Partition halves(const Topology& topology);

/// A good balanced partition, found by improving others: the first half of the nodes, and partitions of METIS.
/// Deterministic. Cost: about 10^-5 seconds a link.
Partition improved_partition(const Topology& topology);

/// The links between the sides, and their channels. Cost: O(links).
Cut cut_between(const Topology& topology, const Sides& sides);

/// The number of links between the sides. `graph` has every link both ways.
std::uint64_t crossing(const ChannelGraph& graph, const Sides& sides);

/// Balances the sides exactly and reduces the cut by moving nodes from side to side, as long as a round of moves helps.
void improve(const ChannelGraph& graph, Sides& sides);

/// How many nodes the first side may have.
struct FirstSide {
  std::size_t least = 0, most = 0;
};
/// Likewise for sides of other sizes, with at most so many rounds of moves.
void improve(const ChannelGraph& graph, const FirstSide& first, int most_rounds, Sides& sides);

/// A partition in two by METIS with about `first` nodes on the first side. Deterministic: one seed, one partition.
Sides metis_split(const ChannelGraph& graph, std::size_t first, std::uint32_t seed);
/// Partitions in two by METIS, one for each seed; the sides may be slightly unequal.
std::vector<Sides> metis_partitions(const ChannelGraph& graph, int seeds);

}  // namespace cutline
