// SPDX-License-Identifier: Apache-2.0
#include "output/export/latency.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "cutline/base/error.hpp"
#include "output/export/channels.hpp"
#include "output/text/number.hpp"

namespace cutline::exporting {

namespace {

constexpr double kEqual = 1e-9;  // costs in ns that differ by this or less count as equal

bool is_searchable(const ExportNetwork& network, const std::vector<ExportChannel>& channels) {
  return network.nodes.size() * std::max(channels.size(), network.nodes.size()) <= kMostSearches;
}

/// Steps that cost so much and take no time.
std::vector<Way> steps_that_cost(const std::vector<double>& costs) {
  std::vector<Way> steps;
  for (const double cost : costs) steps.push_back({cost, {}});
  return steps;
}

/// The next channel from each router towards every other: one row per router.
using NextChannels = std::vector<std::uint32_t>;

NextChannels next_channels(const std::vector<ExportChannel>& channels, const std::vector<std::size_t>& first,
                           const std::vector<double>& cycles) {
  const std::size_t nodes = first.size() - 1;
  const std::vector<Way> steps = steps_that_cost(cycles);
  NextChannels next(nodes * nodes);
  for (std::uint64_t source = 0; source < nodes; ++source) {
    const CheapestWays ways = cheapest_ways(source, channels, first, steps);
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

/// Weights for one host at each node with terminals.
std::vector<double> hosts_of(const ExportNetwork& network) {
  std::vector<double> weights;
  for (const ExportNode& node : network.nodes) weights.push_back(node.terminals > 0 ? 1 : 0);
  return weights;
}

/// As cheapest_sums(), on the candidate's routes.
RouteSums routed_sums(const ExportRoutes& routes, const std::vector<ExportChannel>& channels,
                      const std::vector<std::size_t>& first, const std::vector<double>& steps,
                      const std::vector<double>& weights, bool self) {
  // Of parallel channels only one was kept; it stands for all of them.
  const auto step = [&](std::uint64_t from, const ExportHop& hop) {
    std::size_t found = channels.size();
    for (std::size_t i = first[from]; i < first[from + 1]; ++i) {
      if (channels[i].to == hop.to && (found == channels.size() || channels[i].link == hop.link)) found = i;
    }
    return steps.at(found);
  };
  double sum = 0, pairs = 0;
  for (std::uint64_t to = 0; to < routes.destinations(); ++to) {
    if (self) pairs += weights[to] * weights[to];
    for (std::uint32_t layer = 0; layer < routes.layers(); ++layer) {
      const ExportWays ways = routes.ways_to(to, layer);
      std::vector<double> cost(weights.size());
      for (auto node = ways.order.rbegin(); node != ways.order.rend(); ++node) {
        for (const ExportHop& hop : ways.hops[*node]) cost[*node] += hop.share * (step(*node, hop) + cost[hop.to]);
        if (*node >= routes.destinations() || routes.layer(*node, to) != layer) continue;
        sum += weights[*node] * weights[to] * cost[*node];
        pairs += weights[*node] * weights[to];
      }
    }
  }
  return {sum / pairs, sum / pairs};
}

/// The sums on the candidate's routes if the files hold them, else on the cheapest routes.
std::optional<RouteSums> taken_sums(const ExportNetwork& network, const std::vector<ExportChannel>& channels,
                                    const std::vector<double>& steps, const std::vector<double>& weights, bool self) {
  const auto* routes = std::get_if<ExportRoutes>(&network.routes);
  if (routes == nullptr) return cheapest_sums(network, channels, steps, weights, self);
  return routed_sums(*routes, channels, first_channels(network, channels), steps, weights, self);
}

std::string sums_text(const RouteSums& sums, const char* unit) {
  if (sums.most - sums.least <= kEqual * sums.most) return fmt::format("{:.4f} {}", sums.least, unit);
  return fmt::format("{:.4f} to {:.4f} {} (equal routes differ)", sums.least, sums.most, unit);
}

std::string rate_text(double bits) { return text::short_text(bits) + (bits == 1 ? " bit" : " bits"); }

/// The line on a network whose cheapest routes cheapest_sums() does not find.
std::string not_searched(const ExportNetwork& network, const std::vector<ExportChannel>& channels) {
  const std::string routers = text::counted(network.nodes.size(), "router");
  if (!is_searchable(network, channels))
    return fmt::format("latency without load: not computed, the routes between {} are too many to search", routers);
  if (!is_connected(network)) return "latency without load: none, for no path leads between some routers";
  return "latency without load: not told, for links that cost nothing leave the routes open";
}

/// A law of BookSim for routes: its latency without load.
struct BooksimLaw {
  double cycles = 0;
  std::string text;
};

BooksimLaw booksim_law(const ExportNetwork& network, double links, double cycles) {
  const std::uint64_t router = booksim_router_cycles(network), flits = network.packet_flits();
  const double sum = 3 + (links + 1) * static_cast<double>(router) + cycles + static_cast<double>(flits) - 1;
  return {sum, fmt::format("{:.4f} cycles a packet under uniform traffic, 3 + ({:.4f} links + 1) x {} of a router + "
                           "{:.4f} of links + {} flits - 1",
                           sum, links, router, cycles, flits)};
}

ExpectedLatency booksim_latency(const ExportNetwork& network) {
  ExpectedLatency expected;
  const std::vector<ExportChannel> channels = fastest_channels(network);
  std::vector<double> cycles;
  for (const ExportChannel& each : channels) cycles.push_back(static_cast<double>(network.links[each.link].cycles));
  const auto routes = anynet_routes(network, channels);
  if (!routes) return {{not_searched(network, channels)}};
  const BooksimLaw law = booksim_law(network, routes->mean_hops, routes->mean_cycles);
  expected.on_own_routes = law.cycles;
  // A terminal sends and takes at most one flit per cycle.
  const double most = std::min(1.0, 1 / routes->busiest_load);
  std::string bound = fmt::format("throughput on these routes: at most {} flits or {} a cycle and terminal",
                                  text::short_text(most), rate_text(most * network.width_bits));
  if (network.balanced_bits > 0)
    bound += fmt::format("; with equal routes shared {}", rate_text(network.balanced_bits));
  expected.lines.push_back("latency without load on its own routes: booksim should print " + law.text);
  expected.lines.emplace_back(
      "routes: anynet's, of the fewest cycles on links, of equal ones that over the lowest numbers, one for two "
      "routers");
  expected.lines.push_back(std::move(bound));
  if (const auto* these = std::get_if<ExportRoutes>(&network.routes)) {
    const std::vector<double> weights = terminals_of(network);
    const auto mean = [&](const std::vector<double>& steps) {
      return routed_sums(*these, channels, first_channels(network, channels), steps, weights, true).least;
    };
    const BooksimLaw routed = booksim_law(network, mean(std::vector<double>(channels.size(), 1)), mean(cycles));
    expected.on_these_routes = routed.cycles;
    expected.lines.push_back("latency without load on the candidate's: booksim should print " + routed.text);
  }
  return expected;
}

/// The latency of gem5's garnet: mean cycles of routers and links. The cycles of gem5's interfaces are left out,
/// because no run has measured them.
std::vector<std::string> garnet_lines(const ExportNetwork& network) {
  const std::vector<ExportChannel> channels = fastest_channels(network);
  const auto cycles = [&](std::uint64_t node) {
    return static_cast<double>(std::max<std::uint64_t>(1, network.nodes[node].cycles));
  };
  std::vector<double> steps;
  for (const ExportChannel& each : channels)
    steps.push_back(static_cast<double>(network.links[each.link].cycles) + cycles(each.to));
  const std::vector<double> weights = terminals_of(network);
  auto sums = taken_sums(network, channels, steps, weights, true);
  if (!sums) return {not_searched(network, channels)};
  double own = 0;
  for (std::uint64_t node = 0; node < weights.size(); ++node) own += weights[node] * cycles(node);
  own /= std::accumulate(weights.begin(), weights.end(), 0.0);
  constexpr double kEnds = 2;  // the links of the two terminals, one cycle each
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

/// The size of a mean message, in whole bytes.
double message_bytes(const ExportNetwork& network) { return std::max(1.0, std::ceil(network.message_bits / 8)); }

/// The line, and the sums in ns converted to cycles if there is a clock and equally cheap routes have equal sums.
ExpectedLatency with_cycles(std::string line, const RouteSums& sums, const ExportNetwork& network) {
  ExpectedLatency expected{{std::move(line)}};
  if (!network.clocked() || sums.most - sums.least > kEqual * sums.most) return expected;
  const bool these = std::holds_alternative<ExportRoutes>(network.routes);
  (these ? expected.on_these_routes : expected.on_own_routes) = sums.least / in_ns(network.cycle);
  return expected;
}

/// Store and forward: every hop takes the time of all bits of the packet, of its wire, and of a router as `routers`
/// gives it.
template <class Routers>
ExpectedLatency stored_latency(const ExportNetwork& network, const std::string& what, double bytes,
                               const Routers& routers) {
  const std::vector<ExportChannel> all = channels(network);
  std::vector<double> steps;
  for (const ExportChannel& each : all) {
    steps.push_back(
        in_ns(network.time_of(network.links[each.link]) + routers(each) + bits_time(network, each, 8 * bytes)));
  }
  const auto sums = taken_sums(network, all, steps, hosts_of(network), false);
  if (!sums) return {{not_searched(network, all)}};
  return with_cycles(
      fmt::format("latency without load: {} takes {} in the mean over pairs of nodes; every hop takes its "
                  "bits, its wire and its router",
                  what, sums_text(*sums, "ns")),
      *sums, network);
}

ExpectedLatency omnet_latency(const ExportNetwork& network) {
  const double bytes = message_bytes(network);
  return stored_latency(network, fmt::format("a packet of {} bytes", bytes), bytes,
                        [&](const ExportChannel& each) { return network.time_of(network.nodes[each.to]); });
}

ExpectedLatency ns3_latency(const ExportNetwork& network) {
  constexpr double kHeaders = 30;  // point to point, IP and UDP
  const double bytes = message_bytes(network);
  const auto halves = [&](const ExportChannel& each) {
    return (network.time_of(network.nodes[each.from]) + network.time_of(network.nodes[each.to])) * 0.5;
  };
  return stored_latency(network, fmt::format("a packet of {} bytes and {} of headers", bytes, kHeaders),
                        bytes + kHeaders, halves);
}

/// The latency of SimGrid: the latencies of hops add up, and the message's bits flow at the rate of a channel.
ExpectedLatency simgrid_latency(const ExportNetwork& network) {
  const std::vector<ExportChannel> channels = fastest_channels(network);
  std::vector<double> steps;
  for (const ExportChannel& each : channels)
    steps.push_back(in_ns(network.time_of(network.links[each.link]) + network.time_of(network.nodes[each.to])));
  auto sums = taken_sums(network, channels, steps, hosts_of(network), false);
  if (!sums) return {{not_searched(network, channels)}};
  const double bytes = message_bytes(network);
  const double flow = in_ns(network.period()) * (8 * bytes / network.width_bits);
  sums->least += flow;
  sums->most += flow;
  return with_cycles(
      fmt::format("latency without load: a message of {} bytes takes {} in the mean over pairs of hosts: "
                  "wires, the routers entered, and its bits over one channel",
                  bytes, sums_text(*sums, "ns")),
      *sums, network);
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
  const std::vector<Way> searched = steps_that_cost(costs);
  RouteSums sums;
  double pairs = 0;
  for (std::uint64_t source = 0; source < weights.size(); ++source) {
    if (weights[source] == 0) continue;
    const CheapestWays found = cheapest_ways(source, channels, first, searched);
    std::vector<double> least(weights.size(), std::numeric_limits<double>::infinity()), most(weights.size());
    least[source] = 0;
    for (const std::uint64_t node : found.order) {
      for (std::size_t i = first[node]; i < first[node + 1]; ++i) {
        const std::uint64_t to = channels[i].to;
        if (found.ways[node].cost + costs[i] > found.ways[to].cost * (1 + kEqual)) continue;
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

ExpectedLatency expected_latency(const Export& target, const ExportNetwork& network) {
  const bool told = target.latency != LatencyTold::nothing && target.latency != LatencyTold::unknown;
  const auto senders = std::count_if(network.nodes.begin(), network.nodes.end(),
                                     [](const ExportNode& node) { return node.terminals > 0; });
  if (told && senders < 2) return {{"latency without load: none, for fewer than two nodes have terminals"}};
  switch (target.latency) {
    case LatencyTold::nothing:
      return {};
    case LatencyTold::unknown:
      return {{fmt::format("latency without load: not told, for {}", target.why_unknown)}};
    case LatencyTold::booksim:
      return booksim_latency(network);
    case LatencyTold::garnet:
      return {garnet_lines(network)};
    case LatencyTold::simgrid:
      return simgrid_latency(network);
    case LatencyTold::ns3:
      return ns3_latency(network);
    case LatencyTold::omnet:
      return omnet_latency(network);
  }
  broken_contract("a latency told", __FILE__, __LINE__);
}

}  // namespace cutline::exporting
