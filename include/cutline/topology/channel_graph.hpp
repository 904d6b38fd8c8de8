// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "cutline/topology/site_kind.hpp"

namespace cutline {

struct Topology;

/// Directed channels in compressed rows. The channels of node v are those with first[v] <= c < first[v + 1]; channel c
/// leads to node head[c].
struct ChannelGraph {
  std::vector<std::uint64_t> first;
  std::vector<std::uint32_t> head;
  std::vector<std::uint32_t> link_class;  ///< of each channel
  std::vector<std::uint32_t> local_link;  ///< of each channel, within its class
  std::vector<std::uint32_t> weights;     ///< of each channel, when cuts are counted; empty: all 1
  std::vector<SiteKind> kinds;            ///< of each node; empty: all are nodes. Messages begin and end at nodes only
  std::size_t node_count() const { return first.size() - 1; }
  std::uint32_t weight(std::uint64_t channel) const { return weights.empty() ? 1 : weights[channel]; }
  bool is_node(std::size_t site) const { return kinds.empty() || kinds[site] == SiteKind::node; }
  /// The number of nodes where messages begin and end: all but interchanges.
  std::size_t addressed_count() const;
};

/// The graph of the whole network, with every channel listed. The channels of a node are in the order of their classes.
/// Throws a limit error past 2^28 channels.
ChannelGraph channel_graph(const Topology& topology);
/// The graph of one class that spans one digit only, such as a dimension of a product network.
ChannelGraph digit_graph(const Topology& topology, std::size_t link_class);

}  // namespace cutline
