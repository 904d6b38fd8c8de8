// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace cutline {

/// The heads of the arcs from every router, up to a fixed number each.
class Heads {
 public:
  Heads(std::uint32_t nodes, std::uint32_t most) : most_(most), count_(nodes, 0), heads_(std::size_t{nodes} * most) {}

  std::uint32_t nodes() const { return static_cast<std::uint32_t>(count_.size()); }
  std::uint32_t count(std::uint32_t node) const { return count_[node]; }
  const std::uint32_t* begin(std::uint32_t node) const { return &heads_[std::size_t{node} * most_]; }
  const std::uint32_t* end(std::uint32_t node) const { return begin(node) + count_[node]; }
  bool has(std::uint32_t from, std::uint32_t to) const { return std::find(begin(from), end(from), to) != end(from); }
  void add(std::uint32_t from, std::uint32_t to) { heads_[std::size_t{from} * most_ + count_[from]++] = to; }
  void remove(std::uint32_t from, std::uint32_t to) {
    std::uint32_t* first = &heads_[std::size_t{from} * most_];
    *std::find(first, first + count_[from], to) = first[count_[from] - 1];
    --count_[from];
  }

 private:
  std::uint32_t most_;
  std::vector<std::uint32_t> count_, heads_;
};

/// Sums the hops between all pairs of routers. All searches run side by side, one a bit: after k rounds the set of a
/// router holds those that it reaches within k hops, and each round joins it with the sets of its heads. The sum of the
/// hops is the number of pairs that are not yet reached, added up over the rounds.
template <std::size_t words>
class HopCounter {
 public:
  explicit HopCounter(std::uint32_t nodes)
      : nodes_(nodes), now_(std::size_t{nodes} * words), next_(std::size_t{nodes} * words) {}

  /// Pairs without a way count for as many hops as there are routers. Ends early, with some larger sum, where the sum
  /// is more than `enough`.
  std::uint64_t sum(const Heads& heads, std::uint64_t enough) {
    for (std::uint32_t node = 0; node < nodes_; ++node) {
      for (std::size_t w = 0; w < words; ++w) now_[node * words + w] = 0;
      now_[node * words + node / 64] = std::uint64_t{1} << node % 64;
    }
    const std::uint64_t all = std::uint64_t{nodes_} * nodes_;
    std::uint64_t reached = nodes_, sum = 0;
    while (reached < all && sum <= enough) {
      sum += all - reached;
      const std::uint64_t after = spread(heads);
      if (after == reached) return sum + (all - reached) * (nodes_ - 1);
      reached = after;
    }
    return sum;
  }

 private:
  /// One more hop; returns the pairs that are now reached.
  std::uint64_t spread(const Heads& heads) {
    for (std::uint32_t node = 0; node < nodes_; ++node) {
      std::uint64_t set[words];
      for (std::size_t w = 0; w < words; ++w) set[w] = now_[node * words + w];
      for (const std::uint32_t* head = heads.begin(node); head != heads.end(node); ++head) {
        for (std::size_t w = 0; w < words; ++w) set[w] |= now_[*head * words + w];
      }
      for (std::size_t w = 0; w < words; ++w) next_[node * words + w] = set[w];
    }
    std::swap(now_, next_);
    return ones();
  }

  /// Counts bits eight words a time in bytes, since not all machines that this is built for count bits at once.
  std::uint64_t ones() const {
    constexpr std::uint64_t kTwos = 0x5555555555555555, kFours = 0x3333333333333333, kBytes = 0x0f0f0f0f0f0f0f0f;
    constexpr std::size_t kMost = 31;  // bytes of 8 that a byte can hold
    std::uint64_t count = 0;
    for (std::size_t at = 0; at < now_.size(); at += kMost) {
      const std::size_t end = std::min(now_.size(), at + kMost);
      std::uint64_t bytes = 0;
      for (std::size_t i = at; i < end; ++i) {
        std::uint64_t x = now_[i];
        x -= (x >> 1) & kTwos;
        x = (x & kFours) + ((x >> 2) & kFours);
        bytes += (x + (x >> 4)) & kBytes;
      }
      const std::uint64_t pairs = (bytes & 0x00ff00ff00ff00ff) + ((bytes >> 8) & 0x00ff00ff00ff00ff);
      count += (pairs * 0x0001000100010001) >> 48;
    }
    return count;
  }

  std::uint32_t nodes_;
  std::vector<std::uint64_t> now_, next_;
};

}  // namespace cutline
