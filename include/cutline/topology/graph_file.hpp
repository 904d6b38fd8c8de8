// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cutline/geometry/cell.hpp"
#include "cutline/geometry/tile_plan.hpp"
#include "cutline/topology/given_links.hpp"
#include "cutline/topology/graph_attributes.hpp"
#include "cutline/topology/node_names.hpp"
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

}  // namespace cutline
