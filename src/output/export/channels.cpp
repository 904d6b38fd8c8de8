// SPDX-License-Identifier: Apache-2.0
#include "output/export/channels.hpp"

#include <queue>
#include <tuple>

#include "cutline/study/placed_network.hpp"
#include "evaluate/candidate_routes.hpp"
#include "evaluate/traffic.hpp"
#include "output/export/file_text.hpp"
#include "topology/graph_searches.hpp"

namespace cutline {

namespace {

using Ends = std::pair<std::uint64_t, std::uint64_t>;

/// The links from each node to each other, in the order of `links`.
std::map<Ends, std::vector<std::size_t>> links_between(const std::vector<ExportLink>& links) {
  std::map<Ends, std::vector<std::size_t>> all;
  for (std::size_t i = 0; i < links.size(); ++i) {
    all[{links[i].from, links[i].to}].push_back(i);
    if (!links[i].one_way) all[{links[i].to, links[i].from}].push_back(i);
  }
  return all;
}

}  // namespace

std::vector<ExportChannel> channels(const ExportNetwork& network) {
  std::vector<ExportChannel> all;
  all.reserve(2 * network.links.size());
  for (std::size_t i = 0; i < network.links.size(); ++i) {
    const ExportLink& link = network.links[i];
    all.push_back({link.from, link.to, i});
    if (!link.one_way) all.push_back({link.to, link.from, i});
  }
  std::ranges::sort(all, [](const ExportChannel& a, const ExportChannel& b) {
    return std::tuple(a.from, a.to, a.link) < std::tuple(b.from, b.to, b.link);
  });
  return all;
}

std::vector<ExportChannel> channels_without_parallel(ExportNetwork& network, std::string_view target) {
  std::vector<ExportChannel> kept = exporting::fastest_channels(network);
  const std::size_t all = channels(network).size();
  if (kept.size() < all) {
    exporting::note(network,
                    "{} parallel to others left out: {} takes one between two routers, the fastest is written, and the "
                    "bandwidth of the others is lost",
                    text::counted(all - kept.size(), "channel"), target);
  }
  return kept;
}

bool is_connected(const ExportNetwork& network) {
  exporting::SortedChannels sorted(network, channels(network));
  ChannelGraph graph;
  graph.first.assign(sorted.first.begin(), sorted.first.end());
  graph.head = sorted.each([](const ExportChannel& each) { return static_cast<std::uint32_t>(each.to); });
  const std::vector<std::uint32_t> part = strong_parts(graph);
  return std::ranges::count(part, 0u) == std::ssize(part);
}

ExportRoutes::ExportRoutes(Routes routes, const Topology& topology, const std::vector<ExportLink>& links)
    : routes_(std::move(routes)), destinations_(topology.node_count()) {
  const ChannelGraph& graph = *routes_.graph;
  const NodeNumbers numbers(topology);
  number_of_.resize(graph.node_count());
  site_of_.resize(topology.node_count() + topology.interchange_count());
  for (std::uint32_t site = 0; site < graph.node_count(); ++site) {
    if (!graph.kinds.empty() && graph.kinds[site] == SiteKind::nothing) continue;
    number_of_[site] = numbers.number(site);
    site_of_[number_of_[site]] = site;
  }
  const auto between = links_between(links);
  for (std::uint32_t site = 0; site < graph.node_count(); ++site) {
    std::map<std::uint32_t, std::uint32_t> met;
    for (std::uint64_t c = graph.first[site]; c < graph.first[site + 1]; ++c) {
      parallel_of_.push_back(met[graph.head[c]]++);
      // Parallel channels and parallel links are both sorted by class, so their numbers agree.
      link_of_.push_back(between.at({number_of_[site], number_of_[graph.head[c]]}).at(parallel_of_.back()));
    }
  }
}

std::vector<std::array<double, 2>> link_loads(const Study& study, const Candidate& candidate,
                                              const ExportNetwork& network, const Effort& effort) {
  std::vector<ChannelUnderLoad> all = loaded_channels(study, candidate, effort);
  std::erase_if(all, [](const ChannelUnderLoad& each) { return each.use != ChannelUse::link; });
  std::ranges::sort(all, {}, &ChannelUnderLoad::number);
  const NodeNumbers numbers(*network.topology);
  const auto between = links_between(network.links);
  std::map<Ends, std::size_t> met;
  std::vector<std::array<double, 2>> loads(network.links.size());
  for (const ChannelUnderLoad& each : all) {
    const Ends ends{numbers.number(each.from), numbers.number(each.to)};
    const std::size_t link = between.at(ends).at(met[ends]++);  // parallel ones are in the same order, as above
    loads[link][network.links[link].from == ends.first ? 0 : 1] = each.messages;
  }
  return loads;
}

std::uint32_t ExportRoutes::layer(std::uint64_t source, std::uint64_t destination) const {
  return routes_.layer(site_of_[source], site_of_[destination]);
}

ExportWays ExportRoutes::ways_to(std::uint64_t destination, std::uint32_t layer) const {
  const std::uint32_t target = site_of_[destination];
  const WaysToNode ways = routes_.ways_to(target, layer);
  const ChannelGraph& graph = *routes_.graph;
  std::vector<bool> passed(graph.node_count());
  ExportWays all{{}, std::vector<std::vector<ExportHop>>(site_of_.size())};
  for (const std::uint32_t site : ways.order) {
    if (!passed[site] && !(graph.is_node(site) && routes_.layer(site, target) == layer)) continue;
    all.order.push_back(number_of_[site]);
    for (std::uint32_t i = ways.first[site]; i < ways.first[site + 1]; ++i) {
      const NextHop& hop = ways.hops[i];
      passed[graph.head[hop.channel]] = true;
      all.hops[number_of_[site]].push_back({number_of_[graph.head[hop.channel]], link_of_[hop.channel],
                                            parallel_of_[hop.channel], hop.dateline, hop.share});
    }
  }
  return all;
}

}  // namespace cutline

namespace cutline::exporting {

namespace {

/// Routes that take one of parallel channels where `routes` share them evenly: destinations take turns.
Routes one_of_parallel(Routes routes) {
  Routes single = routes;
  single.ways_to = [all = std::move(routes)](std::uint32_t destination, std::uint32_t layer) {
    WaysToNode ways = all.ways_to(destination, layer), kept{std::move(ways.order), {0}, {}};
    for (std::size_t site = 0; site + 1 < ways.first.size(); ++site) {
      const auto begin = ways.hops.begin() + ways.first[site], end = ways.hops.begin() + ways.first[site + 1];
      const auto leads_elsewhere = [&](const NextHop& hop) {
        return all.graph->head[hop.channel] != all.graph->head[begin->channel] || hop.dateline != begin->dateline;
      };
      if (begin != end && std::none_of(begin, end, leads_elsewhere)) {
        kept.hops.push_back(*(begin + destination % (end - begin)));
        kept.hops.back().share = 1;
      } else {
        kept.hops.insert(kept.hops.end(), begin, end);
      }
      kept.first.push_back(static_cast<std::uint32_t>(kept.hops.size()));
    }
    return kept;
  };
  return single;
}

/// Whether at every node all messages of a layer to a destination take the same hop.
/// Cost: O(destinations x layers x channels).
bool has_single_paths(const ExportRoutes& routes) {
  for (std::uint64_t to = 0; to < routes.destinations(); ++to) {
    for (std::uint32_t layer = 0; layer < routes.layers(); ++layer) {
      const ExportWays ways = routes.ways_to(to, layer);
      const auto shares = [](const std::vector<ExportHop>& hops) { return hops.size() > 1; };
      if (std::ranges::any_of(ways.hops, shares)) return false;
    }
  }
  return true;
}

/// Whether the ways to each destination are the same in all layers, at the same cost.
bool has_common_ways(const ExportRoutes& routes) {
  for (std::uint64_t to = 0; routes.layers() > 1 && to < routes.destinations(); ++to) {
    if (common_ways(routes, to).size() > 1) return false;
  }
  return true;
}

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

std::vector<ExportChannel> fastest_channels(const ExportNetwork& network) {
  std::vector<ExportChannel> kept;
  for (const ExportChannel& channel : channels(network)) {
    const bool parallel = !kept.empty() && kept.back().from == channel.from && kept.back().to == channel.to;
    if (!parallel) {
      kept.push_back(channel);
    } else if (network.links[channel.link].delay < network.links[kept.back().link].delay) {
      kept.back() = channel;
    }
  }
  return kept;
}

std::vector<ExportWays> common_ways(const ExportRoutes& routes, std::uint64_t destination) {
  const auto all = each_of(routes.layers(), [&](auto layer) { return routes.ways_to(destination, layer); });
  ExportWays common = all.front();
  for (const ExportWays& ways : all) {
    for (const std::uint64_t node : ways.order) {
      if (common.hops[node].empty()) {
        common.order.push_back(node);
        common.hops[node] = ways.hops[node];
      }
      if (ways.hops[node] != common.hops[node]) return all;
    }
  }
  return {common};
}

ExportRoutesOrWhy export_routes(const Export& target, const Study& study, const Candidate& candidate,
                                const ExportNetwork& network, const Effort& effort) {
  if (target.routes == RouteSupport::none) return {};
  if (network.nodes.size() > target.limits.routed)
    return fmt::format("they are written up to {} nodes", text::grouped(target.limits.routed));
  if (target.routes == RouteSupport::by_dimension &&
      (candidate.facts.routing != Routing::dimension_order || network.dimensions.empty()))
    return "weights give dimension order alone, on meshes, tori and their like";
  RoutesOrWhy found =
      candidate.traffic.routed ? RoutesOrWhy(candidate.traffic.routed->routes) : routes_of(study, candidate, effort);
  if (auto* why = std::get_if<std::string>(&found)) return std::move(*why);
  if (std::get<Routes>(found).leg) return "messages go to a random node first, which tables of destinations cannot say";
  const bool single = target.routes == RouteSupport::by_destination || target.routes == RouteSupport::by_pair;
  if (single) found = one_of_parallel(std::get<Routes>(std::move(found)));
  ExportRoutes routes(std::get<Routes>(std::move(found)), candidate.network()->topology, network.links);
  if (single && !has_single_paths(routes)) return "they share messages among several ways, and it takes one";
  if (target.routes == RouteSupport::by_destination && !has_common_ways(routes))
    return "they differ from one layer of virtual channels to another, and its tables know destinations alone";
  return routes;
}

SortedChannels::SortedChannels(const ExportNetwork& network, std::vector<ExportChannel> channels)
    : all(std::move(channels)), first(network.nodes.size() + 1) {
  for (const ExportChannel& channel : all) ++first[channel.from + 1];
  std::partial_sum(first.begin(), first.end(), first.begin());
}

Way step_over(const ExportNetwork& network, const ExportChannel& channel) {
  return {network.cost(channel),
          network.time_of(network.links[channel.link]) + network.time_of(network.nodes[channel.to])};
}

CheapestWays cheapest_ways(std::uint64_t source, const SortedChannels& channels, const std::vector<Way>& steps) {
  constexpr double kNone = std::numeric_limits<double>::infinity();
  CheapestWays out{std::vector<Way>(channels.nodes(), Way{kNone, {kNone}}),
                   {},
                   std::vector<std::size_t>(channels.nodes(), channels.all.size())};
  using Entry = std::pair<Way, std::uint64_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
  out.ways[source] = {};
  open.push({{}, source});
  while (!open.empty()) {
    const auto [way, node] = open.top();
    open.pop();
    if (way > out.ways[node]) continue;
    out.order.push_back(node);
    for (std::size_t i = channels.first[node]; i < channels.first[node + 1]; ++i) {
      const std::uint64_t to = channels.all[i].to;
      const Way next{way.cost + steps[i].cost, way.delay + steps[i].delay};
      if (next >= out.ways[to]) continue;
      out.ways[to] = next;
      out.last[to] = i;
      open.push({next, to});
    }
  }
  return out;
}

void add_loads(const Study& study, const Candidate& candidate, const Effort& effort, ExportNetwork& network) {
  try {
    network.loads = link_loads(study, candidate, network, effort);
  } catch (const Error& why) {
    note(network, "loads are not written: {}", why.diagnostics().front().message);
  }
}

ExportTraffic export_traffic(const Study& study, const Candidate& candidate, const ExportNetwork& network) {
  ExportTraffic out{std::string(traffic_name(study)), {}};
  if (is_uniform(study)) {
    const bool few = network.nodes.size() * network.nodes.size() <= kMostPairs;
    if ((!study.traffic_self || network.packets > 1) && few) out.from = pairs_of_uniform(network, study.traffic_self);
    return out;
  }
  // Where there are replies, the simulator makes them.
  TrafficAsked requests(static_cast<const TrafficAsked&>(study));
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
    const auto sum = sum_over<double>(all, &ExportTraffic::To::part);
    if (sum == 0) continue;
    append(out, "from {} {:.9g} ", source, sum * terminals / network.nodes[source].terminals);
    for (const ExportTraffic::To& to : all)
      append(out, "{}{}*{:.9g}", &to == all.data() ? "" : ",", to.node, to.part / sum);
    out += '\n';
  }
  files.push_back({".traffic", std::move(out)});
}

double mean_packet_gap(const ExportNetwork& network, const ExportRoutes& routes, double head_cycles,
                       FunctionRef<double(std::uint64_t, std::uint64_t)> messages) {
  const auto flits = static_cast<double>(network.packet_flits());
  double sum = 0, all = 0;
  for (std::uint64_t from = 0; from < routes.destinations(); ++from) {
    for (std::uint64_t to = 0; to < routes.destinations(); ++to) {
      const std::uint32_t first = from == to ? 0 : routes.layer(from, to) * routes.datelines();
      const double channels = channels_of_class(network.virtual_channels, from == to ? 1 : routes.classes(), first);
      sum += messages(from, to) * packet_gap(flits, head_cycles, channels);
      all += messages(from, to);
    }
  }
  return all > 0 ? sum / all : 0;
}

}  // namespace cutline::exporting
