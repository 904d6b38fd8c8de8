// SPDX-License-Identifier: Apache-2.0
#include "output/export/latency.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <queue>

#include "cutline/base/error.hpp"
#include "output/text/number.hpp"

namespace cutline {

namespace {

constexpr double kEqual = 1e-9;  // costs in ns that are this close are equal

/// The first channel of every node, and one past the last.
std::vector<std::size_t> first_channels(const ExportNetwork& network, const std::vector<ExportChannel>& channels) {
  std::vector<std::size_t> first(network.nodes.size() + 1, channels.size());
  for (std::size_t i = channels.size(); i-- > 0;) first[channels[i].from] = i;
  for (std::size_t i = network.nodes.size(); i-- > 0;) first[i] = std::min(first[i], first[i + 1]);
  return first;
}

bool is_searchable(const ExportNetwork& network, const std::vector<ExportChannel>& channels) {
  return network.nodes.size() * std::max(channels.size(), network.nodes.size()) <= kMostSearches;
}

struct Searched {
  std::vector<double> cost;
  std::vector<std::uint64_t> order;  ///< nodes as they were settled
  std::vector<std::size_t> last;     ///< the channel that led to each
};

/// Dijkstra's search. Of nodes at equal distance it settles the lowest number first; of equal ways it keeps the first.
Searched searched(std::uint64_t source, const std::vector<ExportChannel>& channels,
                  const std::vector<std::size_t>& first, const std::vector<double>& costs) {
  const std::size_t nodes = first.size() - 1;
  Searched out{std::vector<double>(nodes, std::numeric_limits<double>::infinity()),
               {},
               std::vector<std::size_t>(nodes, channels.size())};
  std::vector<bool> settled(nodes);
  using Entry = std::pair<double, std::uint64_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
  out.cost[source] = 0;
  open.push({0, source});
  while (!open.empty()) {
    const std::uint64_t node = open.top().second;
    open.pop();
    if (settled[node]) continue;
    settled[node] = true;
    out.order.push_back(node);
    for (std::size_t i = first[node]; i < first[node + 1]; ++i) {
      const double next = out.cost[node] + costs[i];
      if (next >= out.cost[channels[i].to]) continue;
      out.cost[channels[i].to] = next;
      out.last[channels[i].to] = i;
      open.push({next, channels[i].to});
    }
  }
  return out;
}

/// The channel by which each router sends on to every other, row by row.
using NextChannels = std::vector<std::uint32_t>;

NextChannels next_channels(const std::vector<ExportChannel>& channels, const std::vector<std::size_t>& first,
                           const std::vector<double>& cycles) {
  const std::size_t nodes = first.size() - 1;
  NextChannels next(nodes * nodes);
  for (std::uint64_t source = 0; source < nodes; ++source) {
    const Searched ways = searched(source, channels, first, cycles);
    for (const std::uint64_t node : ways.order) {
      if (node == source) continue;
      const std::size_t last = ways.last[node];
      const std::uint64_t before = channels[last].from;
      next[source * nodes + node] = before == source ? static_cast<std::uint32_t>(last) : next[source * nodes + before];
    }
  }
  return next;
}

std::vector<double> terminals_of(const ExportNetwork& network) {
  std::vector<double> weights;
  for (const ExportNode& node : network.nodes) weights.push_back(node.terminals);
  return weights;
}

/// One host for each node with terminals.
std::vector<double> hosts_of(const ExportNetwork& network) {
  std::vector<double> weights;
  for (const ExportNode& node : network.nodes) weights.push_back(node.terminals > 0 ? 1 : 0);
  return weights;
}

std::string sums_text(const RouteSums& sums, const char* unit) {
  if (sums.most - sums.least <= kEqual * sums.most) return fmt::format("{:.4f} {}", sums.least, unit);
  return fmt::format("{:.4f} to {:.4f} {} (equal routes differ)", sums.least, sums.most, unit);
}

std::string rate_text(double bits) { return short_text(bits) + (bits == 1 ? " bit" : " bits"); }

std::string too_large(const ExportNetwork& network) {
  return fmt::format("latency without load: not computed, the routes between {} are too many to search",
                     counted(network.nodes.size(), "router"));
}

std::vector<std::string> booksim_lines(const ExportNetwork& network) {
  const auto routes = anynet_routes(network, fastest_channels(network));
  if (!routes) return {too_large(network)};
  const std::uint64_t router = booksim_router_cycles(network), flits = network.packet_flits();
  const double latency =
      3 + (routes->mean_hops + 1) * static_cast<double>(router) + routes->mean_cycles + static_cast<double>(flits) - 1;
  // A terminal sends and takes a flit a cycle at most.
  const double most = std::min(1.0, 1 / routes->busiest_load);
  std::string bound = fmt::format("throughput on these routes: at most {} flits or {} a cycle and terminal",
                                  short_text(most), rate_text(most * network.width_bits));
  if (network.balanced_bits) bound += fmt::format("; with equal routes shared {}", rate_text(*network.balanced_bits));
  return {fmt::format("latency without load: booksim should print {:.4f} cycles a packet under uniform traffic, 3 + "
                      "({:.4f} links + 1) x {} of a router + {:.4f} of links + {} flits - 1",
                      latency, routes->mean_hops, router, routes->mean_cycles, flits),
          "routes: anynet's, of the fewest cycles on links, of equal ones that over the lowest numbers, one for two "
          "routers",
          bound};
}

/// Mean cycles of routers and links. Cycles of gem5's interfaces are left out; no run has measured them.
std::vector<std::string> garnet_lines(const ExportNetwork& network) {
  const std::vector<ExportChannel> channels = fastest_channels(network);
  const auto cycles = [&](std::uint64_t node) {
    return static_cast<double>(std::max<std::uint64_t>(1, network.nodes[node].cycles));
  };
  std::vector<double> steps;
  for (const ExportChannel& each : channels)
    steps.push_back(static_cast<double>(network.links[each.link].cycles) + cycles(each.to));
  const std::vector<double> weights = terminals_of(network);
  auto sums = cheapest_sums(network, channels, steps, weights, true);
  if (!sums) return {too_large(network)};
  double own = 0;
  for (std::uint64_t node = 0; node < weights.size(); ++node) own += weights[node] * cycles(node);
  own /= std::accumulate(weights.begin(), weights.end(), 0.0);
  constexpr double kEnds = 2;  // the links of the two terminals, a cycle each
  const auto tail = static_cast<double>(network.packet_flits() - 1);
  sums->least += own + kEnds + tail;
  sums->most += own + kEnds + tail;
  return {"latency without load: routers, links, two ends of 1 cycle and the flits after the first take " +
          sums_text(*sums, "cycles") +
          " under uniform traffic with messages to oneself; what gem5's network interfaces add is not told, for it was "
          "not run"};
}

Time bits_time(const ExportNetwork& network, const ExportChannel& channel, double bits) {
  return network.period() * (bits / network.links[channel.link].width_bits);
}

/// Whole bytes of a mean message.
double message_bytes(const ExportNetwork& network) { return std::max(1.0, std::ceil(network.message_bits / 8)); }

/// Store and forward: every hop takes the time of all bits of the packet, of the wire, and of routers by `routers`.
template <class Routers>
std::vector<std::string> stored_lines(const ExportNetwork& network, const std::string& what, double bytes,
                                      const Routers& routers) {
  const std::vector<ExportChannel> all = channels(network);
  std::vector<double> steps;
  for (const ExportChannel& each : all) {
    steps.push_back(
        in_ns(network.time_of(network.links[each.link]) + routers(each) + bits_time(network, each, 8 * bytes)));
  }
  const auto sums = cheapest_sums(network, all, steps, hosts_of(network), false);
  if (!sums) return {too_large(network)};
  return {
      fmt::format("latency without load: {} takes {} in the mean over pairs of nodes; every hop takes its bits, its "
                  "wire and its router",
                  what, sums_text(*sums, "ns"))};
}

std::vector<std::string> omnet_lines(const ExportNetwork& network) {
  const double bytes = message_bytes(network);
  return stored_lines(network, fmt::format("a packet of {} bytes", bytes), bytes,
                      [&](const ExportChannel& each) { return network.time_of(network.nodes[each.to]); });
}

std::vector<std::string> ns3_lines(const ExportNetwork& network) {
  constexpr double kHeaders = 30;  // point to point, IP and UDP
  const double bytes = message_bytes(network);
  const auto halves = [&](const ExportChannel& each) {
    return (network.time_of(network.nodes[each.from]) + network.time_of(network.nodes[each.to])) * 0.5;
  };
  return stored_lines(network, fmt::format("a packet of {} bytes and {} of headers", bytes, kHeaders), bytes + kHeaders,
                      halves);
}

/// Latencies add up, and the message's bits flow at the rate of a channel.
std::vector<std::string> simgrid_lines(const ExportNetwork& network) {
  const std::vector<ExportChannel> channels = fastest_channels(network);
  std::vector<double> steps;
  for (const ExportChannel& each : channels)
    steps.push_back(in_ns(network.time_of(network.links[each.link]) + network.time_of(network.nodes[each.to])));
  auto sums = cheapest_sums(network, channels, steps, hosts_of(network), false);
  if (!sums) return {too_large(network)};
  const double bytes = message_bytes(network);
  const double flow = in_ns(network.period()) * (8 * bytes / network.width_bits);
  sums->least += flow;
  sums->most += flow;
  return {
      fmt::format("latency without load: a message of {} bytes takes {} in the mean over pairs of hosts, by routes of "
                  "the fewest links: wires, the routers entered, and its bits over one channel",
                  bytes, sums_text(*sums, "ns"))};
}

}  // namespace

std::uint64_t booksim_router_cycles(const ExportNetwork& network) {
  std::uint64_t most = kBooksimAllocation + kBooksimSwitch;
  for (const ExportNode& node : network.nodes) most = std::max(most, node.cycles);
  return most;
}

std::optional<AnynetRoutes> anynet_routes(const ExportNetwork& network, const std::vector<ExportChannel>& channels) {
  if (!is_searchable(network, channels) || !is_connected(network)) return std::nullopt;
  std::vector<double> cycles;
  for (const ExportChannel& each : channels) cycles.push_back(static_cast<double>(network.links[each.link].cycles));
  const std::size_t nodes = network.nodes.size();
  const NextChannels next = next_channels(channels, first_channels(network, channels), cycles);
  const std::vector<double> terminals = terminals_of(network);
  const double all = std::accumulate(terminals.begin(), terminals.end(), 0.0);
  std::vector<double> loads(channels.size());
  AnynetRoutes routes;
  for (std::size_t from = 0; from < nodes; ++from) {
    for (std::size_t to = 0; to < nodes; ++to) {
      const double pairs = terminals[from] * terminals[to];
      if (pairs == 0) continue;
      for (std::size_t at = from; at != to;) {
        const std::uint32_t taken = next[at * nodes + to];
        routes.mean_hops += pairs / (all * all);
        routes.mean_cycles += pairs * cycles[taken] / (all * all);
        loads[taken] += pairs / all;
        at = channels[taken].to;
      }
    }
  }
  if (!loads.empty()) routes.busiest_load = *std::max_element(loads.begin(), loads.end());
  return routes;
}

std::optional<RouteSums> cheapest_sums(const ExportNetwork& network, const std::vector<ExportChannel>& channels,
                                       const std::vector<double>& steps, const std::vector<double>& weights,
                                       bool self) {
  if (!is_searchable(network, channels) || !is_connected(network)) return std::nullopt;
  std::vector<double> costs;
  for (const ExportChannel& each : channels) costs.push_back(network.cost(each));
  if (std::any_of(costs.begin(), costs.end(), [](double cost) { return !(cost > 0); })) return std::nullopt;
  const std::vector<std::size_t> first = first_channels(network, channels);
  RouteSums sums;
  double pairs = 0;
  for (std::uint64_t source = 0; source < weights.size(); ++source) {
    if (weights[source] == 0) continue;
    const Searched ways = searched(source, channels, first, costs);
    std::vector<double> least(weights.size(), std::numeric_limits<double>::infinity()), most(weights.size());
    least[source] = 0;
    for (const std::uint64_t node : ways.order) {
      for (std::size_t i = first[node]; i < first[node + 1]; ++i) {
        const std::uint64_t to = channels[i].to;
        if (ways.cost[node] + costs[i] > ways.cost[to] * (1 + kEqual)) continue;
        least[to] = std::min(least[to], least[node] + steps[i]);
        most[to] = std::max(most[to], most[node] + steps[i]);
      }
      const double weight = weights[source] * (node == source ? (self ? weights[node] : 0) : weights[node]);
      pairs += weight;
      sums.least += weight * least[node];
      sums.most += weight * most[node];
    }
  }
  if (pairs == 0) return std::nullopt;
  return RouteSums{sums.least / pairs, sums.most / pairs};
}

std::vector<std::string> expected_latency(const Export& target, const ExportNetwork& network) {
  switch (target.latency) {
    case LatencyTold::nothing:
      return {};
    case LatencyTold::unknown:
      return {fmt::format("latency without load: not told, for {}", target.why_unknown)};
    case LatencyTold::booksim:
      return booksim_lines(network);
    case LatencyTold::garnet:
      return garnet_lines(network);
    case LatencyTold::simgrid:
      return simgrid_lines(network);
    case LatencyTold::ns3:
      return ns3_lines(network);
    case LatencyTold::omnet:
      return omnet_lines(network);
  }
  broken_contract("a latency told", __FILE__, __LINE__);
}

}  // namespace cutline
