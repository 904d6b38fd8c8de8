// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>

#include "cutline/topology/bisection_parts.hpp"
#include "cutline/topology/reachability.hpp"

namespace cutline {

namespace {

/// Parts with the same number of nodes.
struct EqualParts {
  std::size_t nodes = 0;
  std::vector<std::uint32_t> parts;
};

/// How a number of nodes was first made up: with this many of the parts of these equal ones.
struct MadeUp {
  std::uint32_t of = 0, taken = 0;
};

/// Parts that have `half` nodes together; nothing if there are none. Cost: O(different sizes x half), so at most
/// O(nodes^1.5).
std::optional<std::vector<std::uint32_t>> parts_of_half(const std::vector<EqualParts>& equal, std::size_t half) {
  constexpr std::uint32_t kNever = ~std::uint32_t{0};
  std::vector<MadeUp> sums(half + 1, {kNever, 0});
  sums[0] = {0, 0};
  for (std::uint32_t i = 0; i < equal.size(); ++i) {
    const std::size_t nodes = equal[i].nodes;
    for (std::size_t sum = nodes; sum <= half; ++sum) {
      const MadeUp& rest = sums[sum - nodes];
      const std::uint32_t taken = rest.of == i ? rest.taken : 0;
      if (sums[sum].of == kNever && rest.of != kNever && taken < equal[i].parts.size()) sums[sum] = {i, taken + 1};
    }
  }
  if (sums[half].of == kNever) return std::nullopt;
  std::vector<std::uint32_t> chosen;
  while (half > 0) {
    const MadeUp last = sums[half];
    chosen.insert(chosen.end(), equal[last.of].parts.begin(), equal[last.of].parts.begin() + last.taken);
    half -= last.taken * equal[last.of].nodes;
  }
  return chosen;
}

}  // namespace

std::optional<Partition> whole_parts(const Topology& topology) {
  if (!can_be_partitioned(topology)) return std::nullopt;
  const ChannelGraph graph = channel_graph(topology);
  const std::vector<std::uint32_t> part = part_of_sites(graph);
  std::vector<std::size_t> nodes(part.size());
  for (std::size_t site = 0; site < part.size(); ++site) nodes[part[site]] += graph.is_node(site) ? 1 : 0;
  std::map<std::size_t, EqualParts> by_nodes;
  for (std::uint32_t number = 0; number < nodes.size(); ++number) {
    if (nodes[number] > 0) by_nodes[nodes[number]].parts.push_back(number);
  }
  std::vector<EqualParts> equal;
  for (auto& [count, parts] : by_nodes) equal.push_back({count, std::move(parts.parts)});
  const auto chosen = parts_of_half(equal, graph.addressed_count() / 2);
  if (!chosen) return std::nullopt;
  std::vector<std::uint8_t> side_of_part(nodes.size(), 1);
  for (const std::uint32_t number : *chosen) side_of_part[number] = 0;
  Partition split{.sides = Sides(part.size()), .cut = {}, .found_by = "whole parts"};
  for (std::size_t site = 0; site < part.size(); ++site) split.sides[site] = side_of_part[part[site]];
  return split;
}

}  // namespace cutline
