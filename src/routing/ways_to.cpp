// SPDX-License-Identifier: Apache-2.0
#include "cutline/routing/ways_to.hpp"

#include <algorithm>

#include "cutline/base/error.hpp"
#include "cutline/topology/digit_graphs.hpp"

namespace cutline {

WaysTo::WaysTo(const ChannelGraph& graph, const ChannelGraph& back, std::uint32_t target)
    : graph_(graph), hops_(hops_from(back, target)), paths_(graph.node_count()) {
  for (std::uint32_t node = 0; node < hops_.size(); ++node) {
    if (node != target && hops_[node] != kUnreached) nearest_first_.push_back(node);
  }
  std::stable_sort(nearest_first_.begin(), nearest_first_.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return hops_[a] < hops_[b]; });
  paths_[target] = 1;
  for (const std::uint32_t node : nearest_first_) {
    for (std::uint64_t c = graph.first[node]; c < graph.first[node + 1]; ++c) {
      if (leads_nearer(node, graph.head[c])) paths_[node] += paths_[graph.head[c]];
    }
  }
}

std::uint64_t WaysTo::first_channel(std::uint32_t from) const {
  CUTLINE_EXPECT(hops_[from] > 0 && hops_[from] != kUnreached);
  std::uint64_t c = graph_.first[from];
  while (!leads_nearer(from, graph_.head[c])) ++c;
  return c;
}

}  // namespace cutline
