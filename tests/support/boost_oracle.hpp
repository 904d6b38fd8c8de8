// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "cutline/topology/topology.hpp"

/// What Boost.Graph finds of a network. It reads the links one by one and shares no code with the library.
namespace cutline::test {

/// The sites to which links lead from each site. Links of one channel are followed one way.
using Neighbours = std::vector<std::vector<std::uint64_t>>;
Neighbours neighbours(const Topology& topology);

/// For sites that are not reached.
inline constexpr std::uint64_t kNotReached = ~std::uint64_t{0};
/// Hops from a site to every site, by breadth-first search.
std::vector<std::uint64_t> boost_hops(const Neighbours& next, std::uint64_t from);
/// Hops between all sites, by Johnson's algorithm.
std::vector<std::vector<std::uint64_t>> boost_all_hops(const Neighbours& next);

/// The part of every site, where links join both ends whatever their channels.
std::vector<std::size_t> boost_parts(const Topology& topology);
/// The strong part of every site: its sites have ways to each other.
std::vector<std::size_t> boost_strong_parts(const Neighbours& next);

/// The least number of channels whose loss parts a node from another: the least of all maximum flows between the first
/// node and any other, both ways. Boykov and Kolmogorov's algorithm.
std::uint64_t boost_least_flow(const Topology& topology);
/// The same of a two-way network of nodes alone, by Stoer and Wagner's minimum cut.
std::uint64_t boost_least_cut(const Topology& topology);

/// Whether two networks of two-way links are one, whatever the numbers of their sites.
bool boost_isomorphic(const Topology& one, const Topology& other);

/// The share of pairs of a site's neighbours that links join, the mean over sites.
double boost_clustering(const Topology& topology);
/// The links of Boost's small world of which none moves, the lower end first.
std::set<std::pair<std::size_t, std::size_t>> boost_ring_lattice(std::size_t nodes, std::size_t neighbours);

/// A directed way between two sites that costs so much.
struct CostlyWay {
  std::size_t from = 0, to = 0;
  double cost = 0;
};
/// The least cost of a path between any two sites, by Floyd and Warshall's algorithm.
std::vector<std::vector<double>> boost_least_costs(std::size_t sites, const std::vector<CostlyWay>& ways);

}  // namespace cutline::test
