// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/random.hpp"
#include "topology/balanced_cuts.hpp"

namespace cutline {

/// A graph whose nodes stand for several nodes of a finer one, with both directions of every link. Parallel links are
/// one link, whose weight is the sum.
struct MergedGraph {
  std::vector<std::uint32_t> first, head;
  std::vector<std::int64_t> weight;  ///< of each direction of a link
  std::vector<std::int64_t> size;    ///< of each node: the nodes that it stands for, without interchanges
  std::int64_t total = 0;            ///< of all sizes

  std::size_t count() const { return size.size(); }
};

/// The same graph, where every node stands for itself. `graph` must have two channels, one each way, for every link.
MergedGraph unmerged(const ChannelGraph& graph);

/// Merges linked nodes in pairs, and nodes of few links that share a neighbour; never two with different labels.
/// `merged` receives, for each node, the node of the result that stands for it. Which links are preferred is drawn,
/// since no preference is best for all graphs. Cost: O(links).
MergedGraph merged_in_pairs(const MergedGraph& graph, const std::vector<std::uint8_t>& labels, Random& random,
                            std::vector<std::uint32_t>& merged);

/// How far the sides may differ, as twice the size of the first side less the total.
struct Unevenness {
  std::int64_t on_the_way = 0;  ///< while nodes move
  std::int64_t in_the_end = 0;
};

/// How thoroughly a partition over levels is improved.
struct LevelEffort {
  std::size_t patience = 100;  ///< moves without gain that end a round
  bool by_flows = false;       ///< also by lighter_in_band(), which pays where cuts are small
};

/// Reduces the cut by rounds of moves of single nodes, as long as one helps. A round begins at the cut, takes the move
/// that reduces the cut most, lets every node move once, and keeps the best sides on its way that differ by no more
/// than allowed; it ends after `patience` moves without gain. Sides that are even enough never get a larger cut.
/// Source: [Fiduccia 1982].
void move_nodes(const MergedGraph& graph, const Unevenness& uneven, std::size_t patience, Random& random, Sides& sides);

/// A partition found over levels: nodes are merged in pairs again and again until few are left, these are partitioned,
/// and on the way back moves improve the partition, level by level. Nodes of different labels are never merged. With a
/// `start`, which labels must tell apart and which must be balanced, the result is balanced and cuts no more than it;
/// without one the sides may be slightly unequal. Cost: about 2 10^-7 s a channel, twice as much by flows. Source:
/// [Hendrickson 1995; Karypis 1998].
Sides levelled_partition(const MergedGraph& graph, const std::vector<std::uint8_t>& labels, const Sides* start,
                         Random& random, const LevelEffort& effort = {});

/// Nodes by their gains, the highest first; among equal gains the higher tie. Gains may change while nodes are queued:
/// add_or_update() then puts the node in its place. Each call costs O(log nodes). A binary heap that knows where each
/// node stands.
class NodeQueue {
 public:
  NodeQueue() = default;
  /// The gains must outlive the queue.
  NodeQueue(const std::vector<std::int64_t>& gains, std::vector<std::uint32_t> ties)
      : gains_(&gains), ties_(std::move(ties)), places_(ties_.size(), kNowhere) {}

  bool empty() const { return heap_.empty(); }
  std::uint32_t top() const { return heap_.front(); }

  void add(std::uint32_t node) {
    heap_.push_back(node);
    rise(heap_.size() - 1);
  }
  void add_or_update(std::uint32_t node) {
    if (places_[node] == kNowhere) return add(node);
    rise(places_[node]);
    sink(places_[node]);
  }
  void remove(std::uint32_t node) {
    const std::uint32_t place = places_[node], last = heap_.back();
    places_[node] = kNowhere;
    heap_.pop_back();
    if (last == node) return;
    heap_[place] = last;
    rise(place);
    sink(places_[last]);
  }
  void clear() {
    for (const std::uint32_t node : heap_) places_[node] = kNowhere;
    heap_.clear();
  }

 private:
  static constexpr std::uint32_t kNowhere = ~std::uint32_t{0};

  bool is_before(std::uint32_t one, std::uint32_t other) const {
    const std::int64_t a = (*gains_)[one], b = (*gains_)[other];
    return a != b ? a > b : ties_[one] > ties_[other];
  }
  void put(std::size_t place, std::uint32_t node) {
    heap_[place] = node;
    places_[node] = static_cast<std::uint32_t>(place);
  }
  void rise(std::size_t place) {
    const std::uint32_t node = heap_[place];
    for (std::size_t above; place > 0 && is_before(node, heap_[above = (place - 1) / 2]); place = above)
      put(place, heap_[above]);
    put(place, node);
  }
  void sink(std::size_t place) {
    const std::uint32_t node = heap_[place];
    for (std::size_t below = 2 * place + 1; below < heap_.size(); below = 2 * place + 1) {
      if (below + 1 < heap_.size() && is_before(heap_[below + 1], heap_[below])) ++below;
      if (!is_before(heap_[below], node)) break;
      put(place, heap_[below]);
      place = below;
    }
    put(place, node);
  }

  const std::vector<std::int64_t>* gains_ = nullptr;
  std::vector<std::uint32_t> ties_, heap_, places_;
};

/// The lightest cut near another: nodes within a band on either side of it, nearest first, up to a size of `room` a
/// side, may change sides, and all others stay. Nothing if no such cut is lighter. Of several lightest cuts the most
/// even of some that are drawn. The sides may become uneven by twice the room. Cost: O(cut x links of the band), where
/// the cut is the weight of what is cut. Source: [Sanders 2011].
std::optional<Sides> lighter_in_band(const MergedGraph& graph, const Sides& sides, std::int64_t room, Random& random);

}  // namespace cutline
