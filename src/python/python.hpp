// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "cutline/output/export/network.hpp"
#include "cutline/study/study.hpp"

/// Helpers of every part of the Python module.

namespace cutline::python {

namespace py = pybind11;

/// Runs long work on a thread of its own without the interpreter's lock, and checks for signals twenty times a second.
/// After an interrupt (Ctrl-C) the watch asks the work to stop, and its loops throw StopAsked. Then Python's exception
/// for the interrupt is thrown. Other exceptions of the work are thrown again. The work must not touch Python's
/// objects.
void without_lock(FunctionRef<void(Watch&)> work);
/// The same for work that gives a value.
template <class Work>
auto found_without_lock(const Work& work) {
  std::optional<std::invoke_result_t<Work, Watch&>> found;
  without_lock([&](Watch& watch) { found.emplace(work(watch)); });
  return *std::move(found);
}

/// The value as a Python object. Null becomes None; a map becomes a dictionary in the same order.
py::object to_python(const Data& value);

/// A read-only NumPy array over `count` records, without a copy. `stride` is in bytes; the array keeps `owner`, which
/// holds the records, alive.
py::array array_over(const py::dtype& type, std::size_t count, std::size_t stride, const void* data,
                     std::shared_ptr<const void> owner);

/// Issues a Python warning with this text; throws if the user has turned warnings into exceptions.
void warn(const std::string& text);

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
