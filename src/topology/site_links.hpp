// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/detail/topology/graph_measures.hpp"

namespace cutline {

/// The links of a graph as cuts count them: those between the same two sites are one, whose weight is the sum. Both
/// ends list it: the links of site v are those with first[v] <= i < first[v + 1], by their other ends.
struct SiteLinks {
  /// The graph must have two channels, one each way, for every link. Cost: O(channels log degree).
  explicit SiteLinks(const ChannelGraph& graph);

  std::size_t count() const { return size.size(); }

  std::vector<std::uint32_t> first, head, back;  ///< back: the same link, as the other end lists it
  std::vector<std::int64_t> weight;
  std::vector<std::uint8_t> size;  ///< of a site: 1 for a node, 0 for an interchange
};

}  // namespace cutline
