// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/base/error.hpp"
#include "cutline/detail/geometry/polygons.hpp"
#include "cutline/detail/topology/node_names.hpp"
#include "cutline/topology/topology.hpp"

namespace cutline {

/// A user's graph as read from a file: nodes 0 .. nodes - 1, some of which may be switches, in the order of the file.
struct GraphFile {
  std::uint64_t nodes = 0;
  /// false: the file lists links only, so nodes without links at the end of the numbering are unknown.
  bool states_nodes = true;
  NodeNames names;        ///< empty if the format has none
  bool directed = false;  ///< each link is one channel, from a to b
  std::vector<LocalLink> links;
  std::vector<std::uint32_t> widths;   ///< one a link, or empty: all 1
  std::vector<GivenLink> figures;      ///< that links have; those of a link stand here once
  std::vector<std::uint32_t> given;    ///< one a link, its number in `figures` plus 1, 0: none; or empty: all 0
  NodeNames class_names;               ///< of links
  std::vector<std::uint16_t> classes;  ///< one a link, its number among the names plus 1, 0: none; or empty: all 0
  /// One a node, all distinct; empty: the file does not give every node a distinct whole position.
  std::vector<Cell> positions;
  GridSize least_grid;                   ///< cells along each axis that the file says its grid has
  std::vector<Rectangle> tiles;          ///< one a node, in metres; empty: the file has none
  std::uint32_t concentration = 0;       ///< terminals per node, the most of them; 0: the file does not say
  std::vector<std::uint32_t> terminals;  ///< of each node, if nodes differ in them
  std::vector<bool> switches;            ///< which nodes have no terminals; empty: none of them
  std::vector<std::string> notes;  ///< remarks for the user, such as what the file states and the graph leaves out
  GraphAttributes attributes;      ///< of nodes in the order of the file, and of `links`
};

/// The names of a network's sites, which may be numbered in another order than the names, and the terminals that the
/// user's file gives them.
struct SiteNames {
  NodeNames names;
  std::vector<std::uint32_t> site;            ///< of each name
  std::vector<std::uint32_t> name;            ///< of each site
  bool has_numbers = false;                   ///< some name is a whole number, so a number means the site of this name
  std::vector<std::uint32_t> terminals = {};  ///< of each site; empty: every node has the network's concentration
  bool of_tiles = false;                      ///< names are those of tiles, and number n means the site on the n-th one
};

/// The terminals of each site where nodes differ in them by the user's file; else null.
const std::vector<std::uint32_t>* own_terminals(const Topology& topology);

/// What a link from a node to itself is: no wire, so it is left out with a note, or a mistake of the file.
enum class SelfLinks : std::uint8_t { skip, error };

/// What an attribute may say of a link beside its width.
enum class LinkFigure : std::uint8_t { length, delay, cycles, link_class };
inline constexpr std::array kLinkFigures = {LinkFigure::length, LinkFigure::delay, LinkFigure::cycles,
                                            LinkFigure::link_class};

/// An attribute that a figure of links is read from.
struct FigureFrom {
  std::string_view attribute;  ///< empty: the figure is not read
  std::string_view key;        ///< of the spec, for messages
  std::string_view unit;       ///< of a number without a unit; empty: such a number is a mistake
};

/// Options of reading a graph file.
struct GraphReading {
  std::string_view format;  ///< empty: chosen by the ending of the file's name, or by how the file begins
  /// The attribute that holds the widths of links; every link must have it. Empty: `width`, which is 1 where a link has
  /// none.
  std::string_view width;
  /// By figure. A link without the attribute has none; if no link has it, that is an input error.
  std::array<FigureFrom, kLinkFigures.size()> figures = {};
  SelfLinks self_links = SelfLinks::skip;
  /// Above 0: x and y of the nodes are the places of their routers in this many metres, and every node must have them.
  double place_metres = 0;
  bool two_way = false;  ///< the user makes every link go both ways: one that does so in a directed file stays one link
  bool counted = false;  ///< the user counts the nodes: numbers of a list that stand in no link are nodes too
};

struct GraphText;

/// One row of the catalogue of graph formats.
struct GraphFormat {
  std::string_view name;
  std::string_view summary;
  std::string_view source;
  std::vector<std::string_view> endings;  ///< of files, with the dot; several formats may share one
  bool has_attributes = false;            ///< links have attributes with names
  /// Whether a text begins as files of this format do; null: only the ending of a file's name tells.
  bool (*begins)(std::string_view text) = nullptr;
  /// Throws input errors with file, line, column and hint, limit errors past 2^26 nodes or 2^27 links.
  GraphFile (*read)(const GraphText&, const GraphReading&) = nullptr;
};

/// Every format. A file whose name has the ending of one format has this format. One whose ending is that of several,
/// or of none, has the first of these, or of all, as which it begins. If there is none, it has that of its ending which
/// does not say how it begins, and without such an ending the first of all.
const std::vector<GraphFormat>& graph_formats();

/// Reads a file of up to 2^31 - 1 bytes, unpacked if it is a gzip file (`name.graphml.gz`). Throws what its format's
/// reader throws, with a hint that says in which format the file was read and why, and file errors. Cost: O(bytes), in
/// METIS graphs O(links log degree).
GraphFile read_graph_file(const std::string& path, const GraphReading& reading = {});

/// A graph that a program gives in place of a file.
struct GivenGraph {
  std::uint64_t nodes = 0;
  std::vector<LocalLink> links;
  std::vector<double> widths;            ///< one a link, above 0 and up to 2^20, in channel widths; empty: all 1
  std::vector<std::string> names;        ///< one a node, all distinct; empty: nodes have numbers only
  std::vector<std::uint32_t> terminals;  ///< one a node, up to 4096; 0: a switch; empty: 1 each
  bool directed = false;                 ///< each link is one channel, from a to b
  /// Links of a directed graph go both ways all the same, and those that join the same two nodes are one link.
  bool both_ways = false;
  SelfLinks self_links = SelfLinks::skip;  ///< left out with a note, or an input error
};

/// The network of a graph, as the family `graph` makes it of a file with the same nodes and links: nodes are numbered
/// in their order, switches last; widths that are not whole are scaled until they are; results and notes are those
/// of the file. Throws input errors for fewer than two nodes or no link, for a link of a node that does not exist, and
/// for widths, names and terminals out of range; a limit error past 2^26 nodes or 2^27 links. Cost: O(nodes + links log
/// links).
Topology network_of_graph(const GivenGraph& graph);

/// Says that a graph has no such property.
struct NoMap {};

/// What topology_of() takes of a graph beside its vertices and edges, as property maps or as anything that get(map,
/// key) reads: names of vertices, widths of edges, terminals of vertices, and numbers of vertices.
///
///     topology_of(g, graph_maps().names(get(boost::vertex_name, g)).widths(get(boost::edge_weight, g)))
template <class Names = NoMap, class Widths = NoMap, class Terminals = NoMap, class Index = NoMap>
struct GraphMaps {
  Names of_names = {};
  Widths of_widths = {};
  Terminals of_terminals = {};
  Index of_index = {};
  bool are_both_ways = false;
  SelfLinks of_self_links = SelfLinks::skip;

  /// Names of vertices, all distinct: text.
  template <class Map>
  GraphMaps<Map, Widths, Terminals, Index> names(Map map) const {
    return {map, of_widths, of_terminals, of_index, are_both_ways, of_self_links};
  }
  /// Widths of edges: numbers above 0, in channel widths. Those that are not whole keep their shares.
  template <class Map>
  GraphMaps<Names, Map, Terminals, Index> widths(Map map) const {
    return {of_names, map, of_terminals, of_index, are_both_ways, of_self_links};
  }
  /// Numbers of terminals of vertices; 0 makes a switch.
  template <class Map>
  GraphMaps<Names, Widths, Map, Index> terminals(Map map) const {
    return {of_names, of_widths, map, of_index, are_both_ways, of_self_links};
  }
  /// Numbers of vertices: each of 0 .. num_vertices(g) - 1 once. Without it they are numbered as vertices(g) lists
  /// them.
  template <class Map>
  GraphMaps<Names, Widths, Terminals, Map> index(Map map) const {
    return {of_names, of_widths, of_terminals, map, are_both_ways, of_self_links};
  }
  /// Edges of a directed graph go both ways; those that join the same two vertices are one link.
  GraphMaps both_ways() const {
    GraphMaps all = *this;
    all.are_both_ways = true;
    return all;
  }
  /// What an edge from a vertex to itself is. If not given it is left out with a note.
  GraphMaps self_links(SelfLinks what) const {
    GraphMaps all = *this;
    all.of_self_links = what;
    return all;
  }
};
inline GraphMaps<> graph_maps() { return {}; }

/// The link of two nodes by their numbers. Throws a limit error where they are too many for links.
LocalLink link_between(std::uint64_t a, std::uint64_t b);
/// The number of terminals that a property map gives. Throws an input error unless it is whole and from 0 to 4096.
std::uint32_t terminals_of_value(double value);

/// Puts the vertices in the order of their numbers. Throws an input error unless these are 0, 1 ... n - 1, each once.
template <class Vertex, class NumberOf>
std::vector<Vertex> sorted_by_number(const std::vector<Vertex>& vertices, const NumberOf& number_of) {
  std::vector<const Vertex*> at(vertices.size(), nullptr);
  for (const Vertex& vertex : vertices) {
    const std::uint64_t number = number_of(vertex);
    if (number >= at.size() || at[number] != nullptr)
      throw_input_error("the vertices of the graph have other numbers than 0, 1, 2 ..., each once",
                        "leave out the map of their numbers, or give one without gaps");
    at[number] = &vertex;
  }
  return each_of<Vertex>(at, [&](const Vertex* vertex) { return *vertex; });
}

/// The numbers of vertices that need not be numbers, in the order in which they are added.
template <class Vertex>
class NumbersOfVertices {
 public:
  void add(const Vertex& vertex, std::uint64_t number) {
    if constexpr (std::integral<Vertex>) are_numbers_ = are_numbers_ && static_cast<std::uint64_t>(vertex) == number;
    if constexpr (std::integral<Vertex>) {
      if (are_numbers_) {
        ++count_;
        return;
      }
      for (; count_ > 0; --count_) numbers_.emplace(static_cast<Vertex>(count_ - 1), count_ - 1);
    }
    numbers_.emplace(vertex, number);
  }
  std::uint64_t operator[](const Vertex& vertex) const {
    if constexpr (std::integral<Vertex>) {
      if (are_numbers_) return static_cast<std::uint64_t>(vertex);
    }
    const auto found = numbers_.find(vertex);
    CUTLINE_EXPECT(found != numbers_.end());
    return found->second;
  }

 private:
  bool are_numbers_ = std::integral<Vertex>;
  std::uint64_t count_ = 0;                  ///< of vertices that are their own numbers
  std::map<Vertex, std::uint64_t> numbers_;  ///< empty as long as all are
};

}  // namespace cutline
