// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <set>

#include "cutline/topology/topology.hpp"
#include "output/export/clusters/cluster.hpp"
#include "output/export/file_text.hpp"

namespace cutline::exporting {

namespace {

/// A tier of a tree in which all switches of a tier are alike.
struct Tier {
  std::uint32_t down = 0, up = 0;  ///< links of a switch
  std::uint32_t bundle = 1;        ///< links to each switch below, side by side
  Time longest;                    ///< of the links below
  Time passed;                     ///< of a switch
  bool operator==(const Tier&) const = default;
};

[[noreturn]] void refuse(const ExportNetwork& network, std::string_view why) {
  throw_input_error(fmt::format("htsim reads trees of two or three tiers, and '{}' is none: {}", network.name, why),
                    "export a fat tree or a folded Clos, or to another simulator");
}

/// The links of a site, by the levels at their ends.
std::vector<Tier> tiers_of_sites(const ExportNetwork& network, const std::vector<std::uint32_t>& level) {
  std::vector<Tier> sites(level.size());
  std::vector<std::set<std::uint64_t>> below(level.size());
  for (std::size_t n = 0; n < level.size(); ++n) {
    sites[n].down = network.nodes[n].interchange ? 0 : network.nodes[n].terminals;
    sites[n].passed = network.nodes[n].delay;
  }
  for (const ExportLink& link : network.links) {
    const auto [low, high] =
        level[link.from] < level[link.to] ? std::pair(link.from, link.to) : std::pair(link.to, link.from);
    if (level[high] != level[low] + 1) refuse(network, "a link does not lead from one level to the next");
    sites[low].up += link.width;
    sites[high].down += link.width;
    sites[high].longest = std::max(sites[high].longest, network.time_of(link));
    below[high].insert(low);
  }
  for (std::size_t n = 0; n < level.size(); ++n) {
    if (below[n].empty()) continue;
    if (sites[n].down % below[n].size() != 0) refuse(network, "a switch has unlike numbers of links to those below");
    sites[n].bundle = sites[n].down / static_cast<std::uint32_t>(below[n].size());
  }
  return sites;
}

std::vector<Tier> tiers_of(const ExportNetwork& network) {
  if (!network.topology->has_switches()) refuse(network, "it has no levels of switches");
  if (network.nodes_are_terminals) refuse(network, "its terminals have several links");
  const std::vector<std::uint32_t> level = levels_of_sites(*network.topology);
  const std::vector<Tier> sites = tiers_of_sites(network, level);
  std::vector<Tier> tiers(1 + *std::max_element(level.begin(), level.end()));
  std::vector<char> seen(tiers.size());
  for (std::size_t n = 0; n < level.size(); ++n) {
    Tier& tier = tiers[level[n]];
    Tier own = sites[n];
    if (!seen[level[n]]) tier = own, seen[level[n]] = 1;
    own.longest = tier.longest = std::max(tier.longest, own.longest);
    if (!(own == tier)) refuse(network, fmt::format("the switches of tier {} differ", level[n]));
  }
  if (tiers.size() < 2 || tiers.size() > 3) refuse(network, fmt::format("it has {} tiers", tiers.size()));
  tiers.front().longest = network.terminal_delay;
  return tiers;
}

std::uint64_t whole_ns(Time time) {
  return std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::ceil(in_ns(time) - 1e-9)));
}

std::string topology_file(const Export& target, ExportNetwork& network, const std::vector<Tier>& tiers,
                          std::uint64_t hosts) {
  const double gbps = network.width_bits / in_ns(network.cycle);
  if (gbps < 1 || gbps != std::floor(gbps)) {
    throw_input_error(
        fmt::format("htsim counts whole Gb/s, and a channel of '{}' passes {}", network.name, text::figure_text(gbps)),
        "choose the channel's width and the clock, or --clock, so that their product is whole");
  }
  const std::uint64_t pod =
      tiers.size() == 2 ? hosts : std::uint64_t{tiers[0].down} * (tiers[1].down / tiers[1].bundle);
  std::string out = commented_header(target, network, "#");
  append(out, "# each tier has one latency: that of its longest cable\nNodes {}\nTiers {}\nPodsize {}\n", hosts,
         tiers.size(), pod);
  for (std::size_t t = 0; t < tiers.size(); ++t) {
    const Tier& tier = tiers[t];
    append(out, "\nTier {}\nDownlink_speed_Gbps {}\nRadix_Down {}\n", t, static_cast<std::uint64_t>(gbps), tier.down);
    if (t + 1 < tiers.size()) append(out, "Radix_Up {}\n", tier.up);
    append(out, "Downlink_Latency_ns {}\nSwitch_Latency_ns {}\n", whole_ns(tier.longest), whole_ns(tier.passed));
    if (t > 0) append(out, "Bundle {}\n", tier.bundle);
    if (t == 0 && tier.up > 0 && tier.down % tier.up == 0) append(out, "Oversubscribed {}\n", tier.down / tier.up);
  }
  return out;
}

/// A flow from every host to the one half way round.
std::string flows_file(const ExportNetwork& network, std::uint64_t hosts) {
  std::string out;
  append(out, "Nodes {}\nConnections {}\n", hosts, hosts);
  const auto bytes = static_cast<std::uint64_t>(std::max(1.0, std::round(message_bytes(network))));
  for (std::uint64_t h = 0; h < hosts; ++h)
    append(out, "{}->{} id {} start 0 size {}\n", h, (h + hosts / 2) % hosts, h + 1, bytes);
  return out;
}

std::vector<ExportFile> write_htsim(const Export& target, ExportNetwork& network, const ExportChoice& choice) {
  const std::vector<Tier> tiers = tiers_of(network);
  const std::uint64_t hosts = cluster_hosts(network).size();
  note(network, "the matrix of connections has one message from every host to the one half way round");
  if (in_ns(network.terminal_delay) <= 0) note(network, "cables to terminals have no length without a `machine`: 1 ns");
  const std::string stem = choice.file == "-" ? "NAME" : plain_file_stem("htsim", choice.file);
  std::string topology = topology_file(target, network, tiers, hosts);
  append(
      topology,
      "\n# run: htsim_ndp -topo {0}.topo -tm {0}.cm -nodes {1} -linkspeed {2} -strat ecmp_host -paths 16 -end 1000\n",
      stem, hosts, static_cast<std::uint64_t>(network.width_bits / in_ns(network.cycle)) * 1000);
  return {{"", topology}, {".cm", flows_file(network, hosts)}};
}

}  // namespace

Export htsim_export() {
  return {.name = "htsim",
          .summary = "htsim: a fat tree or folded Clos with a latency a tier, and connections",
          .source = "csg-htsim, fat_tree_topology.cpp and connection_matrix.cpp",
          .extension = ".topo",
          .ignores = "one latency a tier, that of its longest cable",
          .route_cost = RouteCostUse::none,
          .times = LinkTimes::clocked,
          .counts_cycles = true,
          .several_files = true,
          .limits = {1 << 20, 1 << 22},
          .write = write_htsim};
}

}  // namespace cutline::exporting
