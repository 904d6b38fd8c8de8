// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "cutline/search/link_search.hpp"
#include "search/heads.hpp"

#if defined(__x86_64__) && defined(__GNUC__)
#define CUTLINE_COUNTS_BITS __attribute__((target("popcnt")))
#define CUTLINE_INLINED __attribute__((always_inline))
#else
#define CUTLINE_COUNTS_BITS
#define CUTLINE_INLINED
#endif

namespace cutline {

/// Whether this machine counts bits by one instruction.
inline bool counts_bits() {
#if defined(__x86_64__) && defined(__GNUC__)
  static const bool has = __builtin_cpu_supports("popcnt") != 0;
  return has;
#else
  return true;
#endif
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
        all_(std::uint64_t{nodes} * nodes),
        sets_((std::size_t{most_steps} + 1) * size_),
        counts_bits_(counts_bits()) {}

  /// Pairs without a way cost as much as a way through all routers by the dearest arcs. Ends early, with some larger
  /// sum, where the sum is more than `enough`.
  std::uint64_t sum(const Heads& heads, std::uint64_t enough) {
    return counts_bits_ ? sum_by_counts(heads, enough) : sum_by_any(heads, enough);
  }

 private:
  CUTLINE_COUNTS_BITS std::uint64_t sum_by_counts(const Heads& heads, std::uint64_t enough) {
    return most_steps_ == 1 ? sum_of_hops(heads, enough) : sum_of_steps(heads, enough);
  }
  std::uint64_t sum_by_any(const Heads& heads, std::uint64_t enough) {
    return most_steps_ == 1 ? sum_of_hops(heads, enough) : sum_of_steps(heads, enough);
  }

  CUTLINE_INLINED inline std::uint64_t sum_of_hops(const Heads& heads, std::uint64_t enough) {
    std::uint64_t reached = nodes_ + heads.arcs(), sum = all_ - nodes_;
    std::uint64_t *now = sets_.data(), *next = now + size_;
    first_hop(heads, now);
    while (reached < all_) {
      sum += all_ - reached;
      if (sum > enough) return sum;
      const std::uint64_t after = spread_hops(heads, now, next);
      if (after == reached) return sum + (all_ - reached) * (nodes_ - 1);
      reached = after;
      std::swap(now, next);
    }
    return sum;
  }

  CUTLINE_INLINED inline std::uint64_t sum_of_steps(const Heads& heads, std::uint64_t enough) {
    std::fill(sets_.begin(), sets_.end(), 0);
    for (std::uint32_t node = 0; node < nodes_; ++node) put(sets_.data(), node, node);
    std::uint64_t reached = nodes_, sum = 0;
    std::size_t now = 0;
    for (std::uint32_t still = 0; reached < all_;) {
      sum += all_ - reached;
      if (sum > enough) return sum;
      const std::uint64_t after = spread_steps(heads, now);
      now = now == most_steps_ ? 0 : now + 1;
      still = after == reached ? still + 1 : 0;
      if (still == most_steps_) return sum + (all_ - reached) * most_steps_ * (nodes_ - 1);
      reached = after;
    }
    return sum;
  }

  static void put(std::uint64_t* sets, std::uint32_t node, std::uint32_t member) {
    sets[node * words + member / 64] |= std::uint64_t{1} << member % 64;
  }

  void first_hop(const Heads& heads, std::uint64_t* sets) const {
    std::fill(sets, sets + size_, 0);
    for (std::uint32_t node = 0; node < nodes_; ++node) {
      put(sets, node, node);
      for (const Heads::Arc* arc = heads.begin(node); arc != heads.end(node); ++arc) put(sets, node, arc->head);
    }
  }

  /// One more hop; returns the pairs that are now reached.
  CUTLINE_INLINED inline std::uint64_t spread_hops(const Heads& heads, const std::uint64_t* now,
                                                   std::uint64_t* next) const {
    switch (heads.most()) {
      case 3:
        return spread<3>(heads, now, next);
      case 4:
        return spread<4>(heads, now, next);
      case 5:
        return spread<5>(heads, now, next);
      default:
        return spread<0>(heads, now, next);
    }
  }

  /// With so many arcs of every router; 0: any number.
  template <std::uint32_t arcs>
  CUTLINE_INLINED inline std::uint64_t spread(const Heads& heads, const std::uint64_t* now, std::uint64_t* next) const {
    std::uint64_t reached = 0;
    for (std::uint32_t node = 0; node < nodes_; ++node) {
      std::uint64_t set[words];
      for (std::size_t w = 0; w < words; ++w) set[w] = now[node * words + w];
      const Heads::Arc* arc = heads.begin(node);
      const std::uint32_t count = arcs == 0 ? heads.count(node) : arcs;
      for (std::uint32_t i = 0; i < count; ++i) {
        for (std::size_t w = 0; w < words; ++w) set[w] |= now[arc[i].head * words + w];
      }
      for (std::size_t w = 0; w < words; ++w) {
        next[node * words + w] = set[w];
        reached += static_cast<std::uint64_t>(std::popcount(set[w]));
      }
    }
    return reached;
  }

  /// One more step, with arcs of several steps.
  CUTLINE_INLINED inline std::uint64_t spread_steps(const Heads& heads, std::size_t now) {
    const std::size_t rounds = std::size_t{most_steps_} + 1;
    const std::uint64_t* before[kMostLinkSteps + 1];
    for (std::size_t steps = 1; steps < rounds; ++steps)
      before[steps] = &sets_[(now + rounds + 1 - steps) % rounds * size_];
    std::uint64_t* next = &sets_[(now + 1) % rounds * size_];
    std::uint64_t reached = 0;
    for (std::uint32_t node = 0; node < nodes_; ++node) {
      std::uint64_t set[words];
      for (std::size_t w = 0; w < words; ++w) set[w] = before[1][node * words + w];
      for (const Heads::Arc* arc = heads.begin(node); arc != heads.end(node); ++arc) {
        for (std::size_t w = 0; w < words; ++w) set[w] |= before[arc->steps][arc->head * words + w];
      }
      for (std::size_t w = 0; w < words; ++w) {
        next[node * words + w] = set[w];
        reached += static_cast<std::uint64_t>(std::popcount(set[w]));
      }
    }
    return reached;
  }

  std::uint32_t nodes_, most_steps_;
  std::size_t size_;
  std::uint64_t all_;
  std::vector<std::uint64_t> sets_;  ///< of the last rounds, one set a router
  bool counts_bits_;
};

}  // namespace cutline
