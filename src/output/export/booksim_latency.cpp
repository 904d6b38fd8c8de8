// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <map>

#include "output/export/channels.hpp"
#include "output/export/file_text.hpp"
#include "output/export/route_sums.hpp"
#include "performance/credit_waits.hpp"

namespace cutline::exporting {

namespace {

std::string rate_text(double bits) { return text::short_text(bits) + (bits == 1 ? " bit" : " bits"); }

/// The routes of BookSim's anynet under the traffic of the network.
struct AnynetRoutes {
  double mean_hops = 0;     ///< links of a route
  double mean_cycles = 0;   ///< of all links of a route
  double mean_credits = 0;  ///< that the tail comes later for want of credits
  double busiest_load = 0;  ///< flits over the busiest channel, a terminal's too, if a mean terminal sends one flit
};

/// What BookSim's packets wait for credits: nothing where the spec gives no depth of buffers.
CreditWaits booksim_waits(const ExportNetwork& network) {
  const auto router = static_cast<double>(booksim_router_cycles(network));
  const auto flits = static_cast<double>(network.packet_flits());
  return {LoadedRouters{.depth_flits = network.depth_flits > 0 ? std::ceil(network.depth_flits) : flits,
                        .router_cycles = router,
                        .head_cycles = head_cycles_of(router)},
          flits};
}

/// The same in the mean over the candidate's routes.
double routed_credits(const ExportRoutes& routes, const SortedChannels& channels, const std::vector<double>& cycles,
                      const CreditWaits& waits, const Pairs& pairs) {
  if (waits.fills == 0) return 0;
  double sum = 0, all = 0;
  routes.for_each_way([&](std::uint64_t to, std::uint32_t layer, const ExportWays& ways) {
    // By node: how many packets come how late.
    std::vector<std::map<double, double>> late(pairs.nodes());
    if (layer == 0) late[to][waits.of_terminal()] = pairs.weight(to, to);
    for (const std::uint64_t node : ways.order) {
      if (node < routes.destinations() && routes.layer(node, to) == layer)
        late[node][waits.of_terminal()] += pairs.weight(node, to);
      for (const ExportHop& hop : ways.hops[node]) {
        const double link = cycles.at(channel_of(channels, node, hop));
        for (const auto& [time, packets] : late[node]) late[hop.to][waits.after(time, link)] += packets * hop.share;
      }
    }
    for (const auto& [time, packets] : late[to]) {
      sum += packets * std::max(time, waits.of_terminal());
      all += packets;
    }
  });
  return sum / all;
}

/// The routes of anynet: Dijkstra's search from every router over the cycles of links. Of routers at equal distance the
/// lowest number is settled first; of equal ways the first one found is kept. Every router on a route looks up its own
/// next channel. There must be one channel for each pair of ends. Absent above kMostSearches.
/// Cost: O(routers x channels x log routers), and memory for one number per pair of routers.
/// Source: [BookSim 2, src/networks/anynet.cpp]; the law without load: derived, and compared with runs of it.
std::optional<AnynetRoutes> anynet_routes(const ExportNetwork& network, const SortedChannels& channels,
                                          const std::vector<double>& cycles) {
  if (!is_searchable(channels) || !is_connected(network)) return std::nullopt;
  const std::size_t nodes = channels.nodes();
  std::vector<Way> steps;
  for (const double each : cycles) steps.push_back({each, {}});
  std::vector<std::uint32_t> next(nodes * nodes);  // the channel from each router towards every other, a row a router
  for (std::uint64_t source = 0; source < nodes; ++source) {
    const CheapestWays ways = cheapest_ways(source, channels, steps);
    for (const std::uint64_t node : ways.order) {
      if (node == source) continue;
      const std::size_t last = ways.last[node];
      const std::uint64_t before = channels.all[last].from;
      next[source * nodes + node] = before == source ? static_cast<std::uint32_t>(last) : next[source * nodes + before];
    }
  }
  const Pairs messages = terminals_of(network);
  const auto terminals = static_cast<double>(network.terminals());
  double all = 0;
  for (std::size_t from = 0; from < nodes; ++from) {
    for (std::size_t to = 0; to < nodes; ++to) all += messages.weight(from, to);
  }
  std::vector<double> loads(channels.all.size()), sent(nodes), taken(nodes);
  AnynetRoutes routes;
  const CreditWaits waits = booksim_waits(network);
  for (std::size_t from = 0; from < nodes; ++from) {
    for (std::size_t to = 0; to < nodes; ++to) {
      const double part = messages.weight(from, to) / all;
      sent[from] += part * terminals / std::max(1U, network.nodes[from].terminals);
      taken[to] += part * terminals / std::max(1U, network.nodes[to].terminals);
      double late = waits.of_terminal();
      for (std::size_t at = from; part > 0 && at != to;) {
        const std::uint32_t over = next[at * nodes + to];
        routes.mean_hops += part;
        routes.mean_cycles += part * cycles[over];
        loads[over] += part * terminals;
        late = waits.after(late, cycles[over]);
        at = channels.all[over].to;
      }
      routes.mean_credits += part * std::max(late, waits.of_terminal());
    }
  }
  for (const std::vector<double>* each : {&loads, &sent, &taken}) {
    for (const double load : *each) routes.busiest_load = std::max(routes.busiest_load, load);
  }
  return routes;
}

/// The law of BookSim for routes: its latency without load in cycles, and in words.
std::pair<double, std::string> booksim_law(const ExportNetwork& network, double links, double cycles, double credits) {
  const std::uint64_t router = booksim_router_cycles(network), flits = network.packet_flits();
  // A terminal makes a packet of its message in each cycle and sends it after those before it. A latency of the
  // simulator is from when the packet is made.
  const double own = network.traffic.uniform() ? 0 : (network.packets - 1) / 2 * (static_cast<double>(flits) - 1);
  const double sum =
      3 + (links + 1) * static_cast<double>(router) + cycles + static_cast<double>(flits) - 1 + credits + own;
  std::string waits = credits > 0 ? fmt::format(" + {:.4f} that tails wait for credits", credits) : "";
  if (own > 0) waits += fmt::format(" + {:g} behind packets of its message", own);
  const std::string traffic = network.traffic.uniform() ? "uniform traffic" : "the traffic " + network.traffic.name;
  return {sum, fmt::format("{:.4f} cycles a packet under {}, 3 + ({:.4f} links + 1) x {} of a router + "
                           "{:.4f} of links + {} flits - 1{}",
                           sum, traffic, links, router, cycles, flits, waits)};
}

}  // namespace

std::uint64_t booksim_router_cycles(const ExportNetwork& network) {
  std::uint64_t most = kBooksimAllocation + kBooksimSwitch;
  for (const ExportNode& node : network.nodes) most = std::max(most, node.cycles);
  return most;
}

ExpectedLatency booksim_latency(const ExportNetwork& network) {
  const SortedChannels channels(network, fastest_channels(network));
  const std::vector<double> cycles =
      channels.each([&](const ExportChannel& each) { return static_cast<double>(network.links[each.link].cycles); });
  const auto routes = anynet_routes(network, channels, cycles);
  if (!routes) return not_searched(network, channels);
  const auto law = booksim_law(network, routes->mean_hops, routes->mean_cycles, routes->mean_credits);
  const double most = 1 / routes->busiest_load;  // a terminal sends and takes at most one flit per cycle, too
  std::string bound = fmt::format("throughput on these routes: at most {} flits or {} a cycle and terminal",
                                  text::short_text(most), rate_text(most * network.width_bits));
  if (network.balanced_bits > 0)
    bound += fmt::format("; with equal routes shared {}", rate_text(network.balanced_bits));
  ExpectedLatency expected{{"latency without load on its own routes: booksim should print " + law.second,
                            "routes: anynet's, of the fewest cycles on links, of equal ones that over the lowest "
                            "numbers, one for two routers",
                            std::move(bound)},
                           law.first};
  if (const ExportRoutes* these = network.routed()) {
    const auto mean = [&](const std::vector<double>& steps) {
      return routed_sums(*these, channels, steps, terminals_of(network)).least;
    };
    const auto routed =
        booksim_law(network, mean(std::vector<double>(cycles.size(), 1)), mean(cycles),
                    routed_credits(*these, channels, cycles, booksim_waits(network), terminals_of(network)));
    expected.on_these_routes = routed.first;
    expected.lines.push_back("latency without load on the candidate's: booksim should print " + routed.second);
  }
  return expected;
}

}  // namespace cutline::exporting
