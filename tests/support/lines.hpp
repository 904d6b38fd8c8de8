// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

#include "cutline/detail/base/values.hpp"
#include "cutline/topology/family.hpp"
#include "cutline/topology/topology.hpp"
#include "placement/arrangement.hpp"

namespace cutline::test {

/// A whole network with its places on one line.
inline GridGraph as_line(const Topology& topology, Minimised minimised) {
  std::vector<WeightedLink> links;
  for_each_link(topology, [&](std::size_t c, std::size_t link, std::uint64_t a, std::uint64_t b) {
    links.push_back({static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b), topology.classes[c].width(link)});
  });
  const auto nodes = static_cast<std::uint32_t>(topology.node_count());
  return {weighted_graph(nodes, std::move(links)), nodes, 1, minimised};
}

/// A graph given by its links.
inline Topology graph_of_table(std::int64_t nodes, const IntegerTable& links) {
  return build_topology("graph", {{"nodes", nodes}, {"links", links}});
}

/// `3x4` as 3, 4.
inline IntegerList sides_of(std::string text) {
  std::replace(text.begin(), text.end(), 'x', ' ');
  std::istringstream words(text);
  IntegerList sides;
  for (std::int64_t side = 0; words >> side;) sides.push_back(side);
  return sides;
}

/// The networks that the golden files of cutwidths name (`torus_3x4`, `hypercube_4`, `petersen`), as simple graphs.
inline Topology named_network(const std::string& name) {
  const std::size_t cut = name.rfind('_');
  const std::string family = name.substr(0, cut);
  if (name == "petersen") {
    IntegerTable links;
    for (std::int64_t i = 0; i < 5; ++i) {
      links.push_back({i, (i + 1) % 5});
      links.push_back({i, i + 5});
      links.push_back({i + 5, (i + 2) % 5 + 5});
    }
    return graph_of_table(10, links);
  }
  const IntegerList sides = sides_of(name.substr(cut + 1));
  if (family == "mesh" || family == "torus") return build_topology(family, {{"radices", sides}});
  if (family == "ghc") return build_topology("hyperx", {{"radices", sides}});
  if (family == "ring" || family == "complete") return build_topology(family, {{"nodes", sides[0]}});
  if (family == "star") return build_topology(family, {{"symbols", sides[0]}});
  return build_topology(family == "debruijn" ? "de_bruijn" : family, {{"dimensions", sides[0]}});
}

}  // namespace cutline::test
