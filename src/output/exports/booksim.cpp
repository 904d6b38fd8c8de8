// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "cutline/base/error.hpp"
#include "cutline/base/integers.hpp"
#include "cutline/output/exports.hpp"
#include "cutline/output/number.hpp"
#include "output/export_parts.hpp"

namespace cutline {

namespace {

// Cycles of a router beside routing_delay, as the configuration sets them: allocation twice, and the switch. More than
// one cycle of allocation stops the simulator.
constexpr std::uint64_t kAllocationCycles = 2, kSwitchCycles = 1;
constexpr std::uint64_t kFixedCycles = kAllocationCycles + kSwitchCycles;
constexpr std::uint64_t kVirtualChannels = 8, kLeastBuffer = 8;
// A credit comes back after both ways over the link and this much more.
constexpr std::uint64_t kCreditCycles = 4;
constexpr std::size_t kSlowRouters = 1024;

void expect_representable(const ExportNetwork& network, const std::vector<ExportChannel>& channels) {
  for (const ExportChannel& each : channels) {
    const auto back = std::lower_bound(channels.begin(), channels.end(), each, [](const auto& a, const auto& b) {
      return std::tuple(a.from, a.to) < std::tuple(b.to, b.from);
    });
    if (back != channels.end() && back->from == each.to && back->to == each.from) continue;
    throw_input_error(fmt::format("booksim makes every link two-way, and that from {} to {} of '{}' is one-way",
                                  network.nodes[each.from].address, network.nodes[each.to].address, network.name),
                      "export a network with `channels: bidirectional`, or to another simulator");
  }
  if (is_connected(network)) return;
  throw_input_error(fmt::format("'{}' is not connected, and booksim would wait for ever", network.name),
                    "add the links that are missing");
}

std::string file_name(const std::string& path) {
  std::string name = plain_file_name("booksim", path);
  if (name.size() < 4 || name.compare(name.size() - 4, 4, ".cfg") != 0) return name;
  throw_input_error("booksim takes two files: the network, and its configuration beside it with the ending .cfg",
                    "give the network another ending, as -o network.anynet");
}

/// No comments, single blanks, lower case, both directions of every link, no latency after a node.
std::string anynet(const ExportNetwork& network, const std::vector<ExportChannel>& channels) {
  fmt::memory_buffer out;
  auto at = std::back_inserter(out);
  std::size_t next = 0;
  std::uint64_t terminal = 0;
  for (std::size_t i = 0; i < network.nodes.size(); ++i) {
    fmt::format_to(at, "router {}", i);
    for (std::uint32_t t = 0; t < network.nodes[i].terminals; ++t) fmt::format_to(at, " node {}", terminal++);
    for (; next < channels.size() && channels[next].from == i; ++next) {
      fmt::format_to(at, " router {} {}", channels[next].to, network.links[channels[next].link].cycles);
    }
    fmt::format_to(at, "\n");
  }
  return fmt::to_string(out);
}

/// Cycles of a router beyond those that the configuration fixes.
std::uint64_t routing_delay(ExportNetwork& network) {
  std::uint64_t least = ~std::uint64_t{0}, most = 0;
  for (const ExportNode& node : network.nodes) {
    least = std::min(least, node.cycles);
    most = std::max(most, node.cycles);
  }
  if (least < most)
    network.notes.push_back(
        fmt::format("booksim has one delay of routers: {}, the interchanges' {} too", counted(most, "cycle"), least));
  if (most < kFixedCycles)
    network.notes.push_back(
        fmt::format("a booksim router takes at least {} cycles; this network's take {}", kFixedCycles, most));
  return most > kFixedCycles ? most - kFixedCycles : 0;
}

void note_widths(ExportNetwork& network) {
  const auto wide = std::count_if(network.links.begin(), network.links.end(),
                                  [&](const ExportLink& link) { return link.width_bits > network.width_bits; });
  if (wide > 0)
    network.notes.push_back(fmt::format("wider than the others: {}; booksim passes one flit a cycle over each",
                                        counted(static_cast<std::uint64_t>(wide), "link")));
}

std::string config(const Export& target, ExportNetwork& network, const std::string& file) {
  const std::uint64_t routing = routing_delay(network);
  const std::uint64_t loop = 2 * network.slowest_cycles() + kCreditCycles + routing;
  const std::uint64_t buffer =
      std::max(kLeastBuffer, static_cast<std::uint64_t>(ceil_div(static_cast<std::int64_t>(loop), kVirtualChannels)));
  const auto flits =
      static_cast<std::uint64_t>(std::max(1.0, std::ceil(network.message_bits / network.width_bits - 1e-9)));
  note_widths(network);
  if (network.nodes.size() > kSlowRouters)
    network.notes.push_back("booksim's start takes the cube of the routers: 4 s for 1,024, 8 min for 4,096");
  std::string out = commented_header(target, network, "//");
  out += fmt::format(
      "// buffers: {} virtual channels of {} flits cover the {} cycles that a credit of the longest link takes\n",
      kVirtualChannels, buffer, loop);
  out += fmt::format("// a flit is a channel's width, {}; a mean message takes {} of them\n",
                     bits_text(network.width_bits), flits);
  out += "// run in this folder: booksim THIS_FILE; its exit code tells nothing, read what it prints\n";
  out += fmt::format("topology = anynet;\nnetwork_file = {};\nrouting_function = min;\n", file);
  out += "traffic = uniform;\ninjection_rate = 0.005;\ninjection_rate_uses_flits = 1;\n";
  out += fmt::format("packet_size = {};\nnum_vcs = {};\nvc_buf_size = {};\n", flits, kVirtualChannels, buffer);
  out += fmt::format("routing_delay = {};\nvc_alloc_delay = 1;\nsw_alloc_delay = 1;\nst_prepare_delay = 0;\n", routing);
  out += fmt::format("st_final_delay = {};\nlatency_thres = 5000.0;\nprint_csv_results = 1;\n", kSwitchCycles);
  return out;
}

std::vector<ExportFile> write(const Export& target, ExportNetwork& network, const ExportChoice& choice) {
  const std::string file = file_name(choice.file);
  const std::vector<ExportChannel> kept = channels_without_parallel(network, target.name);
  expect_representable(network, kept);
  return {{"", anynet(network, kept)}, {".cfg", config(target, network, file)}};
}

}  // namespace

Export booksim_export() {
  return {.name = "booksim",
          .summary = "BookSim 2: an anynet file, and a configuration with buffers for the longest link",
          .source = "BookSim 2, src/networks/anynet.cpp and src/config.l",
          .extension = ".anynet",
          .ignores =
              "it routes by the delay of wires and not by the number of routers, along one path a pair and "
              "without avoiding deadlock; places, lengths and widths are not taken, terminals' wires take 1 cycle, "
              "and its power model takes cycles for lengths",
          .route_cost = RouteCostUse::wire_alone,
          .counts_cycles = true,
          .several_files = true,
          .most_nodes = 8192,
          .most_links = 1 << 20,
          .bytes_per_link = 40,
          .expect_file = [](const std::string& path) { file_name(path); },
          .write = write};
}

}  // namespace cutline
