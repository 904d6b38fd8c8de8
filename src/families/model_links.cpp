// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "cutline/study/laid_out.hpp"
#include "cutline/study/placed_network.hpp"
#include "cutline/topology/topology.hpp"
#include "families/family_search.hpp"

namespace cutline {

std::optional<LinksOfNetwork> model_of_links(const SearchChoice& choice, const Candidate& candidate) {
  const PlacedNetwork* network = candidate.network();
  const LaidOut* laid = candidate.laid_out();
  if (network == nullptr || laid == nullptr) return std::nullopt;
  const Topology& topology = network->topology;
  const GridSize grid = network->placement.grid();
  const std::uint32_t narrow = std::min(grid[Axis::x], grid[Axis::y]), wide = std::max(grid[Axis::x], grid[Axis::y]);
  const std::uint64_t nodes = topology.node_count();
  if (grid.count() != nodes || grid[Axis::z] > 1 || wide > 4 * narrow || nodes > kMostSearchedNodes)
    return std::nullopt;
  if (candidate.facts.bidirectional == choice.limits.directed) return std::nullopt;
  if (laid->measures.wires_per_link_min != laid->measures.wires_per_link_max) return std::nullopt;
  LinksOfNetwork model{candidate.design->name, choice.limits, topology.concentration, {}, {}};
  model.tile = {candidate.design->node_width, candidate.design->node_height};
  model.limits.columns = grid[Axis::x];
  model.limits.rows = grid[Axis::y];
  if (!choice.degree_given) model.limits.degree = static_cast<std::uint32_t>(candidate.graph()->one_way_max);
  if (choice.limits.wire == kNoLimit)
    model.limits.wire = static_cast<std::uint64_t>(laid->measures.length.total_span_halves / 2);
  const auto cell = [&](std::uint64_t node) {
    const Cell at = cell_of(topology, network->placement, node);
    return at[Axis::x] + at[Axis::y] * grid[Axis::x];
  };
  for_each_link(topology, [&](std::size_t, std::size_t, std::uint64_t a, std::uint64_t b) {
    const GridLink link{cell(a), cell(b)};
    model.links.push_back(link.a < link.b || choice.limits.directed ? link : GridLink{link.b, link.a});
  });
  return model;
}

}  // namespace cutline
