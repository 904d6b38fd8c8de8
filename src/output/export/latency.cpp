// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "output/export/channels.hpp"
#include "output/export/file_text.hpp"
#include "performance/credit_waits.hpp"

namespace cutline::exporting {

namespace {

/// The largest product of routers and channels for which routes are searched.
constexpr std::uint64_t kMostSearches = 50'000'000;

/// The pairs of nodes that a mean is over. The weight of a pair is the product of its nodes' weights, of which `self`
/// leaves out a node and itself, or what the network's traffic sends.
class Pairs {
 public:
  Pairs(std::vector<double> of_nodes, bool self) : of_nodes_(std::move(of_nodes)), self_(self) {}
  explicit Pairs(const ExportTraffic& traffic) {
    for (const std::vector<ExportTraffic::To>& each : traffic.from) {
      of_nodes_.push_back(0);
      std::vector<double>& row = rows_.emplace_back(traffic.from.size());
      for (const ExportTraffic::To& to : each) row[to.node] += to.part;
      for (const ExportTraffic::To& to : each) of_nodes_.back() += to.part;
    }
  }

  std::size_t nodes() const { return of_nodes_.size(); }
  bool sends(std::uint64_t node) const { return of_nodes_[node] > 0; }
  double weight(std::uint64_t from, std::uint64_t to) const {
    if (!rows_.empty()) return rows_[from][to];
    return from == to && !self_ ? 0 : of_nodes_[from] * of_nodes_[to];
  }

 private:
  std::vector<double> of_nodes_;
  bool self_ = true;
  std::vector<std::vector<double>> rows_;  ///< empty: products
};

constexpr double kEqual = 1e-9;  // costs in ns that differ by this or less count as equal

/// The mean over pairs of the sum of a quantity along the cheapest route of a pair. The simulator may take any of
/// several equally cheap routes, so this gives the least and the greatest value.
struct RouteSums {
  double least = 0, most = 0;
  bool differ() const { return most - least > kEqual * most; }
};

/// Whether routes of so many routers and channels are searched.
bool is_searchable(const SortedChannels& channels) {
  return channels.nodes() * std::max(channels.all.size(), channels.nodes()) <= kMostSearches;
}

/// What the traffic of the network's terminals sends.
Pairs terminals_of(const ExportNetwork& network) {
  if (!network.traffic.uniform()) return Pairs(network.traffic);
  std::vector<double> terminals = each_of<double>(network.nodes, &ExportNode::terminals);
  return {std::move(terminals), true};
}

/// Every pair of different hosts, of which each node with terminals has one.
Pairs hosts_of(const ExportNetwork& network) {
  return {each_of<double>(network.nodes, [](const ExportNode& node) { return node.terminals > 0 ? 1 : 0; }), false};
}

/// On the cheapest routes; `steps` holds the quantity of each channel. Absent where routes are not searched, and if a
/// channel has cost 0.
std::optional<RouteSums> cheapest_sums(const ExportNetwork& network, const SortedChannels& channels,
                                       const std::vector<double>& steps, const Pairs& pairs) {
  if (!is_searchable(channels) || !is_connected(network)) return std::nullopt;
  const std::vector<Way> costs = channels.each([&](const ExportChannel& each) { return Way{network.cost(each), {}}; });
  if (std::ranges::any_of(costs, [](const Way& way) { return !(way.cost > 0); })) return std::nullopt;
  RouteSums sums;
  double all = 0;
  for (std::uint64_t source = 0; source < pairs.nodes(); ++source) {
    if (!pairs.sends(source)) continue;
    const CheapestWays found = cheapest_ways(source, channels, costs);
    std::vector<double> least(pairs.nodes(), std::numeric_limits<double>::infinity()), most(pairs.nodes());
    least[source] = 0;
    for (const std::uint64_t node : found.order) {
      for (std::size_t i = channels.first[node]; i < channels.first[node + 1]; ++i) {
        const std::uint64_t to = channels.all[i].to;
        if (found.ways[node].cost + costs[i].cost > found.ways[to].cost * (1 + kEqual)) continue;
        least[to] = std::min(least[to], least[node] + steps[i]);
        most[to] = std::max(most[to], most[node] + steps[i]);
      }
      const double weight = pairs.weight(source, node);
      all += weight;
      sums.least += weight * least[node];
      sums.most += weight * most[node];
    }
  }
  if (all == 0) return std::nullopt;
  return RouteSums{sums.least / all, sums.most / all};
}

/// The channel of a hop. Of parallel channels only one was kept; it stands for all of them.
std::size_t channel_of(const SortedChannels& channels, std::uint64_t from, const ExportHop& hop) {
  std::size_t found = channels.all.size();
  for (std::size_t i = channels.first[from]; i < channels.first[from + 1]; ++i) {
    const ExportChannel& each = channels.all[i];
    if (each.to == hop.to && (found == channels.all.size() || each.link == hop.link)) found = i;
  }
  return found;
}

/// On the candidate's routes.
RouteSums routed_sums(const ExportRoutes& routes, const SortedChannels& channels, const std::vector<double>& steps,
                      const Pairs& pairs) {
  double sum = 0, all = 0;
  routes.for_each_way([&](std::uint64_t to, std::uint32_t layer, const ExportWays& ways) {
    if (layer == 0) all += pairs.weight(to, to);
    std::vector<double> cost(pairs.nodes());
    for (auto node = ways.order.rbegin(); node != ways.order.rend(); ++node) {
      for (const ExportHop& hop : ways.hops[*node])
        cost[*node] += hop.share * (steps.at(channel_of(channels, *node, hop)) + cost[hop.to]);
      if (*node >= routes.destinations() || routes.layer(*node, to) != layer) continue;
      sum += pairs.weight(*node, to) * cost[*node];
      all += pairs.weight(*node, to);
    }
  });
  return {sum / all, sum / all};
}

/// The sums on the candidate's routes if the files hold them, else on the cheapest routes.
std::optional<RouteSums> taken_sums(const ExportNetwork& network, const SortedChannels& channels,
                                    const std::vector<double>& steps, const Pairs& pairs) {
  if (network.routed() == nullptr) return cheapest_sums(network, channels, steps, pairs);
  return routed_sums(*network.routed(), channels, steps, pairs);
}

/// The line on a network whose cheapest routes cheapest_sums() does not find.
ExpectedLatency not_searched(const ExportNetwork& network, const SortedChannels& channels) {
  if (!is_searchable(channels)) {
    return {{fmt::format("latency without load: not computed, the routes between {} are too many to search",
                         text::counted(network.nodes.size(), "router"))}};
  }
  if (!is_connected(network)) return {{"latency without load: none, for no path leads between some routers"}};
  return {{"latency without load: not told, for links that cost nothing leave the routes open"}};
}

std::string sums_text(const RouteSums& sums, const char* unit) {
  if (!sums.differ()) return fmt::format("{:.4f} {}", sums.least, unit);
  return fmt::format("{:.4f} to {:.4f} {} (equal routes differ)", sums.least, sums.most, unit);
}

/// The latency of gem5's garnet: mean cycles of routers and links. The cycles of gem5's interfaces are left out,
/// because no run has measured them.
ExpectedLatency garnet_latency(const ExportNetwork& network) {
  const SortedChannels channels(network, fastest_channels(network));
  const auto cycles = [&](std::uint64_t node) {
    return static_cast<double>(std::max<std::uint64_t>(1, network.nodes[node].cycles));
  };
  const Pairs pairs = terminals_of(network);
  const std::vector<double> steps = channels.each([&](const ExportChannel& each) {
    return static_cast<double>(network.links[each.link].cycles) + cycles(each.to);
  });
  auto sums = taken_sums(network, channels, steps, pairs);
  if (!sums) return not_searched(network, channels);
  double own = 0;
  for (std::uint64_t node = 0; node < network.nodes.size(); ++node) own += network.nodes[node].terminals * cycles(node);
  own /= static_cast<double>(network.terminals());
  constexpr double kEnds = 2;  // the links of the two terminals, one cycle each
  const auto tail = static_cast<double>(network.packet_flits() - 1);
  sums->least += own + kEnds + tail;
  sums->most += own + kEnds + tail;
  return {{"latency without load: routers, links, two ends of 1 cycle and the flits after the first take " +
           sums_text(*sums, "cycles") +
           " under uniform traffic with messages to oneself; what gem5's network interfaces add is not told, for it "
           "was not run"}};
}

/// The latency over pairs of hosts where each channel takes a time of its own, `step`, and `bits` besides flow once at
/// the rate of a channel. The line says that `what` takes it, in the mean over `pairs`. The number in cycles is told if
/// there is a clock and equally cheap routes have equal sums.
template <class Step>
ExpectedLatency timed_latency(const ExportNetwork& network, std::vector<ExportChannel> kept, const Step& step,
                              double bits, const std::string& what, const char* pairs) {
  const SortedChannels channels(network, std::move(kept));
  auto sums = taken_sums(network, channels, channels.each([&](const auto& each) { return in_ns(step(each)); }),
                         hosts_of(network));
  if (!sums) return not_searched(network, channels);
  const double flow = in_ns(network.period()) * (bits / network.width_bits);
  sums->least += flow;
  sums->most += flow;
  ExpectedLatency expected{{fmt::format("latency without load: {} takes {} in the mean over pairs of {}", what,
                                        sums_text(*sums, "ns"), pairs)}};
  if (network.clocked() && !sums->differ())
    (network.routed() != nullptr ? expected.on_these_routes : expected.on_own_routes) =
        sums->least / in_ns(network.cycle);
  return expected;
}

/// Store and forward: every hop takes the time of all bits of the packet, of its wire, and of a router as `routers`
/// gives it.
template <class Routers>
ExpectedLatency stored_latency(const ExportNetwork& network, double bytes, const std::string& what,
                               const Routers& routers) {
  const auto step = [&](const ExportChannel& each) {
    const ExportLink& link = network.links[each.link];
    return network.time_of(link) + routers(each) + network.period() * (8 * bytes / link.width_bits);
  };
  return timed_latency(network, channels(network), step, 0, what,
                       "nodes; every hop takes its bits, its wire and its router");
}

ExpectedLatency omnet_latency(const ExportNetwork& network) {
  const double bytes = message_bytes(network);
  return stored_latency(network, bytes, fmt::format("a packet of {} bytes", bytes),
                        [&](const ExportChannel& each) { return network.time_of(network.nodes[each.to]); });
}

ExpectedLatency ns3_latency(const ExportNetwork& network) {
  constexpr double kHeaders = 30;  // point to point, IP and UDP
  const double bytes = message_bytes(network);
  return stored_latency(
      network, bytes + kHeaders, fmt::format("a packet of {} bytes and {} of headers", bytes, kHeaders),
      [&](const ExportChannel& each) {
        return (network.time_of(network.nodes[each.from]) + network.time_of(network.nodes[each.to])) * 0.5;
      });
}

/// The latency of SimGrid: the latencies of hops add up, and the message's bits flow at the rate of a channel.
ExpectedLatency simgrid_latency(const ExportNetwork& network) {
  const double bytes = message_bytes(network);
  return timed_latency(
      network, fastest_channels(network), [&](const ExportChannel& each) { return step_over(network, each).delay; },
      8 * bytes, fmt::format("a message of {} bytes", bytes),
      "hosts: wires, the routers entered, and its bits over one channel");
}

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
  const auto steps = each_of(cycles, [](double each) { return Way{each, {}}; });
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
std::pair<double, std::string> booksim_law(const ExportNetwork& network, double links, double cycles, double credits,
                                           double gap) {
  const std::uint64_t router = booksim_router_cycles(network), flits = network.packet_flits();
  // A terminal makes a packet of its message in each cycle and sends it after those before it. A latency of the
  // simulator is from when the packet is made.
  const double own = network.traffic.uniform() ? 0 : (network.packets - 1) / 2 * (static_cast<double>(flits) - 1 + gap);
  const double sum =
      3 + (links + 1) * static_cast<double>(router) + cycles + static_cast<double>(flits) - 1 + credits + own;
  std::string waits = credits > 0 ? fmt::format(" + {:.4f} that tails wait for credits", credits) : "";
  if (own > 0) waits += fmt::format(" + {:g} behind packets of its message", own);
  const std::string traffic = network.traffic.uniform() ? "uniform traffic" : "the traffic " + network.traffic.name;
  return {sum, fmt::format("{:.4f} cycles a packet under {}, 3 + ({:.4f} links + 1) x {} of a router + "
                           "{:.4f} of links + {} flits - 1{}",
                           sum, traffic, links, router, cycles, flits, waits)};
}

/// The latency of BookSim without load, and the load at which its own routes are full.
ExpectedLatency booksim_latency(const ExportNetwork& network) {
  const SortedChannels channels(network, fastest_channels(network));
  const std::vector<double> cycles =
      channels.each([&](const ExportChannel& each) { return static_cast<double>(network.links[each.link].cycles); });
  const auto routes = anynet_routes(network, channels, cycles);
  if (!routes) return not_searched(network, channels);
  const auto router = static_cast<double>(booksim_router_cycles(network));
  const double gap = packet_gap(static_cast<double>(network.packet_flits()), head_cycles_of(router),
                                static_cast<double>(network.virtual_channels));
  const auto law = booksim_law(network, routes->mean_hops, routes->mean_cycles, routes->mean_credits, gap);
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
    const Pairs pairs = terminals_of(network);
    const auto mean = [&](const std::vector<double>& steps) {
      return routed_sums(*these, channels, steps, pairs).least;
    };
    const auto messages = [&](std::uint64_t from, std::uint64_t to) { return pairs.weight(from, to); };
    const auto routed = booksim_law(network, mean(std::vector<double>(cycles.size(), 1)), mean(cycles),
                                    routed_credits(*these, channels, cycles, booksim_waits(network), pairs),
                                    mean_packet_gap(network, *these, head_cycles_of(router), messages));
    expected.on_these_routes = routed.first;
    expected.lines.push_back("latency without load on the candidate's: booksim should print " + routed.second);
  }
  return expected;
}

}  // namespace

ExpectedLatency expected_latency(const Export& target, const ExportNetwork& network) {
  if (!target.why_unknown.empty()) return {{fmt::format("latency without load: not told, for {}", target.why_unknown)}};
  if (target.latency == LatencyLaw::nothing) return {};
  if (std::ranges::count_if(network.nodes, [](const ExportNode& node) { return node.terminals > 0; }) < 2)
    return {{"latency without load: none, for fewer than two nodes have terminals"}};
  if (target.latency == LatencyLaw::booksim) return booksim_latency(network);
  if (target.latency == LatencyLaw::garnet) return garnet_latency(network);
  if (target.latency == LatencyLaw::simgrid) return simgrid_latency(network);
  return target.latency == LatencyLaw::ns3 ? ns3_latency(network) : omnet_latency(network);
}

}  // namespace cutline::exporting
