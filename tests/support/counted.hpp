// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "cutline/detail/topology/graph_measures.hpp"
#include "cutline/topology/topology.hpp"
#include "support/boost_oracle.hpp"

namespace cutline::test {

/// What a walk from every node over every link finds, through switches too: Boost walks, so it shares no code with
/// graph_measures.
struct Counted {
  std::uint64_t nodes = 0, links = 0, degree_min = ~std::uint64_t{0}, degree_max = 0, diameter = 0;
  std::uint64_t repeated = 0;  ///< links between two nodes that already have one
  std::uint64_t switches = 0, switch_degree = 0;
  double mean_distance = 0;  ///< over ordered pairs of distinct nodes
};

inline Counted counted(const Topology& topology) {
  const Neighbours next = neighbours(topology);
  Counted count;
  const auto is_node = [&](std::uint64_t site) { return topology.kind(site) == SiteKind::node; };
  for (std::uint64_t site = 0; site < next.size(); ++site) {
    if (topology.kind(site) != SiteKind::nothing) ++(is_node(site) ? count.nodes : count.switches);
  }
  std::set<std::pair<std::uint64_t, std::uint64_t>> pairs;
  std::vector<std::uint64_t> ends(next.size(), 0);
  for_each_link(topology, [&](std::size_t, std::size_t, std::uint64_t a, std::uint64_t b) {
    ++count.links;
    ++ends[a];
    ++ends[b];
    if (!pairs.insert(std::minmax(a, b)).second) ++count.repeated;
  });
  for (std::uint64_t site = 0; site < next.size(); ++site) {
    if (!is_node(site)) {
      count.switch_degree = std::max(count.switch_degree, ends[site]);
      continue;
    }
    count.degree_min = std::min(count.degree_min, ends[site]);
    count.degree_max = std::max(count.degree_max, ends[site]);
  }
  std::uint64_t total = 0;
  for (std::uint64_t from = 0; from < next.size(); ++from) {
    if (!is_node(from)) continue;
    const std::vector<std::uint64_t> hops = boost_hops(next, from);
    const auto missed = static_cast<std::uint64_t>(std::count(hops.begin(), hops.end(), kNotReached));
    REQUIRE(next.size() - missed == count.nodes + count.switches);
    for (std::uint64_t to = 0; to < next.size(); ++to) {
      if (!is_node(to)) continue;
      total += hops[to];
      count.diameter = std::max(count.diameter, hops[to]);
    }
  }
  count.mean_distance = static_cast<double>(total) / static_cast<double>(count.nodes * (count.nodes - 1));
  return count;
}

/// The closed forms of a family at one size; mean_distance is negative if none is known.
struct ClosedForms {
  std::uint64_t nodes = 0, links = 0, degree = 0, diameter = 0;
  double mean_distance = -1;
};

/// Degrees and distances alone: a search for the best cut takes most of the time of all measures.
inline GraphMeasures measures_without_cuts(const Topology& topology) {
  return graph_measures(topology, 2'000'000'000, CutSearch::none);
}

/// Compares the closed forms with the count, and the count with the library.
inline void check_closed_forms(const Topology& topology, const ClosedForms& known) {
  const Counted count = counted(topology);
  CHECK(count.nodes == known.nodes);
  CHECK(topology.node_count() == known.nodes);
  CHECK(count.links == known.links);
  CHECK(topology.link_count() == known.links);
  CHECK(count.repeated == 0);
  CHECK(count.degree_max == known.degree);
  CHECK(count.diameter == known.diameter);
  if (known.mean_distance >= 0) CHECK(count.mean_distance == doctest::Approx(known.mean_distance).epsilon(1e-12));
  const GraphMeasures measures = measures_without_cuts(topology);
  CHECK(measures.degree_max == count.degree_max);
  CHECK(measures.distances->diameter_hops == count.diameter);
  CHECK(measures.distances->mean_hops == doctest::Approx(count.mean_distance).epsilon(1e-12));
}

/// Checks that the distances of a theorem are those that a search finds without it.
inline void check_distance_theorem(Topology topology) {
  const GraphMeasures theorem = measures_without_cuts(topology);
  topology.theorems.distance = {};
  const GraphMeasures search = measures_without_cuts(topology);
  CHECK(search.distance_method == "one search");
  CHECK(theorem.distances->diameter_hops == search.distances->diameter_hops);
  CHECK(theorem.distances->mean_hops == doctest::Approx(search.distances->mean_hops).epsilon(1e-13));
}

/// Checks that a theorem's cut lies within the bounds that are found without it.
inline void check_bisection(Topology topology, std::uint64_t links) {
  REQUIRE(topology.theorems.bisection.told());
  CHECK(topology.theorems.bisection.links == links);
  CHECK(topology.theorems.bisection.channels == 2 * links);
  topology.theorems.bisection = {};
  const BisectionWidth bounds = bisection_bounds(topology, 2'000'000'000);
  CHECK(bounds.lower <= links);
  CHECK(bounds.upper == links);
}

}  // namespace cutline::test
