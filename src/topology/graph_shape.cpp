// SPDX-License-Identifier: Apache-2.0
#include "cutline/topology/graph_shape.hpp"

#include <algorithm>
#include <optional>

#include "cutline/topology/channel_graph.hpp"

namespace cutline {

namespace {

std::uint64_t degree(const ChannelGraph& graph, std::uint32_t node) {
  return graph.first[node + 1] - graph.first[node];
}

/// The other neighbour of a node with two channels, one of which leads back to `before`; nothing if neither does.
std::optional<std::uint32_t> onward(const ChannelGraph& graph, std::uint32_t node, std::uint32_t before) {
  const std::uint32_t* heads = &graph.head[graph.first[node]];
  if (heads[0] == before) return heads[1];
  if (heads[1] == before) return heads[0];
  return std::nullopt;
}

bool all_degrees(const ChannelGraph& graph, std::uint64_t wanted) {
  for (std::uint32_t node = 0; node < graph.node_count(); ++node) {
    if (degree(graph, node) != wanted) return false;
  }
  return true;
}

/// The position of each node along a path; empty if the graph is not a path.
std::vector<std::uint32_t> places_on_path(const ChannelGraph& graph) {
  const auto nodes = static_cast<std::uint32_t>(graph.node_count());
  if (graph.head.size() != 2 * (std::uint64_t{nodes} - 1)) return {};
  std::uint32_t end = 0;
  while (end < nodes && degree(graph, end) != 1) ++end;
  if (end == nodes) return {};
  constexpr std::uint32_t kNowhere = ~0u;
  std::vector<std::uint32_t> place(nodes, kNowhere);
  place[end] = 0;
  std::uint32_t before = end;
  std::uint32_t node = graph.head[graph.first[end]];
  for (std::uint32_t at = 1; at < nodes; ++at) {
    if (place[node] != kNowhere) return {};
    place[node] = at;
    if (at + 1 == nodes) break;
    if (degree(graph, node) != 2) return {};
    const auto next = onward(graph, node, before);
    if (!next) return {};
    before = node;
    node = *next;
  }
  const bool closed = degree(graph, node) == 1 && graph.head[graph.first[node]] == before;
  return closed ? place : std::vector<std::uint32_t>{};
}

bool is_ring(const ChannelGraph& graph) {
  const std::size_t nodes = graph.node_count();
  if (nodes < 2 || graph.head.size() != 2 * nodes || !all_degrees(graph, 2)) return false;
  std::uint32_t before = 0;
  std::uint32_t node = graph.head[0];
  std::size_t steps = 1;
  for (; node != 0 && steps <= nodes; ++steps) {
    const auto next = onward(graph, node, before);
    if (!next) return false;
    before = node;
    node = *next;
  }
  return steps == nodes && onward(graph, 0, before) == graph.head[0];
}

bool is_one_way_ring(const ChannelGraph& graph) {
  const std::size_t nodes = graph.node_count();
  if (graph.head.size() != nodes || !all_degrees(graph, 1)) return false;
  std::uint32_t node = graph.head[0];
  std::size_t steps = 1;
  for (; node != 0 && steps <= nodes; ++steps) node = graph.head[node];
  return steps == nodes;
}

std::vector<std::uint32_t> offsets(const ChannelGraph& graph, std::uint32_t node) {
  const auto nodes = static_cast<std::uint32_t>(graph.node_count());
  std::vector<std::uint32_t> result;
  for (std::uint64_t c = graph.first[node]; c < graph.first[node + 1]; ++c) {
    const std::uint32_t head = graph.head[c];
    result.push_back(head >= node ? head - node : nodes - node + head);
  }
  std::sort(result.begin(), result.end());
  return result;
}

bool is_circulant(const ChannelGraph& graph) {
  if (!all_degrees(graph, degree(graph, 0))) return false;
  const std::vector<std::uint32_t> first = offsets(graph, 0);
  for (std::uint32_t node = 1; node < graph.node_count(); ++node) {
    if (offsets(graph, node) != first) return false;
  }
  return true;
}

}  // namespace

Shape shape_of_links(const std::vector<LocalLink>& links, std::uint32_t nodes, int channels) {
  const bool closed = nodes > 2 && links.size() == nodes && links.back() == LocalLink{nodes - 1, 0};
  if (nodes < 2 || links.size() != (closed ? nodes : nodes - 1)) return Shape::other;
  for (std::uint32_t i = 0; i + 1 < nodes; ++i) {
    if (!(links[i] == LocalLink{i, i + 1})) return Shape::other;
  }
  if (channels == 2) return closed ? Shape::ring : Shape::path;
  return closed ? Shape::one_way_ring : Shape::other;
}

GraphShape shape_of(const ChannelGraph& graph) {
  if (!graph.kinds.empty()) return {};
  if (graph.node_count() == 1) return {Shape::path, {0}};
  std::vector<std::uint32_t> place = places_on_path(graph);
  if (!place.empty()) return {Shape::path, std::move(place)};
  if (is_ring(graph)) return {Shape::ring, {}};
  if (is_one_way_ring(graph)) return {Shape::one_way_ring, {}};
  if (is_circulant(graph)) return {Shape::circulant, {}};
  return {};
}

}  // namespace cutline
