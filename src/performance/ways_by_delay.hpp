// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <compare>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "topology/digit_graphs.hpp"

namespace cutline {

/// Messages of the same hops and delay.
struct DelayedMessages {
  std::uint32_t hops = 0;
  std::int64_t delay = 0;
  double messages = 1;  ///< or a share of messages
  bool pays_as(const DelayedMessages& other) const { return hops == other.hops && delay == other.delay; }
  auto operator<=>(const DelayedMessages&) const = default;
};

/// Makes those of the same hops and delay one, and sorts. If there are then more than `most` delays of one number of
/// hops, those between the least and the greatest are taken together in as many equal steps, each with its mean: least,
/// greatest and mean stay exact.
void take_together(std::vector<DelayedMessages>& all, std::size_t most);

/// Lists of ways, one behind the other.
class WayLists {
 public:
  explicit WayLists(std::size_t lists) : of_list_(lists) {}
  void clear();
  void set(std::size_t list, std::span<const DelayedMessages> ways);
  /// Empty where none was set. Valid until the next set().
  std::span<const DelayedMessages> at(std::size_t list) const {
    return {ways_.data() + of_list_[list].first, of_list_[list].second};
  }

 private:
  std::vector<std::pair<std::size_t, std::uint32_t>> of_list_;  ///< its first way, and how many
  std::vector<DelayedMessages> ways_;
};

/// How messages from every site to one node are distributed over the hops and delays of their ways, each way with its
/// share.
class WaysByDelay {
 public:
  /// Refers to the graph. `delays`: by channel. From a site take_together() leaves most_delays(visits) delays, where
  /// all ways of the network visit a channel `visits` times.
  WaysByDelay(const ChannelGraph& graph, std::vector<std::int64_t> delays, double visits);
  /// 256, or fewer in large networks, so that time and memory are bounded, but at least 8.
  static std::size_t most_delays(double visits);
  /// Begins with the ways to another node.
  void start(std::uint32_t target);
  /// Adds the ways from a site, after those of all sites that follow it: `for_each_next(visit)` calls visit(channel,
  /// share) for the channels that its messages take next; the shares sum to 1.
  template <class ForEachNext>
  void add(std::uint32_t site, const ForEachNext& for_each_next) {
    gathered_.clear();
    for_each_next([&](std::uint64_t channel, double share) {
      for (const DelayedMessages& way : from(graph_.head[channel])) {
        const DelayedMessages longer{way.hops + 1, way.delay + delays_[channel], way.messages * share};
        if (longer.messages <= 0) continue;
        if (!gathered_.empty() && gathered_.back().pays_as(longer)) {
          gathered_.back().messages += longer.messages;
        } else {
          gathered_.push_back(longer);
        }
      }
    });
    if (gathered_.size() > 1) take_together(gathered_, most_);
    if (gathered_.size() == 1) gathered_.front().messages = 1;
    lists_.set(site, gathered_);
  }
  /// Ascending by hops, then by delay; empty where there is no way.
  std::span<const DelayedMessages> from(std::uint32_t site) const { return lists_.at(site); }

 private:
  const ChannelGraph& graph_;
  std::vector<std::int64_t> delays_;
  std::size_t most_;
  WayLists lists_;  ///< by site
  std::vector<DelayedMessages> gathered_;
};

/// Adds up messages of the same hops and delay. Most are like many others, so there are few different ones. A hash
/// table with open addressing is used, because this takes most of the time of a sweep. Past 2^20 different ones they
/// are taken together: least and greatest delay of each number of hops, and the mean, stay exact.
class CountsByDelay {
 public:
  void add(const DelayedMessages& messages) {
    if (2 * counts_.size() >= places_.size()) grow();
    std::uint32_t& place = places_[place_of(messages)];
    if (place == kFree) {
      place = static_cast<std::uint32_t>(counts_.size());
      counts_.push_back(messages);
    } else {
      counts_[place].messages += messages.messages;
    }
  }
  /// In the order in which they were first added, as far as none were taken together.
  std::vector<DelayedMessages> take() && { return std::move(counts_); }

 private:
  static constexpr std::uint32_t kFree = ~std::uint32_t{0};

  /// The place of the count that pays the same or, if there is none, a free place for it.
  std::size_t place_of(const DelayedMessages& messages) const {
    constexpr std::uint64_t kFactor = 0x9E3779B97F4A7C15;  // 2^64 over the golden ratio, as Fibonacci hashing takes it
    std::uint64_t hash = std::bit_cast<std::uint64_t>(messages.delay) * kFactor;
    hash = (hash ^ hash >> 32 ^ messages.hops) * kFactor;
    std::size_t place = hash >> 32 & (places_.size() - 1);
    while (places_[place] != kFree && !counts_[places_[place]].pays_as(messages))
      place = (place + 1) & (places_.size() - 1);
    return place;
  }
  void grow();

  std::vector<std::uint32_t> places_;  ///< indices of counts_; a power of two of them, at most half taken
  std::vector<DelayedMessages> counts_;
};

}  // namespace cutline
