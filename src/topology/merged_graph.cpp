// SPDX-License-Identifier: Apache-2.0

#include "topology/levelled_cuts.hpp"

namespace cutline {

namespace {

constexpr std::uint32_t kNobody = ~std::uint32_t{0};

/// How much a link invites to merge its ends: heavy links do, and nodes that stand for many do less, more or less so.
class Preference {
 public:
  Preference(const MergedGraph& graph, Random& random) : graph_(graph), kind_(random.below(4)) {}

  double operator()(std::uint32_t node, std::uint32_t link) const {
    const double weight = static_cast<double>(graph_.weight[link]);
    const double own = size(node), other = size(graph_.head[link]);
    if (kind_ == 0) return weight * weight / (own * other);
    if (kind_ == 1) return weight;
    return kind_ == 2 ? weight / (own * other) : weight / (own + other);
  }

 private:
  double size(std::uint32_t node) const { return static_cast<double>(std::max<std::int64_t>(1, graph_.size[node])); }

  const MergedGraph& graph_;
  std::uint64_t kind_;
};

/// Numbers of merged nodes: each node has that of its pair, or its own.
class Pairs {
 public:
  Pairs(const MergedGraph& graph, const std::vector<std::uint8_t>& labels, Random& random)
      : graph_(graph),
        labels_(labels),
        random_(random),
        preference_(graph, random),
        order_(graph.count()),
        mate_(graph.count(), kNobody),
        most_(std::max<std::int64_t>(2, graph.total / 20)) {
    std::iota(order_.begin(), order_.end(), 0u);
    for (std::size_t i = order_.size(); i > 1; --i) std::swap(order_[i - 1], order_[random.below(i)]);
  }

  void join_linked() {
    for (const std::uint32_t node : order_) {
      if (mate_[node] == kNobody) join(node, best_neighbour(node));
    }
  }

  /// Where few found a mate, as around hubs: joins lonely nodes whose best neighbour is the same.
  void join_by_neighbour() {
    std::vector<std::uint32_t> waits(mate_.size(), kNobody);
    for (const std::uint32_t node : order_) {
      if (mate_[node] != kNobody) continue;
      const std::uint32_t hub = heaviest_neighbour(node);
      if (hub == kNobody) continue;
      if (waits[hub] != kNobody && graph_.size[waits[hub]] + graph_.size[node] <= most_) {
        join(node, waits[hub]);
        waits[hub] = kNobody;
      } else {
        waits[hub] = node;
      }
    }
  }

  std::size_t lonely() const { return static_cast<std::size_t>(std::ranges::count(mate_, kNobody)); }

  std::vector<std::uint32_t> numbers(std::uint32_t& count) const {
    std::vector<std::uint32_t> numbers(mate_.size(), kNobody);
    count = 0;
    for (const std::uint32_t node : order_) {
      if (numbers[node] != kNobody) continue;
      numbers[node] = count;
      if (mate_[node] != kNobody) numbers[mate_[node]] = count;
      ++count;
    }
    return numbers;
  }

 private:
  void join(std::uint32_t node, std::uint32_t other) {
    if (other == kNobody) return;
    mate_[node] = other;
    mate_[other] = node;
  }

  std::uint32_t best_neighbour(std::uint32_t node) {
    std::uint32_t best = kNobody;
    double most = -1;
    std::uint64_t equal = 0;
    for (std::uint32_t c = graph_.first[node]; c < graph_.first[node + 1]; ++c) {
      const std::uint32_t head = graph_.head[c];
      if (head == node || mate_[head] != kNobody || labels_[head] != labels_[node]) continue;
      if (graph_.size[node] + graph_.size[head] > most_) continue;
      const double liked = preference_(node, c);
      if (liked > most) {
        most = liked;
        best = head;
        equal = 1;
      } else if (liked == most && random_.below(++equal) == 0) {
        best = head;
      }
    }
    return best;
  }

  std::uint32_t heaviest_neighbour(std::uint32_t node) const {
    std::uint32_t best = kNobody;
    double most = -1;
    for (std::uint32_t c = graph_.first[node]; c < graph_.first[node + 1]; ++c) {
      if (graph_.head[c] == node || labels_[graph_.head[c]] != labels_[node]) continue;
      const double liked = preference_(node, c);
      if (liked <= most) continue;
      most = liked;
      best = graph_.head[c];
    }
    return best;
  }

  const MergedGraph& graph_;
  const std::vector<std::uint8_t>& labels_;
  Random& random_;
  Preference preference_;
  std::vector<std::uint32_t> order_, mate_;
  std::int64_t most_;  ///< size of a merged node
};

}  // namespace

MergedGraph unmerged(const ChannelGraph& graph) {
  MergedGraph own;
  own.first.assign(graph.first.begin(), graph.first.end());
  own.head = graph.head;
  for (std::uint64_t c = 0; c < graph.head.size(); ++c) own.weight.push_back(graph.weight(c));
  for (std::size_t node = 0; node < graph.node_count(); ++node) {
    own.size.push_back(graph.is_node(node) ? 1 : 0);
    own.total += own.size.back();
  }
  return own;
}

MergedGraph merged_in_pairs(const MergedGraph& graph, const std::vector<std::uint8_t>& labels, Random& random,
                            std::vector<std::uint32_t>& merged) {
  Pairs pairs(graph, labels, random);
  pairs.join_linked();
  if (5 * pairs.lonely() > graph.count()) pairs.join_by_neighbour();
  std::uint32_t count = 0;
  merged = pairs.numbers(count);
  std::vector<std::array<std::uint32_t, 2>> members(count, {kNobody, kNobody});
  MergedGraph coarse;
  coarse.size.assign(count, 0);
  coarse.total = graph.total;
  for (std::uint32_t node = 0; node < graph.count(); ++node) {
    auto& own = members[merged[node]];
    own[own[0] == kNobody ? 0 : 1] = node;
    coarse.size[merged[node]] += graph.size[node];
  }
  std::vector<std::uint32_t> seen_at(count, kNobody);  // the link to each node, where it is of this one
  coarse.first.push_back(0);
  for (std::uint32_t number = 0; number < count; ++number) {
    const std::uint32_t begin = coarse.first.back();
    for (const std::uint32_t node : members[number]) {
      if (node == kNobody) continue;
      for (std::uint32_t c = graph.first[node]; c < graph.first[node + 1]; ++c) {
        const std::uint32_t head = merged[graph.head[c]];
        if (head == number) continue;
        if (seen_at[head] == kNobody || seen_at[head] < begin) {
          seen_at[head] = static_cast<std::uint32_t>(coarse.head.size());
          coarse.head.push_back(head);
          coarse.weight.push_back(0);
        }
        coarse.weight[seen_at[head]] += graph.weight[c];
      }
    }
    coarse.first.push_back(static_cast<std::uint32_t>(coarse.head.size()));
  }
  return coarse;
}

}  // namespace cutline
