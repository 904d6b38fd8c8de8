// SPDX-License-Identifier: Apache-2.0
#include <metis.h>

#include <algorithm>
#include <mutex>

#include "cutline/base/error.hpp"
#include "topology/bisection_parts.hpp"

namespace cutline {

namespace {

/// The graph in the form that METIS reads: each pair of nodes is listed once, and parallel links add to its weight.
struct MetisGraph {
  std::vector<idx_t> first, neighbour, weight;
};

/// METIS sums weights in 32 bits, so larger weights are scaled down.
constexpr std::uint64_t kMostWeight = std::uint64_t{1} << 30;

MetisGraph merged(const ChannelGraph& graph) {
  MetisGraph result;
  result.first.push_back(0);
  std::uint64_t total = 0;
  for (std::uint64_t c = 0; c < graph.head.size(); ++c) total += graph.weight(c);
  const std::uint64_t scale = 1 + total / kMostWeight;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> heads;
  for (std::size_t node = 0; node < graph.node_count(); ++node) {
    heads.clear();
    for (std::uint64_t c = graph.first[node]; c < graph.first[node + 1]; ++c)
      heads.emplace_back(graph.head[c], std::max<std::uint64_t>(1, graph.weight(c) / scale));
    std::sort(heads.begin(), heads.end());
    for (std::size_t i = 0; i < heads.size(); ++i) {
      if (i > 0 && heads[i].first == heads[i - 1].first) {
        result.weight.back() += static_cast<idx_t>(heads[i].second);
        continue;
      }
      result.neighbour.push_back(static_cast<idx_t>(heads[i].first));
      result.weight.push_back(static_cast<idx_t>(heads[i].second));
    }
    result.first.push_back(static_cast<idx_t>(result.neighbour.size()));
  }
  return result;
}

/// METIS has one generator of random numbers for the whole process, so only one thread may call it at a time.
std::mutex& generator() {
  static std::mutex mutex;
  return mutex;
}

/// Partitions the graph in two. The sides have these shares of the nodes; null stands for equal shares. The caller must
/// hold the mutex of the generator.
Sides in_two(MetisGraph& graph, std::vector<idx_t>& weights, real_t* shares, std::uint32_t seed) {
  idx_t nodes = static_cast<idx_t>(graph.first.size() - 1);
  idx_t constraints = 1;
  idx_t parts = 2;
  idx_t options[METIS_NOPTIONS];
  METIS_SetDefaultOptions(options);
  options[METIS_OPTION_SEED] = static_cast<idx_t>(seed & 0x7fffffff);
  idx_t cut = 0;
  std::vector<idx_t> part(graph.first.size() - 1);
  const int status = METIS_PartGraphRecursive(&nodes, &constraints, graph.first.data(), graph.neighbour.data(),
                                              weights.empty() ? nullptr : weights.data(), nullptr, graph.weight.data(),
                                              &parts, shares, nullptr, options, &cut, part.data());
  CUTLINE_EXPECT(status == METIS_OK);
  return {part.begin(), part.end()};
}

}  // namespace

std::vector<Sides> metis_partitions(const ChannelGraph& graph, int seeds) {
  MetisGraph metis_graph = merged(graph);
  std::vector<idx_t> weights;
  for (const SiteKind kind : graph.kinds) weights.push_back(kind == SiteKind::node ? 1 : 0);
  std::vector<Sides> partitions;
  const std::lock_guard lock(generator());
  for (int seed = 0; seed < seeds; ++seed)
    partitions.push_back(in_two(metis_graph, weights, nullptr, static_cast<std::uint32_t>(seed)));
  return partitions;
}

Sides metis_split(const ChannelGraph& graph, std::size_t first, std::uint32_t seed) {
  MetisGraph metis_graph = merged(graph);
  std::vector<idx_t> weights;
  const auto share = static_cast<real_t>(static_cast<double>(first) / static_cast<double>(graph.node_count()));
  real_t shares[] = {share, 1 - share};
  const std::lock_guard lock(generator());
  return in_two(metis_graph, weights, shares, seed);
}

}  // namespace cutline
