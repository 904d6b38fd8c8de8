// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/output/export/network.hpp"

namespace cutline::exporting {

/// An attribute of a node or of a link as a graph file tells it.
struct Told {
  std::string key, text;
  AttributeKind kind = AttributeKind::text;
  std::string_view own = {};  ///< what Cutline calls it; empty: it is of the user's file
  bool is_real = false;       ///< a number that need not be whole
};

/// An attribute of the user's file: its name there, its name in the export, and the kinds of its values, 1 << kind.
struct ToldKey {
  std::string name, key;
  unsigned kinds = 0;
};

/// Words of a format's grammar among the attributes of nodes and of links.
struct GrammarWords {
  std::vector<std::string_view> of_nodes = {}, of_links = {};
};

/// The attributes of nodes and of links that a graph file tells: those of the user's file, and Cutline's own.
///
/// The file's attributes keep their names, and Cutline's have the prefix kOwnPrefix where the file has one of the name.
/// Only where a name is a word of the format's grammar, the file's attribute has the prefix kFilePrefix.
class ToldAttributes {
 public:
  explicit ToldAttributes(const ExportNetwork& network, const GrammarWords& words = {});

  /// The name under which Cutline tells what it calls `own`.
  std::string node_key(std::string_view own) const;
  std::string link_key(std::string_view own) const;
  /// The attributes of the file, in the order in which it first uses them.
  const std::vector<ToldKey>& node_keys() const { return node_keys_; }
  const std::vector<ToldKey>& link_keys() const { return link_keys_; }
  bool link_has_all(std::string_view name) const;
  /// What the file says of a node or a link, by the names in the export.
  std::vector<Told> of_node(std::uint64_t number) const;
  std::vector<Told> of_link(std::size_t link) const;
  /// What Cutline says of a node: address, kind, terminals; then cells, pitches and, if there are any, millimetres of
  /// three axes, or the three of each axis in turn.
  std::vector<Told> own_of_node(std::size_t number, bool by_axis = false) const;
  /// What Cutline says of a link. `cost` is that of a route over it, which is called `cost_key`.
  std::vector<Told> own_of_link(std::size_t link, double cost, std::string_view cost_key = "weight") const;

 private:
  const ExportNetwork& network_;
  const GraphAttributes* file_ = nullptr;  ///< null: there is no file, or it has no attributes
  std::vector<ToldKey> node_keys_, link_keys_;
  std::vector<std::uint32_t> link_in_file_;  ///< of each link; empty without attributes of links
};

/// What one entry of a graph's file stands for: a channel where some link is one-way, else a link; with the cost of a
/// route over it.
struct ToldEdge {
  ExportChannel ends;
  double cost = 0;
};
/// One a channel or link, in the order of the links.
std::vector<ToldEdge> told_edges(const ExportNetwork& network);

/// Whether the file's graph is directed, which it is where links are one-way. Adds a note of what that means for links
/// both ways, or of costs that have no direction.
bool told_as_directed(ExportNetwork& network);

/// Whether two links, or two channels of a directed graph, join the same nodes.
bool has_parallel_links(const ExportNetwork& network);

}  // namespace cutline::exporting
