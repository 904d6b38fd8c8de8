// SPDX-License-Identifier: Apache-2.0
#include "output/export/clusters/cluster.hpp"
#include "output/export/file_text.hpp"

namespace cutline::exporting {

namespace {

/// Numbers as a list of hosts has them: "h[0-3,7]", "h5".
std::string host_list(std::string_view prefix, const std::vector<std::uint64_t>& numbers) {
  std::string inside;
  for (std::size_t i = 0; i < numbers.size();) {
    std::size_t last = i;
    while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1) ++last;
    append(inside, "{}{}", inside.empty() ? "" : ",", numbers[i]);
    if (last > i) append(inside, "-{}", numbers[last]);
    i = last + 1;
  }
  return numbers.size() == 1 ? fmt::format("{}{}", prefix, inside) : fmt::format("{}[{}]", prefix, inside);
}

/// Members of each group, by group.
using Members = std::map<std::uint32_t, std::vector<std::uint64_t>>;

void add_level(std::string& out, std::string_view name, const Members& members, std::string_view key,
               std::string_view prefix) {
  for (const auto& [group, numbers] : members)
    append(out, "SwitchName={}{} {}={}\n", name, group, key, host_list(prefix, numbers));
}

std::vector<ExportFile> write_slurm(const Export& target, ExportNetwork& network, const ExportChoice&) {
  const std::vector<Host> hosts = cluster_hosts(network);
  const GroupLevels groups = group_levels(network);
  std::string out = commented_header(target, network, "#");
  append(out,
         "# slurm.conf: TopologyPlugin=topology/tree, SelectType=select/cons_tres\n# hosts h0 ... are terminals, node "
         "after node; levels by {}\n",
         groups.by);
  if (!network.boards.empty()) out += "# the lowest level is a board, whose hosts are joined by its traces\n";
  if (groups.loses_links) {
    out += "# a tree cannot say more of this network: links between its groups are not told\n";
    note(network, "a tree of switches cannot say how {} are linked: it holds them below one top", groups.by);
  }
  Members leaves;  // of each switch with terminals, its hosts
  for (std::uint64_t h = 0; h < hosts.size(); ++h) {
    const std::uint32_t of =
        network.nodes_are_terminals ? groups.level.front()[hosts[h].node] : static_cast<std::uint32_t>(hosts[h].node);
    leaves[of].push_back(h);
  }
  // Below the first level stand switches with hosts, unless the nodes are hosts themselves.
  std::string name = network.nodes_are_terminals ? "g0_" : "s";
  add_level(out, name, leaves, "Nodes", "h");
  std::map<std::uint32_t, std::uint64_t> children;  // a node below each
  for (const auto& [group, numbers] : leaves) children.emplace(group, hosts[numbers.front()].node);
  for (std::size_t l = network.nodes_are_terminals ? 1 : 0; l < groups.level.size(); ++l) {
    Members above;
    std::map<std::uint32_t, std::uint64_t> parents;
    for (const auto& [child, node] : children) {
      const std::uint32_t group = groups.level[l][node];
      above[group].push_back(child);
      parents.emplace(group, node);
    }
    const std::string next = fmt::format("g{}_", l);
    add_level(out, next, above, "Switches", name);
    name = next;
    children = std::move(parents);
  }
  return {{"", out}};
}

}  // namespace

Export slurm_export() {
  return {.name = "slurm",
          .summary = "Slurm: a topology.conf with hosts below switches, groups or racks",
          .source = "Slurm, topology.conf(5)",
          .extension = ".conf",
          .ignores = "a tree has no lengths, delays or links besides",
          .route_cost = RouteCostUse::none,
          .limits = {1 << 20, 1 << 24},
          .write = write_slurm};
}

}  // namespace cutline::exporting
