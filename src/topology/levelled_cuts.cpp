// SPDX-License-Identifier: Apache-2.0
#include "topology/levelled_cuts.hpp"

namespace cutline {

namespace {

/// One search by rounds of moves on one level.
class Moves {
 public:
  Moves(const MergedGraph& graph, const Unevenness& uneven, std::size_t patience, Random& random, Sides& sides)
      : graph_(graph),
        uneven_(uneven),
        patience_(patience),
        random_(random),
        sides_(sides),
        gain_(sides.size()),
        moved_(sides.size()) {
    std::vector<std::uint32_t> ties(sides.size());
    for (std::uint32_t& tie : ties) tie = static_cast<std::uint32_t>(random.next());
    queues_ = {NodeQueue(gain_, ties), NodeQueue(gain_, ties)};
    for (std::uint32_t node = 0; node < sides.size(); ++node) {
      more_ += sides[node] == 0 ? graph.size[node] : -graph.size[node];
      for (std::uint32_t c = graph.first[node]; c < graph.first[node + 1]; ++c) {
        const bool across = sides[node] != sides[graph.head[c]];
        gain_[node] += across ? graph.weight[c] : -graph.weight[c];
        cut_ += across ? graph.weight[c] : 0;
      }
    }
    cut_ /= 2;
  }

  /// Returns whether the sides are better than before.
  bool round() {
    const bool was_even = is_even();
    const std::int64_t before = cut_;
    std::int64_t best = was_even ? cut_ : kNone, best_more = more_;
    std::size_t best_moves = 0;
    order_.clear();
    queue_the_cut();
    while (order_.size() < best_moves + patience_ || (best == kNone && order_.size() < sides_.size())) {
      const int from = side_to_leave();
      if (from < 0) break;
      move(queues_[static_cast<std::size_t>(from)].top());
      if (!is_even() || cut_ > best || (cut_ == best && std::abs(more_) >= std::abs(best_more))) continue;
      best = cut_;
      best_more = more_;
      best_moves = order_.size();
    }
    for (NodeQueue& queue : queues_) queue.clear();
    for (const std::uint32_t node : order_) moved_[node] = 0;
    for (std::size_t i = order_.size(); i > best_moves; --i) change_side(order_[i - 1], false);
    return (!was_even && best != kNone) || best < before;
  }

 private:
  static constexpr std::int64_t kNone = std::numeric_limits<std::int64_t>::max();

  bool is_even() const { return std::abs(more_) <= uneven_.in_the_end; }

  void queue_the_cut() {
    for (std::uint32_t node = 0; node < sides_.size(); ++node) {
      const auto begin = graph_.head.begin() + graph_.first[node], end = graph_.head.begin() + graph_.first[node + 1];
      if (std::any_of(begin, end, [&](std::uint32_t head) { return sides_[head] != sides_[node]; }))
        queues_[sides_[node]].add(node);
    }
  }

  bool may_leave(int side) const {
    const NodeQueue& queue = queues_[static_cast<std::size_t>(side)];
    if (queue.empty()) return false;
    const std::int64_t twice = 2 * graph_.size[queue.top()];
    const std::int64_t after = std::abs(more_ + (side == 0 ? -twice : twice));
    return after <= uneven_.on_the_way || after < std::abs(more_);
  }

  /// The side whose best node moves next: that of the better move, or the larger side, if the sides differ too much;
  /// -1 if none may.
  int side_to_leave() {
    if (std::abs(more_) > uneven_.on_the_way) {
      const int larger = more_ > 0 ? 0 : 1;
      return queues_[static_cast<std::size_t>(larger)].empty() ? -1 : larger;
    }
    const bool first = may_leave(0), second = may_leave(1);
    if (!first || !second) return first ? 0 : second ? 1 : -1;
    const std::int64_t gain = gain_[queues_[0].top()], other = gain_[queues_[1].top()];
    if (gain != other) return gain > other ? 0 : 1;
    if (more_ != 0) return more_ > 0 ? 0 : 1;
    return static_cast<int>(random_.next() & 1);
  }

  void move(std::uint32_t node) {
    queues_[sides_[node]].remove(node);
    moved_[node] = 1;
    order_.push_back(node);
    change_side(node, true);
  }

  void change_side(std::uint32_t node, bool queued) {
    cut_ -= gain_[node];
    more_ += sides_[node] == 0 ? -2 * graph_.size[node] : 2 * graph_.size[node];
    sides_[node] ^= 1;
    gain_[node] = -gain_[node];
    for (std::uint32_t c = graph_.first[node]; c < graph_.first[node + 1]; ++c) {
      const std::uint32_t head = graph_.head[c];
      gain_[head] += sides_[head] == sides_[node] ? -2 * graph_.weight[c] : 2 * graph_.weight[c];
      if (queued && !moved_[head]) queues_[sides_[head]].add_or_update(head);
    }
  }

  const MergedGraph& graph_;
  Unevenness uneven_;
  std::size_t patience_;
  Random& random_;
  Sides& sides_;
  std::vector<std::int64_t> gain_;  ///< by how much the cut shrinks if the node changes sides
  std::vector<std::uint8_t> moved_;
  std::array<NodeQueue, 2> queues_;
  std::vector<std::uint32_t> order_;
  std::int64_t cut_ = 0, more_ = 0;  ///< more_: the size of the first side less that of the second
};

/// Grows the first side from a node that is drawn, by the node that adds least to the cut, up to half of the total.
Sides grown(const MergedGraph& graph, Random& random) {
  Sides sides(graph.count(), 1);
  std::vector<std::int64_t> gain(graph.count());
  std::vector<std::uint32_t> ties(graph.count());
  for (std::uint32_t node = 0; node < sides.size(); ++node) {
    ties[node] = static_cast<std::uint32_t>(random.next());
    for (std::uint32_t c = graph.first[node]; c < graph.first[node + 1]; ++c) gain[node] -= graph.weight[c];
  }
  NodeQueue queue(gain, ties);
  std::int64_t size = 0;
  for (std::size_t taken = 0; taken < sides.size() && 2 * size < graph.total; ++taken) {
    if (queue.empty()) {
      std::uint32_t node = static_cast<std::uint32_t>(random.below(sides.size()));
      while (sides[node] == 0) node = (node + 1) % static_cast<std::uint32_t>(sides.size());
      queue.add(node);
    }
    const std::uint32_t node = queue.top();
    queue.remove(node);
    if (2 * (size + graph.size[node]) - graph.total > graph.total - 2 * size) break;
    sides[node] = 0;
    size += graph.size[node];
    for (std::uint32_t c = graph.first[node]; c < graph.first[node + 1]; ++c) {
      if (sides[graph.head[c]] == 0) continue;
      gain[graph.head[c]] += 2 * graph.weight[c];
      queue.add_or_update(graph.head[c]);
    }
  }
  return sides;
}

std::int64_t cut_of(const MergedGraph& graph, const Sides& sides) {
  std::int64_t twice = 0;
  for (std::uint32_t node = 0; node < sides.size(); ++node) {
    for (std::uint32_t c = graph.first[node]; c < graph.first[node + 1]; ++c)
      twice += sides[node] != sides[graph.head[c]] ? graph.weight[c] : 0;
  }
  return twice / 2;
}

/// The best of some grown partitions of a small graph.
Sides grown_best(const MergedGraph& graph, Random& random) {
  constexpr int kTries = 8;
  const std::int64_t largest = std::max<std::int64_t>(1, *std::ranges::max_element(graph.size));
  Sides best;
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  for (int tries = 0; tries < kTries; ++tries) {
    Sides sides = grown(graph, random);
    move_nodes(graph, {4 * largest, 2 * largest}, LevelEffort{}.patience, random, sides);
    const std::int64_t cut = cut_of(graph, sides);
    if (cut >= least) continue;
    least = cut;
    best = std::move(sides);
  }
  return best;
}

std::int64_t unevenness_of(const MergedGraph& graph, const Sides& sides) {
  std::int64_t more = 0;
  for (std::size_t node = 0; node < sides.size(); ++node)
    more += sides[node] == 0 ? graph.size[node] : -graph.size[node];
  return std::abs(more);
}

/// Which node of the next level stands for each, and that level.
struct Level {
  std::vector<std::uint32_t> merged;
  MergedGraph graph;
};

/// The values of the nodes of a level, from those of a finer one.
template <class Values>
Values lifted(const Values& fine, const Level& level) {
  Values coarse(level.graph.count());
  for (std::size_t node = 0; node < fine.size(); ++node) coarse[level.merged[node]] = fine[node];
  return coarse;
}

/// The levels above the graph. Takes labels and sides to the last of them.
std::vector<Level> levels_above(const MergedGraph& graph, std::vector<std::uint8_t> labels, Sides& sides,
                                Random& random) {
  constexpr std::size_t kFew = 60;
  constexpr double kLeast = 0.95;  // of the nodes: a level that merges fewer is not worth its moves
  std::vector<Level> levels;
  const MergedGraph* last = &graph;
  while (last->count() > kFew) {
    Level level;
    level.graph = merged_in_pairs(*last, labels, random, level.merged);
    if (static_cast<double>(level.graph.count()) > kLeast * static_cast<double>(last->count())) break;
    labels = lifted(labels, level);
    if (!sides.empty()) sides = lifted(sides, level);
    levels.push_back(std::move(level));
    last = &levels.back().graph;
  }
  return levels;
}

/// A share of the total by which sides may differ on the way: tight, ordinary or loose. Chosen by trial.
double drawn_share(const MergedGraph& graph, Random& random) {
  constexpr std::array<double, 3> kShares = {0.003, 0.02, 0.08};
  return kShares[random.below(kShares.size())] * static_cast<double>(graph.total);
}

/// Takes a lighter cut in a band of a width that is drawn if it stays no heavier, and as even, once nodes have moved.
void lighten_in_band(const MergedGraph& graph, const Unevenness& uneven, std::size_t patience, Random& random,
                     Sides& sides) {
  constexpr std::size_t kFew = 100;  // nodes: moves alone do as well
  if (graph.count() <= kFew) return;
  const auto drawn = static_cast<std::int64_t>(drawn_share(graph, random) * (0.25 + random.unit()));
  const std::int64_t room = std::max(2 * *std::ranges::max_element(graph.size), drawn);
  std::optional<Sides> other = lighter_in_band(graph, sides, room, random);
  if (!other) return;
  move_nodes(graph, uneven, patience, random, *other);
  const std::int64_t before = unevenness_of(graph, sides), after = unevenness_of(graph, *other);
  if (after <= std::max(before, uneven.in_the_end) && cut_of(graph, *other) <= cut_of(graph, sides))
    sides = std::move(*other);
}

}  // namespace

void move_nodes(const MergedGraph& graph, const Unevenness& uneven, std::size_t patience, Random& random,
                Sides& sides) {
  constexpr int kMostRounds = 6;
  Moves moves(graph, uneven, patience, random, sides);
  for (int round = 0; round < kMostRounds && moves.round(); ++round) {
  }
}

Sides levelled_partition(const MergedGraph& graph, const std::vector<std::uint8_t>& labels, const Sides* start,
                         Random& random, const LevelEffort& effort) {
  const double share = drawn_share(graph, random);
  const std::int64_t odd = graph.total % 2;
  Sides sides = start != nullptr ? *start : Sides{};
  std::vector<Level> levels = levels_above(graph, labels, sides, random);
  if (start == nullptr) sides = grown_best(levels.empty() ? graph : levels.back().graph, random);
  for (std::size_t above = levels.size() + 1; above-- > 0;) {
    const MergedGraph& own = above == 0 ? graph : levels[above - 1].graph;
    if (above < levels.size()) {
      Sides finer(own.count());
      for (std::size_t node = 0; node < finer.size(); ++node) finer[node] = sides[levels[above].merged[node]];
      sides = std::move(finer);
    }
    const std::int64_t largest = *std::ranges::max_element(own.size);
    const std::int64_t given = start != nullptr ? unevenness_of(own, sides) : largest;
    const std::int64_t end = above == 0 ? odd : std::max(odd, given);
    const auto loose = static_cast<std::int64_t>(share * (0.25 + random.unit()));
    const Unevenness uneven = {std::max(2 * largest + odd, loose), end};
    move_nodes(own, uneven, effort.patience, random, sides);
    if (effort.by_flows) lighten_in_band(own, uneven, effort.patience, random, sides);
    if (above == 0) move_nodes(own, {2 + odd, odd}, effort.patience, random, sides);
  }
  return sides;
}

}  // namespace cutline
