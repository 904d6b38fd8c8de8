// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "cutline/search/link_search.hpp"
#include "search/heads.hpp"

namespace cutline {

/// The number of bits that are set. Counts eight words a time in bytes, since not all machines that this is built for
/// count bits at once.
inline std::uint64_t ones_in(const std::uint64_t* set, std::size_t words) {
  constexpr std::uint64_t kTwos = 0x5555555555555555, kFours = 0x3333333333333333, kBytes = 0x0f0f0f0f0f0f0f0f;
  constexpr std::size_t kMost = 31;  // bytes of 8 that a byte can hold
  std::uint64_t count = 0;
  for (std::size_t at = 0; at < words; at += kMost) {
    const std::size_t end = std::min(words, at + kMost);
    std::uint64_t bytes = 0;
    for (std::size_t i = at; i < end; ++i) {
      std::uint64_t x = set[i];
      x -= (x >> 1) & kTwos;
      x = (x & kFours) + ((x >> 2) & kFours);
      bytes += (x + (x >> 4)) & kBytes;
    }
    const std::uint64_t pairs = (bytes & 0x00ff00ff00ff00ff) + ((bytes >> 8) & 0x00ff00ff00ff00ff);
    count += (pairs * 0x0001000100010001) >> 48;
  }
  return count;
}

/// Sums the costs of the cheapest ways between all pairs of routers. All searches run side by side, one a bit: after k
/// rounds the set of a router holds those that it reaches within k steps, and each round joins it with the sets that
/// its heads had as many rounds ago as the arc has steps. The sum of the costs is the number of pairs that are not yet
/// reached, added up over the rounds.
template <std::size_t words>
class CostCounter {
 public:
  /// No arc has more than `most_steps`.
  CostCounter(std::uint32_t nodes, std::uint32_t most_steps)
      : nodes_(nodes),
        most_steps_(most_steps),
        size_(std::size_t{nodes} * words),
        sets_((std::size_t{most_steps} + 1) * size_) {}

  /// Pairs without a way cost as much as a way through all routers by the dearest arcs. Ends early, with some larger
  /// sum, where the sum is more than `enough`.
  std::uint64_t sum(const Heads& heads, std::uint64_t enough) {
    clear();
    const std::uint64_t all = std::uint64_t{nodes_} * nodes_;
    std::uint64_t reached = nodes_, sum = 0;
    for (std::uint32_t still = 0; reached < all && sum <= enough;) {
      sum += all - reached;
      const std::uint64_t after = most_steps_ == 1 ? spread_hops(heads) : spread_steps(heads);
      still = after == reached ? still + 1 : 0;
      if (still == most_steps_) return sum + (all - reached) * most_steps_ * (nodes_ - 1);
      reached = after;
    }
    return sum;
  }

 private:
  /// Round 0, and no set in the rounds before.
  void clear() {
    now_ = 0;
    if (most_steps_ > 1) std::fill(sets_.begin(), sets_.end(), 0);
    for (std::uint32_t node = 0; node < nodes_; ++node) {
      for (std::size_t w = 0; w < words; ++w) sets_[node * words + w] = 0;
      sets_[node * words + node / 64] = std::uint64_t{1} << node % 64;
    }
  }

  /// One more hop; returns the pairs that are now reached.
  std::uint64_t spread_hops(const Heads& heads) {
    const std::uint64_t* now = &sets_[now_ * size_];
    now_ = 1 - now_;
    std::uint64_t* next = &sets_[now_ * size_];
    for (std::uint32_t node = 0; node < nodes_; ++node) {
      std::uint64_t set[words];
      for (std::size_t w = 0; w < words; ++w) set[w] = now[node * words + w];
      for (const Heads::Arc* arc = heads.begin(node); arc != heads.end(node); ++arc) {
        for (std::size_t w = 0; w < words; ++w) set[w] |= now[arc->head * words + w];
      }
      for (std::size_t w = 0; w < words; ++w) next[node * words + w] = set[w];
    }
    return ones_in(next, size_);
  }

  /// One more step, with arcs of several steps.
  std::uint64_t spread_steps(const Heads& heads) {
    const std::uint64_t* now = &sets_[now_ * size_];
    const std::uint64_t* before[kMostLinkSteps + 1];
    for (std::uint32_t steps = 1; steps <= most_steps_; ++steps)
      before[steps] = &sets_[(now_ + most_steps_ + 2 - steps) % (most_steps_ + 1) * size_];
    now_ = (now_ + 1) % (most_steps_ + 1);
    std::uint64_t* next = &sets_[now_ * size_];
    for (std::uint32_t node = 0; node < nodes_; ++node) {
      std::uint64_t set[words];
      for (std::size_t w = 0; w < words; ++w) set[w] = now[node * words + w];
      for (const Heads::Arc* arc = heads.begin(node); arc != heads.end(node); ++arc) {
        for (std::size_t w = 0; w < words; ++w) set[w] |= before[arc->steps][arc->head * words + w];
      }
      for (std::size_t w = 0; w < words; ++w) next[node * words + w] = set[w];
    }
    return ones_in(next, size_);
  }

  std::uint32_t nodes_, most_steps_;
  std::size_t size_, now_ = 0;
  std::vector<std::uint64_t> sets_;  ///< of the last rounds, one set a router
};

}  // namespace cutline
