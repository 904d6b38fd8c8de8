// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace cutline {

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

}  // namespace cutline
