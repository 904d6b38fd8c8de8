// SPDX-License-Identifier: Apache-2.0
#include "cutline/performance/distance_histogram.hpp"

#include <algorithm>

#include "cutline/base/error.hpp"
#include "topology/digit_graphs.hpp"

namespace cutline {

namespace {

using Histogram = std::vector<Int128>;

/// The number of ordered pairs d hops apart: 2 (n - d) on a path; 2n on a two-way ring, or n at half an even ring's
/// length; n on a one-way ring. Absent for other shapes.
std::optional<Histogram> known_histogram(Shape shape, std::uint64_t nodes) {
  const Int128 n = nodes;
  Histogram pairs = {n};
  switch (shape) {
    case Shape::path:
      for (Int128 d = 1; d < n; ++d) pairs.push_back(2 * (n - d));
      return pairs;
    case Shape::ring:
      for (Int128 d = 1; 2 * d <= n; ++d) pairs.push_back(2 * d == n ? n : 2 * n);
      return pairs;
    case Shape::one_way_ring:
      pairs.resize(nodes, n);
      return pairs;
    case Shape::circulant:
    case Shape::other:
      break;
  }
  return std::nullopt;
}

std::optional<Histogram> of_graph(const ChannelGraph& graph, std::uint64_t effort) {
  if (auto known = known_histogram(shape_of(graph).shape, graph.node_count())) return known;
  // A search visits channels and clears the counts of all nodes; a network in parts may have few channels.
  const auto visits = checked_product(graph.node_count(), std::max(graph.head.size() + 1, graph.node_count()));
  if (!visits || *visits > effort) return std::nullopt;
  Histogram pairs;
  for (std::uint32_t source = 0; source < graph.node_count(); ++source) {
    if (!graph.is_node(source)) continue;
    const std::vector<std::uint32_t> hops = hops_from(graph, source);
    for (std::size_t node = 0; node < hops.size(); ++node) {
      if (!graph.is_node(node) || hops[node] == kUnreached) continue;
      if (hops[node] >= pairs.size()) pairs.resize(hops[node] + std::size_t{1});
      ++pairs[hops[node]];
    }
  }
  return pairs;
}

Histogram convolved(const Histogram& a, const Histogram& b) {
  Histogram sum(a.size() + b.size() - 1);
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < b.size(); ++j) sum[i + j] += a[i] * b[j];
  }
  return sum;
}

}  // namespace

std::optional<Histogram> distance_histogram(const Topology& topology, std::uint64_t effort) {
  if (topology.node_count() > std::uint64_t{1} << 62)
    throw_limit_error("distances are counted up to 2^62 nodes, the limit");
  if (!topology.is_product()) {
    if (!fits_channel_graph(topology)) return std::nullopt;
    return of_graph(channel_graph(topology), effort);
  }
  Histogram all = {1};
  for (const DigitKind& kind : digit_kinds(topology)) {
    const auto own = of_graph(kind_graph(topology, kind), effort);
    if (!own) return std::nullopt;
    for (std::size_t i = 0; i < kind.digits.size(); ++i) {
      if (own->size() > effort / all.size()) return std::nullopt;
      all = convolved(all, *own);
    }
  }
  return all;
}

}  // namespace cutline
