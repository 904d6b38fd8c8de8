// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "cutline/topology/channel_graph.hpp"
#include "cutline/topology/graph_measures.hpp"

namespace cutline {

struct Topology;

/// Whether some link has a channel in one direction alone.
bool has_one_way_links(const Topology& topology);

/// The part of every site, by NetworkParts. Parts are numbered in the order of their first sites; a part may hold
/// interchanges alone. Cost: O(channels).
std::vector<std::uint32_t> part_of_sites(const ChannelGraph& graph);

/// The strong part of every site: of two sites of a part, each has a way to the other. Cost: O(channels).
std::vector<std::uint32_t> strong_parts(const ChannelGraph& graph);

/// The parts that hold nodes. If some channels go one way only and not all nodes have ways to all others, the pairs
/// without a way are absent: all distances tell them. Cost: O(channels).
NetworkParts parts_of_graph(const ChannelGraph& graph, bool some_one_way);

/// Which nodes have a way to which. Cost: O(channels); where one-way channels leave no way back, so much for each
/// strong part (sites that have ways to each other), and memory for a bit a pair of strong part and site.
class Reachability {
 public:
  Reachability(const ChannelGraph& graph, bool some_one_way);
  bool has_way(std::uint64_t from, std::uint64_t to) const {
    return part_[from] == part_[to] || (!reached_.empty() && reached_[part_[from] * part_.size() + to]);
  }

 private:
  std::vector<std::uint32_t> part_;  ///< of sites, in which all have ways to each other
  std::vector<bool> reached_;        ///< by part, then destination; empty: no part has a way to another
};

}  // namespace cutline
