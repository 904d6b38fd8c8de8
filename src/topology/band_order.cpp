// SPDX-License-Identifier: Apache-2.0
#include "topology/band_order.hpp"

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/cuthill_mckee_ordering.hpp>
#include <boost/graph/properties.hpp>

namespace cutline {

std::vector<std::uint32_t> band_order(const ChannelGraph& graph) {
  using Links = boost::adjacency_list<
      boost::vecS, boost::vecS, boost::undirectedS,
      boost::property<boost::vertex_color_t, boost::default_color_type, boost::property<boost::vertex_degree_t, int>>>;
  Links links(graph.node_count());
  for (std::uint32_t node = 0; node < graph.node_count(); ++node) {
    for (std::uint64_t c = graph.first[node]; c < graph.first[node + 1]; ++c) {
      if (node < graph.head[c]) boost::add_edge(node, graph.head[c], links);
    }
  }
  std::vector<std::size_t> order(graph.node_count());
  boost::cuthill_mckee_ordering(links, order.rbegin(), boost::get(boost::vertex_color, links),
                                boost::make_degree_map(links));
  std::vector<std::uint32_t> places(order.size());
  for (std::uint32_t place = 0; place < order.size(); ++place) places[order[place]] = place;
  return places;
}

}  // namespace cutline
