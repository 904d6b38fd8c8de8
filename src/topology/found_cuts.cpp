// SPDX-License-Identifier: Apache-2.0
#include <metis.h>

#include <mutex>
#include <queue>

#include "cutline/base/error.hpp"
#include "cutline/base/parallel.hpp"
#include "topology/balanced_cuts.hpp"
#include "topology/graph_searches.hpp"

namespace cutline {

namespace {

/// The number of nodes whose number is below `half` and whose digit of this weight and radix is `value`.
std::uint64_t below(std::uint64_t half, std::uint64_t weight, std::uint64_t radix, std::uint64_t value) {
  const std::uint64_t block = weight * radix;
  const std::uint64_t rest = half % block;
  return half / block * weight + std::clamp<std::uint64_t>(rest, value * weight, (value + 1) * weight) - value * weight;
}

/// The node coordinate of each value of each digit. An interchange has the coordinate of the node before it, or else 0.
std::vector<std::vector<std::uint64_t>> coordinates(const Topology& topology) {
  std::vector<std::vector<std::uint64_t>> all;
  for (std::size_t digit = 0; digit < topology.digits.size(); ++digit) {
    std::vector<std::uint64_t>& of_digit = all.emplace_back();
    std::uint64_t nodes = 0;
    for (std::uint32_t value = 0; value < topology.digits[digit].radix; ++value) {
      nodes += topology.level(digit, value) == 0 ? 1 : 0;
      of_digit.push_back(nodes > 0 ? nodes - 1 : 0);
    }
  }
  return all;
}

/// The cut between the first half of the nodes and the others, if nodes are numbered with the digits in this order,
/// from the lowest to the highest.
Cut cut_in_order(const Topology& topology, const std::vector<std::vector<std::uint64_t>>& places,
                 const std::vector<std::size_t>& order) {
  const std::uint64_t half = topology.node_count() / 2;
  std::vector<std::uint64_t> weights(order.size());
  std::uint64_t weight = 1;
  for (const std::size_t digit : order) {
    weights[digit] = weight;
    weight *= topology.node_value_count(digit);
  }
  Cut cut;
  for (const LinkClass& link_class : topology.classes) {
    const std::size_t digit = link_class.digits[0];
    const std::uint64_t radix = topology.node_value_count(digit);
    for (std::size_t i = 0; i < link_class.links.size(); ++i) {
      const auto [low, high] = std::minmax(places[digit][link_class.links[i].a], places[digit][link_class.links[i].b]);
      const std::uint64_t links = below(half, weights[digit], radix, low) - below(half, weights[digit], radix, high);
      cut.links += links;
      cut.channels += links * static_cast<std::uint64_t>(link_class.channels);
      cut.widths += links * link_weight(link_class, i, CutIn::wires);
    }
  }
  return cut;
}

/// A cut, and the order of digits that gives it, from the lowest digit of the numbers to the highest.
struct OrderedCut {
  Cut cut;
  std::vector<std::size_t> order;
};

std::vector<std::size_t> natural_order(const Topology& topology) {
  std::vector<std::size_t> order(topology.digits.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  return order;
}

/// The best of the cuts in natural order and in orders with the digits of larger radix higher, where one digit of each
/// kind in turn is the highest.
OrderedCut cut_of_product(const Topology& topology, CutIn what) {
  std::vector<std::size_t> order = natural_order(topology);
  const auto places = coordinates(topology);
  OrderedCut best = {cut_in_order(topology, places, order), order};
  std::ranges::stable_sort(order, {}, [&](std::size_t digit) { return topology.node_value_count(digit); });
  for (const DigitKind& kind : digit_kinds(topology)) {
    std::vector<std::size_t> led = order;
    led.erase(std::ranges::find(led, kind.digits.back()));
    led.push_back(kind.digits.back());
    const Cut cut = cut_in_order(topology, places, led);
    if (cut.in(what) < best.cut.in(what)) best = {cut, std::move(led)};
  }
  return best;
}

/// The side of each site, if nodes are numbered with the digits in this order: 0 for the first half of the nodes, else
/// 1. An interchange is on the side of the node before it.
Sides sides_in_order(const Topology& topology, const std::vector<std::size_t>& order) {
  const auto places = coordinates(topology);
  const std::vector<std::uint64_t> weights = digit_weights(topology);
  const std::uint64_t half = topology.node_count() / 2;
  Sides sides(topology.site_count());
  for (std::uint64_t site = 0; site < sides.size(); ++site) {
    std::uint64_t number = 0, weight = 1;
    for (const std::size_t digit : order) {
      number += weight * places[digit][site / weights[digit] % topology.digits[digit].radix];
      weight *= places[digit].back() + 1;
    }
    sides[site] = number < half ? 0 : 1;
  }
  return sides;
}

/// One round of moves, after the method of Fiduccia and Mattheyses. Every node may change sides once. Each move takes,
/// from the side that is too large, the node whose move reduces the cut most. The round keeps the best balanced cut on
/// the way, so it can pass through worse cuts to a better one. It stops when it has not found a better cut for some
/// time.
class Round {
 public:
  Round(const ChannelGraph& graph, const FirstSide& first, Sides& sides)
      : graph_(graph), first_(first), sides_(sides), gain_(sides.size()), moved_(sides.size()) {
    for (std::uint32_t node = 0; node < sides.size(); ++node) {
      if (sides[node] == 0) first_size_ += size(node);
      for (std::uint64_t c = graph.first[node]; c < graph.first[node + 1]; ++c) {
        const bool across = sides[graph.head[c]] != sides[node];
        const std::int64_t weight = graph.weight(c);
        gain_[node] += across ? weight : -weight;
        cut_ += across ? weight : 0;
      }
    }
    cut_ /= 2;
    for (std::uint32_t node = 0; node < sides.size(); ++node) queue_[sides[node]].emplace(gain_[node], ~node);
  }

  /// Returns whether the sides are better than before.
  bool run() {
    const bool was_balanced = is_balanced();
    const std::int64_t cut_before = cut_;
    const std::size_t patience = std::max<std::size_t>(200, sides_.size() / 20);
    std::int64_t best = was_balanced ? cut_ : std::numeric_limits<std::int64_t>::max();
    std::size_t best_moves = 0;
    while (best_moves + patience > moves_.size() || best == std::numeric_limits<std::int64_t>::max()) {
      const int from = larger_side();
      if (!has_movable(from)) break;
      move(from);
      if (!is_balanced() || cut_ >= best) continue;
      best = cut_;
      best_moves = moves_.size();
    }
    for (std::size_t i = best_moves; i < moves_.size(); ++i) sides_[moves_[i]] ^= 1;
    return !was_balanced || best < cut_before;
  }

 private:
  /// Higher gains come first; among equal gains, lower nodes. For this order nodes are stored as their complements.
  using Queue = std::priority_queue<std::pair<std::int64_t, std::uint32_t>>;

  /// What a site adds to the size of its side: 1 for a node. Interchanges may stand on either side and add 0.
  std::size_t size(std::uint32_t node) const { return graph_.is_node(node) ? 1 : 0; }

  bool is_balanced() const { return first_size_ >= first_.least && first_size_ <= first_.most; }

  bool has_movable(int side) {
    Queue& queue = queue_[static_cast<std::size_t>(side)];
    while (!queue.empty()) {
      const auto [gain, complement] = queue.top();
      const std::uint32_t node = ~complement;
      if (!moved_[node] && gain_[node] == gain) return true;
      queue.pop();
    }
    return false;
  }

  int larger_side() {
    const std::size_t twice = first_.least + first_.most;
    if (2 * first_size_ != twice) return 2 * first_size_ > twice ? 0 : 1;
    if (!has_movable(0)) return 1;
    return has_movable(1) && queue_[1].top().first > queue_[0].top().first ? 1 : 0;
  }

  void move(int from) {
    const std::uint32_t node = ~queue_[static_cast<std::size_t>(from)].top().second;
    queue_[static_cast<std::size_t>(from)].pop();
    moved_[node] = true;
    moves_.push_back(node);
    cut_ -= gain_[node];
    if (from == 0) {
      first_size_ -= size(node);
    } else {
      first_size_ += size(node);
    }
    sides_[node] ^= 1;
    for (std::uint64_t c = graph_.first[node]; c < graph_.first[node + 1]; ++c) {
      const std::uint32_t head = graph_.head[c];
      if (moved_[head]) continue;
      const std::int64_t twice = 2 * std::int64_t{graph_.weight(c)};
      gain_[head] += sides_[head] == sides_[node] ? -twice : twice;
      queue_[sides_[head]].emplace(gain_[head], ~head);
    }
  }

  const ChannelGraph& graph_;
  FirstSide first_;
  Sides& sides_;
  std::vector<std::int64_t> gain_;  ///< by how much the cut shrinks if the node changes sides
  std::vector<bool> moved_;
  std::size_t first_size_ = 0;
  std::array<Queue, 2> queue_;
  std::vector<std::uint32_t> moves_;
  std::int64_t cut_ = 0;
};

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

std::optional<Cut> halving_cut(const Topology& topology, CutIn what) {
  if (topology.is_product()) return cut_of_product(topology, what).cut;
  constexpr std::uint64_t kMostLinks = std::uint64_t{1} << 28;
  if (topology.link_count() > kMostLinks || topology.site_count() > kMostLinks) return std::nullopt;
  return cut_between(topology, sides_in_order(topology, natural_order(topology)));
}

Partition halves(const Topology& topology, CutIn what) {
  Sides sides =
      sides_in_order(topology, topology.is_product() ? cut_of_product(topology, what).order : natural_order(topology));
  const Cut cut = cut_between(topology, sides);
  return {std::move(sides), cut, kHalves};
}

std::uint64_t crossing(const ChannelGraph& graph, const Sides& sides) {
  std::uint64_t weight = 0;
  graph.for_each_channel([&](std::uint32_t node, std::uint64_t c) {
    weight += sides[node] != sides[graph.head[c]] ? graph.weight(c) : 0;
  });
  return weight / 2;
}

void improve(const ChannelGraph& graph, const FirstSide& first, int most_rounds, Sides& sides) {
  for (int round = 0; round < most_rounds && Round(graph, first, sides).run(); ++round) stop_if_asked();
}

void improve(const ChannelGraph& graph, Sides& sides) {
  constexpr int kMostRounds = 12;
  const std::size_t nodes = graph.addressed_count();
  improve(graph, {nodes / 2, nodes - nodes / 2}, kMostRounds, sides);
}

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
    std::ranges::sort(heads);
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

std::vector<Sides> metis_partitions(const ChannelGraph& graph, int seeds, std::uint32_t first_seed) {
  MetisGraph metis_graph = merged(graph);
  std::vector<idx_t> weights;
  for (const SiteKind kind : graph.kinds) weights.push_back(kind == SiteKind::node ? 1 : 0);
  std::vector<Sides> partitions;
  const std::lock_guard lock(generator());
  for (int seed = 0; seed < seeds; ++seed)
    partitions.push_back(in_two(metis_graph, weights, nullptr, first_seed + static_cast<std::uint32_t>(seed)));
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
