// SPDX-License-Identifier: Apache-2.0
#include "topology/graph_searches.hpp"

#include <bit>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/cuthill_mckee_ordering.hpp>
#include <boost/graph/properties.hpp>
#include <boost/graph/strong_components.hpp>
#include <boost/pending/disjoint_sets.hpp>
#include <boost/property_map/property_map.hpp>

#include "cutline/base/parallel.hpp"
#include "cutline/detail/topology/links.hpp"

namespace cutline {

namespace {

/// One bit for each source of a batch. A batch has several words, because a visit loads a whole cache line anyway.
constexpr std::size_t kWords = 4;
constexpr std::size_t kBatch = 64 * kWords;
using Bits = std::array<std::uint64_t, kWords>;

struct BatchResult {
  Distances distances;
  std::uint64_t visits = 0;  ///< of links, where a visit serves 64 sources
};

/// Searches from many nodes at once: bit i of a node's words belongs to source first + i.
class BatchSearch {
 public:
  explicit BatchSearch(const ChannelGraph& graph)
      : graph_(graph), nodes_(graph.node_count()), now_(graph.node_count()) {}

  BatchResult run(std::size_t first) {
    const std::size_t last = std::min(first + kBatch, graph_.node_count());
    for (std::size_t node = first; node < last; ++node) {
      if (!graph_.is_node(node)) continue;
      const std::size_t i = node - first;
      nodes_[node].seen[i / 64] = now_[node][i / 64] = std::uint64_t{1} << (i % 64);
      frontier_.push_back(static_cast<std::uint32_t>(node));
    }
    for (std::uint64_t hops = 1; !frontier_.empty(); ++hops) {
      spread();
      settle(hops);
    }
    return result_;
  }

 private:
  struct alignas(64) Node {
    Bits seen{};  ///< sources that have reached it
    Bits next{};  ///< sources that reach it now
  };

  void spread() {
    for (const std::uint32_t node : frontier_) {
      const Bits sources = now_[node];
      result_.visits += kWords * graph_.degree(node);
      for (std::uint64_t c = graph_.first[node]; c < graph_.first[node + 1]; ++c) {
        Node& head = nodes_[graph_.head[c]];
        std::uint64_t before = 0, after = 0;
        for (std::size_t w = 0; w < kWords; ++w) {
          before |= head.next[w];
          head.next[w] |= sources[w] & ~head.seen[w];
          after |= head.next[w];
        }
        if (before == 0 && after != 0) reached_.push_back(graph_.head[c]);
      }
    }
  }

  /// Lists the reached nodes in ascending order. If there are many, the memory of all nodes is then read from end to
  /// end.
  void put_in_order() {
    reached_.clear();
    for (std::uint32_t node = 0; node < nodes_.size(); ++node) {
      std::uint64_t any = 0;
      for (const std::uint64_t word : nodes_[node].next) any |= word;
      if (any != 0) reached_.push_back(node);
    }
  }

  void settle(std::uint64_t hops) {
    std::uint64_t pairs = 0;  // of nodes only; interchanges are not targets
    if (reached_.size() > nodes_.size() / 8) put_in_order();
    for (const std::uint32_t number : reached_) {
      Node& node = nodes_[number];
      const bool counts = graph_.is_node(number);
      for (std::size_t w = 0; w < kWords; ++w) {
        node.seen[w] |= node.next[w];
        if (counts) pairs += static_cast<std::uint64_t>(std::popcount(node.next[w]));
      }
      now_[number] = node.next;
      node.next = {};
    }
    frontier_.swap(reached_);
    reached_.clear();
    if (pairs > 0) result_.distances.diameter = hops;
    result_.distances.total += static_cast<Int128>(pairs) * hops;
    result_.distances.pairs += pairs;
  }

  const ChannelGraph& graph_;
  std::vector<Node> nodes_;
  std::vector<Bits> now_;  ///< sources that reached a node of the frontier in the hop before
  std::vector<std::uint32_t> frontier_, reached_;
  BatchResult result_;
};

std::optional<Distances> all_pairs(const ChannelGraph& graph, std::uint64_t effort) {
  const std::size_t batches = (graph.node_count() + kBatch - 1) / kBatch;
  // Every batch visits all channels of its nodes' parts at least once, and clears the memory of all nodes.
  if (std::max(graph.head.size(), graph.node_count()) * kWords > effort / batches) return std::nullopt;
  const BatchResult first = BatchSearch(graph).run(0);
  if (first.visits > effort / batches) return std::nullopt;
  std::vector<BatchResult> results(batches);
  results[0] = first;
  parallel_for(batches - 1, [&](std::size_t i) { results[i + 1] = BatchSearch(graph).run((i + 1) * kBatch); });
  Distances all;
  for (const BatchResult& result : results) {
    all.diameter = std::max(all.diameter, result.distances.diameter);
    all.total += result.distances.total;
    all.pairs += result.distances.pairs;
  }
  return all;
}

Distances from_one(const ChannelGraph& graph) {
  Distances one;
  const std::vector<std::uint32_t> hops = hops_from(graph, 0);
  for (std::size_t node = 0; node < hops.size(); ++node) {
    if (!graph.is_node(node) || hops[node] == kUnreached) continue;
    one.diameter = std::max<std::uint64_t>(one.diameter, hops[node]);
    one.total += hops[node];
    if (hops[node] > 0) ++one.pairs;
  }
  one.total *= static_cast<Int128>(graph.addressed_count());
  one.pairs *= static_cast<Int128>(graph.addressed_count());
  return one;
}

/// The classes of links that may be present at a site, by its value of the digit that decides it for the most of them.
class PresentClasses {
 public:
  explicit PresentClasses(const Topology& topology) {
    std::vector<std::size_t> uses(topology.digits.size());
    for (const LinkClass& links : topology.classes) {
      for (const LinkClass::Only& only : links.only) ++uses[only.digit];
    }
    const auto digit = static_cast<std::size_t>(std::ranges::max_element(uses) - uses.begin());
    weight_ = digit_weights(topology)[digit];
    at_value_.resize(topology.digits[digit].radix);
    for (std::uint32_t value = 0; value < at_value_.size(); ++value) {
      for (std::size_t c = 0; c < topology.classes.size(); ++c) {
        const auto& some = topology.classes[c].only;
        const bool is_absent = std::ranges::any_of(some, [&](const LinkClass::Only& only) {
          return only.digit == digit && !std::ranges::binary_search(only.values, value);
        });
        if (!is_absent) at_value_[value].push_back(c);
      }
    }
  }
  const std::vector<std::size_t>& at(std::uint64_t site) const { return at_value_[site / weight_ % at_value_.size()]; }

 private:
  std::uint64_t weight_ = 1;
  std::vector<std::vector<std::size_t>> at_value_;
};

}  // namespace

bool has_one_way_links(const Topology& topology) {
  return std::ranges::any_of(topology.classes, [](const LinkClass& links) { return links.channels == 1; });
}

bool has_shared_links(const Topology& topology) { return std::ranges::any_of(topology.classes, &LinkClass::shared); }

std::vector<std::uint32_t> part_of_sites(const ChannelGraph& graph) {
  const auto sites = static_cast<std::uint32_t>(graph.node_count());
  constexpr boost::typed_identity_property_map<std::uint32_t> own;
  std::vector<std::uint32_t> rank(sites), up(sites), part(sites), number(sites, kUnreached);
  boost::disjoint_sets joined(boost::make_iterator_property_map(rank.begin(), own),
                              boost::make_iterator_property_map(up.begin(), own));
  for (std::uint32_t site = 0; site < sites; ++site) joined.make_set(site);
  graph.for_each_channel([&](std::uint32_t site, std::uint64_t c) { joined.union_set(site, graph.head[c]); });
  std::uint32_t parts = 0;
  for (std::uint32_t site = 0; site < sites; ++site) {
    std::uint32_t& of_set = number[joined.find_set(site)];
    if (of_set == kUnreached) of_set = parts++;
    part[site] = of_set;
  }
  return part;
}

std::vector<std::uint32_t> strong_parts(const ChannelGraph& graph) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> channels;
  graph.for_each_channel([&](std::uint32_t site, std::uint64_t c) { channels.emplace_back(site, graph.head[c]); });
  const boost::adjacency_list<> network(channels.begin(), channels.end(), graph.node_count());
  std::vector<std::uint32_t> part(graph.node_count());
  boost::strong_components(network, boost::make_iterator_property_map(part.begin(), get(boost::vertex_index, network)));
  return part;
}

NetworkParts parts_of_graph(const ChannelGraph& graph, bool some_one_way) {
  const Int128 nodes = graph.addressed_count();
  NetworkParts parts{.count = 1, .largest = graph.addressed_count()};
  if (!first_unreachable(graph) && (!some_one_way || !first_unreachable(reversed(graph)))) return parts;
  const std::vector<std::uint32_t> part = part_of_sites(graph);
  std::vector<std::uint64_t> sizes(part.size());
  for (std::size_t site = 0; site < part.size(); ++site) {
    if (graph.is_node(site)) ++sizes[part[site]];
  }
  parts.count = static_cast<std::uint64_t>(std::ranges::count_if(sizes, [](std::uint64_t size) { return size > 0; }));
  parts.largest = *std::ranges::max_element(sizes);
  if (some_one_way) {
    parts.pairs_without_way.reset();
    return parts;
  }
  Int128 within = 0;
  for (const std::uint64_t size : sizes) within += static_cast<Int128>(size) * size;
  parts.pairs_without_way = nodes * nodes - within;
  return parts;
}

Reachability::Reachability(const ChannelGraph& graph, bool some_one_way) : part_(part_of_sites(graph)) {
  if (!some_one_way) return;
  const std::uint32_t joined = most_over<std::uint32_t>(part_);
  part_ = strong_parts(graph);
  if (most_over<std::uint32_t>(part_) == joined) return;
  const std::size_t sites = part_.size();
  reached_.resize((std::size_t{most_over<std::uint32_t>(part_)} + 1) * sites);
  std::vector<bool> searched(sites);
  for (std::uint32_t from = 0; from < sites; ++from) {
    if (searched[part_[from]]) continue;
    searched[part_[from]] = true;
    const std::vector<std::uint32_t> hops = hops_from(graph, from);
    for (std::size_t to = 0; to < sites; ++to) reached_[part_[from] * sites + to] = hops[to] != kUnreached;
  }
}

std::optional<Distances> closed_form(Shape shape, std::uint64_t nodes) {
  const Int128 n = nodes, pairs = n * (n - 1);
  switch (shape) {
    case Shape::path:
      return Distances{nodes - 1, n * (n * n - 1) / 3, pairs};
    case Shape::ring:
      return Distances{nodes / 2, n * ((n * n) / 4), pairs};
    case Shape::one_way_ring:
      return Distances{nodes - 1, n * (n * (n - 1) / 2), pairs};
    case Shape::circulant:
    case Shape::other:
      break;
  }
  return std::nullopt;
}

std::optional<Distances> distances(const ChannelGraph& graph, const GraphShape& shape, bool nodes_alike,
                                   std::uint64_t effort) {
  if (const auto known = closed_form(shape.shape, graph.node_count())) return known;
  return nodes_alike || shape.shape == Shape::circulant ? from_one(graph) : all_pairs(graph, effort);
}

std::optional<DistancesFromNode> distances_from_one(const Topology& topology, std::uint64_t effort) {
  CUTLINE_EXPECT(!topology.has_interchanges() && !has_shared_links(topology));
  constexpr std::uint64_t kMostNodes = std::uint64_t{1} << 32;
  const std::uint64_t nodes = topology.node_count();
  if (nodes > kMostNodes || topology.link_count() > effort / 2) return std::nullopt;
  const LinkNumbers links(topology);
  const PresentClasses present(topology);
  std::vector<bool> seen(nodes, false);
  std::vector<std::uint32_t> here = {0}, next;
  seen[0] = true;
  DistancesFromNode found;
  for (std::uint64_t hops = 1; !here.empty(); ++hops) {
    for (const std::uint32_t node : here) {
      for (const std::size_t c : present.at(node)) {
        const LinkNumbers::AtSite at = links.at(c, node, LinkNumbers::Ways::out);
        for (std::uint64_t i = at.begin; i < at.end; ++i) {
          const std::uint64_t other = links.other(c, i, at.rest);
          if (seen[other]) continue;
          seen[other] = true;
          next.push_back(static_cast<std::uint32_t>(other));
        }
      }
    }
    if (!next.empty()) found.distances.diameter = hops;
    found.distances.total += static_cast<Int128>(hops) * static_cast<Int128>(next.size());
    found.reached += next.size();
    here.swap(next);
    next.clear();
  }
  found.distances.total *= static_cast<Int128>(nodes);
  found.distances.pairs = static_cast<Int128>(nodes) * static_cast<Int128>(found.reached - 1);
  return found;
}

std::vector<std::uint32_t> band_order(const ChannelGraph& graph) {
  using Links = boost::adjacency_list<
      boost::vecS, boost::vecS, boost::undirectedS,
      boost::property<boost::vertex_color_t, boost::default_color_type, boost::property<boost::vertex_degree_t, int>>>;
  Links links(graph.node_count());
  graph.for_each_channel([&](std::uint32_t node, std::uint64_t c) {
    if (node < graph.head[c]) boost::add_edge(node, graph.head[c], links);
  });
  std::vector<std::size_t> order(graph.node_count());
  boost::cuthill_mckee_ordering(links, order.rbegin(), boost::get(boost::vertex_color, links),
                                boost::make_degree_map(links));
  std::vector<std::uint32_t> places(order.size());
  for (std::uint32_t place = 0; place < order.size(); ++place) places[order[place]] = place;
  return places;
}

}  // namespace cutline
