// SPDX-License-Identifier: Apache-2.0
#include "distances.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "cutline/base/error.hpp"
#include "cutline/base/parallel.hpp"
#include "topology/digit_graphs.hpp"

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
      result_.visits += kWords * (graph_.first[node + 1] - graph_.first[node]);
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

constexpr std::uint64_t kMostNodes = std::uint64_t{1} << 32;

struct PlaceOfDigit {
  std::uint64_t weight = 1;
  std::uint32_t radix = 1;
  std::uint32_t of(std::uint64_t node) const { return static_cast<std::uint32_t>(node / weight % radix); }
};

/// The neighbours of nodes over the links of one class. `steps` lists, for each local address, what each link adds to
/// the number of the node.
struct ClassSteps {
  std::vector<PlaceOfDigit> digits;
  std::vector<std::vector<std::int64_t>> steps;
  std::vector<std::pair<PlaceOfDigit, std::vector<std::uint32_t>>> only;

  bool is_at(std::uint64_t node) const {
    return std::all_of(only.begin(), only.end(), [&](const auto& one) {
      return std::binary_search(one.second.begin(), one.second.end(), one.first.of(node));
    });
  }
  const std::vector<std::int64_t>& from(std::uint64_t node) const {
    std::size_t local = 0;
    std::size_t weight = 1;
    for (const PlaceOfDigit& digit : digits) {
      local += weight * digit.of(node);
      weight *= digit.radix;
    }
    return steps[local];
  }
};

PlaceOfDigit digit_of(const Topology& topology, const std::vector<std::uint64_t>& weights, std::size_t digit) {
  return {weights[digit], topology.digits[digit].radix};
}

ClassSteps steps_of(const Topology& topology, const std::vector<std::uint64_t>& weights, const LinkClass& links) {
  ClassSteps result;
  std::size_t addresses = 1;
  for (const std::uint8_t digit : links.digits) {
    result.digits.push_back(digit_of(topology, weights, digit));
    addresses *= topology.digits[digit].radix;
  }
  const auto number = [&](std::uint32_t local) {
    std::int64_t sum = 0;
    for (const PlaceOfDigit& digit : result.digits) {
      sum += static_cast<std::int64_t>(digit.weight * (local % digit.radix));
      local /= digit.radix;
    }
    return sum;
  };
  result.steps.resize(addresses);
  for (const LocalLink& link : links.links) {
    result.steps[link.a].push_back(number(link.b) - number(link.a));
    if (links.channels == 2) result.steps[link.b].push_back(number(link.a) - number(link.b));
  }
  for (const LinkClass::Only& only : links.only)
    result.only.emplace_back(digit_of(topology, weights, only.digit), only.values);
  return result;
}

/// The digit that the `only` of the most classes restricts. Its value at a node tells which classes can be present
/// there.
std::size_t telling_digit(const Topology& topology) {
  std::vector<std::size_t> uses(topology.digits.size(), 0);
  for (const LinkClass& links : topology.classes) {
    for (const LinkClass::Only& only : links.only) ++uses[only.digit];
  }
  return static_cast<std::size_t>(std::max_element(uses.begin(), uses.end()) - uses.begin());
}

class Neighbours {
 public:
  explicit Neighbours(const Topology& topology) {
    const std::vector<std::uint64_t> weights = digit_weights(topology);
    const std::size_t telling = telling_digit(topology);
    digit_ = digit_of(topology, weights, telling);
    by_value_.resize(digit_.radix);
    for (const LinkClass& links : topology.classes) {
      CUTLINE_EXPECT(!links.shared);
      ClassSteps steps = steps_of(topology, weights, links);
      for (std::uint32_t value = 0; value < digit_.radix; ++value) {
        if (steps.is_at(digit_.weight * value) || !only_by(links, telling)) by_value_[value].push_back(classes_.size());
      }
      if (only_by(links, telling)) steps.only.clear();
      classes_.push_back(std::move(steps));
    }
  }

  template <class Visit>
  void visit(std::uint64_t node, const Visit& visit_neighbour) const {
    for (const std::size_t number : by_value_[digit_.of(node)]) {
      const ClassSteps& steps = classes_[number];
      if (!steps.is_at(node)) continue;
      for (const std::int64_t step : steps.from(node)) {
        visit_neighbour(node + static_cast<std::uint64_t>(step));
      }
    }
  }

 private:
  /// Whether this digit alone decides where the class is present.
  static bool only_by(const LinkClass& links, std::size_t digit) {
    return std::all_of(links.only.begin(), links.only.end(),
                       [&](const LinkClass::Only& only) { return only.digit == digit; });
  }

  PlaceOfDigit digit_;
  /// Classes that may be present at a node with this value of the digit.
  std::vector<std::vector<std::size_t>> by_value_;
  std::vector<ClassSteps> classes_;
};

}  // namespace

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

std::optional<OneSearch> one_search(const Topology& topology, std::uint64_t effort) {
  CUTLINE_EXPECT(!topology.has_interchanges());
  const std::uint64_t nodes = topology.node_count();
  if (nodes > kMostNodes || topology.link_count() > effort / 2) return std::nullopt;
  const Neighbours neighbours(topology);
  std::vector<bool> seen(nodes, false);
  std::vector<std::uint32_t> here = {0}, next;
  seen[0] = true;
  OneSearch found;
  for (std::uint64_t hops = 1; !here.empty(); ++hops) {
    for (const std::uint32_t node : here) {
      neighbours.visit(node, [&](std::uint64_t other) {
        if (seen[other]) return;
        seen[other] = true;
        next.push_back(static_cast<std::uint32_t>(other));
      });
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

}  // namespace cutline
