// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <limits>
#include <queue>

#include "cutline/topology/bisection_parts.hpp"

namespace cutline {

namespace {

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

}  // namespace

std::uint64_t crossing(const ChannelGraph& graph, const Sides& sides) {
  std::uint64_t weight = 0;
  for (std::size_t node = 0; node < sides.size(); ++node) {
    for (std::uint64_t c = graph.first[node]; c < graph.first[node + 1]; ++c)
      weight += sides[node] != sides[graph.head[c]] ? graph.weight(c) : 0;
  }
  return weight / 2;
}

void improve(const ChannelGraph& graph, const FirstSide& first, int most_rounds, Sides& sides) {
  for (int round = 0; round < most_rounds && Round(graph, first, sides).run(); ++round) {
  }
}

void improve(const ChannelGraph& graph, Sides& sides) {
  constexpr int kMostRounds = 12;
  const std::size_t nodes = graph.addressed_count();
  improve(graph, {nodes / 2, nodes - nodes / 2}, kMostRounds, sides);
}

}  // namespace cutline
