// SPDX-License-Identifier: Apache-2.0
#include "route_table.hpp"

#include <utility>

#include "cutline/base/error.hpp"
#include "cutline/base/function_ref.hpp"
#include "routing/ways_to.hpp"
#include "topology/digit_graphs.hpp"

namespace cutline {

RouteTable::RouteTable(const ChannelGraph& graph)
    : graph_(graph), nodes_(graph.node_count()), hops_(nodes_ * nodes_), paths_(nodes_ * nodes_), amount_(nodes_) {
  const ChannelGraph back = reversed(graph);
  for (std::uint32_t target = 0; target < nodes_; ++target) {
    const WaysTo ways(graph, back, target);
    for (std::uint32_t node = 0; node < nodes_; ++node) {
      hops_[target * nodes_ + node] = ways.hops(node);
      paths_[target * nodes_ + node] = ways.paths(node);
    }
  }
}

void RouteTable::spread(std::uint32_t from, std::uint32_t to, double amount,
                        FunctionRef<void(std::uint32_t, std::uint64_t, double)> visit) {
  CUTLINE_EXPECT(hops(from, to) != kUnreached);
  const double* paths = paths_.data() + to * nodes_;
  std::vector<std::uint32_t> now = {from};
  std::vector<std::uint32_t> next;
  amount_[from] = amount;
  for (std::uint32_t left = hops(from, to); left > 0; --left) {
    next.clear();
    for (const std::uint32_t node : now) {
      const double here = std::exchange(amount_[node], 0.0);
      for (std::uint64_t c = graph_.first[node]; c < graph_.first[node + 1]; ++c) {
        const std::uint32_t head = graph_.head[c];
        if (hops(head, to) + 1 != left) continue;
        const double share = here * paths[head] / paths[node];
        if (amount_[head] == 0) next.push_back(head);
        amount_[head] += share;
        visit(node, c, share);
      }
    }
    now.swap(next);
  }
  for (const std::uint32_t node : now) amount_[node] = 0;
}

}  // namespace cutline
