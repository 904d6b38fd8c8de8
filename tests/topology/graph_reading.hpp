// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <tuple>
#include <vector>

#include "cutline/base/error.hpp"
#include "cutline/detail/topology/given_graph.hpp"
#include "topology/graph_text.hpp"

/// Reads graphs from texts.
namespace cutline::test {

inline GraphFile read_graph(const std::string& format, const std::string& text, const std::string& width = "") {
  for (const GraphFormat& each : graph_formats()) {
    if (each.name == format) return each.read({"a." + format, text}, {.format = format, .width = width});
  }
  FAIL("no such format: ", format);
  return {};
}

/// Ends and width of each link, sorted. The lower end comes first unless the graph is directed.
using Edges = std::vector<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>>;

inline Edges edges_of(const std::vector<LocalLink>& links, const std::vector<std::uint32_t>& widths, bool directed) {
  Edges edges;
  for (std::size_t i = 0; i < links.size(); ++i) {
    const bool turned = !directed && links[i].a > links[i].b;
    const std::uint32_t width = widths.empty() ? 1 : widths[i];
    edges.emplace_back(turned ? links[i].b : links[i].a, turned ? links[i].a : links[i].b, width);
  }
  std::sort(edges.begin(), edges.end());
  return edges;
}

inline Edges edges_of(const GraphFile& graph) { return edges_of(graph.links, graph.widths, graph.directed); }

inline bool notes_say(const GraphFile& graph, const std::string& words) {
  return std::any_of(graph.notes.begin(), graph.notes.end(),
                     [&](const std::string& note) { return note.find(words) != std::string::npos; });
}

/// A text in a format that has a mistake, and where that stands.
struct Wrong {
  const char* format;
  std::string text;
  int line;
  int column;
  const char* message;
};

inline void check_mistakes(const std::vector<Wrong>& all) {
  for (const Wrong& wrong : all) {
    CAPTURE(wrong.text);
    try {
      read_graph(wrong.format, wrong.text);
      FAIL_CHECK("no error");
    } catch (const Error& error) {
      CHECK(error.code() == ExitCode::bad_input);
      const Diagnostic& first = error.diagnostics().front();
      REQUIRE(first.place.known());
      CHECK(first.place.line == wrong.line);
      CHECK(first.place.column == wrong.column);
      CHECK_MESSAGE(first.message.find(wrong.message) != std::string::npos, first.message);
      CHECK_FALSE(first.hint.empty());
    }
  }
}

/// The contents of a .truth file, which stands beside a graph.
struct Truth {
  std::uint64_t nodes = 0;
  bool directed = false;
  Edges edges;
};

inline Truth truth_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  REQUIRE(file.good());
  Truth truth;
  std::string direction;
  file >> truth.nodes >> direction;
  truth.directed = direction == "directed";
  std::vector<LocalLink> links;
  std::vector<std::uint32_t> widths;
  LocalLink link;
  for (std::uint32_t width; file >> link.a >> link.b >> width;) {
    links.push_back(link);
    widths.push_back(width);
  }
  truth.edges = edges_of(links, widths, truth.directed);
  return truth;
}

/// Compares every graph of a folder that has a truth beside it; returns how many there are.
inline int check_graphs_in(const std::filesystem::path& folder, const std::string& ending) {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ending) continue;
    CAPTURE(entry.path().string());
    const Truth truth = truth_of(entry.path().string() + ".truth");
    const GraphFile graph = read_graph_file(entry.path().string());
    CHECK(graph.nodes == truth.nodes);
    CHECK(graph.directed == truth.directed);
    CHECK(edges_of(graph) == truth.edges);
    ++count;
  }
  return count;
}

}  // namespace cutline::test
