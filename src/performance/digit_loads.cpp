// SPDX-License-Identifier: Apache-2.0
#include "digit_loads.hpp"

#include "cutline/base/integers.hpp"
#include "topology/digit_graphs.hpp"
#include "topology/graph_searches.hpp"

namespace cutline {

namespace {

using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

DigitKind kind_of(const Topology& topology, std::size_t digit) {
  DigitKind kind{.radix = topology.digits[digit].radix, .nodes = 0, .digits = {digit}, .classes = {}};
  for (std::size_t i = 0; i < topology.classes.size(); ++i) {
    if (topology.classes[i].digits[0] == digit) kind.classes.push_back(i);
  }
  return kind;
}

/// Ways round a ring, or along a path, stored as differences: an amount is added where a way begins and subtracted
/// where it ends. The arrays go round the ring twice, so that no way wraps.
struct Ways {
  explicit Ways(std::size_t nodes) : on(2 * nodes + 1), back(2 * nodes + 1), ring(nodes) {}
  /// Adds an amount that goes from a node over `hops` channels upwards; add_back() the same downwards.
  void add_on(std::size_t from, std::size_t hops, double amount) {
    on[from] += amount;
    on[from + hops] -= amount;
  }
  void add_back(std::size_t from, std::size_t hops, double amount) {
    back[from + ring + 1] -= amount;
    back[from + ring + 1 - hops] += amount;
  }
  /// The amount that leaves each node, from the differences of one direction.
  std::vector<double> leaving(const std::vector<double>& differences) const {
    std::vector<double> amounts(ring);
    double sum = 0;
    for (std::size_t at = 0; at < 2 * ring; ++at) {
      sum += differences[at];
      amounts[at % ring] += sum;
    }
    return amounts;
  }
  std::vector<double> on, back;
  std::size_t ring;
};

}  // namespace

DigitLoads::DigitLoads(const Topology& topology, std::size_t digit) {
  const DigitKind kind = kind_of(topology, digit);
  graph_ = kind_graph(topology, kind);
  if (kind.classes.size() != 1 || !graph_.kinds.empty()) return;
  const LinkClass& own = topology.classes[kind.classes[0]];
  switch (shape_of_links(own.links, topology.digits[digit].radix, own.channels)) {
    case Shape::path:
      way_ = Way::path;
      break;
    case Shape::ring:
      way_ = Way::ring;
      break;
    case Shape::one_way_ring:
      way_ = Way::one_way_ring;
      break;
    case Shape::circulant:
    case Shape::other:
      break;
  }
}

std::vector<double> DigitLoads::on_a_line(const Pairs& pairs) const {
  const std::size_t nodes = graph_.node_count();
  Ways ways(nodes);
  for (const auto& [from, to] : pairs) {
    if (from == to) continue;
    const std::size_t on = (to + nodes - from) % nodes;
    if (way_ == Way::path ? to > from : way_ == Way::one_way_ring || 2 * on < nodes) {
      ways.add_on(from, on, 1);
    } else if (way_ == Way::path || 2 * on > nodes) {
      ways.add_back(from, way_ == Way::path ? from - to : nodes - on, 1);
    } else {
      ways.add_on(from, on, 0.5);
      ways.add_back(from, on, 0.5);
    }
  }
  const std::vector<double> on = ways.leaving(ways.on);
  const std::vector<double> back = ways.leaving(ways.back);
  std::vector<double> loads(graph_.head.size());
  for (std::size_t node = 0; node < nodes; ++node) {
    for (std::uint64_t c = graph_.first[node]; c < graph_.first[node + 1]; ++c) {
      const bool upwards = way_ == Way::path ? graph_.head[c] > node : graph_.head[c] == (node + 1) % nodes;
      loads[c] = upwards ? on[node] : back[node];
    }
  }
  return loads;
}

std::optional<std::vector<double>> DigitLoads::of_pairs(const Pairs& pairs, std::uint64_t effort) {
  if (way_ != Way::any) return on_a_line(pairs);
  if (!routes_) {
    const auto table = checked_product(graph_.node_count(), graph_.head.size() + graph_.node_count());
    if (!table || *table > effort) return std::nullopt;
    routes_ = std::make_unique<RouteTable>(graph_);
  }
  std::vector<double> loads(graph_.head.size());
  for (const auto& [from, to] : pairs) {
    routes_->spread(from, to, 1, [&](std::uint32_t, std::uint64_t channel, double share) { loads[channel] += share; });
  }
  return loads;
}

std::optional<std::vector<double>> DigitLoads::of_all_pairs(std::uint64_t effort) const {
  return channel_loads(graph_, effort);
}

}  // namespace cutline
