// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "cutline/topology/site_kind.hpp"

namespace cutline {

struct Topology;

/// Directed channels in compressed rows: channel c of node v is first[v] <= c < first[v + 1], its far end head[c].
struct ChannelGraph {
  std::vector<std::uint64_t> first;
  std::vector<std::uint32_t> head;
  std::vector<std::uint32_t> link_class;  ///< of each channel
  std::vector<std::uint32_t> local_link;  ///< of each channel, within its class
  std::vector<std::uint32_t> weights;     ///< of each channel, in cuts; empty: all 1
  std::vector<SiteKind> kinds;            ///< of each node; empty: all are nodes. Messages begin and end at nodes only
  std::size_t node_count() const { return first.size() - 1; }
  std::uint32_t weight(std::uint64_t channel) const { return weights.empty() ? 1 : weights[channel]; }
  bool is_node(std::size_t site) const { return kinds.empty() || kinds[site] == SiteKind::node; }
  /// Where messages begin and end: all nodes but interchanges.
  std::size_t addressed_count() const;
};

/// Writes the network out channel by channel; a limit error past 2^28 channels. Channels of a node keep class order.
ChannelGraph channel_graph(const Topology& topology);
/// The same of one digit of a product network: the graph of that digit's own class.
ChannelGraph digit_graph(const Topology& topology, std::size_t link_class);

}  // namespace cutline
