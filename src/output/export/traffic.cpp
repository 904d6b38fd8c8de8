// SPDX-License-Identifier: Apache-2.0
#include "evaluate/traffic.hpp"

#include "output/export/channels.hpp"
#include "output/export/file_text.hpp"

namespace cutline::exporting {

namespace {

constexpr std::size_t kMostPairs = std::size_t{1} << 21;  // of a file of some 20 MB

/// Uniform traffic between terminals; `self`: also from a node to itself.
std::vector<std::vector<ExportTraffic::To>> pairs_of_uniform(const ExportNetwork& network, bool self) {
  const auto all = static_cast<double>(network.terminals());
  double sent = 0;
  for (const ExportNode& node : network.nodes) sent += node.terminals * (all - (self ? 0 : node.terminals));
  std::vector<std::vector<ExportTraffic::To>> from(network.nodes.size());
  for (std::size_t source = 0; source < from.size(); ++source) {
    for (std::size_t to = 0; to < from.size(); ++to) {
      const double part = static_cast<double>(network.nodes[source].terminals) * network.nodes[to].terminals / sent;
      if ((self || to != source) && part > 0) from[source].push_back({to, part});
    }
  }
  return from;
}

}  // namespace

ExportTraffic export_traffic(const Study& study, const Candidate& candidate, const ExportNetwork& network) {
  ExportTraffic out{std::string(traffic_name(study)), {}};
  if (is_uniform(study)) {
    const bool few = network.nodes.size() * network.nodes.size() <= kMostPairs;
    if ((!study.traffic_self || network.packets > 1) && few) out.from = pairs_of_uniform(network, study.traffic_self);
    return out;
  }
  // Where there are replies, the simulator makes them.
  TrafficAsked requests = study;
  requests.traffic = with_replies(std::move(*requests.traffic), 0);
  const Traffic traffic = placed_traffic(requests, *candidate.network());
  std::size_t pairs = 0;
  std::vector<std::vector<ExportTraffic::To>> from(network.nodes.size());
  for (std::uint64_t source = 0; source < traffic.nodes; ++source) {
    const Destinations all = traffic.from(source);
    if ((pairs += all.to.size()) > kMostPairs) return out;
    for (const Destinations::To& to : all.to)
      from[source].push_back({to.node, to.weight / all.divisor / static_cast<double>(traffic.nodes)});
  }
  out.from = std::move(from);
  return out;
}

void add_traffic_file(const Export& target, const ExportNetwork& network, std::vector<ExportFile>& files) {
  const auto terminals = static_cast<double>(network.terminals());
  std::string out = commented_header(target, network, "#");
  append(out,
         "# at: terminals of each router; from, router, rate of each of its terminals over the mean: where to*part\n");
  append(out, "routers {} terminals {}\n", network.nodes.size(), network.terminals());
  if (network.packets > 1) append(out, "packets {}\n", network.packets);
  out += "at";
  for (const ExportNode& node : network.nodes) append(out, " {}", node.terminals);
  out += '\n';
  for (std::size_t source = 0; source < network.traffic.from.size(); ++source) {
    const std::vector<ExportTraffic::To>& all = network.traffic.from[source];
    double sum = 0;
    for (const ExportTraffic::To& to : all) sum += to.part;
    if (sum == 0) continue;
    append(out, "from {} {:.9g} ", source, sum * terminals / network.nodes[source].terminals);
    for (const ExportTraffic::To& to : all)
      append(out, "{}{}*{:.9g}", &to == all.data() ? "" : ",", to.node, to.part / sum);
    out += '\n';
  }
  files.push_back({".traffic", std::move(out)});
}

}  // namespace cutline::exporting
