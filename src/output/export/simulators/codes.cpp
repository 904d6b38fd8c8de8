// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "cutline/base/error.hpp"
#include "cutline/base/format.hpp"
#include "cutline/output/export/exports.hpp"
#include "output/export/channels.hpp"
#include "output/export/file_text.hpp"
#include "output/text/number.hpp"

namespace cutline::exporting {

namespace {

constexpr double kBytesInMiB = 1024 * 1024;

std::vector<std::uint64_t> sites_of_terminals(const ExportNetwork& network) {
  std::vector<std::uint64_t> sites;
  for (std::uint64_t i = 0; i < network.nodes.size(); ++i) {
    if (network.nodes[i].terminals > 0) sites.push_back(i);
  }
  return sites;
}

/// A square matrix; each entry is a pair, for the side of the sender and that of the receiver. The file may hold
/// nothing else.
template <class Entry>
std::string matrix(const std::vector<std::uint64_t>& sites, Entry entry) {
  std::string out;
  for (std::size_t row = 0; row < sites.size(); ++row) {
    for (std::size_t column = 0; column < sites.size(); ++column) {
      const std::string one = row == column ? "0" : entry(row, column);
      append(out, "{}{},{}", column > 0 ? " " : "", one, one);
    }
    out.push_back('\n');
  }
  return out;
}

std::string latencies(const ExportNetwork& network, const std::vector<ExportChannel>& channels,
                      const std::vector<std::uint64_t>& sites) {
  const std::vector<std::size_t> first = first_channels(network, channels);
  const std::vector<Way> steps = channel_steps(network, channels);
  std::size_t of = sites.size();
  std::vector<Way> from_row;
  return matrix(sites, [&](std::size_t row, std::size_t column) {
    if (row != of) from_row = cheapest_ways(sites[row], channels, first, steps).ways;
    of = row;
    return text::figure_text(in_ns(from_row[sites[column]].delay));
  });
}

void add_codes_notes(ExportNetwork& network) {
  const auto count = [&](auto test, const auto& all) { return std::count_if(all.begin(), all.end(), test); };
  if (count([](const ExportNode& node) { return node.terminals > 1; }, network.nodes) > 0)
    network.notes.push_back("the terminals of a node are one of CODES' sites");
  if (count([&](const ExportLink& link) { return link.width_bits > network.width_bits; }, network.links) > 0)
    network.notes.push_back("some links are wider than the others; all pairs have the bandwidth of the narrow ones");
}

std::vector<ExportFile> write_codes(const Export& target, ExportNetwork& network, const ExportChoice& choice) {
  const std::string stem = plain_file_stem(target.name, choice.file);
  if (!is_connected(network)) {
    throw_input_error(
        fmt::format("'{}' has pairs of nodes without a way, and CODES stops at their messages", network.name),
        "add the links that are missing, or export each part as a candidate of its own");
  }
  const std::vector<std::uint64_t> sites = sites_of_terminals(network);
  add_codes_notes(network);
  const std::string latency = latencies(network, channels(network), sites);
  const std::string bandwidth = text::figure_text(network.width_bits / 8 / in_ns(network.period()) * 1e9 / kBytesInMiB);
  std::string out = commented_header(target, network, "#");
  out += fmt::format("# {} sites, in the order of the nodes; latencies in ns, bandwidths in MiB/s\n", sites.size());
  out += "# run: PROGRAM --sync=1 -- THIS_FILE, with a program of CODES whose nodes are nw-lp, as its\n";
  out += "# modelnet-simplep2p-test\nschema_version: 1\n\ncomponents:\n  node:\n    model: nw-lp\n";
  out += "    network: simplep2p\n    # of an event, not of a message\n    message_size: 464\n";
  out += fmt::format("    packet_size: {}\n    modelnet_scheduler: fcfs\n",
                     std::max(1.0, std::ceil(network.message_bits / 8)));
  out += fmt::format("    net_latency_ns_file: {0}.latency.conf\n    net_bw_mbps_file: {0}.bandwidth.conf\n\n", stem);
  out += fmt::format("topology:\n  format: flat\n  component: node\n  nodes: {}\n", sites.size());
  return {
      {"", out},
      {".latency.conf", latency},
      {".bandwidth.conf", matrix(sites, [&](std::size_t, std::size_t) -> const std::string& { return bandwidth; })}};
}

}  // namespace

Export codes_export() {
  return {.name = "codes",
          .summary = "CODES simplep2p: matrices of cheapest ways' delays and of bandwidths",
          .source = "CODES, src/networks/model-net/doc/README.simplep2p.txt and doc/dev/yaml-config.md of July 2026",
          .extension = ".yaml",
          .ignores =
              "it has no links: every pair of nodes has wires of its own, with the delay of the cheapest way and "
              "the bandwidth of one channel, so that messages never wait for those of other pairs",
          .sends = "the workload of a run chooses the messages",
          .times = TimesTold::clocked,
          .latency = LatencyTold::unknown,
          .why_unknown = "what its modules add to a pair's latency has not been seen in a run",
          .several_files = true,
          .most_nodes = 1024,
          .most_links = 1 << 18,
          .bytes_per_link = 60,
          .expect_file = [](const std::string& path) { plain_file_name("codes", path); },
          .write = write_codes};
}

}  // namespace cutline::exporting
