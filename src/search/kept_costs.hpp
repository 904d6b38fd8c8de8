// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "search/cost_counter.hpp"
#include "search/link_state.hpp"

namespace cutline {

/// The costs of the cheapest paths between all pairs of routers, updated as links come and go. For each router, only
/// those paths are searched again that have lost every cheapest path with a removed link, or that an added link makes
/// cheaper. With many routers and links that cost several steps, this takes a fraction of the time that counting
/// everything anew takes (CostCounter). Memory: 2 bytes a pair, with one-way links 4. Source: [Ramalingam 1996].
template <std::size_t words>
class KeptCosts {
 public:
  /// Keeps references to both arguments.
  KeptCosts(const LinkGrid& grid, const LinkState& state, Turns = Turns::none)
      : grid_(grid),
        state_(state),
        nodes_(grid.limits().nodes()),
        most_steps_(grid.most_steps()),
        from_(std::size_t{nodes_} * kRow, kNoWay),
        to_(grid.limits().directed ? from_.size() : 0, kNoWay),
        without_way_(std::uint64_t{nodes_} * nodes_),
        farthest_(most_steps_ == 1 && grid.limits().diameter < kNoWay ? static_cast<Cost>(grid.limits().diameter)
                                                                      : kNoWay),
        lost_(nodes_, false) {
    for (std::uint32_t node = 0; node < nodes_; ++node) write(node, node, 0);
  }

  /// The sum as CostCounter counts it, for the links as they are now. Call it once after a change; then keep() the
  /// change or take_back() the costs. The argument is there because CostCounter has one; it is not used.
  std::uint64_t sum(std::uint64_t /*enough*/) {
    list_arcs();
    changed_ = {};
    for (const Arc& arc : gone_) mark_where_only_way(arc);
    for (const Arc& arc : come_) mark_where_cheaper(arc);
    for (std::uint32_t from = 0; from < nodes_; ++from) {
      if (changed_[from] != 0) renew(from);
    }
    const std::uint64_t sum = sum_ + far_ * kPriceOfFar * grid_.mean_weight();
    return without_way_ == 0 ? sum : sum + without_way_ * cost_of_no_way();
  }

  std::uint64_t worth(std::uint64_t sum) const { return sum; }
  void keep() { undo_.clear(); }
  void take_back() {
    for (; !undo_.empty(); undo_.pop_back()) write(undo_.back().from, undo_.back().to, undo_.back().cost);
  }

 private:
  using Cost = std::uint16_t;
  static constexpr Cost kNoWay = 0xffff;
  static constexpr std::size_t kRow = words * 64;
  static_assert(std::uint64_t{kMostSearchedNodes - 1} * kMostLinkSteps < kNoWay);

  // Rows of marks are local variables, which are faster: the compiler knows that nothing else writes to them.
  using Row = std::array<Cost, kRow>;

  struct Arc {
    std::uint32_t tail, head;
    Cost steps;
  };
  struct Was {
    std::uint16_t from, to;
    Cost cost;
  };

  Cost* row_from(std::uint32_t node) { return from_.data() + node * kRow; }
  /// With two-way links, costs are the same in both directions, and one table suffices.
  const Cost* row_to(std::uint32_t node) const { return (to_.empty() ? from_ : to_).data() + node * kRow; }

  void list_arcs() {
    gone_.clear();
    come_.clear();
    for (const LinkState::Change& change : state_.changes()) {
      std::vector<Arc>& arcs = change.added ? come_ : gone_;
      for (const GridLink& link : change.orbit) {
        const auto steps = static_cast<Cost>(grid_.steps(grid_.span(link.a, link.b)));
        arcs.push_back({link.a, link.b, steps});
        if (!grid_.limits().directed) arcs.push_back({link.b, link.a, steps});
      }
    }
  }

  /// Marks the routers whose cheapest paths to the head all ended with this arc, so that no arc that is there now gives
  /// the same cost.
  void mark_where_only_way(const Arc& arc) {
    Row marks;
    const Cost *head = row_to(arc.head), *tail = row_to(arc.tail);
    for (std::size_t from = 0; from < kRow; ++from)
      marks[from] = head[from] == static_cast<Cost>(tail[from] + arc.steps) ? 1 : 0;
    for (const AdjacencyLists::Arc* other = state_.tails().begin(arc.head); other != state_.tails().end(arc.head);
         ++other) {
      const Cost *way = row_to(other->head), steps = other->steps;
      for (std::size_t from = 0; from < kRow; ++from)
        marks[from] &= ((head[from] != static_cast<Cost>(way[from] + steps)) | (way[from] == kNoWay)) ? 1 : 0;
    }
    mark(marks);
  }

  void mark_where_cheaper(const Arc& arc) {
    Row marks;
    const Cost *head = row_to(arc.head), *tail = row_to(arc.tail);
    for (std::size_t from = 0; from < kRow; ++from)
      marks[from] = head[from] > static_cast<Cost>(tail[from] + arc.steps) ? 1 : 0;
    mark(marks);
  }

  void mark(const Row& marks) {
    for (std::size_t from = 0; from < kRow; ++from) changed_[from] |= marks[from];
  }

  void renew(std::uint32_t from) {
    lose_ways(from);
    const Cost* costs = row_from(from);
    for (const std::uint32_t node : all_lost_) {
      lost_[node] = false;
      std::uint32_t least = kNoWay;
      for (const AdjacencyLists::Arc* arc = state_.tails().begin(node); arc != state_.tails().end(node); ++arc)
        least = std::min<std::uint32_t>(least, std::uint32_t{costs[arc->head]} + arc->steps);
      if (least < kNoWay) wait(node, least);
    }
    for (const Arc& arc : come_) {
      if (const std::uint32_t cost = std::uint32_t{costs[arc.tail]} + arc.steps; cost < costs[arc.head])
        wait(arc.head, cost);
    }
    spread(from);
  }

  /// Finds the routers to which no path of the old cost is left, the nearest first.
  void lose_ways(std::uint32_t from) {
    const Cost* costs = row_from(from);
    all_lost_.clear();
    for (const Arc& arc : gone_) {
      if (costs[arc.head] == costs[arc.tail] + arc.steps) wait(arc.head, costs[arc.head]);
    }
    while (all_waiting_ > 0) {
      const auto [node, cost] = next_waiting();
      if (lost_[node] || has_way(costs, node)) continue;
      lost_[node] = true;
      all_lost_.push_back(node);
      for (const AdjacencyLists::Arc* arc = state_.heads().begin(node); arc != state_.heads().end(node); ++arc) {
        if (costs[arc->head] == cost + arc->steps) wait(arc->head, costs[arc->head]);
      }
    }
    for (const std::uint32_t node : all_lost_) set(from, node, kNoWay);
  }

  bool has_way(const Cost* costs, std::uint32_t node) const {
    return std::any_of(state_.tails().begin(node), state_.tails().end(node), [&](const AdjacencyLists::Arc& arc) {
      return costs[arc.head] + arc.steps == costs[node] && !lost_[arc.head];
    });
  }

  /// Gives the waiting routers their costs in ascending order, and then the routers that become cheaper through them,
  /// as Dijkstra's algorithm does.
  void spread(std::uint32_t from) {
    const Cost* costs = row_from(from);
    while (all_waiting_ > 0) {
      const auto [node, cost] = next_waiting();
      if (cost >= costs[node]) continue;
      set(from, node, static_cast<Cost>(cost));
      for (const AdjacencyLists::Arc* arc = state_.heads().begin(node); arc != state_.heads().end(node); ++arc) {
        if (cost + arc->steps < costs[arc->head]) wait(arc->head, cost + arc->steps);
      }
    }
  }

  void wait(std::uint32_t node, std::uint32_t cost) {
    if (cost >= waiting_.size()) waiting_.resize(cost + 1);
    waiting_[cost].push_back(node);
    least_ = std::min(least_, cost);
    ++all_waiting_;
  }
  /// The router that waits with the least cost, and that cost.
  std::pair<std::uint32_t, std::uint32_t> next_waiting() {
    while (waiting_[least_].empty()) ++least_;
    const std::pair next(waiting_[least_].back(), least_);
    waiting_[least_].pop_back();
    if (--all_waiting_ == 0) least_ = kNoWay;
    return next;
  }

  void set(std::uint32_t from, std::uint32_t to, Cost cost) {
    undo_.push_back({static_cast<std::uint16_t>(from), static_cast<std::uint16_t>(to), row_from(from)[to]});
    write(from, to, cost);
  }
  void write(std::uint32_t from, std::uint32_t to, Cost cost) {
    Cost& now = row_from(from)[to];
    const std::vector<std::uint32_t>& weights = grid_.limits().weights;
    const std::uint64_t weight = weights.empty() ? 1 : weights[std::size_t{from} * nodes_ + to];
    now == kNoWay ? --without_way_ : sum_ -= weight * now;
    cost == kNoWay ? ++without_way_ : sum_ += weight * cost;
    if (now != kNoWay && now > farthest_) --far_;
    if (cost != kNoWay && cost > farthest_) ++far_;
    now = cost;
    if (!to_.empty()) to_[to * kRow + from] = cost;
  }

  /// The cost of a pair without a path: that of the most expensive path that exists, plus that of a path through all
  /// routers over the most expensive arcs.
  std::uint64_t cost_of_no_way() const {
    Cost dearest = 0;
    for (const Cost cost : from_) dearest = std::max(dearest, cost == kNoWay ? Cost{0} : cost);
    return (dearest + std::uint64_t{most_steps_} * nodes_) * grid_.mean_weight();
  }

  const LinkGrid& grid_;
  const LinkState& state_;
  std::uint32_t nodes_, most_steps_;
  std::vector<Cost> from_, to_;  ///< a row for each router
  std::uint64_t sum_ = 0, without_way_ = 0, far_ = 0;
  Cost farthest_ = kNoWay;  ///< pairs farther apart pay a price
  std::vector<Was> undo_;
  std::vector<Arc> gone_, come_;
  Row changed_{};  ///< 1: paths from this router may have other costs now
  std::vector<char> lost_;
  std::vector<std::uint32_t> all_lost_;
  std::vector<std::vector<std::uint32_t>> waiting_;  ///< the routers that wait, by cost
  std::uint32_t least_ = kNoWay, all_waiting_ = 0;
};

}  // namespace cutline
