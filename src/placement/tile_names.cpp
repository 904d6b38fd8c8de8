// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "cutline/base/error.hpp"
#include "cutline/detail/topology/given_graph.hpp"
#include "placement/named_sites.hpp"
#include "placement/seats.hpp"
#include "topology/graph_text.hpp"

namespace cutline {

namespace {

struct TileOfSite {
  std::uint32_t tile = 0, site = 0;
  auto operator<=>(const TileOfSite&) const = default;
};

SharedConst<SiteNames> names_of_tiles(const Topology& topology, const TilePlan& plan, std::vector<TileOfSite> taken) {
  std::sort(taken.begin(), taken.end());
  SiteNames names;
  names.of_tiles = true;
  names.name.resize(topology.site_count());
  for (const TileOfSite& each : taken) {
    const std::string& name = plan.tiles[each.tile].name;
    names.name[each.site] = names.names.insert(name).first;
    names.site.push_back(each.site);
    names.has_numbers |= name.find_first_not_of("0123456789") == std::string::npos;
  }
  return SharedConst<SiteNames>(std::move(names));
}

}  // namespace

void take_tile_names(Topology& topology, const TilePlan& plan) {
  if (topology.names || plan.tiles.empty()) return;
  const auto is_number = [&](const Tile& tile) { return site_named(topology, tile.name).has_value(); };
  if (std::any_of(plan.tiles.begin(), plan.tiles.end(), is_number)) return;
  listable_nodes(topology, "positions");
  const std::uint64_t sites = topology.node_count() + topology.interchange_count();
  if (sites != plan.tiles.size())
    throw_input_error(fmt::format("{} tiles give their names to {} {}", plan.tiles.size(), sites,
                                  topology.has_switches() ? "nodes and switches" : "nodes"),
                      "name the nodes in a graph's file, or call their tiles 0, 1, 2 ... by the numbers of nodes",
                      "positions");
  const NodeNumbers numbers(topology);
  std::vector<TileOfSite> taken;
  for (std::uint32_t number = 0; number < sites; ++number)
    taken.push_back({number, static_cast<std::uint32_t>(numbers.site(number))});
  topology.names = names_of_tiles(topology, plan, std::move(taken));
}

void keep_tile_names(Topology& topology, const Placement& placement) {
  const GivenPlaces& given = *placement.given;
  std::vector<TileOfSite> taken;
  for (std::uint32_t site = 0; site < given.tile_of_site.size(); ++site) {
    if (topology.kind(site) == SiteKind::nothing) continue;
    const std::uint32_t tile = given.tile_of_site[site];
    if ((tile < topology.node_count()) != (topology.kind(site) == SiteKind::node))
      throw_input_error(fmt::format("the order puts a switch on the tile of a node, or a node on that of a switch: {}",
                                    quoted_name(given.plan.tiles[tile].name)),
                        "leave out `order`, or name nodes and switches in a graph's file", "order");
    taken.push_back({tile, site});
  }
  topology.names = names_of_tiles(topology, given.plan, std::move(taken));
}

}  // namespace cutline
