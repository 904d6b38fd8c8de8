// SPDX-License-Identifier: Apache-2.0
#include "cutline/output/export/routes.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <optional>

#include "cutline/base/error.hpp"
#include "cutline/output/export/exports.hpp"
#include "cutline/study/placed_network.hpp"
#include "evaluate/under_load.hpp"
#include "output/text/number.hpp"

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

bool ExportRoutes::has_single_paths() const {
  for (std::uint64_t to = 0; to < destinations_; ++to) {
    for (std::uint32_t layer = 0; layer < layers(); ++layer) {
      const ExportWays ways = ways_to(to, layer);
      const auto shares = [](const std::vector<ExportHop>& hops) { return hops.size() > 1; };
      if (std::any_of(ways.hops.begin(), ways.hops.end(), shares)) return false;
    }
  }
  return true;
}

bool ExportRoutes::has_common_ways() const {
  for (std::uint64_t to = 0; layers() > 1 && to < destinations_; ++to) {
    if (common_ways(*this, to).size() > 1) return false;
  }
  return true;
}

std::vector<ExportWays> common_ways(const ExportRoutes& routes, std::uint64_t destination) {
  std::vector<ExportWays> all;
  for (std::uint32_t layer = 0; layer < routes.layers(); ++layer) all.push_back(routes.ways_to(destination, layer));
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
  if (target.routes == RoutesHeld::none) return {};
  if (network.nodes.size() > target.most_routed)
    return fmt::format("they are written up to {} nodes", text::grouped(target.most_routed));
  if (target.routes == RoutesHeld::by_dimension &&
      (candidate.facts.routing != Routing::dimension_order || network.dimensions.empty()))
    return "weights give dimension order alone, on meshes, tori and their like";
  RoutesOrWhy found =
      candidate.traffic.routed ? RoutesOrWhy(candidate.traffic.routed->routes) : routes_of(study, candidate, effort);
  if (auto* why = std::get_if<std::string>(&found)) return std::move(*why);
  ExportRoutes routes(std::get<Routes>(std::move(found)), candidate.network()->topology, network.links);
  const bool single = target.routes == RoutesHeld::by_destination || target.routes == RoutesHeld::by_pair;
  if (single && !routes.has_single_paths()) return "they share messages among several ways, and it takes one";
  if (target.routes == RoutesHeld::by_destination && !routes.has_common_ways())
    return "they differ from one layer of virtual channels to another, and its tables know destinations alone";
  return routes;
}

}  // namespace cutline
