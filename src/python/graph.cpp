// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include "python/python.hpp"

namespace cutline::python {

namespace {

constexpr std::int64_t kMostTerminals = 4096;
constexpr std::int64_t kMostPlaces = (std::int64_t{1} << 26) - 1;

std::string shown(const py::handle& object) { return py::repr(object).cast<std::string>(); }

/// Reads a whole number from `least` to `most`; other programs may write it as 3.0.
std::optional<std::int64_t> whole(const py::handle& value, std::int64_t least, std::int64_t most) {
  try {
    const py::int_ number(py::reinterpret_borrow<py::object>(value));
    if (!number.equal(value)) return std::nullopt;
    const auto result = number.cast<std::int64_t>();
    return result < least || result > most ? std::nullopt : std::optional(result);
  } catch (const py::error_already_set&) {
    return std::nullopt;
  } catch (const py::cast_error&) {
    return std::nullopt;
  }
}

/// The attributes of one node of a NetworkX graph.
struct NodeAttributes {
  py::object node;
  std::optional<std::int64_t> terminals;  ///< 0: a switch
  std::optional<std::array<std::int64_t, 3>> cell;
  bool says_cell = false;
};

NodeAttributes attributes_of(const py::handle& node, const py::dict& given) {
  NodeAttributes out{py::reinterpret_borrow<py::object>(node), {}, {}, given.contains("x") || given.contains("y")};
  if (given.contains("terminals")) {
    out.terminals = whole(given["terminals"], 0, kMostTerminals);
    if (!out.terminals) {
      throw_input_error(fmt::format("node {}: the terminals {} are no whole number from 0 to {}", shown(node),
                                    shown(given["terminals"]), kMostTerminals),
                        "0 makes a switch; all nodes have as many terminals: their concentration");
    }
  }
  if (given.contains("kind")) {
    const std::string kind = py::str(given["kind"]);
    if (kind == "switch" || kind == "interchange") out.terminals = 0;
  }
  std::array<std::int64_t, 3> cell{};
  for (std::size_t axis = 0; axis < cell.size(); ++axis) {
    const char* const name = std::array{"x", "y", "z"}[axis];
    if (!given.contains(name) && axis == 2) continue;
    const auto place = given.contains(name) ? whole(given[name], 0, kMostPlaces) : std::nullopt;
    if (!place) return out;
    cell[axis] = *place;
  }
  out.cell = cell;
  return out;
}

/// The nodes in the order of the graph, then the switches.
std::vector<NodeAttributes> nodes_of(const py::object& graph) {
  std::vector<NodeAttributes> nodes;
  for (const py::handle& each : graph.attr("nodes")(py::arg("data") = true)) {
    const auto pair = py::reinterpret_borrow<py::tuple>(each);
    nodes.push_back(attributes_of(pair[0], pair[1]));
  }
  std::stable_partition(nodes.begin(), nodes.end(), [](const NodeAttributes& node) { return node.terminals != 0; });
  return nodes;
}

void set_terminals(const std::vector<NodeAttributes>& nodes, Graph& out) {
  std::optional<std::int64_t> concentration;
  IntegerList switches;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const auto terminals = nodes[i].terminals;
    if (terminals == 0) switches.push_back(static_cast<std::int64_t>(i));
    if (!terminals || *terminals == 0) continue;
    if (!concentration) concentration = terminals;
    if (*concentration == *terminals) continue;
    throw_input_error(fmt::format("node {} has {} terminals, and a node before it {}", shown(nodes[i].node), *terminals,
                                  *concentration),
                      "all have as many, their concentration, or none, which makes a switch");
  }
  if (concentration) out.parameters.set("concentration", *concentration);
  if (!switches.empty()) out.parameters.set("switches", std::move(switches));
}

void set_cells(const std::vector<NodeAttributes>& nodes, Graph& out) {
  if (std::none_of(nodes.begin(), nodes.end(), [](const NodeAttributes& node) { return node.says_cell; })) return;
  const bool all = std::all_of(nodes.begin(), nodes.end(), [](const NodeAttributes& node) { return node.cell; });
  for (const NodeAttributes& node : nodes) {
    if (all) out.cells.push_back(*node.cell);
  }
  std::vector<std::array<std::int64_t, 3>> sorted = out.cells;
  std::sort(sorted.begin(), sorted.end());
  const bool distinct = std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end();
  if (all && distinct) return;
  out.cells.clear();
  warn(fmt::format("the nodes' places x, y are not taken: {}",
                   all ? "two nodes stand in one cell" : "not every node has whole numbers x and y"));
}

IntegerTable links_of(const py::object& graph, const std::vector<NodeAttributes>& nodes,
                      const std::string& width_name) {
  py::dict numbers;
  for (std::size_t i = 0; i < nodes.size(); ++i) numbers[nodes[i].node] = i;
  IntegerTable links;
  for (const py::handle& each : graph.attr("edges")(py::arg("data") = width_name, py::arg("default") = 1)) {
    const auto edge = py::reinterpret_borrow<py::tuple>(each);
    const auto a = numbers[edge[0]].cast<std::int64_t>(), b = numbers[edge[1]].cast<std::int64_t>();
    if (a == b) {
      throw_input_error(fmt::format("node {} is linked to itself", shown(edge[0])),
                        "a link joins two nodes: leave this edge out");
    }
    const auto width = whole(edge[2], 1, std::int64_t{1} << 20);
    if (!width) {
      throw_input_error(fmt::format("edge {} - {}: the {} {} is no whole number from 1 to 2^20", shown(edge[0]),
                                    shown(edge[1]), width_name, shown(edge[2])),
                        "it counts channel widths; `width` of from_networkx can name another attribute");
    }
    links.push_back(*width == 1 ? IntegerList{a, b} : IntegerList{a, b, *width});
  }
  return links;
}

py::dict node_data(const ExportNetwork& network, const ExportNode& node) {
  py::dict data;
  data["address"] = node.address;
  data["kind"] = py::str(std::string(node.kind));
  data["terminals"] = node.terminals;
  for (const Axis axis : kAxes) {
    const std::string name(1, letter(axis));
    data[py::str(name)] = node.cell[axis];
    data[py::str(name + "_pitches")] = node.at_pitches[index(axis)];
    if (!network.unit) data[py::str(name + "_mm")] = in_mm(node.at[index(axis)]);
  }
  return data;
}

py::dict link_data(const ExportNetwork& network, const ExportLink& link) {
  py::dict data;
  data["class"] = network.classes[link.link_class];
  data["width"] = link.width;
  data["width_bits"] = link.width_bits;
  data["wires"] = link.wires;
  data["span_pitches"] = link.span;
  data["length_pitches"] = link.length_pitches;
  if (!network.unit) data["length_mm"] = in_mm(link.length);
  if (link.given_length) data["given_mm"] = in_mm(*link.given_length);
  data["delay_ns"] = in_ns(link.delay);
  if (network.clocked()) data["delay_cycles"] = link.cycles;
  return data;
}

/// "Graph", "MultiGraph", "DiGraph" or "MultiDiGraph". `all` must be sorted by ends.
std::string class_name(const std::vector<ExportChannel>& all, bool directed) {
  const auto parallel = std::ranges::adjacent_find(
      all, [](const ExportChannel& a, const ExportChannel& b) { return a.from == b.from && a.to == b.to; });
  return fmt::format("{}{}", parallel == all.end() ? "" : "Multi", directed ? "DiGraph" : "Graph");
}

}  // namespace

std::size_t Graph::nodes() const { return static_cast<std::size_t>(parameters.integer("nodes")); }
std::size_t Graph::links() const { return parameters.table("links").size(); }

Graph graph_of_edges(const py::array& edges, const EdgeChoice& choice) {
  const char kind = edges.dtype().kind();
  if (edges.ndim() != 2 || (edges.shape(1) != 2 && edges.shape(1) != 3))
    throw_input_error("edges are a table of two or three columns", "a row is a, b, or a, b, width");
  if (kind != 'i' && kind != 'u') throw_input_error("edges are whole numbers", "nodes count from 0");
  const auto table = py::array_t<std::int64_t, py::array::c_style | py::array::forcecast>(edges);
  const auto rows = table.unchecked<2>();
  IntegerTable links;
  links.reserve(static_cast<std::size_t>(rows.shape(0)));
  std::int64_t highest = -1;
  for (py::ssize_t i = 0; i < rows.shape(0); ++i) {
    IntegerList& link = links.emplace_back();
    link.reserve(static_cast<std::size_t>(rows.shape(1)));
    for (py::ssize_t column = 0; column < rows.shape(1); ++column) link.push_back(rows(i, column));
    highest = std::max({highest, link[0], link[1]});
  }
  Graph graph;
  graph.parameters.set("nodes", choice.nodes.value_or(std::min(highest, kMostPlaces) + 1));
  graph.parameters.set("links", std::move(links));
  graph.parameters.set("channels", std::string(choice.one_way ? "unidirectional" : "bidirectional"));
  if (!choice.switches.empty()) graph.parameters.set("switches", choice.switches);
  return graph;
}

Graph graph_of_networkx(const py::object& given, const std::string& width_name) {
  const std::vector<NodeAttributes> nodes = nodes_of(given);
  Graph graph;
  graph.parameters.set("nodes", static_cast<std::int64_t>(nodes.size()));
  graph.parameters.set("links", links_of(given, nodes, width_name));
  const bool directed = given.attr("is_directed")().cast<bool>();
  graph.parameters.set("channels", std::string(directed ? "unidirectional" : "bidirectional"));
  set_terminals(nodes, graph);
  set_cells(nodes, graph);
  return graph;
}

Graph graph_of(const py::object& given) {
  if (py::isinstance<Graph>(given)) return given.cast<Graph>();
  if (py::hasattr(given, "is_directed")) return graph_of_networkx(given, "width");
  return graph_of_edges(py::module_::import("numpy").attr("asarray")(given), {});
}

void give(const Graph& graph, Design& design) {
  const Family* family = find_family(design.family);
  if (family == nullptr || !family->takes_graphs) {
    throw_input_error(fmt::format("candidate '{}' is a {}, and takes no graph", design.name, design.family.printed()),
                      "give it `topology: {family: graph}`");
  }
  for (const auto& [name, value] : graph.parameters.values()) {
    if (!design.parameters.has(name)) design.parameters.set(name, value);
  }
  if (design.placement == PlacementChoice{}) design.placement.cells = graph.cells;
}

py::object to_networkx(const ExportNetwork& network) {
  const bool directed = network.has_one_way();
  const std::vector<ExportChannel> both = channels(network);
  std::vector<ExportChannel> all =
      those_with(both, [&](const ExportChannel& channel) { return directed || channel.from < channel.to; });
  py::object graph = py::module_::import("networkx").attr(class_name(all, directed).c_str())();
  py::dict about = graph.attr("graph");
  about["name"] = network.name;
  about["technology"] = network.technology;
  about["delay"] = network.delay_label;
  if (network.clocked()) about["cycle_ns"] = in_ns(network.cycle);
  py::list nodes, edges;
  for (std::size_t i = 0; i < network.nodes.size(); ++i)
    nodes.append(py::make_tuple(i, node_data(network, network.nodes[i])));
  for (const ExportChannel& channel : all)
    edges.append(py::make_tuple(channel.from, channel.to, link_data(network, network.links[channel.link])));
  graph.attr("add_nodes_from")(nodes);
  graph.attr("add_edges_from")(edges);
  return graph;
}

}  // namespace cutline::python
