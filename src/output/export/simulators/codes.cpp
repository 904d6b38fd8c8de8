// SPDX-License-Identifier: Apache-2.0
#include "output/export/channels.hpp"
#include "output/export/file_text.hpp"

namespace cutline::exporting {

namespace {

constexpr double kBytesInMiB = 1024 * 1024;
constexpr double kMostTerminals = 2048;  // both matrices then take 150 MB

/// The node of each terminal: those of the first node, of the second, and so on.
std::vector<std::uint64_t> nodes_of_terminals(const ExportNetwork& network) {
  std::vector<std::uint64_t> nodes;
  for (std::uint64_t i = 0; i < network.nodes.size(); ++i) nodes.insert(nodes.end(), network.nodes[i].terminals, i);
  return nodes;
}

/// A square matrix; each entry is a pair, for the side of the sender and that of the receiver. The file may hold
/// nothing else.
template <class Entry>
std::string matrix(const std::vector<std::uint64_t>& nodes, Entry entry) {
  std::string out;
  for (std::size_t row = 0; row < nodes.size(); ++row) {
    for (std::size_t column = 0; column < nodes.size(); ++column) {
      const std::string one = row == column ? "0" : entry(nodes[row], nodes[column]);
      append(out, "{}{},{}", column > 0 ? " " : "", one, one);
    }
    out.push_back('\n');
  }
  return out;
}

/// From terminal to terminal, as zero-load latency counts: the first router, where it delays messages, and then each
/// wire and the router that it enters. Between terminals of one node there is no wire.
std::string latencies(const ExportNetwork& network, const std::vector<std::uint64_t>& nodes) {
  const SortedChannels sorted(network, channels(network));
  const std::vector<Way> steps = sorted.each([&](const ExportChannel& each) { return step_over(network, each); });
  std::uint64_t of = network.nodes.size();
  std::vector<Way> ways;
  return matrix(nodes, [&](std::uint64_t from, std::uint64_t to) {
    if (from != of) ways = cheapest_ways(from, sorted, steps).ways;
    of = from;
    const Time first = network.first_router ? network.time_of(network.nodes[from]) : Time{};
    return text::figure_text(in_ns(first + ways[to].delay));
  });
}

constexpr std::string_view kCodes =
    R"(# {0} sites: the terminals of the first node, of the second, and so on; latencies in ns, bandwidths in MiB/s
# run: PROGRAM --sync=1 -- THIS_FILE, with a program of CODES whose nodes are nw-lp, as its
# modelnet-simplep2p-test
schema_version: 1

components:
  node:
    model: nw-lp
    network: simplep2p
    # of an event, not of a message
    message_size: 464
    packet_size: {1}
    modelnet_scheduler: fcfs
    net_latency_ns_file: {2}.latency.conf
    net_bw_mbps_file: {2}.bandwidth.conf

topology:
  format: flat
  component: node
  nodes: {0}
)";

std::vector<ExportFile> write_codes(const Export& target, ExportNetwork& network, const ExportChoice& choice) {
  const std::string stem = plain_file_stem(target.name, choice.file);
  expect_connected(network, "has pairs of nodes without a way, and CODES stops at their messages");
  const std::vector<std::uint64_t> nodes = nodes_of_terminals(network);
  expect_at_most(static_cast<double>(nodes.size()), kMostTerminals, "export a smaller network of the same kind",
                 "CODES' matrices have a row for each terminal: up to {} are written, and this network has {}",
                 kMostTerminals, nodes.size());
  if (std::ranges::any_of(network.links, [&](const auto& link) { return link.width_bits > network.width_bits; }))
    note(network, "some links are wider than the others; all pairs have the bandwidth of the narrow ones");
  const std::string latency = latencies(network, nodes);
  const std::string bandwidth = text::figure_text(network.width_bits / 8 / in_ns(network.period()) * 1e9 / kBytesInMiB);
  return {
      {"", commented_header(target, network, "#") + fmt::format(kCodes, nodes.size(), message_bytes(network), stem)},
      {".latency.conf", latency},
      {".bandwidth.conf",
       matrix(nodes, [&](std::uint64_t, std::uint64_t) -> const std::string& { return bandwidth; })}};
}

}  // namespace

Export codes_export() {
  return {.name = "codes",
          .summary = "CODES simplep2p: delays of cheapest ways and bandwidths, terminal by terminal",
          .source = "CODES, src/networks/model-net/doc/README.simplep2p.txt and doc/dev/yaml-config.md of July 2026",
          .extension = ".yaml",
          .ignores =
              "it has no links: every pair of terminals has wires of its own, with the delay of the cheapest way and "
              "the bandwidth of one channel, so that messages never wait for those of other pairs",
          .sends = "the workload of a run chooses the messages",
          .times = LinkTimes::clocked,
          .why_unknown = "what its modules add to a pair's latency has not been seen in a run",
          .several_files = true,
          .limits = {1024, 1 << 18, 60},
          .expect_file = [](const std::string& path) { plain_file_name("codes", path); },
          .write = write_codes};
}

}  // namespace cutline::exporting
