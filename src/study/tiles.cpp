// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include "cutline/detail/topology/given_graph.hpp"
#include "cutline/layout/layout.hpp"
#include "cutline/study/candidate.hpp"
#include "cutline/study/placed_network.hpp"
#include "placement/named_sites.hpp"
#include "topology/graph_searches.hpp"
#include "topology/said_sites.hpp"

namespace cutline {

namespace {

[[noreturn]] void refuse(const TileKind& kind, const std::string& what, const char* hint, const std::string& place) {
  throw_input_error(fmt::format("tiles '{}': {}", kind.name, what), hint, place);
}

bool may_have_kind(SiteKind kind) { return kind == SiteKind::node || kind == SiteKind::switch_node; }

class KindFinder {
 public:
  KindFinder(const std::vector<TileKind>& kinds, const Topology& topology, const Placement& placement)
      : kinds_(kinds),
        topology_(topology),
        placement_(placement),
        named_(topology, placement),
        said_(topology),
        grid_(placement.grid()),
        of_site_(topology.site_count(), kNoTileKind) {}

  std::vector<std::uint32_t> find() {
    for (std::uint32_t kind = 0; kind < kinds_.size(); ++kind) {
      const TilePlaces& at = kinds_[kind].at;
      for (std::size_t i = 0; i < at.nodes.size(); ++i) take_nodes(kind, at.nodes[i], tile_place_key(kind, i, false));
      for (std::size_t i = 0; i < at.cells.size(); ++i) take_cells(kind, at.cells[i], tile_place_key(kind, i, true));
    }
    take_rest(&TilePlaces::corner, [&](bool x, bool y) { return x && y; });
    take_rest(&TilePlaces::edge, [&](bool x, bool y) { return x || y; });
    const auto others = std::find_if(kinds_.begin(), kinds_.end(), [](const TileKind& k) { return k.at.all_others(); });
    if (others == kinds_.end()) return std::move(of_site_);
    for (std::uint64_t site = 0; site < of_site_.size(); ++site) {
      if (of_site_[site] == kNoTileKind && may_have_kind(topology_.kind(site)))
        of_site_[site] = static_cast<std::uint32_t>(others - kinds_.begin());
    }
    return std::move(of_site_);
  }

 private:
  /// `place` is the key of the entry of the spec, for errors.
  void take(std::uint32_t kind, std::uint64_t site, const std::string& place) {
    const std::string name = site_name(topology_, site);
    if (!may_have_kind(topology_.kind(site)))
      refuse(kinds_[kind], fmt::format("{} is no node", name), "interchanges have no tiles", place);
    if (of_site_[site] != kNoTileKind) {
      refuse(kinds_[kind], fmt::format("node {} is in the list of '{}' as well", name, kinds_[of_site_[site]].name),
             "a node has one tile", place);
    }
    of_site_[site] = kind;
  }

  void take_nodes(std::uint32_t kind, const SaidNodes& nodes, const std::string& place) {
    for (const std::uint64_t said : said_.expect_all(nodes, place)) {
      const std::uint64_t site = named_.site(said);
      if (topology_.kind(site) == SiteKind::switch_node && kinds_[kind].serves_apart()) {
        refuse(
            kinds_[kind],
            fmt::format("{} is a switch, and all switches have the costs of `interchange`", site_name(topology_, site)),
            "name nodes alone, or leave out `router`, `terminals` and `energy`", place);
      }
      take(kind, site, place);
    }
  }

  void take_cells(std::uint32_t kind, const TilePlaces::Cells& cells, const std::string& place) {
    if (cells.x.last >= grid_[Axis::x] || cells.y.last >= grid_[Axis::y]) {
      refuse(kinds_[kind],
             fmt::format("the cell [{}, {}] is off the grid of {} x {}", cells.x.last, cells.y.last, grid_[Axis::x],
                         grid_[Axis::y]),
             "cells are counted from 0, x first", place);
    }
    bool found = false;
    for (std::uint64_t site = 0; site < of_site_.size(); ++site) {
      if (topology_.kind(site) == SiteKind::nothing) continue;
      const Cell cell = cell_of(topology_, placement_, site);
      if (!cells.x.contains(cell[Axis::x]) || !cells.y.contains(cell[Axis::y])) continue;
      if (!may_have_kind(topology_.kind(site))) continue;
      take(kind, site, place);
      found = true;
    }
    if (!found) {
      refuse(kinds_[kind], fmt::format("no node stands at [{}, {}]", cells.x.first, cells.y.first),
             "cells are counted from 0, x first", place);
    }
  }

  /// Gives all remaining sites for which `holds` is true to the kind that is placed by this rule. The arguments of
  /// `holds` say whether a cell is at an end along x, and along y.
  template <class Rule>
  void take_rest(bool TilePlaces::*rule, const Rule& holds) {
    const auto kind = std::find_if(kinds_.begin(), kinds_.end(), [&](const TileKind& k) { return k.at.*rule; });
    if (kind == kinds_.end()) return;
    for (std::uint64_t site = 0; site < of_site_.size(); ++site) {
      if (of_site_[site] != kNoTileKind || !may_have_kind(topology_.kind(site))) continue;
      const Cell cell = cell_of(topology_, placement_, site);
      const auto at_end = [&](Axis axis) { return cell[axis] == 0 || cell[axis] + 1 == grid_[axis]; };
      if (holds(at_end(Axis::x), at_end(Axis::y))) of_site_[site] = static_cast<std::uint32_t>(kind - kinds_.begin());
    }
  }

  const std::vector<TileKind>& kinds_;
  const Topology& topology_;
  const Placement& placement_;
  NamedSites named_;
  SaidSites said_;
  GridSize grid_;
  std::vector<std::uint32_t> of_site_;
};

}  // namespace

std::string tile_place_key(std::size_t kind, std::size_t entry, bool is_cell) {
  return fmt::format("{}.{}.{}", kind, is_cell ? "cell" : "node", entry);
}

std::vector<std::uint32_t> tile_kind_of_sites(const std::vector<TileKind>& kinds, const Topology& topology,
                                              const Placement& placement) {
  return KindFinder(kinds, topology, placement).find();
}

bool have_sizes(const std::vector<TileKind>& kinds) {
  return std::any_of(kinds.begin(), kinds.end(),
                     [](const TileKind& kind) { return kind.node_width.base > 0 || kind.node_height.base > 0; });
}

bool serve_apart(const std::vector<TileKind>& kinds) {
  return std::any_of(kinds.begin(), kinds.end(), [](const TileKind& kind) { return kind.serves_apart(); });
}

SiteTiles tiles_of_sites(const Design& design, const PlacedNetwork& placed) {
  const Topology& topology = placed.topology;
  const std::vector<std::uint32_t>* own = own_terminals(topology);
  if (!serve_apart(design.tiles) && own == nullptr) return {};
  if (has_shared_links(topology)) {
    throw_input_error("tiles have no routers, terminals or energy of their own where several nodes share a link",
                      "leave out `router`, `terminals` and `energy`");
  }
  SiteTiles tiles{tile_kind_of_sites(design.tiles, topology, placed.placement), {}};
  for (std::uint64_t site = 0; site < tiles.kind.size(); ++site) {
    if (topology.kind(site) != SiteKind::node) tiles.kind[site] = kNoTileKind;
  }
  const auto says = [](const TileKind& kind) { return kind.terminals.has_value(); };
  if (own == nullptr && std::none_of(design.tiles.begin(), design.tiles.end(), says)) return tiles;
  std::uint64_t all = 0;
  for (std::uint64_t site = 0; site < tiles.kind.size(); ++site) {
    const std::uint32_t kind = tiles.kind[site];
    const std::uint32_t of_node = own != nullptr ? (*own)[site] : topology.concentration;
    const std::uint32_t usual = topology.kind(site) == SiteKind::node ? of_node : 0;
    tiles.terminals.push_back(kind == kNoTileKind ? usual : design.tiles[kind].terminals.value_or(usual));
    all += tiles.terminals.back();
  }
  if (all == 0) throw_input_error("no kind of tile has terminals", "some node must send and take messages");
  return tiles;
}

RouterChoice router_of_kind(const Design& design, std::uint32_t kind) {
  RouterChoice router = design.router;
  if (kind >= design.tiles.size()) return router;
  const TileKind& own = design.tiles[kind];
  if (own.router_delay) router.delay = *own.router_delay;
  if (own.router_area) router.area = own.router_area;
  if (own.router_pj_per_bit) router.energy_pj_per_bit = own.router_pj_per_bit;
  return router;
}

void set_tile_boxes(const Design& design, const PlacedNetwork& placed, LayoutRules& rules) {
  if (design.tiles.empty()) return;
  const std::vector<std::uint32_t> kinds = tile_kind_of_sites(design.tiles, placed.topology, placed.placement);
  if (rules.unit) {
    if (!have_sizes(design.tiles)) return;
    throw_input_error("the unit technology has no metres, so tiles have no sizes", "leave out `node` of `tiles`");
  }
  const GridSize grid = placed.placement.grid();
  const std::array<std::uint32_t, 2> usual = {rules.node_width, rules.node_height};
  std::vector<std::array<std::uint32_t, 2>> sides;
  for (const TileKind& kind : design.tiles) {
    sides.push_back({box_cells(rules, Axis::x, kind.node_width), box_cells(rules, Axis::y, kind.node_height)});
    if (kind.node_width.base <= 0) sides.back()[0] = usual[0];
    if (kind.node_height.base <= 0) sides.back()[1] = usual[1];
  }
  for (const Axis axis : {Axis::x, Axis::y}) rules.least_side[index(axis)].assign(grid[axis], 0);
  for (std::uint64_t site = 0; site < kinds.size(); ++site) {
    const SiteKind stands = placed.topology.kind(site);
    if (stands == SiteKind::nothing) continue;
    const Cell cell = cell_of(placed.topology, placed.placement, site);
    for (const Axis axis : {Axis::x, Axis::y}) {
      std::uint32_t& least = rules.least_side[index(axis)][cell[axis]];
      const std::uint32_t own = stands == SiteKind::interchange ? 1
                                : kinds[site] == kNoTileKind    ? usual[index(axis)]
                                                                : sides[kinds[site]][index(axis)];
      least = std::max(least, own);
    }
  }
  for (const Axis axis : {Axis::x, Axis::y}) {
    for (std::uint32_t& least : rules.least_side[index(axis)]) {
      if (least == 0) least = usual[index(axis)];  // a column or row of empty cells
    }
  }
}

}  // namespace cutline
