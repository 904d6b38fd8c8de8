// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "cutline/base/error.hpp"
#include "cutline/topology/cube.hpp"
#include "cutline/topology/link_file.hpp"

namespace cutline {

namespace {

LinkList listed_links(const IntegerTable& rows, std::int64_t nodes) {
  LinkList list;
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

LinkList given_links(const Parameters& parameters) {
  if (parameters.has("file") == parameters.has("links")) {
    throw_input_error("a graph needs `nodes` and `links`, or a `file` of links",
                      "for example: {family: graph, nodes: 3, links: [[0, 1], [1, 2]]}");
  }
  if (parameters.has("links")) {
    if (!parameters.has("nodes")) throw_input_error("a graph with `links` needs its number of `nodes`", {}, "links");
    return listed_links(parameters.table("links"), parameters.integer("nodes"));
  }
  LinkList list = read_link_file(parameters.text("file"));
  if (parameters.has("nodes")) {
    const auto nodes = static_cast<std::uint64_t>(parameters.integer("nodes"));
    if (list.nodes > nodes) {
      throw_input_error(fmt::format("the file names node {}, which does not exist", list.nodes - 1),
                        fmt::format("the nodes are 0 to {}", nodes - 1), "nodes");
    }
    list.nodes = nodes;
  }
  return list;
}

std::size_t repeated_pairs(const std::vector<LocalLink>& links) {
  std::vector<std::uint64_t> pairs;
  pairs.reserve(links.size());
  for (const LocalLink& link : links) {
    const auto [low, high] = std::minmax(link.a, link.b);
    pairs.push_back((std::uint64_t{low} << 32) | high);
  }
  std::sort(pairs.begin(), pairs.end());
  return static_cast<std::size_t>(pairs.end() - std::unique(pairs.begin(), pairs.end()));
}

Topology build(const Parameters& parameters) {
  LinkList list = given_links(parameters);
  if (list.nodes < 2 || list.links.empty()) throw_input_error("a graph has at least two nodes and a link", {}, "links");
  Topology graph{.radices = {static_cast<std::uint32_t>(list.nodes)}, .has_dimensions = false};
  if (const std::size_t repeated = repeated_pairs(list.links)) {
    graph.notes.push_back(fmt::format("{} links repeat a pair of nodes: they are parallel links", repeated));
  }
  const bool all_one = std::all_of(list.widths.begin(), list.widths.end(), [](std::uint32_t w) { return w == 1; });
  LinkClass links{.name = "links", .digits = {0}, .links = std::move(list.links)};
  if (!all_one) links.widths = std::move(list.widths);
  links.channels = is_unidirectional(parameters) ? 1 : 2;
  graph.classes.push_back(std::move(links));
  return graph;
}

}  // namespace

Family graph_family() {
  const IntegerTable house = {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {2, 4}, {3, 4}};
  const IntegerTable doubled = {{0, 3}, {0, 3}, {3, 5, 2}, {5, 1}, {1, 4}, {4, 2}, {2, 0, 3}};
  return {
      .name = "graph",
      .summary = "any graph, from links in the spec or from a file of links",
      .source = "the user",
      .fields = {{.name = "nodes",
                  .help = "number of nodes; of a file: one more than the highest named",
                  .min = 2,
                  .max = 1u << 26},
                 {.name = "links",
                  .kind = FieldKind::integer_table,
                  .help = "links [a, b] or [a, b, width]; the width counts channel widths"},
                 {.name = "file", .kind = FieldKind::file, .help = "file of links: `a b` or `a b width` a line"}},
      .build = build,
      .examples = {{{"nodes", std::int64_t{5}}, {"links", house}}, {{"nodes", std::int64_t{6}}, {"links", doubled}}}};
}

}  // namespace cutline
