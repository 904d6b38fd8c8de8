// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cutline/output/export/network.hpp"
#include "cutline/study/study.hpp"
#include "python/python.hpp"

namespace cutline::python {

/// A graph that Python gives, to be the network of a candidate. Nodes are numbered 0, 1, 2 ..., switches last.
struct Graph {
  Parameters parameters;                           ///< of the family `graph`: nodes, links and what else it says
  std::vector<std::array<std::int64_t, 3>> cells;  ///< one a node and switch; empty: anywhere
  std::size_t nodes() const;
  std::size_t links() const;
};

/// What from_edges takes beside its table.
struct EdgeChoice {
  std::optional<std::int64_t> nodes;  ///< absent: one more than the highest named
  bool one_way = false;
  IntegerList switches;
};
/// Of a table of two or three columns of whole numbers: ends and width of every link. Throws input errors.
Graph graph_of_edges(const py::array& edges, const EdgeChoice& choice);
/// Of a NetworkX graph, nodes in its order. Reads what Cutline reads of GraphML: `width_name` of edges; x, y, z, kind
/// and terminals of nodes. Throws input errors that name the node or edge.
Graph graph_of_networkx(const py::object& graph, const std::string& width_name);
/// A Graph, a NetworkX graph, or a table of edges.
Graph graph_of(const py::object& given);

/// Makes the graph a design's network. What the spec says of channels, concentration and placement stands. Throws an
/// input error for a design of another family.
void give(const Graph& graph, Design& design);

/// A NetworkX graph with every link's measures, or a directed one of channels where a link is one-way; with parallel
/// edges where links are parallel.
py::object to_networkx(const ExportNetwork& network);

}  // namespace cutline::python
