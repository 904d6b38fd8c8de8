// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "topology/graph_builder.hpp"

namespace cutline {

namespace {

GraphFile read(const GraphText& file, const GraphReading& reading) {
  GraphBuilder builder(file, reading);
  builder.graph.states_nodes = false;
  LineWords words(
      file, '#',
      "a line is `a b` or `a b width`, and # begins a comment; NetworkX writes such lines with `data=False`");
  while (words.next_line()) {
    if (words.at_line_end()) continue;
    const std::uint64_t a = words.whole(0, kMaxGraphNodes - 1, "a node");
    const std::uint64_t b = words.whole(0, kMaxGraphNodes - 1, "a node");
    const std::size_t at = words.at();
    std::optional<std::uint32_t> width;
    if (!words.at_line_end()) width = static_cast<std::uint32_t>(words.whole(1, kMaxLinkWidth, "a width"));
    if (!words.at_line_end()) words.fail("this line goes on after its width");
    builder.add_link(at, a, b, width);
    builder.graph.nodes = std::max({builder.graph.nodes, a + 1, b + 1});
  }
  return builder.finish();
}

}  // namespace

GraphFormat edges_graph_format() {
  return {.name = "edges",
          .summary = "an edge list: a link `a b` or `a b width` a line, nodes from 0, # begins a comment",
          .source = "SNAP and others",
          .endings = {".edges", ".links", ".edgelist", ".txt"},
          .read = read};
}

}  // namespace cutline
