// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/output/export/network.hpp"
#include "cutline/study/study.hpp"
#include "python/python.hpp"

namespace cutline::python {

/// A graph from Python that becomes the network of a candidate. Nodes are numbered 0, 1, 2 ..., switches last.
struct Graph {
  Parameters parameters;                           ///< parameters of the family `graph`: nodes, links and so on
  std::vector<std::array<std::int64_t, 3>> cells;  ///< one for each node and switch; empty: the placement is free
  std::size_t nodes() const;
  std::size_t links() const;
};

/// The arguments of from_edges other than its table.
struct EdgeChoice {
  std::optional<std::int64_t> nodes;  ///< absent: one more than the highest number in the table
  bool one_way = false;
  IntegerList switches;
};
/// The graph of a table with two or three columns of whole numbers: both ends of each link, and its width. Throws input
/// errors for other tables.
Graph graph_of_edges(const py::array& edges, const EdgeChoice& choice);
/// The graph of a NetworkX graph, with nodes in its order. Reads the same attributes as from GraphML: `width_name` of
/// edges; x, y, z, kind and terminals of nodes. Throws input errors that name the node or edge.
Graph graph_of_networkx(const py::object& graph, const std::string& width_name);
/// The graph of a Python object: a Graph, a NetworkX graph, or a table of edges.
Graph graph_of(const py::object& given);

/// Makes the graph the network of a design. Channels, concentration and placement that the spec gives stay as they are.
/// Throws an input error for a design of another family.
void give(const Graph& graph, Design& design);

/// Adds a family whose networks a function of Python builds from its parameters: anything that graph_of takes. The
/// function may be called from any thread. Throws an input error for a name that is taken.
void add_own_family(const std::string& name, const py::object& build, const std::string& summary);
/// Adds a delay model: ns (tau in the technology `unit`) as a function of the length and of its other parameters. `of`
/// says what the length counts: "mm" along the wire, "pitches" along it, or "span" in node pitches.
void add_own_delay(const std::string& name, const py::object& delay, const std::string& of, const std::string& summary);

/// The network as a NetworkX graph with the measures of every link. If any link is one-way, it is a directed graph of
/// channels; if links are parallel, it is a multigraph.
py::object to_networkx(const ExportNetwork& network);

}  // namespace cutline::python
