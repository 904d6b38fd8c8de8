// SPDX-License-Identifier: Apache-2.0
#include "base/named.hpp"
#include "topology/families.hpp"
#include "topology/graph_builder.hpp"

namespace cutline {

namespace {

constexpr Choice<SelfLinks, 2> kSelfLinks = {"self_links", {"skip", "error"}};
constexpr std::string_view kTolerance = "given_tolerance";

GraphFile listed_links(const IntegerTable& rows, std::int64_t nodes) {
  GraphFile list;
  list.nodes = static_cast<std::uint64_t>(nodes);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const IntegerList& row = rows[i];
    if (row.size() != 2 && row.size() != 3) {
      throw_input_error(fmt::format("link {} has {} numbers", i, row.size()), "a link is [a, b] or [a, b, width]",
                        "links");
    }
    for (std::size_t end = 0; end < 2; ++end) {
      if (row[end] >= 0 && row[end] < nodes) continue;
      throw_input_error(fmt::format("link {} names node {}, which does not exist", i, row[end]),
                        fmt::format("the nodes are 0 to {}", nodes - 1), "links");
    }
    if (row[0] == row[1]) throw_input_error(fmt::format("link {} joins node {} to itself", i, row[0]), {}, "links");
    list.links.push_back({static_cast<std::uint32_t>(row[0]), static_cast<std::uint32_t>(row[1])});
    const std::int64_t width = row.size() == 3 ? row[2] : 1;
    if (width < 1 || width > (1 << 20))
      throw_input_error(fmt::format("link {} has the width {}", i, width), "1 to 2^20", "links");
    list.widths.push_back(static_cast<std::uint32_t>(width));
  }
  return list;
}

void mark_switches(const IntegerList& numbers, GraphFile& graph) {
  graph.switches.resize(graph.nodes, false);
  for (const std::int64_t number : numbers) {
    if (number < 0 || static_cast<std::uint64_t>(number) >= graph.nodes) {
      throw_input_error(fmt::format("switch {} is no node", number),
                        fmt::format("the nodes are 0 to {}", graph.nodes - 1), "switches");
    }
    graph.switches[static_cast<std::size_t>(number)] = true;
  }
  const auto count = std::ranges::count(graph.switches, true);
  graph.notes.push_back(
      fmt::format("{} of the {} nodes are switches, without terminals; they are numbered last", count, graph.nodes));
}

/// The keys of a figure of links that the user reads from an attribute; no unit where values have none.
struct FigureKeys {
  LinkFigure figure;
  std::string_view from, unit;
};
constexpr FigureKeys kFigureKeys[] = {{LinkFigure::length, "length_from", "length_unit"},
                                      {LinkFigure::delay, "delay_from", "delay_unit"},
                                      {LinkFigure::cycles, "cycles_from", ""},
                                      {LinkFigure::link_class, "class_from", ""}};

/// Sets which attributes the figures of links are read from.
void set_figures(const Parameters& parameters, GraphReading& reading) {
  for (const FigureKeys& keys : kFigureKeys) {
    FigureFrom& from = reading.figures[static_cast<std::size_t>(keys.figure)];
    from.key = keys.from;
    if (parameters.has(keys.from)) from.attribute = parameters.text(keys.from);
    if (parameters.has(keys.from) && from.attribute.empty())
      throw_input_error(fmt::format("`{}` must be the name of an attribute", keys.from), {}, std::string(keys.from));
    if (keys.unit.empty() || !parameters.has(keys.unit)) continue;
    from.unit = parameters.text(keys.unit);
    if (!parameters.has(keys.from))
      throw_input_error(fmt::format("`{}` has no effect without `{}`", keys.unit, keys.from), {},
                        std::string(keys.unit));
  }
  if (parameters.has(kTolerance) && !parameters.has("length_from") && !parameters.has("delay_from") &&
      !parameters.has("cycles_from"))
    throw_input_error(fmt::format("`{}` has no effect where no lengths and delays are given", kTolerance), {},
                      std::string(kTolerance));
}

/// What x and y of a file may count.
struct PlaceUnit {
  std::string_view name;
  double metres;
};
constexpr PlaceUnit kPlaceUnits[] = {{"nm", 1e-9}, {"um", 1e-6}, {"mm", 1e-3}, {"cm", 1e-2}, {"m", 1}};

GraphFile graph_of_file(const Parameters& parameters) {
  GraphReading reading;
  if (parameters.has("format")) reading.format = parameters.text("format");
  if (parameters.has("width_from")) reading.width = parameters.text("width_from");
  set_figures(parameters, reading);
  if (parameters.has(kSelfLinks.name)) reading.self_links = kSelfLinks.of(parameters);
  reading.counted = parameters.has("nodes");
  reading.two_way = parameters.has(kLinkChannels.name) && !is_unidirectional(parameters);
  if (parameters.has("position_unit"))
    reading.place_metres = find_named(kPlaceUnits, parameters.text("position_unit"))->metres;
  GraphFile graph = read_graph_file(parameters.text("file"), reading);
  if (!parameters.has("nodes")) return graph;
  const auto nodes = static_cast<std::uint64_t>(parameters.integer("nodes"));
  if (graph.states_nodes && graph.nodes != nodes)
    throw_input_error(fmt::format("the file has {} nodes, not {}", graph.nodes, nodes), "leave out `nodes`", "nodes");
  if (graph.nodes > nodes) {
    throw_input_error(fmt::format("the file names node {}, which does not exist", graph.nodes - 1),
                      fmt::format("the nodes are 0 to {}", nodes - 1), "nodes");
  }
  graph.nodes = nodes;
  return graph;
}

GraphFile given_graph(const Parameters& parameters) {
  if (parameters.has("file") == parameters.has("links")) {
    throw_input_error("a graph needs `nodes` and `links`, or a `file`",
                      "for example: {family: graph, nodes: 3, links: [[0, 1], [1, 2]]}");
  }
  if (parameters.has("file")) {
    if (!parameters.has("switches")) return graph_of_file(parameters);
    throw_input_error("`switches` is for a graph with `links`", "say in the file which nodes have no terminals",
                      "switches");
  }
  for (const std::string_view key : {"format", "width_from", "length_from", "length_unit", "delay_from", "delay_unit",
                                     "cycles_from", "class_from", "given_tolerance", "self_links", "position_unit"}) {
    if (parameters.has(key))
      throw_input_error(fmt::format("`{}` is for a graph from a file", key), {}, std::string(key));
  }
  if (!parameters.has("nodes")) throw_input_error("a graph with `links` needs its number of `nodes`", {}, "links");
  GraphFile listed = listed_links(parameters.table("links"), parameters.integer("nodes"));
  if (parameters.has("switches")) mark_switches(parameters.list("switches"), listed);
  return listed;
}

/// What links with the same two nodes are: parallel links, or one link.
enum class Repeats { parallel, once };
constexpr Choice<Repeats, 2> kRepeats = {"repeats", {"parallel", "once"}};

/// What the keys of the family say of a graph.
GraphUse use_of_graph(const Parameters& parameters) {
  GraphUse use{.is_file = parameters.has("file"), .own_concentration = parameters.has("concentration")};
  if (parameters.has(kLinkChannels.name)) use.one_way = is_unidirectional(parameters);
  if (parameters.has(kRepeats.name)) use.once = kRepeats.of(parameters) == Repeats::once;
  if (parameters.has(kTolerance)) use.tolerance = parameters.number(kTolerance);
  return use;
}

Topology build_graph(const Parameters& parameters) {
  return network_of_graph(given_graph(parameters), use_of_graph(parameters));
}

std::vector<Field> fields() {
  return {
      {.name = "nodes",
       .help = "number of nodes; of an edge list: one more than the highest named",
       .min = 2,
       .max = 1u << 26},
      plain_field(FieldKind::integer_table, "links", "links [a, b] or [a, b, width]; the width counts channel widths"),
      plain_field(FieldKind::integer_list, "switches",
                  "with links: the nodes that have no terminals; they are numbered last"),
      plain_field(
          FieldKind::file, "file",
          "file of a graph, of up to 2^26 nodes and 2^27 links; its nodes are numbered as they appear, switches last"),
      {.name = "format",
       .kind = FieldKind::choice,
       .help = "format of the file (`cutline list formats`); if not given its ending tells, or how it begins",
       .choices = names_of(graph_formats())},
      plain_field(FieldKind::text, "width_from",
                  "attribute of links in the file that is their width, such as weight; every link must have it; if not "
                  "given `width`, which is 1 where a link has none"),
      plain_field(
          FieldKind::text, "length_from",
          "attribute of links in the file that is their own length, such as a cable's: '3 m'; it takes the place "
          "of the routed length in delays and energies; a link without it has that of the layout"),
      {.name = "length_unit",
       .kind = FieldKind::choice,
       .help = "unit of lengths that the file gives without one",
       .choices = units_of_figure(LinkFigure::length)},
      plain_field(
          FieldKind::text, "delay_from",
          "attribute of links in the file that is their own delay one way, in all: '15 ns'; a link without it has "
          "that of the layout and the delay model"),
      {.name = "delay_unit",
       .kind = FieldKind::choice,
       .help = "unit of delays that the file gives without one",
       .choices = units_of_figure(LinkFigure::delay)},
      plain_field(FieldKind::text, "cycles_from",
                  "the same in cycles of a fixed clock: 2, or 1.5, which takes 2 whole cycles"),
      plain_field(FieldKind::text, "class_from",
                  "attribute of links in the file that is the name of their class: copper; a link without it is of the "
                  "class links"),
      {.name = kTolerance,
       .kind = FieldKind::number,
       .help = "how far a given length or delay may be from that of the layout, as a share of it, until `measure` "
               "counts it among those that differ; if not given 0.1",
       .min = 0,
       .max = 1e6},
      {.name = "position_unit",
       .kind = FieldKind::choice,
       .help =
           "x and y of the file's nodes are the places of their routers in this unit, and the network stands there; "
           "if not given whole x and y are cells",
       .choices = names_of(kPlaceUnits)},
      kSelfLinks.field("links of a file that join a node to itself, which no wire does: left out with a note, or an "
                       "error; if not given left out"),
      kLinkChannels.field("channels of a link: one each way, or one way only, from its first node; if not given "
                          "bidirectional, and one way in the file of a directed graph"),
      kRepeats.field("links with the same two nodes, as where a file names each link at both ends: parallel links, or "
                     "once: one link; if not given parallel, with a warning where both orders of a pair are named"),
      terminals_field("terminals per node; if not given 1, or what the file says of each node")};
}

}  // namespace

Family graph_family() {
  const IntegerTable house = {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {2, 4}, {3, 4}};
  const IntegerTable doubled = {{0, 3}, {0, 3}, {3, 5, 2}, {5, 1}, {1, 4}, {4, 2}, {2, 0, 3}};
  return {.name = "graph",
          .summary = "any graph, from links in the spec or from a file in one of many formats",
          .source = "the user",
          .fields = fields(),
          .build = build_graph,
          .takes_graphs = true,
          .sizes = {.leaves_out = "links of the user's own"},
          .examples = {{{"nodes", 5}, {"links", house}},
                       {{"nodes", 6}, {"links", doubled}},
                       {{"nodes", 5}, {"links", house}, {"switches", IntegerList{4, 1}}}}};
}

}  // namespace cutline
