// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cutline/geometry/cell.hpp"
#include "cutline/geometry/tile_plan.hpp"
#include "cutline/topology/topology.hpp"

namespace cutline {

/// The names of nodes 0, 1, 2 ..., all distinct, up to 2^32 letters. Takes 32 to 56 bytes a name in addition to its
/// letters.
class NodeNames {
 public:
  std::uint32_t size() const { return static_cast<std::uint32_t>(begins_.size()); }
  bool empty() const { return begins_.empty(); }
  /// The name of a node.
  std::string_view operator[](std::uint32_t node) const;
  /// The node of that name, if there is one. Cost: O(letters).
  std::optional<std::uint32_t> find(std::string_view name) const;
  /// Adds the name if it is new. Returns the node of that name, and whether it is new.
  std::pair<std::uint32_t, bool> insert(std::string_view name);

  /// Adds the names in their order, each if it is new; nodes[i] becomes the node of names[i]. Does what insert() does
  /// one by one, in less time where many names are there already.
  void insert_all(std::span<const std::string_view> names, std::span<std::uint32_t> nodes);

 private:
  struct Slot {
    std::uint32_t hash = 0;
    std::uint32_t number = 0;             ///< of the node, + 1; 0: the slot is free
    std::uint32_t begin = 0, length = 0;  ///< of the name among the letters
    bool is_free() const { return number == 0; }
  };

  std::size_t slot_of(std::string_view name, std::uint32_t hash) const;
  std::pair<std::uint32_t, bool> insert(std::string_view name, std::uint32_t hash);
  void make_room(std::size_t more);

  std::string letters_;
  std::vector<std::uint64_t> begins_;  ///< of each name in the letters
  std::vector<Slot> slots_;            ///< open addressing
};

/// A user's graph as read from a file: nodes 0 .. nodes - 1, some of which may be switches, in the order of the file.
struct GraphFile {
  std::uint64_t nodes = 0;
  /// false: the file lists links only, so nodes without links at the end of the numbering are unknown.
  bool states_nodes = true;
  NodeNames names;        ///< empty if the format has none
  bool directed = false;  ///< each link is one channel, from a to b
  std::vector<LocalLink> links;
  std::vector<std::uint32_t> widths;  ///< one a link, or empty: all 1
  /// One a node, all distinct; empty: the file does not give every node a distinct whole position.
  std::vector<Cell> positions;
  GridSize least_grid;                   ///< cells along each axis that the file says its grid has
  std::vector<Rectangle> tiles;          ///< one a node, in metres; empty: the file has none
  std::uint32_t concentration = 0;       ///< terminals per node, the most of them; 0: the file does not say
  std::vector<std::uint32_t> terminals;  ///< of each node, if nodes differ in them
  std::vector<bool> switches;            ///< which nodes have no terminals; empty: none of them
  std::vector<std::string> notes;  ///< remarks for the user, such as what the file states and the graph leaves out
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

/// Options of reading a graph file.
struct GraphReading {
  std::string_view format;  ///< empty: chosen by the ending of the file's name, or by how the file begins
  /// The attribute that holds the widths of links; every link must have it. Empty: `width`, which is 1 where a link has
  /// none.
  std::string_view width;
  SelfLinks self_links = SelfLinks::skip;
  /// Above 0: x and y of the nodes are the places of their routers in this many metres, and every node must have them.
  double place_metres = 0;
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
