// SPDX-License-Identifier: Apache-2.0
// Compares links to neighbours with a count link by link, for every family's examples and for graphs.
#include <doctest/doctest.h>

#include <algorithm>
#include <functional>

#include "cutline/topology/family.hpp"
#include "cutline/topology/topology.hpp"
#include "support/graphs.hpp"
#include "topology/graph_searches.hpp"

using cutline::LinksToNeighbours;
using cutline::Topology;

namespace {

using CountOfSites = std::map<LinksToNeighbours, std::uint64_t>;

CountOfSites counted_link_by_link(const Topology& topology) {
  std::map<std::uint64_t, std::map<std::uint64_t, std::uint64_t>> links;  // [site][neighbour]
  cutline::for_each_link(topology, [&](std::size_t, std::size_t, std::uint64_t a, std::uint64_t b) {
    ++links[a][b];
    ++links[b][a];
  });
  CountOfSites sites;
  for (const auto& [site, neighbours] : links) {
    LinksToNeighbours list;
    for (const auto& [neighbour, count] : neighbours) list.push_back(count);
    std::sort(list.begin(), list.end(), std::greater<>());
    ++sites[list];
  }
  return sites;
}

}  // namespace

TEST_CASE("links to neighbours are those that a count link by link gives, in every family") {
  std::size_t products = 0, others = 0, with_interchanges = 0;
  for (const cutline::Family& family : cutline::families()) {
    for (const cutline::Parameters& example : family.examples) {
      CAPTURE(family.name);
      const Topology topology = cutline::build_topology(family.name, example);
      if (std::any_of(topology.classes.begin(), topology.classes.end(), [](const auto& c) { return c.shared; }))
        continue;
      CHECK(cutline::links_to_neighbours(topology) == counted_link_by_link(topology));
      const bool product = topology.is_product();
      products += product ? 1 : 0;
      others += product ? 0 : 1;
      with_interchanges += product && topology.has_interchanges() ? 1 : 0;
    }
  }
  CHECK(products > 0);
  CHECK(others > 0);
  CHECK(with_interchanges > 0);
}

TEST_CASE("parallel links count as many, and a site without links is left out") {
  const Topology graph = cutline::test::graph_of(4, {{0, 1}, {1, 0}, {1, 2}});
  CHECK(cutline::links_to_neighbours(graph) == CountOfSites{{{2}, 1}, {{2, 1}, 1}, {{1}, 1}});
}
