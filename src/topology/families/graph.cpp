// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>
#include <numeric>

#include "base/choice.hpp"
#include "base/named.hpp"
#include "cutline/base/error.hpp"
#include "cutline/topology/graph_file.hpp"
#include "topology/families.hpp"
#include "topology/graph_builder.hpp"
#include "topology/graph_text.hpp"

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
  const auto count = std::count(graph.switches.begin(), graph.switches.end(), true);
  graph.notes.push_back(
      fmt::format("{} of the {} nodes are switches, without terminals; they are numbered last", count, graph.nodes));
}

/// A figure of links that the user reads from an attribute, by the keys of the family.
struct FigureKeys {
  LinkFigure figure;
  std::string_view from, unit;  ///< unit: empty where values have none
  std::string_view help;
};
constexpr FigureKeys kFigureKeys[] = {
    {LinkFigure::length, "length_from", "length_unit",
     "attribute of links in the file that is their own length, such as a cable's: '3 m'; it takes the place of the "
     "routed length in delays and energies; a link without it has that of the layout"},
    {LinkFigure::delay, "delay_from", "delay_unit",
     "attribute of links in the file that is their own delay one way, in all: '15 ns'; a link without it has that of "
     "the layout and the delay model"},
    {LinkFigure::cycles, "cycles_from", "",
     "the same in cycles of a fixed clock: 2, or 1.5, which takes 2 whole cycles"},
    {LinkFigure::link_class, "class_from", "",
     "attribute of links in the file that is the name of their class: copper; a link without it is of the class "
     "links"}};

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

/// Counts links with the same two nodes; of one-way links, with the same direction too.
struct RepeatCounts {
  std::size_t links = 0;             ///< that repeat another one
  std::uint64_t in_both_orders = 0;  ///< pairs of nodes with a link a, b and a link b, a
};
RepeatCounts count_repeats(const std::vector<LocalLink>& links, bool one_way) {
  std::vector<std::pair<std::uint64_t, bool>> pairs;
  pairs.reserve(links.size());
  for (const LocalLink& link : links) {
    const bool turned = !one_way && link.a > link.b;
    pairs.emplace_back((std::uint64_t{turned ? link.b : link.a} << 32) | (turned ? link.a : link.b), turned);
  }
  std::sort(pairs.begin(), pairs.end());
  RepeatCounts counts;
  for (std::size_t i = 1; i < pairs.size(); ++i) {
    if (pairs[i - 1].first != pairs[i].first) continue;
    ++counts.links;
    counts.in_both_orders += pairs[i - 1].second != pairs[i].second ? 1 : 0;
  }
  return counts;
}

/// Notes parallel links. If some are the two orders of a pair and the user does not say what that means, the network
/// counts them instead, for a warning.
void note_repeats(const std::vector<LocalLink>& links, bool one_way, bool are_meant, Topology& graph) {
  const RepeatCounts repeats = count_repeats(links, one_way);
  if (!are_meant) graph.linked_in_both_orders = repeats.in_both_orders;
  if (repeats.links > 0 && graph.linked_in_both_orders == 0)
    graph.notes.push_back(fmt::format("{} links repeat a pair of nodes: they are parallel links", repeats.links));
}

/// The names in the file's order, and the site and the terminals of each. `number` gives the sites; it is empty if
/// their order is the file's. Where nodes without names differ in terminals, their numbers in the file are their names.
SharedConst<SiteNames> names_of_sites(GraphFile& given, std::vector<std::uint32_t> number) {
  NodeNames& names = given.names;
  for (std::uint64_t node = names.size(); !given.terminals.empty() && node < given.nodes; ++node)
    names.insert(std::to_string(node));
  if (names.size() != given.nodes || names.empty()) return nullptr;
  if (number.empty()) {
    number.resize(names.size());
    std::iota(number.begin(), number.end(), 0u);
  }
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
  const auto nodes = static_cast<std::uint32_t>(std::count(graph.switches.begin(), graph.switches.end(), false));
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

std::vector<std::string_view> known_formats() { return names_of(graph_formats()); }

/// The keys of what links' attributes say beside their widths.
void add_figure_fields(std::vector<Field>& fields) {
  std::vector<Field> own;
  for (const FigureKeys& keys : kFigureKeys) {
    own.push_back({.name = keys.from, .kind = FieldKind::text, .help = keys.help});
    if (keys.unit.empty()) continue;
    own.push_back({.name = keys.unit,
                   .kind = FieldKind::choice,
                   .help = keys.figure == LinkFigure::length ? "unit of lengths that the file gives without one"
                                                             : "unit of delays that the file gives without one",
                   .choices = units_of_figure(keys.figure)});
  }
  own.push_back({.name = kTolerance,
                 .kind = FieldKind::number,
                 .help = "how far a given length or delay may be from that of the layout, as a share of it, until "
                         "`measure` counts it among those that differ; if not given 0.1",
                 .min = 0,
                 .max = 1e6});
  const auto after = std::find_if(fields.begin(), fields.end(), [](const Field& f) { return f.name == "width_from"; });
  fields.insert(after + 1, own.begin(), own.end());
}

std::vector<Field> own_fields() {
  return {
      {.name = "nodes",
       .help = "number of nodes; of an edge list: one more than the highest named",
       .min = 2,
       .max = 1u << 26},
      {.name = "links",
       .kind = FieldKind::integer_table,
       .help = "links [a, b] or [a, b, width]; the width counts channel widths"},
      {.name = "switches",
       .kind = FieldKind::integer_list,
       .help = "with links: the nodes that have no terminals; they are numbered last"},
      {.name = "file",
       .kind = FieldKind::file,
       .help =
           "file of a graph, of up to 2^26 nodes and 2^27 links; its nodes are numbered as they appear, switches last"},
      {.name = "format",
       .kind = FieldKind::choice,
       .help = "format of the file (`cutline list formats`); if not given its ending tells, or how it begins",
       .choices = known_formats()},
      {.name = "width_from",
       .kind = FieldKind::text,
       .help = "attribute of links in the file that is their width, such as weight; every link must have it; if not "
               "given `width`, which is 1 where a link has none"},
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

std::vector<Field> fields() {
  std::vector<Field> all = own_fields();
  add_figure_fields(all);
  return all;
}

}  // namespace

Topology network_of_graph(GraphFile given, const GraphUse& use) {
  std::vector<std::uint32_t> numbers;
  const std::vector<Rectangle> tiles = given.tiles;  // in the order of the file
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
  graph.tiles = plan_of_sites(graph, tiles);
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
