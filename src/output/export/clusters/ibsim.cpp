// SPDX-License-Identifier: Apache-2.0
#include "machine/boards.hpp"
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

/// Hosts, then switches, with their ports in the order of the cables; behind these the traces of boards.
class NodesOfNet {
 public:
  explicit NodesOfNet(const ExportNetwork& network) : equipment_(equipment_of(network)), network_(network) {
    const std::size_t count = equipment_.devices.size();
    next_.assign(count, 1);
    for (std::size_t n = 0; n < count; ++n) {
      const bool host = equipment_.devices[n].host;
      devices_.push_back({!host, fmt::format("{}{}", host ? "H" : "S", n), network.nodes[n].address, {}});
    }
    join(false);
    join(true);
  }

  std::vector<NetNode> taken() && {
    std::stable_partition(devices_.begin(), devices_.end(), [](const NetNode& each) { return !each.is_switch; });
    hosts_.insert(hosts_.end(), std::make_move_iterator(devices_.begin()), std::make_move_iterator(devices_.end()));
    return std::move(hosts_);
  }

 private:
  void join(bool on_boards) {
    for (std::size_t n = 0; n < devices_.size(); ++n) {
      if (equipment_.devices[n].on_board() == on_boards) add_terminals(n);
    }
    for (const machine::Link& link : equipment_.links) {
      if (machine::on_one_board(equipment_, link) != on_boards) continue;
      for (std::uint32_t i = 0; i < link.cables; ++i) {
        const std::uint32_t a = next_[link.a]++, b = next_[link.b]++;
        devices_[link.a].ports.push_back({devices_[link.b].id, b});
        devices_[link.b].ports.push_back({devices_[link.a].id, a});
      }
    }
  }

  void add_terminals(std::size_t n) {
    for (std::uint32_t i = 0; i < equipment_.devices[n].terminals; ++i) {
      const std::string id = fmt::format("H{}", hosts_.size());
      hosts_.push_back(
          {false, id, fmt::format("{}.{}", network_.nodes[n].address, i + 1), {{devices_[n].id, next_[n]++}}});
      devices_[n].ports.push_back({id, 1});
    }
  }

  machine::Equipment equipment_;
  const ExportNetwork& network_;
  std::vector<NetNode> devices_, hosts_;
  std::vector<std::uint32_t> next_;
};

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
  const std::vector<NetNode> nodes = NodesOfNet(network).taken();
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
