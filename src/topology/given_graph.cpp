// SPDX-License-Identifier: Apache-2.0
#include "cutline/detail/topology/given_graph.hpp"

#include "base/utf8.hpp"
#include "topology/graph_builder.hpp"
#include "topology/joint_network.hpp"

namespace cutline {

namespace {

constexpr std::uint32_t kMostTerminalsOfNode = 4096;

void expect_one_each(std::size_t values, std::uint64_t items, const char* what, const char* of) {
  if (values != 0 && values != items)
    throw_input_error(fmt::format("the graph has {} {} and {} {}", items, of, values, what), "give one each, or none");
}

void add_nodes(const GivenGraph& given, GraphBuilder& builder) {
  expect_one_each(given.names.size(), given.nodes, "names", "nodes");
  expect_one_each(given.terminals.size(), given.nodes, "numbers of terminals", "nodes");
  if (given.nodes > kMaxGraphNodes) throw_limit_error("the graph has more than 2^26 nodes, the limit");
  builder.graph.nodes = given.nodes;
  for (std::size_t node = 0; node < given.names.size(); ++node) {
    const std::string& name = given.names[node];
    if (const auto steering = steering_character(name))
      throw_input_error(fmt::format("the name of node {} holds the control character {}", node, *steering),
                        "a name is one line of letters that can be seen");
    if (const auto [first, is_new] = builder.graph.names.insert(name); !is_new)
      throw_input_error(fmt::format("the nodes {} and {} are both called {}", first, node, quoted_name(name)),
                        "names are distinct; leave them out where they are not");
  }
  for (std::size_t node = 0; node < given.terminals.size(); ++node) {
    const std::uint32_t count = given.terminals[node];
    if (count > kMostTerminalsOfNode)
      throw_input_error(fmt::format("node {} has {} terminals, more than 4096", node, count), "0 makes a switch");
    builder.set_terminals(static_cast<std::uint32_t>(node), count);
  }
}

void add_links(const GivenGraph& given, GraphBuilder& builder) {
  expect_one_each(given.widths.size(), given.links.size(), "widths", "links");
  for (std::size_t i = 0; i < given.links.size(); ++i) {
    const auto& [a, b] = given.links[i];
    if (a >= given.nodes || b >= given.nodes)
      throw_input_error(fmt::format("link {} joins the nodes {} and {}, and the graph has {}", i, a, b, given.nodes),
                        "nodes count from 0");
    if (a == b && given.self_links == SelfLinks::error)
      throw_input_error(fmt::format("link {} joins node {} to itself", i, a),
                        "a link joins two nodes: leave this one out");
    LinkSays says;
    if (!given.widths.empty()) says.width = given.widths[i];
    if (says.width && !(*says.width > 0 && *says.width <= static_cast<double>(kMaxLinkWidth)))
      throw_input_error(
          fmt::format("link {} has the width {}, which is no number above 0, and up to 2^20", i, *says.width),
          "it counts channel widths");
    builder.add_link(0, a, b, says);
  }
}

void join_repeats(GraphFile& graph, bool one_way) {
  const RepeatedLinks repeated = keep_first_links(graph, one_way);
  if (repeated.unlike) {
    const auto& [link, width, other] = *repeated.unlike;
    const auto name = [&](std::uint32_t node) {
      return graph.names.empty() ? std::to_string(node) : quoted_name(graph.names[node]);
    };
    if (width == other)
      throw_input_error(fmt::format("the nodes {} and {} have links of different lengths, delays or classes",
                                    name(link.a), name(link.b)),
                        "with `repeats: once` they are one link, which has one of each", "repeats");
    throw_input_error(fmt::format("the nodes {} and {} have links of width {} and of width {}", name(link.a),
                                  name(link.b), width, other),
                      "with `repeats: once` they are one link, of one width", "repeats");
  }
  if (repeated.dropped > 0)
    graph.notes.push_back(fmt::format("{} links repeat others: each pair of nodes has one link", repeated.dropped));
}

/// Notes parallel links: links with the same two nodes; of one-way links, with the same direction too. If some are the
/// two orders of a pair and the user does not say what that means, the network counts them instead, for a warning.
void note_repeats(const std::vector<LocalLink>& links, bool one_way, bool are_meant, Topology& graph) {
  std::vector<std::pair<std::uint64_t, bool>> pairs;
  pairs.reserve(links.size());
  for (const LocalLink& link : links) {
    const bool turned = !one_way && link.a > link.b;
    pairs.emplace_back((std::uint64_t{turned ? link.b : link.a} << 32) | (turned ? link.a : link.b), turned);
  }
  std::ranges::sort(pairs);
  std::size_t repeats = 0;
  for (std::size_t i = 1; i < pairs.size(); ++i) {
    if (pairs[i - 1].first != pairs[i].first) continue;
    ++repeats;
    graph.linked_in_both_orders += !are_meant && pairs[i - 1].second != pairs[i].second ? 1 : 0;
  }
  if (repeats > 0 && graph.linked_in_both_orders == 0)
    graph.notes.push_back(fmt::format("{} links repeat a pair of nodes: they are parallel links", repeats));
}

/// The names in the file's order, and the site and the terminals of each. `number` gives the sites; it is empty if
/// their order is the file's. Where nodes without names differ in terminals, their numbers in the file are their names.
SharedConst<SiteNames> names_of_sites(GraphFile& given, std::vector<std::uint32_t> number) {
  NodeNames& names = given.names;
  for (std::uint64_t node = names.size(); !given.terminals.empty() && node < given.nodes; ++node)
    names.insert(std::to_string(node));
  if (names.size() != given.nodes || names.empty()) return nullptr;
  if (number.empty()) number = numbers_below<std::uint32_t>(names.size());
  SiteNames sites{std::move(names), std::move(number), {}, false};
  sites.terminals.resize(given.terminals.size());
  for (std::size_t i = 0; i < given.terminals.size(); ++i) sites.terminals[sites.site[i]] = given.terminals[i];
  sites.name.resize(sites.site.size());
  for (std::uint32_t i = 0; i < sites.site.size(); ++i) {
    sites.name[sites.site[i]] = i;
    sites.has_numbers |=
        !sites.names[i].empty() && sites.names[i].find_first_not_of("0123456789") == std::string_view::npos;
  }
  return sites;
}

/// Renumbers the sites: the nodes first, then the switches, each in their old order. Writes the new numbers to
/// `numbers` and returns the number of nodes.
std::uint64_t put_switches_last(GraphFile& graph, std::vector<std::uint32_t>& numbers) {
  if (graph.switches.empty()) return graph.nodes;
  graph.switches.resize(graph.nodes, false);
  const auto nodes = static_cast<std::uint32_t>(std::ranges::count(graph.switches, false));
  std::vector<std::uint32_t> number(graph.nodes);
  std::uint32_t next_node = 0, next_switch = nodes;
  for (std::size_t i = 0; i < number.size(); ++i) number[i] = graph.switches[i] ? next_switch++ : next_node++;
  for (LocalLink& link : graph.links) link = {number[link.a], number[link.b]};
  std::vector<Cell> positions(graph.positions.size());
  for (std::size_t i = 0; i < positions.size(); ++i) positions[number[i]] = graph.positions[i];
  graph.positions = std::move(positions);
  std::vector<std::uint32_t> file_node(number.size());
  for (std::uint32_t i = 0; i < number.size(); ++i) file_node[number[i]] = i;
  graph.attributes.nodes.pick(file_node);
  numbers = std::move(number);
  return nodes;
}

/// The tiles of a file, with the names of their sites; each router stands in the middle of its tile.
SharedConst<TilePlan> plan_of_sites(const Topology& graph, const std::vector<Rectangle>& tiles) {
  if (tiles.empty() || !graph.names) return nullptr;
  TilePlan plan;
  for (std::uint32_t name = 0; name < tiles.size(); ++name) {
    const Rectangle& box = tiles[name];
    Tile tile = turned_tile(box, {}, box.width * 0.5, box.height * 0.5);
    tile.name = graph.names->names[name];
    plan.tiles.push_back(std::move(tile));
  }
  return plan;
}

}  // namespace

Topology network_of_graph(GraphFile given, const GraphUse& use) {
  std::vector<std::uint32_t> numbers;
  const std::uint64_t nodes = put_switches_last(given, numbers);
  if (nodes < 2 || given.links.empty())
    throw_input_error("a graph has at least two nodes and a link", {}, use.is_file ? "file" : "links");
  const bool one_way = use.one_way.value_or(given.directed);
  if (use.once.value_or(false)) join_repeats(given, one_way);
  Topology graph{.digits = {static_cast<std::uint32_t>(given.nodes)}, .has_dimensions = false};
  graph.concentration = given.concentration == 0 ? 1 : given.concentration;
  if (nodes < given.nodes) {
    graph.inner = InnerSites::switches;
    graph.digits[0].levels.assign(nodes, 0);
    graph.digits[0].levels.resize(given.nodes, 1);
  }
  if (use.own_concentration) given.terminals.clear();  // the spec gives all nodes as many
  graph.names = names_of_sites(given, std::move(numbers));
  graph.tiles = plan_of_sites(graph, given.tiles);
  graph.positions = std::move(given.positions);
  graph.least_grid = given.least_grid;
  graph.notes = std::move(given.notes);
  if (!graph.positions.empty())
    graph.notes.emplace_back("the file says in which cells nodes stand: so they do unless `placement` says otherwise");
  if (given.directed && one_way)
    graph.notes.emplace_back(use.is_file ? "the file's graph is directed: each edge is one channel"
                                         : "the graph is directed: each edge is one channel");
  note_repeats(given.links, one_way, use.once.has_value(), graph);
  GraphAttributes attributes = std::move(given.attributes);
  const std::vector<std::uint32_t> order = add_link_classes(std::move(given), one_way ? 1 : 2, use.tolerance, graph);
  if (!attributes.links.empty()) attributes.links.pick(order);
  if (!attributes.empty()) graph.attributes = SharedConst<GraphAttributes>(std::move(attributes));
  return graph;
}

Topology network_of_graph(const GivenGraph& given) {
  const GraphReading reading;
  const GraphText text{.path = "the graph", .text = {}, .is_file = false};
  GraphBuilder builder(text, reading);
  builder.graph.directed = given.directed;
  add_nodes(given, builder);
  add_links(given, builder);
  GraphUse use;
  use.is_file = false;
  if (given.both_ways) use.one_way = false;
  if (given.both_ways && given.directed) use.once = true;
  Topology network = network_of_graph(builder.finish(), use);
  network.family = "graph";
  expect_valid(network);
  return network;
}

LocalLink link_between(std::uint64_t a, std::uint64_t b) {
  if (std::max(a, b) > std::numeric_limits<std::uint32_t>::max())
    throw_limit_error("the graph has more than 2^26 nodes, the limit");
  return {static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b)};
}

std::uint32_t terminals_of_value(double value) {
  if (!(value >= 0 && value <= kMostTerminalsOfNode) || value != std::floor(value))
    throw_input_error(fmt::format("a node has {} terminals, no whole number from 0 to 4096", value),
                      "0 makes a switch");
  return static_cast<std::uint32_t>(value);
}

NamedNetwork network_of_links(std::int64_t nodes, IntegerTable links, bool one_way, std::int64_t concentration) {
  NamedNetwork network{FamilyName("graph"), {}};
  network.parameters.set("nodes", nodes);
  network.parameters.set("channels", one_way ? "unidirectional" : "bidirectional");
  network.parameters.set("links", std::move(links));
  if (concentration > 1) network.parameters.set("concentration", concentration);
  return network;
}

}  // namespace cutline
