// SPDX-License-Identifier: Apache-2.0
#include "output/export/clusters/cluster.hpp"
#include "output/export/file_text.hpp"

namespace cutline::exporting {

namespace {

constexpr std::uint32_t kMostPorts = 255;
// ibsim is compiled with room for these, and takes others by option. Source: ibsim, sim.h.
constexpr std::size_t kUsualNodes = 2048, kUsualSwitches = 256, kUsualPorts = 13312;

struct NetPort {
  std::string remote;
  std::uint32_t port = 0;
};

struct NetNode {
  bool is_switch = true;
  std::string id, name;
  std::vector<NetPort> ports;
};

/// Hosts, then switches, with their ports in the order of the cables.
std::vector<NetNode> nodes_of_net(const ExportNetwork& network) {
  const machine::Equipment equipment = equipment_of(network);
  const std::size_t count = equipment.devices.size();
  std::vector<NetNode> devices, hosts;
  std::vector<std::uint32_t> next(count, 1);
  for (std::size_t n = 0; n < count; ++n) {
    const machine::Device& device = equipment.devices[n];
    devices.push_back({!device.host, fmt::format("{}{}", device.host ? "H" : "S", n), network.nodes[n].address, {}});
    for (std::uint32_t i = 0; i < device.terminals; ++i) {
      const std::string id = fmt::format("H{}", hosts.size());
      hosts.push_back({false, id, fmt::format("{}.{}", network.nodes[n].address, i + 1), {{devices[n].id, next[n]++}}});
      devices[n].ports.push_back({id, 1});
    }
  }
  for (const machine::Link& link : equipment.links) {
    for (std::uint32_t i = 0; i < link.cables; ++i) {
      const std::uint32_t a = next[link.a]++, b = next[link.b]++;
      devices[link.a].ports.push_back({devices[link.b].id, b});
      devices[link.b].ports.push_back({devices[link.a].id, a});
    }
  }
  std::stable_partition(devices.begin(), devices.end(), [](const NetNode& each) { return !each.is_switch; });
  hosts.insert(hosts.end(), std::make_move_iterator(devices.begin()), std::make_move_iterator(devices.end()));
  return hosts;
}

/// A name inside the quotes of a comment.
std::string in_comment(std::string name) {
  std::ranges::replace_if(
      name, [](char c) { return c == '"' || static_cast<unsigned char>(c) < ' '; }, '_');
  return name;
}

/// The options without which ibsim has no room; empty where it has.
std::string options_of(const std::vector<NetNode>& nodes) {
  std::size_t switches = 0, ports = 0;
  for (const NetNode& node : nodes) {
    switches += node.is_switch ? 1 : 0;
    ports += node.ports.size() + 1;
  }
  std::string options;
  if (nodes.size() > kUsualNodes) append(options, " -N {}", nodes.size());
  if (switches > kUsualSwitches) append(options, " -S {}", switches);
  if (ports > kUsualPorts) append(options, " -P {}", ports);
  return options;
}

std::vector<ExportFile> write_ibsim(const Export& target, ExportNetwork& network, const ExportChoice&) {
  expect_two_way(network, "cables of InfiniBand lead both ways");
  const std::vector<NetNode> nodes = nodes_of_net(network);
  std::string out = commented_header(target, network, "#");
  append(out, "# run: ibsim -s{} THIS_FILE, with its standard input left open, then ibsim-run opensm -o\n",
         options_of(nodes));
  for (const NetNode& node : nodes) {
    if (node.ports.size() > kMostPorts) {
      throw_input_error(fmt::format("node {} of '{}' has {} ports, and InfiniBand has {}", node.name, network.name,
                                    node.ports.size(), kMostPorts),
                        "take fewer links or terminals a node");
    }
    if (node.ports.empty()) continue;
    append(out, "\n{}\t{} \"{}\"\t\t# \"{}\"\n", node.is_switch ? "Switch" : "Hca", node.ports.size(), node.id,
           in_comment(node.name));
    for (std::size_t port = 0; port < node.ports.size(); ++port)
      append(out, "[{}]\t\"{}\"[{}]\n", port + 1, node.ports[port].remote, node.ports[port].port);
  }
  return {{"", out}};
}

}  // namespace

Export ibsim_export() {
  return {.name = "ibsim",
          .summary = "ibsim: every switch and host with its ports, for opensm",
          .source = "ibsim, net-examples and sim_net.c",
          .extension = ".net",
          .ignores = "links have no lengths or delays",
          .route_cost = RouteCostUse::none,
          .limits = {1 << 18, 1 << 22},
          .write = write_ibsim};
}

}  // namespace cutline::exporting
