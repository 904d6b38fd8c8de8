// SPDX-License-Identifier: Apache-2.0
#include "output/export/clusters/cluster.hpp"

#include "evaluate/machine_of.hpp"

namespace cutline::exporting {

namespace {

/// Groups counted from 0 in the order of their first members.
std::vector<std::uint32_t> counted(const std::vector<std::uint32_t>& groups) {
  std::map<std::uint32_t, std::uint32_t> number;
  return each_of(groups, [&](const std::uint32_t group) {
    return number.emplace(group, static_cast<std::uint32_t>(number.size())).first->second;
  });
}

/// What hangs together below the switches of each level. Switches above a level are alone in it.
std::vector<std::vector<std::uint32_t>> joined_by_level(const ExportNetwork& network) {
  const std::vector<std::uint32_t> level = levels_of_sites(*network.topology);
  const std::uint32_t top = *std::max_element(level.begin(), level.end());
  std::vector<std::vector<std::uint32_t>> all;
  for (std::uint32_t up_to = 1; up_to <= top; ++up_to) {
    JoinedSets sets(level.size());
    for (const ExportLink& link : network.links) {
      if (std::max(level[link.from], level[link.to]) <= up_to)
        sets.join(static_cast<std::uint32_t>(link.from), static_cast<std::uint32_t>(link.to));
    }
    std::vector<std::uint32_t> groups = each_of(level.size(), [&](std::uint32_t n) { return sets.of(n); });
    all.push_back(counted(groups));
  }
  return all;
}

/// Whether some links stay within the lowest digit and others join any two values of all: a network of groups.
bool joins_groups(const Topology& topology) {
  if (topology.digits.size() != 2 || topology.has_switches()) return false;
  const auto spans = [&](std::size_t digits) {
    return std::ranges::any_of(topology.classes, [&](const LinkClass& each) { return each.digits.size() == digits; });
  };
  return spans(1) && spans(2);
}

std::vector<std::uint32_t> highest_digits(const Topology& topology, std::size_t count) {
  const NodeNumbers numbers(topology);
  const std::uint64_t weight = digit_weights(topology).back();
  return each_of(count, [&](std::size_t n) { return static_cast<std::uint32_t>(numbers.site(n) / weight); });
}

}  // namespace

machine::Equipment equipment_of(const ExportNetwork& network) {
  machine::Equipment all;
  for (const ExportNode& node : network.nodes) {
    const bool host = network.nodes_are_terminals && !node.interchange;
    all.devices.push_back({0, host ? 0 : node.terminals, host});
    if (!network.boards.empty() && !node.interchange) all.devices.back().board = network.boards[all.devices.size() - 1];
  }
  const NodeNumbers numbers(*network.topology);
  for_each_link(*network.topology, [&](std::size_t number, std::size_t local, std::uint64_t a, std::uint64_t b) {
    all.links.push_back({static_cast<std::uint32_t>(numbers.number(a)), static_cast<std::uint32_t>(numbers.number(b)),
                         network.topology->classes[number].width(local)});
  });
  return all;
}

std::vector<Host> cluster_hosts(const ExportNetwork& network) {
  std::vector<Host> hosts;
  for (std::uint64_t n = 0; n < network.nodes.size(); ++n) {
    if (network.nodes_are_terminals) {
      if (!network.nodes[n].interchange) hosts.push_back({n, 0});
      continue;
    }
    for (std::uint32_t port = 1; port <= network.nodes[n].terminals; ++port) hosts.push_back({n, port});
  }
  return hosts;
}

std::vector<std::uint32_t> levels_of_sites(const Topology& topology) {
  const NodeNumbers numbers(topology);
  const std::vector<std::uint64_t> weights = digit_weights(topology);
  std::vector<std::uint32_t> levels(topology.node_count() + topology.interchange_count());
  for (std::size_t n = 0; n < levels.size(); ++n) {
    const std::uint64_t site = numbers.site(n);
    for (std::size_t digit = 0; digit < weights.size(); ++digit) {
      const auto value = static_cast<std::uint32_t>(site / weights[digit] % topology.digits[digit].radix);
      levels[n] = std::max<std::uint32_t>(levels[n], topology.level(digit, value));
    }
  }
  return levels;
}

GroupLevels group_levels(const ExportNetwork& network) {
  GroupLevels groups;
  const std::size_t count = network.nodes.size();
  if (network.topology->has_switches()) {
    groups.by = "levels of switches";
    groups.level = joined_by_level(network);
  } else {
    groups.loses_links = true;
    const bool own = joins_groups(*network.topology);
    groups.by = own ? "groups" : network.racks.empty() ? "the highest digit" : "racks";
    groups.level.push_back(
        counted(own || network.racks.empty() ? highest_digits(*network.topology, count) : network.racks));
  }
  if (!network.boards.empty()) groups.level.insert(groups.level.begin(), counted(network.boards));
  const auto is_one = [](const std::vector<std::uint32_t>& level) {
    return std::ranges::all_of(level, [](std::uint32_t group) { return group == 0; });
  };
  if (groups.level.empty() || !is_one(groups.level.back())) groups.level.emplace_back(count, 0U);
  return groups;
}

}  // namespace cutline::exporting
