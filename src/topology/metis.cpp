// SPDX-License-Identifier: Apache-2.0
#include <metis.h>

#include <algorithm>
#include <mutex>

#include "bisection_parts.hpp"
#include "cutline/base/error.hpp"

namespace cutline {

namespace {

/// The graph as METIS wants it: no pair of nodes twice, parallel links as weights.
struct MetisGraph {
  std::vector<idx_t> first, neighbour, weight;
};

MetisGraph merged(const ChannelGraph& graph) {
  MetisGraph result;
  result.first.push_back(0);
  std::vector<std::uint32_t> heads;
  for (std::size_t node = 0; node < graph.node_count(); ++node) {
    heads.assign(graph.head.begin() + static_cast<std::ptrdiff_t>(graph.first[node]),
                 graph.head.begin() + static_cast<std::ptrdiff_t>(graph.first[node + 1]));
    std::sort(heads.begin(), heads.end());
    for (std::size_t i = 0; i < heads.size(); ++i) {
      if (i > 0 && heads[i] == heads[i - 1]) {
        ++result.weight.back();
        continue;
      }
      result.neighbour.push_back(static_cast<idx_t>(heads[i]));
      result.weight.push_back(1);
    }
    result.first.push_back(static_cast<idx_t>(result.neighbour.size()));
  }
  return result;
}

/// METIS draws its random numbers from one generator of the whole process.
std::mutex& generator() {
  static std::mutex mutex;
  return mutex;
}

}  // namespace

std::vector<Sides> metis_partitions(const ChannelGraph& graph, int seeds) {
  MetisGraph merged_graph = merged(graph);
  idx_t nodes = static_cast<idx_t>(graph.node_count());
  idx_t constraints = 1;
  idx_t parts = 2;
  std::vector<idx_t> weights;
  for (const SiteKind kind : graph.kinds) weights.push_back(kind == SiteKind::node ? 1 : 0);
  std::vector<Sides> partitions;
  const std::lock_guard lock(generator());
  for (int seed = 0; seed < seeds; ++seed) {
    idx_t options[METIS_NOPTIONS];
    METIS_SetDefaultOptions(options);
    options[METIS_OPTION_SEED] = seed;
    idx_t cut = 0;
    std::vector<idx_t> part(graph.node_count());
    const int status =
        METIS_PartGraphRecursive(&nodes, &constraints, merged_graph.first.data(), merged_graph.neighbour.data(),
                                 weights.empty() ? nullptr : weights.data(), nullptr, merged_graph.weight.data(),
                                 &parts, nullptr, nullptr, options, &cut, part.data());
    CUTLINE_EXPECT(status == METIS_OK);
    partitions.emplace_back(part.begin(), part.end());
  }
  return partitions;
}

}  // namespace cutline
