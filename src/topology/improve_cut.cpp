// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <limits>
#include <queue>

#include "bisection_parts.hpp"

namespace cutline {

namespace {

/// One round of moves: every node may change sides once, always from the larger side, the one that lessens the cut most
/// first. Keeps the moves up to the best balanced cut on the way.
class Round {
 public:
  Round(const ChannelGraph& graph, Sides& sides)
      : graph_(graph), sides_(sides), gain_(sides.size()), moved_(sides.size()) {
    for (std::uint32_t node = 0; node < sides.size(); ++node) {
      size_[sides[node]] += weight(node);
      for (std::uint64_t c = graph.first[node]; c < graph.first[node + 1]; ++c) {
        const bool across = sides[graph.head[c]] != sides[node];
        gain_[node] += across ? 1 : -1;
        cut_ += across ? 1 : 0;
      }
    }
    cut_ /= 2;
    for (std::uint32_t node = 0; node < sides.size(); ++node) queue_[sides[node]].emplace(gain_[node], ~node);
  }

  /// True where the sides are better than before.
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
  /// Higher gains first, then lower nodes.
  using Queue = std::priority_queue<std::pair<std::int64_t, std::uint32_t>>;

  /// Interchanges stand on either side.
  std::size_t weight(std::uint32_t node) const { return graph_.is_node(node) ? 1 : 0; }

  bool is_balanced() const { return size_[0] + 1 >= size_[1] && size_[1] + 1 >= size_[0]; }

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
    if (size_[0] != size_[1]) return size_[0] > size_[1] ? 0 : 1;
    if (!has_movable(0)) return 1;
    return has_movable(1) && queue_[1].top().first > queue_[0].top().first ? 1 : 0;
  }

  void move(int from) {
    const std::uint32_t node = ~queue_[static_cast<std::size_t>(from)].top().second;
    queue_[static_cast<std::size_t>(from)].pop();
    moved_[node] = true;
    moves_.push_back(node);
    cut_ -= gain_[node];
    size_[sides_[node]] -= weight(node);
    sides_[node] ^= 1;
    size_[sides_[node]] += weight(node);
    for (std::uint64_t c = graph_.first[node]; c < graph_.first[node + 1]; ++c) {
      const std::uint32_t head = graph_.head[c];
      if (moved_[head]) continue;
      gain_[head] += sides_[head] == sides_[node] ? -2 : 2;
      queue_[sides_[head]].emplace(gain_[head], ~head);
    }
  }

  const ChannelGraph& graph_;
  Sides& sides_;
  std::vector<std::int64_t> gain_;  ///< links less over the cut if the node changes sides
  std::vector<bool> moved_;
  std::array<std::size_t, 2> size_{};
  std::array<Queue, 2> queue_;
  std::vector<std::uint32_t> moves_;
  std::int64_t cut_ = 0;
};

}  // namespace

std::uint64_t crossing(const ChannelGraph& graph, const Sides& sides) {
  std::uint64_t channels = 0;
  for (std::size_t node = 0; node < sides.size(); ++node) {
    for (std::uint64_t c = graph.first[node]; c < graph.first[node + 1]; ++c)
      channels += sides[node] != sides[graph.head[c]];
  }
  return channels / 2;
}

void improve(const ChannelGraph& graph, Sides& sides) {
  constexpr int kMostRounds = 12;
  for (int round = 0; round < kMostRounds && Round(graph, sides).run(); ++round) {
  }
}

}  // namespace cutline
