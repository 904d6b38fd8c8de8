// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <boost/graph/graph_traits.hpp>
#include <boost/graph/properties.hpp>
#include <boost/range/irange.hpp>
#include <cstdint>
#include <utility>

#include "cutline/topology/channel_graph.hpp"

namespace cutline {

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

}  // namespace cutline
