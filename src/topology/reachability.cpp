// SPDX-License-Identifier: Apache-2.0
#include "cutline/topology/reachability.hpp"

#include <algorithm>
#include <boost/graph/strong_components.hpp>

#include "boost_channels.hpp"
#include "cutline/topology/digit_graphs.hpp"
#include "joined_sites.hpp"
#include "resilience_parts.hpp"

namespace cutline {

namespace {

std::uint32_t highest(const std::vector<std::uint32_t>& parts) {
  return parts.empty() ? 0 : *std::max_element(parts.begin(), parts.end());
}

}  // namespace

bool has_one_way_links(const Topology& topology) { return !is_two_way(topology); }

std::vector<std::uint32_t> part_of_sites(const ChannelGraph& graph) {
  const auto sites = static_cast<std::uint32_t>(graph.node_count());
  JoinedSites joined(sites);
  for (std::uint32_t site = 0; site < sites; ++site) {
    for (std::uint64_t c = graph.first[site]; c < graph.first[site + 1]; ++c) joined.join(site, graph.head[c]);
  }
  constexpr std::uint32_t kNone = ~std::uint32_t{0};
  std::vector<std::uint32_t> part(sites), number(sites, kNone);
  std::uint32_t parts = 0;
  for (std::uint32_t site = 0; site < sites; ++site) {
    std::uint32_t& own = number[joined.set_of(site)];
    if (own == kNone) own = parts++;
    part[site] = own;
  }
  return part;
}

std::vector<std::uint32_t> strong_parts(const ChannelGraph& graph) {
  const BoostChannels channels(graph);
  const std::size_t sites = graph.node_count();
  constexpr boost::typed_identity_property_map<std::size_t> number;
  const auto of = [&](auto& values) { return boost::make_iterator_property_map(values.begin(), number); };
  std::vector<std::uint32_t> part(sites), root(sites), time(sites);
  std::vector<boost::default_color_type> colour(sites);
  boost::strong_components(
      channels, of(part),
      boost::vertex_index_map(number).root_map(of(root)).discover_time_map(of(time)).color_map(of(colour)));
  return part;
}

NetworkParts parts_of_graph(const ChannelGraph& graph, bool some_one_way) {
  const Int128 nodes = graph.addressed_count();
  NetworkParts parts{.count = 1, .largest = graph.addressed_count()};
  if (!first_unreachable(graph) && (!some_one_way || !first_unreachable(reversed(graph)))) return parts;
  const std::vector<std::uint32_t> part = part_of_sites(graph);
  std::vector<std::uint64_t> sizes(part.size());
  for (std::size_t site = 0; site < part.size(); ++site) {
    if (graph.is_node(site)) ++sizes[part[site]];
  }
  parts.count = static_cast<std::uint64_t>(
      std::count_if(sizes.begin(), sizes.end(), [](std::uint64_t size) { return size > 0; }));
  parts.largest = *std::max_element(sizes.begin(), sizes.end());
  if (some_one_way) {
    parts.pairs_without_way.reset();
    return parts;
  }
  Int128 within = 0;
  for (const std::uint64_t size : sizes) within += static_cast<Int128>(size) * size;
  parts.pairs_without_way = nodes * nodes - within;
  return parts;
}

Reachability::Reachability(const ChannelGraph& graph, bool some_one_way) : part_(part_of_sites(graph)) {
  if (!some_one_way) return;
  const std::uint32_t joined = highest(part_);
  part_ = strong_parts(graph);
  if (highest(part_) == joined) return;
  const std::size_t sites = part_.size();
  reached_.resize((std::size_t{highest(part_)} + 1) * sites);
  std::vector<bool> searched(sites);
  for (std::uint32_t from = 0; from < sites; ++from) {
    if (searched[part_[from]]) continue;
    searched[part_[from]] = true;
    const std::vector<std::uint32_t> hops = hops_from(graph, from);
    for (std::size_t to = 0; to < sites; ++to) reached_[part_[from] * sites + to] = hops[to] != kUnreached;
  }
}

}  // namespace cutline
