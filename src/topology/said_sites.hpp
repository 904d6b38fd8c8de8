// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/detail/topology/node_names.hpp"
#include "cutline/topology/topology.hpp"

namespace cutline {

/// Whether some site has another name than its number.
bool has_names(const Topology& topology);
/// Whether the names are those of the tiles on which sites stand.
bool has_tile_names(const Topology& topology);
/// The number of the node that a row of a matrix without names means: the row's own number, or that of the node which
/// stands on this tile. Cost: O(digits).
std::uint64_t node_of_row(const Topology& topology, std::uint64_t row);

/// Finds the sites that a user means by a text, wherever a spec, a file or an option speaks of nodes.
///
/// A site with a name in the user's file is meant by this name. A number as node_number() gives it means a site where
/// no name is itself a number, so that it cannot be mistaken. In a network without names the coordinates of a node with
/// dots between them, highest digit first, mean it too: 1.0.2. Where names are those of tiles, a number counts tiles,
/// as in the rows of a matrix. Cost: O(sum of the radices) to make, O(letters) to find.
class SaidSites {
 public:
  /// Keeps a reference.
  explicit SaidSites(const Topology& topology);
  std::optional<std::uint64_t> find(std::string_view text) const;
  std::optional<std::uint64_t> find(std::uint64_t number) const;
  /// The sites of an entry of a list. Throws an input error at this key where one does not exist.
  std::vector<std::uint64_t> expect_all(const SaidNodes& said, std::string_view key) const;
  /// As find(); throws an input error at this key, with the nearest name as a hint, where there is no such site.
  std::uint64_t expect(std::string_view text, std::string_view key) const;
  /// The number of a node as node_number() gives it. Throws an input error for switches and interchanges too, where no
  /// message begins or ends.
  std::uint64_t expect_node(std::string_view text, std::string_view key) const;
  /// The number of a site; nothing for a switch or an interchange.
  std::optional<std::uint64_t> node_number(std::uint64_t site) const;
  /// A hint that says how nodes are called.
  std::string how_nodes_are_called(std::string_view near) const;

 private:
  std::optional<std::uint64_t> at_address(std::string_view text) const;

  const Topology& topology_;
  NodeNumbers numbers_;
  std::uint64_t sites_;  ///< how many have numbers
};

}  // namespace cutline
