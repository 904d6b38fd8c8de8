// SPDX-License-Identifier: Apache-2.0
#include "flits/unpicked_networks.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <optional>
#include <set>

#include "base/random.hpp"
#include "cutline/detail/performance/traffic.hpp"
#include "cutline/routing/flows.hpp"
#include "routing/destinations.hpp"
#include "routing/routings.hpp"
#include "support/small_networks.hpp"

namespace cutline::test {

namespace {

constexpr std::uint64_t kFewest = 16, kMost = 144;
constexpr std::uint32_t kMostChannels = 8;
constexpr std::uint32_t kMostPorts = 60;  // the simulator's routers have 64 ports, terminals included

template <class T>
T one_of(Random& random, const std::vector<T>& values) {
  return values[random.below(values.size())];
}

struct Drawn {
  std::string name;
  Topology topology;
};

/// Two-way links: a random tree and twice as many random links.
Drawn irregular(Random& random) {
  const auto nodes = static_cast<std::uint32_t>(kFewest + random.below(65));
  const std::size_t extra = nodes / 2 + random.below(nodes);
  return {fmt::format("irregular {} nodes {} links", nodes, nodes - 1 + extra), random_graph(random, nodes, extra)};
}

Drawn regular(Random& random) {
  const std::uint32_t nodes = 2 * static_cast<std::uint32_t>(kFewest / 2 + random.below(41));
  const auto degree = static_cast<std::uint32_t>(3 + random.below(4));
  return {fmt::format("regular {} nodes degree {}", nodes, degree), random_regular(nodes, degree, random.next())};
}

/// A ring in random order and random channels, all one-way.
Drawn one_way(Random& random) {
  const auto nodes = static_cast<std::uint32_t>(kFewest + random.below(33));
  std::vector<std::uint32_t> round(nodes);
  for (std::uint32_t i = 0; i < nodes; ++i) round[i] = i;
  for (std::uint32_t i = nodes; i > 1; --i) std::swap(round[i - 1], round[random.below(i)]);
  std::vector<LocalLink> links;
  for (std::uint32_t i = 0; i < nodes; ++i) links.push_back({round[i], round[(i + 1) % nodes]});
  const std::size_t extra = random.below(2 * nodes);
  add_random(random, nodes, extra, links);
  return {fmt::format("one-way {} nodes {} channels", nodes, links.size()), graph_of(nodes, links, 1)};
}

bool is_simulated(const Topology& topology) {
  const auto odd = [](const LinkClass& each) { return each.shared || !each.widths.empty(); };
  return topology.node_count() >= kFewest && topology.node_count() <= kMost && topology.site_count() <= 2 * kMost &&
         topology.terminal_count() <= 2 * kMost && std::none_of(topology.classes.begin(), topology.classes.end(), odd);
}

/// Sizes of families beyond those of all small networks.
std::vector<Parameters> more_sizes(std::string_view family) {
  if (family == "flattened_butterfly") return {{{"radix", 4}, {"stages", 3}}, {{"radix", 5}, {"stages", 3}}};
  if (family == "dragonfly")
    return {{{"global_links", 2}}, {{"global_links", 2}, {"routers", 3}, {"groups", 6}, {"concentration", 1}}};
  if (family == "fat_tree")
    return {{{"radix", 4}, {"levels", 2}}, {{"radix", 2}, {"levels", 4}}, {{"radix", 4}, {"levels", 3}}};
  if (family == "h_tree") return {{{"levels", 4}}, {{"levels", 6}}};
  return {};
}

/// Draws one of the networks of a family that can be simulated.
std::optional<Drawn> of_family(Random& random, const Family& family) {
  std::vector<Drawn> all;
  std::vector<Parameters> cases = cases_of(family, kMost);
  for (Parameters& each : more_sizes(family.name)) cases.push_back(std::move(each));
  for (const Parameters& parameters : cases) {
    auto network = built(family, parameters);
    if (network && is_simulated(*network))
      all.push_back({std::string(family.name) + " " + to_string(parameters), std::move(*network)});
  }
  if (all.empty()) return std::nullopt;
  return std::move(all[random.below(all.size())]);
}

/// A network of a family; takes the families that have networks to simulate in turn.
Drawn any_family(Random& random, std::uint32_t number) {
  static const std::vector<const Family*> some = [] {
    std::vector<const Family*> found;
    for (const Family& family : families()) {
      Random any(1);
      if (of_family(any, family)) found.push_back(&family);
    }
    return found;
  }();
  return std::move(*of_family(random, *some[number % some.size()]));
}

bool has_few_ports(const ChannelGraph& graph) {
  std::vector<std::uint32_t> in(graph.node_count());
  for (const std::uint32_t head : graph.head) ++in[head];
  for (std::size_t site = 0; site < in.size(); ++site) {
    if (in[site] > kMostPorts || graph.first[site + 1] - graph.first[site] > kMostPorts) return false;
  }
  return true;
}

struct NamedRoutes {
  std::string name;
  Routes routes;
};

Routes routes_by(const std::string& name, const Topology& topology, const std::shared_ptr<const ChannelGraph>& graph) {
  if (name == "dimension order") return dimension_order_routes(topology);
  if (name == "minimal") return minimal_routes(graph);
  if (name == "balanced") return balanced_routes(graph);
  if (name == "up down") return up_down_of(topology, graph);
  return layered_of(topology, graph, goes_both_ways(*graph) ? kMostChannels : kMostLayers);
}

/// Tries routings in random order. The first one that needs few classes and in which no message can wait for itself.
std::optional<NamedRoutes> safe_routes(Random& random, const Topology& topology) {
  const auto graph = shared_graph(topology);
  if (!has_few_ports(*graph)) return std::nullopt;
  std::vector<std::string> names = {"layered", "up down", "balanced", "minimal"};
  if (topology.is_product() && topology.has_dimensions) names.insert(names.end(), 3, "dimension order");
  if (!goes_both_ways(*graph)) names.erase(names.begin() + 1);
  while (!names.empty()) {
    const std::size_t at = random.below(names.size());
    const Routes routes = routes_by(names[at], topology, graph);
    if (routes.classes() <= kMostChannels && waiting_circle(uniform_flows(routes)).empty())
      return NamedRoutes{names[at], routes};
    names.erase(names.begin() + static_cast<std::ptrdiff_t>(at));
  }
  return std::nullopt;
}

/// By pair of sites: messages for each message that a node offers on average.
struct Demand {
  std::string name;
  std::vector<double> of_pair;
};

Demand demand_of(Random& random, const Topology& topology) {
  // If the network does not meet the conditions of a pattern, traffic is uniform.
  const std::vector<std::string> names = {"uniform",      "uniform",           "uniform",  "uniform", "transpose",
                                          "bit_reversal", "nearest_neighbour", "hot_spot", "shuffle", "tornado"};
  std::string name = one_of(random, names);
  Parameters parameters;
  if (name == "hot_spot") parameters.set("share", 0.02 + 0.1 * random.unit());
  ChosenTraffic chosen = choose_traffic(name, parameters);
  if (!chosen.refusal(topology).empty()) chosen = choose_traffic(name = "uniform", {});
  const Traffic traffic = chosen.traffic(topology);
  const NodeNumbers numbers(topology);
  const std::uint64_t sites = topology.site_count();
  Demand demand{name, std::vector<double>(sites * sites)};
  for (std::uint64_t source = 0; source < traffic.nodes; ++source) {
    const Destinations all = traffic.from(source);
    for (const Destinations::To& to : all.to)
      demand.of_pair[numbers.site(source) * sites + numbers.site(to.node)] += to.weight / all.divisor;
  }
  return demand;
}

/// Sizes of packets, and their mean and mean square for the model.
std::vector<FlitSize> sizes_of_packets(Random& random, LoadedRouters& routers) {
  const std::vector<std::uint32_t> flits = {1, 2, 3, 4, 5, 6, 8, 10, 12, 16};
  std::vector<FlitSize> sizes = {{one_of(random, flits), 1}};
  if (random.below(4) == 0) {
    sizes[0].share = 0.3 + 0.4 * random.unit();
    sizes.push_back({one_of(random, flits), 1 - sizes[0].share});
  }
  routers.message_flits = routers.square_flits = 0;
  for (const FlitSize& size : sizes) {
    routers.message_flits += size.share * size.flits;
    routers.square_flits += size.share * size.flits * size.flits;
    routers.sizes.push_back({static_cast<double>(size.flits), size.share});
  }
  return sizes;
}

/// Links of 1 to 6 cycles, either all equal or each drawn by itself.
std::vector<double> link_cycles(Random& random, std::size_t channels) {
  const bool alike = random.below(2) == 0;
  std::vector<double> cycles(channels, static_cast<double>(1 + random.below(6)));
  for (double& each : cycles) {
    if (!alike) each = static_cast<double>(1 + random.below(6));
  }
  return cycles;
}

FlitNetwork simulated_network(const Topology& topology, const ChannelGraph& graph, const std::vector<double>& cycles) {
  FlitNetwork network{.routers = static_cast<std::uint32_t>(graph.node_count())};
  for (std::uint32_t site = 0; site < network.routers; ++site) {
    for (std::uint64_t c = graph.first[site]; c < graph.first[site + 1]; ++c)
      network.channels.push_back({site, graph.head[c], static_cast<std::uint32_t>(cycles[c])});
    if (graph.is_node(site)) network.terminals.insert(network.terminals.end(), topology.concentration, site);
  }
  return network;
}

/// The routes, where each packet draws its own way if several lead on.
FlitRoutes simulated_routes(const FlitNetwork& network, const Routes& routes) {
  const std::size_t count = network.terminals.size();
  std::vector<std::vector<FlitChoice>> choices(network.routers * count * routes.layers);
  std::vector<std::uint32_t> layers(count * count);
  for (std::size_t to = 0; to < count; ++to) {
    const std::uint32_t site = network.terminals[to];
    for (std::size_t from = 0; from < count; ++from) {
      if (network.terminals[from] != site) layers[from * count + to] = routes.layer(network.terminals[from], site);
    }
    for (std::uint32_t layer = 0; layer < routes.layers; ++layer) {
      const WaysToNode ways = routes.ways_to(site, layer);
      for (std::uint32_t at = 0; at < network.routers; ++at) {
        for (std::uint32_t i = ways.first[at]; i < ways.first[at + 1]; ++i) {
          const NextHop& hop = ways.hops[i];
          choices[(layer * network.routers + at) * count + to].push_back(
              {hop.channel, layer * routes.datelines + hop.dateline, hop.share});
        }
      }
    }
  }
  // One table for each layer; the pair of a packet decides which one it follows.
  std::vector<FlitRoutes> tables;
  const auto size = static_cast<std::ptrdiff_t>(network.routers * count);
  for (std::uint32_t layer = 0; layer < routes.layers; ++layer) {
    const auto begin = choices.begin() + layer * size;
    tables.push_back(table_routes(network, {begin, begin + size}));
  }
  return [tables, layers, count](std::uint32_t source, std::uint32_t destination, FlitRandom& random, FlitPath& path) {
    tables[layers[source * count + destination]](source, destination, random, path);
  };
}

std::vector<double> simulated_traffic(const FlitNetwork& network, const Demand& demand, std::uint32_t terminals) {
  std::vector<double> traffic;
  for (const std::uint32_t from : network.terminals) {
    for (const std::uint32_t to : network.terminals)
      traffic.push_back(demand.of_pair[std::size_t{from} * network.routers + to] / terminals);
  }
  return traffic;
}

void add_limits(UnpickedNetwork& drawn) {
  const Flows& flows = drawn.flows;
  const double nodes = static_cast<double>(flows.graph->addressed_count());
  const std::uint32_t router = drawn.design.routing_cycles + 2 + drawn.design.traversal_cycles;
  double busiest = 0;
  drawn.law = 3 + (flows.mean_hops + 1) * router + drawn.routers.message_flits - 1;
  for (std::uint64_t c = 0; c < flows.graph->head.size(); ++c) {
    busiest = std::max(busiest, flows.load(c) * drawn.routers.terminals);
    drawn.law += flows.load(c) / nodes * drawn.cycles[c];
  }
  for (std::size_t site = 0; site < flows.sent.size(); ++site)
    busiest = std::max({busiest, flows.sent[site], flows.taken[site]});
  drawn.bound = 1 / busiest;
}

UnpickedNetwork with_design(Random& random, UnpickedKind kind, const Drawn& drawn, const NamedRoutes& named) {
  UnpickedNetwork all;
  const Routes& routes = named.routes;
  const Demand demand = demand_of(random, drawn.topology);
  all.kind = kind;
  all.uniform = demand.name == "uniform";
  all.flows = flows_of(routes, [&](std::uint32_t from, std::uint32_t to) {
    return demand.of_pair[std::size_t{from} * routes.graph->node_count() + to];
  });
  all.design.classes = routes.classes();
  const std::uint32_t fewest = std::max(2u, routes.classes());
  all.design.virtual_channels = fewest + static_cast<std::uint32_t>(random.below(kMostChannels + 1 - fewest));
  all.design.virtual_channels -= all.design.virtual_channels % routes.classes();
  all.design.buffer_flits = one_of<std::uint32_t>(random, {2, 3, 4, 6, 8, 12, 16, 24, 32});
  all.design.routing_cycles = static_cast<std::uint32_t>(random.below(2));
  all.design.traversal_cycles = static_cast<std::uint32_t>(1 + random.below(3));
  all.design.allocator = random.below(4) == 0 ? FlitAllocator::separable : FlitAllocator::islip;
  all.routers = {.virtual_channels = static_cast<double>(all.design.virtual_channels),
                 .depth_flits = static_cast<double>(all.design.buffer_flits),
                 .router_cycles = 2.0 + all.design.routing_cycles + all.design.traversal_cycles,
                 .head_cycles = 1.0 + all.design.routing_cycles,
                 .terminals = static_cast<double>(drawn.topology.concentration)};
  all.run.sizes = sizes_of_packets(random, all.routers);
  all.cycles = link_cycles(random, routes.graph->head.size());
  all.network = simulated_network(drawn.topology, *routes.graph, all.cycles);
  all.routes = simulated_routes(all.network, routes);
  all.run.traffic = simulated_traffic(all.network, demand, drawn.topology.concentration);
  all.run.seed = random.next();
  add_limits(all);
  all.name = fmt::format(
      "{}, {} ({} classes), {}, {} x {} flits, routers of {}, links of {:.1f} cycles, packets of "
      "{:.1f} flits{}{}",
      drawn.name, named.name, routes.classes(), demand.name, all.design.virtual_channels, all.design.buffer_flits,
      all.routers.router_cycles, std::accumulate(all.cycles.begin(), all.cycles.end(), 0.0) / all.cycles.size(),
      all.routers.message_flits, all.run.sizes.size() > 1 ? " in the mean" : "",
      all.design.allocator == FlitAllocator::separable ? ", separable" : "");
  return all;
}

}  // namespace

UnpickedNetwork unpicked_network(std::uint64_t seed, std::uint32_t index) {
  constexpr std::uint32_t kRound = 5;  // number of kinds in a round; two of five are families, and so is every second
                                       // network in place of a one-way one
  Random random(1000 * seed + index);
  const std::uint32_t round = index / kRound, place = index % kRound;
  const bool family = place % 2 == 1 || (place == 4 && round % 2 == 1);
  const auto first = static_cast<std::uint32_t>(5 * (round / 2) + (round % 2 == 0 ? place / 2 : 2 + place / 2));
  for (;;) {
    const UnpickedKind kind = family       ? UnpickedKind::family
                              : place == 0 ? UnpickedKind::regular
                              : place == 2 ? UnpickedKind::irregular
                                           : UnpickedKind::one_way;
    const Drawn drawn = family                            ? any_family(random, first)
                        : kind == UnpickedKind::regular   ? regular(random)
                        : kind == UnpickedKind::irregular ? irregular(random)
                                                          : one_way(random);
    const auto routes = safe_routes(random, drawn.topology);
    if (routes) return with_design(random, kind, drawn, *routes);
  }
}

}  // namespace cutline::test
