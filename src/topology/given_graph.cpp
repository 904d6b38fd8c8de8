// SPDX-License-Identifier: Apache-2.0
#include "cutline/topology/given_graph.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/utf8.hpp"
#include "cutline/base/error.hpp"
#include "topology/graph_builder.hpp"
#include "topology/graph_text.hpp"
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

}  // namespace

Topology network_of_graph(GivenGraph given) {
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
