// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "cutline/detail/search/link_search.hpp"
#include "search/link_grid.hpp"

#if defined(__x86_64__) && defined(__GNUC__)
#define CUTLINE_COUNTS_BITS __attribute__((target("popcnt")))
#define CUTLINE_INLINED __attribute__((always_inline))
#else
#define CUTLINE_COUNTS_BITS
#define CUTLINE_INLINED
#endif

namespace cutline {

/// What a pair costs besides its hops if it is farther apart than the limit on the diameter.
inline constexpr std::uint64_t kPriceOfFar = 3;

/// Whether this machine counts the bits of a word with one instruction.
inline bool counts_bits() {
#if defined(__x86_64__) && defined(__GNUC__)
  static const bool has = __builtin_cpu_supports("popcnt") != 0;
  return has;
#else
  return true;
#endif
}

/// Sums the costs of the cheapest paths between all pairs of routers, by a breadth-first search from all routers at
/// once in which each router is one bit of a set. After k rounds, the set of a router holds the routers that it reaches
/// at a cost of at most k. In round k a router joins its set with the set that the head of each of its arcs had in
/// round k - s, where s is the cost of the arc. The cost of a pair is the number of rounds before it is reached, so the
/// sum of costs is the number of unreached pairs, added up over the rounds; or what they weigh. Weights are split into
/// sets of pairs, one for each binary digit, so that they too are counted many pairs at once. If the links stay the
/// same under turns of the grid, one router of each orbit is a member of sets: its images are reached as often.
template <std::size_t words>
class CostCounter {
 public:
  /// If all arcs cost 1, a pair farther apart than the limit on the diameter costs kPriceOfFar mean weights more. Links
  /// keep the turns; with weights there are none. `words` x 64 routers, one of each orbit, are members of sets.
  explicit CostCounter(const LinkGrid& grid, Turns turns = Turns::none)
      : nodes_(grid.limits().nodes()),
        images_(static_cast<std::uint64_t>(turns)),
        diameter_(grid.limits().diameter),
        most_steps_(grid.most_steps()),
        mean_weight_(grid.mean_weight()),
        size_(std::size_t{nodes_} * words),
        all_(std::uint64_t{nodes_} * nodes_),
        alone_(size_),
        sets_((std::size_t{most_steps_} + 1) * size_),
        counts_bits_(counts_bits()) {
    put_members(grid, turns);
    put_digits(grid.limits().weights);
  }

  /// One router of each orbit: how many there are.
  static std::uint32_t members(const LinkGrid& grid, Turns turns) {
    const auto images = static_cast<std::uint32_t>(turns);
    return (grid.limits().nodes() + images - 1) / images;
  }

  /// A pair without a path costs as much as a path through all routers over the most expensive arcs, if it has the mean
  /// weight. If the sum exceeds `enough`, returns early with any number above `enough`.
  std::uint64_t sum(const AdjacencyLists& heads, std::uint64_t enough) {
    return counts_bits_ ? sum_by_counts(heads, enough) : sum_by_any(heads, enough);
  }

 private:
  CUTLINE_COUNTS_BITS std::uint64_t sum_by_counts(const AdjacencyLists& heads, std::uint64_t enough) {
    return most_steps_ == 1 ? sum_of_hops(heads, enough) : sum_of_steps(heads, enough);
  }
  std::uint64_t sum_by_any(const AdjacencyLists& heads, std::uint64_t enough) {
    return most_steps_ == 1 ? sum_of_hops(heads, enough) : sum_of_steps(heads, enough);
  }

  CUTLINE_INLINED inline std::uint64_t sum_of_hops(const AdjacencyLists& heads, std::uint64_t enough) {
    std::uint64_t sum = all_weight_, *now = sets_.data(), *next = now + size_;
    std::uint64_t reached = spread_hops(heads, alone_.data(), now);
    for (std::uint64_t hops = 1; reached < all_; ++hops) {
      sum += weight_beyond(now, reached) + (hops == diameter_ ? (all_ - reached) * kPriceOfFar * mean_weight_ : 0);
      if (sum > enough) return sum;
      const std::uint64_t after = spread_hops(heads, now, next);
      if (after == reached) return sum + (all_ - reached) * (nodes_ - 1) * mean_weight_;
      reached = after;
      std::swap(now, next);
    }
    return sum;
  }

  CUTLINE_INLINED inline std::uint64_t sum_of_steps(const AdjacencyLists& heads, std::uint64_t enough) {
    std::ranges::fill(sets_, 0);
    std::ranges::copy(alone_, sets_.begin());
    std::uint64_t reached = nodes_, sum = 0;
    std::size_t now = 0;
    for (std::uint32_t still = 0; reached < all_;) {
      sum += reached == nodes_ ? all_weight_ : weight_beyond(&sets_[now * size_], reached);
      if (sum > enough) return sum;
      const std::uint64_t after = spread_steps(heads, now);
      now = now == most_steps_ ? 0 : now + 1;
      still = after == reached ? still + 1 : 0;
      if (still == most_steps_) return sum + (all_ - reached) * most_steps_ * (nodes_ - 1) * mean_weight_;
      reached = after;
    }
    return sum;
  }

  /// The router in the middle of the grid is its own image, and the first member.
  void put_members(const LinkGrid& grid, Turns turns) {
    const std::vector<std::uint32_t>& to = grid.turned(turns == Turns::quarter);
    std::uint32_t member = 0;
    for (std::uint32_t node = 0; turns != Turns::none && node < nodes_; ++node) {
      if (to[node] != node) continue;
      put(alone_.data(), node, member++);
      own_image_ = 1;
    }
    for (std::uint32_t node = 0; node < nodes_; ++node) {
      std::uint32_t image = node, least = node;
      for (std::uint64_t turn = 1; turn < images_; ++turn) least = std::min(least, image = to[image]);
      const bool stays = turns != Turns::none && to[node] == node;
      if (least == node && !stays) put(alone_.data(), node, member++);
    }
  }

  void put_digits(const std::vector<std::uint32_t>& weights) {
    all_weight_ = all_ - nodes_;
    if (weights.empty()) return;
    all_weight_ = 0;
    for (std::uint32_t from = 0; from < nodes_; ++from) {
      for (std::uint32_t to = 0; to < nodes_; ++to) {
        if (from == to) continue;
        const std::uint64_t weight = weights[std::size_t{from} * nodes_ + to];
        all_weight_ += weight;
        for (std::uint32_t digit = 0; weight >> digit > 0; ++digit) {
          if (digits_.size() <= digit * size_) digits_.resize((digit + 1) * size_);
          if ((weight >> digit & 1) != 0) put(&digits_[digit * size_], from, to);
        }
      }
    }
  }

  /// The weight of the pairs that are not in the sets, in which `reached` pairs are.
  CUTLINE_INLINED inline std::uint64_t weight_beyond(const std::uint64_t* sets, std::uint64_t reached) const {
    if (digits_.empty()) return all_ - reached;
    std::uint64_t sum = 0;
    for (std::size_t digit = 0; digit * size_ < digits_.size(); ++digit) {
      const std::uint64_t* has = &digits_[digit * size_];
      std::uint64_t count = 0;
      for (std::size_t i = 0; i < size_; ++i) count += static_cast<std::uint64_t>(std::popcount(has[i] & ~sets[i]));
      sum += count << digit;
    }
    return sum;
  }

  static void put(std::uint64_t* sets, std::uint32_t node, std::uint32_t member) {
    sets[node * words + member / 64] |= std::uint64_t{1} << member % 64;
  }

  /// Makes one more hop; returns how many pairs are reached now.
  CUTLINE_INLINED inline std::uint64_t spread_hops(const AdjacencyLists& heads, const std::uint64_t* now,
                                                   std::uint64_t* next) const {
    switch (heads.most()) {
      case 3:
        return spread<3>(heads, now, next);
      case 4:
        return spread<4>(heads, now, next);
      case 5:
        return spread<5>(heads, now, next);
      case 6:
        return spread<6>(heads, now, next);
      case 7:
        return spread<7>(heads, now, next);
      case 8:
        return spread<8>(heads, now, next);
      default:
        return spread<0>(heads, now, next);
    }
  }

  /// For routers with room for `arcs` arcs, so that the compiler unrolls the loop; 0: any number.
  template <std::uint32_t arcs>
  CUTLINE_INLINED inline std::uint64_t spread(const AdjacencyLists& heads, const std::uint64_t* now,
                                              std::uint64_t* next) const {
    std::uint64_t reached = 0, own = 0;
    for (std::uint32_t node = 0; node < nodes_; ++node) {
      std::uint64_t set[words];
      for (std::size_t w = 0; w < words; ++w) set[w] = now[node * words + w];
      const AdjacencyLists::Arc* arc = heads.begin(node);
      const std::uint32_t count = arcs == 0 ? heads.count(node) : arcs;
      for (std::uint32_t i = 0; i < count; ++i) {
        for (std::size_t w = 0; w < words; ++w) set[w] |= now[arc[i].head * words + w];
      }
      for (std::size_t w = 0; w < words; ++w) {
        next[node * words + w] = set[w];
        reached += static_cast<std::uint64_t>(std::popcount(set[w]));
      }
      own += set[0] & own_image_;
    }
    return reached * images_ - own * (images_ - 1);
  }

  /// Makes one more round, for arcs that cost several steps.
  CUTLINE_INLINED inline std::uint64_t spread_steps(const AdjacencyLists& heads, std::size_t now) {
    const std::size_t rounds = std::size_t{most_steps_} + 1;
    const std::uint64_t* before[kMostLinkSteps + 1];
    for (std::size_t steps = 1; steps < rounds; ++steps)
      before[steps] = &sets_[(now + rounds + 1 - steps) % rounds * size_];
    std::uint64_t* next = &sets_[(now + 1) % rounds * size_];
    std::uint64_t reached = 0, own = 0;
    for (std::uint32_t node = 0; node < nodes_; ++node) {
      std::uint64_t set[words];
      for (std::size_t w = 0; w < words; ++w) set[w] = before[1][node * words + w];
      for (const AdjacencyLists::Arc* arc = heads.begin(node); arc != heads.end(node); ++arc) {
        for (std::size_t w = 0; w < words; ++w) set[w] |= before[arc->steps][arc->head * words + w];
      }
      for (std::size_t w = 0; w < words; ++w) {
        next[node * words + w] = set[w];
        reached += static_cast<std::uint64_t>(std::popcount(set[w]));
      }
      own += set[0] & own_image_;
    }
    return reached * images_ - own * (images_ - 1);
  }

  std::uint32_t nodes_;
  std::uint64_t images_, own_image_ = 0;  ///< images of a router; 1: the first member is its only image
  std::uint64_t diameter_;
  std::uint32_t most_steps_;
  std::uint64_t mean_weight_;
  std::size_t size_;
  std::uint64_t all_, all_weight_ = 0;  ///< pairs, those of a router with itself too; the weight of all others
  std::vector<std::uint64_t> digits_;   ///< for each binary digit of weights a set of each router: whose weight has it
  std::vector<std::uint64_t> alone_;    ///< the set of each router before the first round: itself, if it is a member
  std::vector<std::uint64_t> sets_;     ///< of the last most_steps_ + 1 rounds, one set a router
  bool counts_bits_;
};

}  // namespace cutline
