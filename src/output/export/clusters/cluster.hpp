// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/output/export/network.hpp"
#include "machine/racks.hpp"

namespace cutline::exporting {

/// Switches, hosts and links as cables have them: the same numbers of devices and ports as tables of a machine tell.
machine::Equipment equipment_of(const ExportNetwork& network);

/// A terminal of a network: a port of its switch, or a node itself.
struct Host {
  std::uint64_t node = 0;
  std::uint32_t port = 0;  ///< of the node, from 1; 0: the node is the host
};
/// All terminals, node after node.
std::vector<Host> cluster_hosts(const ExportNetwork& network);

/// Groups of a network's nodes and switches, level above level: `level[l][n]` is the group of node n at level l. In a
/// tree of switches a group of level l is what hangs together below the switches of level l + 1; in a network of groups
/// it is the group; else the rack or, without a machine, the highest digit. Boards, if the machine has
/// them, are the lowest level. The last level is one group.
struct GroupLevels {
  std::vector<std::vector<std::uint32_t>> level;
  bool loses_links = false;  ///< a tree cannot say all that the network is
  std::string_view by;       ///< "levels of switches", "groups", "racks", "the highest digit"
};
GroupLevels group_levels(const ExportNetwork& network);

/// The level of switches of each node: 0 for nodes.
std::vector<std::uint32_t> levels_of_sites(const Topology& topology);

}  // namespace cutline::exporting
