// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cutline/base/quantity.hpp"
#include "cutline/study/duration.hpp"
#include "cutline/topology/said_sites.hpp"

namespace cutline {

struct Design;
struct LayoutRules;
struct Placement;
struct PlacedNetwork;

/// Whole numbers from the first to the last, both included.
struct WholeRange {
  std::uint64_t first = 0, last = 0;
  bool contains(std::uint64_t number) const { return first <= number && number <= last; }
};

/// Where the tiles of a kind stand: at nodes given by name or number, at cells of the grid, at its corners or along its
/// edge. If nothing is given: at all nodes that no other kind takes.
struct TilePlaces {
  struct Cells {
    WholeRange x, y;
  };
  std::vector<SaidNodes> nodes;
  std::vector<Cells> cells;
  bool corner = false, edge = false;
  bool all_others() const { return nodes.empty() && cells.empty() && !corner && !edge; }
};

/// The key of Design::places, behind `tiles.`, for an entry of the list of nodes or of cells of a kind of tile: errors
/// point at the entry.
std::string tile_place_key(std::size_t kind, std::size_t entry, bool is_cell);

/// A kind of tile on a grid. If a value is absent, its nodes have the value of all nodes.
struct TileKind {
  std::string name;
  Length node_width, node_height;  ///< sides of its box; zero: as for all nodes
  std::optional<Duration> router_delay;
  std::optional<Area> router_area;
  std::optional<double> router_pj_per_bit;  ///< per hop
  std::optional<std::uint32_t> terminals;   ///< 0: messages pass its nodes, but do not begin or end there
  std::optional<Area> area;                 ///< of a tile's own logic, without its router; absent: not known
  std::optional<double> pj_per_bit;         ///< energy of a bit that its terminals send or receive; absent: not counted
  TilePlaces at;
  /// Whether the kind matters to messages: it has a router, terminals or energy of its own.
  bool serves_apart() const { return router_delay || router_area || router_pj_per_bit || terminals || pj_per_bit; }
};
/// Whether some kind matters to messages, so that hops and loads must be known node by node.
bool serve_apart(const std::vector<TileKind>& kinds);

/// Whether some kind has boxes of its own.
bool have_sizes(const std::vector<TileKind>& kinds);

/// The kinds of tile of a network's sites, if they matter to messages. Interchanges and switches have no kind here.
struct SiteTiles {
  std::vector<std::uint32_t> kind;       ///< by site; empty: to messages all nodes are alike
  std::vector<std::uint32_t> terminals;  ///< by site; empty: all nodes have the same number
  bool alike() const { return kind.empty(); }
};
/// Throws the errors of tile_kind_of_sites(), and input errors if no terminal is left or if links are shared by several
/// nodes.
SiteTiles tiles_of_sites(const Design& design, const PlacedNetwork& placed);

inline constexpr std::uint32_t kNoTileKind = ~std::uint32_t{0};

/// The kind of each site, by site number. A kind that names nodes or cells takes them first, then the kind at the
/// corners, then the kind along the edge, and last the kind of all other nodes. kNoTileKind for nodes that no kind
/// takes, and for interchanges. Throws an input error for a node that does not exist, a cell off the grid or without a
/// node, and a node that two kinds name. Cost: O(sites + places).
std::vector<std::uint32_t> tile_kind_of_sites(const std::vector<TileKind>& kinds, const Topology& topology,
                                              const Placement& placement);

/// Makes every column at least as wide as its widest tile, and every row as high as its highest. Throws the errors of
/// tile_kind_of_sites(), and an input error for sizes in the unit technology, which has no metres.
void set_tile_boxes(const Design& design, const PlacedNetwork& placed, LayoutRules& rules);

}  // namespace cutline
