// SPDX-License-Identifier: Apache-2.0
#include "topology/reachability.hpp"

#include <algorithm>
#include <boost/graph/graph_traits.hpp>
#include <boost/graph/properties.hpp>
#include <boost/graph/strong_components.hpp>
#include <boost/range/irange.hpp>

#include "joined_sites.hpp"
#include "resilience.hpp"
#include "topology/digit_graphs.hpp"

namespace cutline {

namespace {

/// A channel graph as a directed graph of Boost, without a copy: a model of IncidenceGraph and VertexListGraph whose
/// edges are the numbers of channels. The channel graph must outlive it.
///
/// It has what searches need, and no more. Users have TopologyView of cutline/topology/boost_graph.hpp, which writes no
/// channels out and pays for it at each step.
class BoostChannels {
 public:
  using vertex_descriptor = std::size_t;
  using edge_descriptor = std::size_t;
  using vertices_size_type = std::size_t;
  using degree_size_type = std::size_t;
  using directed_category = boost::directed_tag;
  using edge_parallel_category = boost::allow_parallel_edge_tag;
  struct traversal_category : virtual boost::incidence_graph_tag, virtual boost::vertex_list_graph_tag {};
  using vertex_iterator = boost::integer_range<std::size_t>::iterator;
  using out_edge_iterator = vertex_iterator;

  static vertex_descriptor null_vertex() { return ~std::size_t{0}; }

  explicit BoostChannels(const ChannelGraph& graph) : graph_(&graph) {}

  friend std::size_t num_vertices(const BoostChannels& g) { return g.graph_->node_count(); }
  friend std::pair<vertex_iterator, vertex_iterator> vertices(const BoostChannels& g) {
    return {vertex_iterator(0), vertex_iterator(num_vertices(g))};
  }
  friend std::pair<out_edge_iterator, out_edge_iterator> out_edges(std::size_t site, const BoostChannels& g) {
    return {out_edge_iterator(g.graph_->first[site]), out_edge_iterator(g.graph_->first[site + 1])};
  }
  friend std::size_t out_degree(std::size_t site, const BoostChannels& g) {
    return g.graph_->first[site + 1] - g.graph_->first[site];
  }
  friend std::size_t target(std::size_t channel, const BoostChannels& g) { return g.graph_->head[channel]; }
  /// Cost: O(log sites). Searches do not ask for it, but the concept does.
  friend std::size_t source(std::size_t channel, const BoostChannels& g) {
    const auto& first = g.graph_->first;
    return static_cast<std::size_t>(std::upper_bound(first.begin(), first.end(), channel) - first.begin()) - 1;
  }

 private:
  const ChannelGraph* graph_;
};

std::uint32_t highest(const std::vector<std::uint32_t>& parts) {
  return parts.empty() ? 0 : *std::max_element(parts.begin(), parts.end());
}

}  // namespace

bool has_one_way_links(const Topology& topology) {
  return std::any_of(topology.classes.begin(), topology.classes.end(),
                     [](const LinkClass& links) { return links.channels == 1; });
}

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
