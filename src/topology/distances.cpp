// SPDX-License-Identifier: Apache-2.0
#include "distances.hpp"

#include <algorithm>
#include <bit>

#include "cutline/base/parallel.hpp"
#include "digit_graphs.hpp"

namespace cutline {

namespace {

constexpr std::size_t kBatch = 64;

struct BatchResult {
  Distances distances;
  std::uint64_t visits = 0;
};

/// Searches from up to 64 nodes at once: bit i of a node's words belongs to source first + i.
class BatchSearch {
 public:
  explicit BatchSearch(const ChannelGraph& graph)
      : graph_(graph), seen_(graph.node_count()), now_(graph.node_count()), next_(graph.node_count()) {}

  BatchResult run(std::size_t first) {
    const std::size_t last = std::min(first + kBatch, graph_.node_count());
    for (std::size_t node = first; node < last; ++node) {
      seen_[node] = now_[node] = std::uint64_t{1} << (node - first);
      frontier_.push_back(static_cast<std::uint32_t>(node));
    }
    for (std::uint64_t hops = 1; !frontier_.empty(); ++hops) {
      spread();
      settle(hops);
    }
    return result_;
  }

 private:
  void spread() {
    for (const std::uint32_t node : frontier_) {
      const std::uint64_t sources = now_[node];
      now_[node] = 0;
      result_.visits += graph_.first[node + 1] - graph_.first[node];
      for (std::uint64_t c = graph_.first[node]; c < graph_.first[node + 1]; ++c) {
        const std::uint32_t head = graph_.head[c];
        const std::uint64_t fresh = sources & ~seen_[head];
        if (fresh == 0) continue;
        if (next_[head] == 0) reached_.push_back(head);
        next_[head] |= fresh;
      }
    }
  }

  void settle(std::uint64_t hops) {
    std::uint64_t pairs = 0;
    for (const std::uint32_t node : reached_) {
      seen_[node] |= next_[node];
      now_[node] = next_[node];
      pairs += static_cast<std::uint64_t>(std::popcount(next_[node]));
      next_[node] = 0;
    }
    frontier_.swap(reached_);
    reached_.clear();
    if (pairs > 0) result_.distances.diameter = hops;
    result_.distances.total += static_cast<Int128>(pairs) * hops;
  }

  const ChannelGraph& graph_;
  std::vector<std::uint64_t> seen_, now_, next_;
  std::vector<std::uint32_t> frontier_, reached_;
  BatchResult result_;
};

std::optional<Distances> all_pairs(const ChannelGraph& graph, std::uint64_t effort) {
  const std::size_t batches = (graph.node_count() + kBatch - 1) / kBatch;
  const BatchResult first = BatchSearch(graph).run(0);
  if (first.visits > effort / batches) return std::nullopt;
  std::vector<BatchResult> results(batches);
  results[0] = first;
  parallel_for(batches - 1, [&](std::size_t i) { results[i + 1] = BatchSearch(graph).run((i + 1) * kBatch); });
  Distances all;
  for (const BatchResult& result : results) {
    all.diameter = std::max(all.diameter, result.distances.diameter);
    all.total += result.distances.total;
  }
  return all;
}

Distances from_one(const ChannelGraph& graph) {
  Distances one;
  for (const std::uint32_t hops : hops_from(graph, 0)) {
    one.diameter = std::max<std::uint64_t>(one.diameter, hops);
    one.total += hops;
  }
  one.total *= static_cast<Int128>(graph.node_count());
  return one;
}

}  // namespace

std::optional<Distances> distances(const ChannelGraph& graph, const GraphShape& shape, bool nodes_alike,
                                   std::uint64_t effort) {
  const std::uint64_t nodes = graph.node_count();
  const Int128 n = nodes;
  switch (shape.shape) {
    case Shape::path:
      return Distances{nodes - 1, n * (n * n - 1) / 3};
    case Shape::ring:
      return Distances{nodes / 2, n * ((n * n) / 4)};
    case Shape::one_way_ring:
      return Distances{nodes - 1, n * (n * (n - 1) / 2)};
    case Shape::circulant:
      return from_one(graph);
    case Shape::other:
      break;
  }
  return nodes_alike ? from_one(graph) : all_pairs(graph, effort);
}

}  // namespace cutline
