// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <utility>

#include "cutline/base/function_ref.hpp"
#include "performance/channel_costs.hpp"
#include "performance/pair_costs.hpp"
#include "topology/digit_graphs.hpp"

namespace cutline {

namespace {

/// Adds up the pairs with the same cost. Most pairs are like many others, so there are few different costs. A hash
/// table with open addressing is used, because this takes most of the time of a sweep.
class CountsByCost {
 public:
  void add(const PairCount& pairs) {
    if (2 * counts_.size() >= places_.size()) grow();
    std::uint32_t& place = places_[place_of(pairs)];
    if (place == kFree) {
      place = static_cast<std::uint32_t>(counts_.size());
      counts_.push_back(pairs);
    } else {
      counts_[place].pairs += pairs.pairs;
    }
  }
  /// The counts in the order in which they were first added.
  std::vector<PairCount> take() && { return std::move(counts_); }

 private:
  static constexpr std::uint32_t kFree = ~std::uint32_t{0};

  static bool pay_the_same(const PairCount& a, const PairCount& b) {
    return a.hops == b.hops && a.way.links == b.way.links && a.way.interchanges == b.way.interchanges;
  }
  /// The place of the count with the cost of these pairs or, if there is none, a free place for it.
  std::size_t place_of(const PairCount& pairs) const {
    constexpr std::uint64_t kFactor = 0x9E3779B97F4A7C15;  // 2^64 over the golden ratio, as Fibonacci hashing takes it
    std::uint64_t hash = std::bit_cast<std::uint64_t>(pairs.way.links) * kFactor + pairs.hops;
    hash = (hash ^ hash >> 32 ^ std::bit_cast<std::uint64_t>(pairs.way.interchanges)) * kFactor;
    std::size_t place = hash >> 32 & (places_.size() - 1);
    while (places_[place] != kFree && !pay_the_same(counts_[places_[place]], pairs))
      place = (place + 1) & (places_.size() - 1);
    return place;
  }
  void grow() {
    places_.assign(std::max<std::size_t>(64, 4 * counts_.size()), kFree);
    places_.resize(std::bit_ceil(places_.size()), kFree);
    for (std::uint32_t i = 0; i < counts_.size(); ++i) places_[place_of(counts_[i])] = i;
  }

  std::vector<std::uint32_t> places_;  ///< indices of counts_; a power of two of them, at most half taken
  std::vector<PairCount> counts_;
};

std::optional<std::vector<PairCount>> counts_of(const NetworkWithLinks& network, Routing routing, std::uint64_t effort,
                                                FunctionRef<double(const LinkPlace&)> cost) {
  CountsByCost counts;
  const bool known =
      for_each_pair(network.topology, routing, channel_costs(network, cost), effort, [&](const PairCost& pair) {
        counts.add({pair.hops, pair.way, 1});
      });
  if (!known) return std::nullopt;
  return std::move(counts).take();
}

std::vector<PairCount> convolved_counts(const std::vector<PairCount>& a, const std::vector<PairCount>& b) {
  CountsByCost sums;
  for (const PairCount& one : a) {
    for (const PairCount& other : b) sums.add({one.hops + other.hops, one.way + other.way, one.pairs * other.pairs});
  }
  return std::move(sums).take();
}

}  // namespace

std::optional<std::vector<PairCount>> pair_counts(const Topology& topology, const Placement& placement,
                                                  const Layout& layout, Routing routing, std::uint64_t effort,
                                                  FunctionRef<double(const LinkPlace&)> cost) {
  const auto most = static_cast<double>(effort);
  const auto networks = networks_by_axis(topology, placement, layout, effort);
  if (!networks) {
    if (!fits_channel_graph(topology) || pair_visits(topology) > most) return std::nullopt;
    return counts_of(whole_network(topology, placement, layout), routing, effort, cost);
  }
  double visits = 0;
  for (const NetworkWithLinks& network : *networks) visits += pair_visits(network.topology);
  if (visits > most) return std::nullopt;
  std::vector<PairCount> all = {{.pairs = 1}};
  for (const NetworkWithLinks& network : *networks) {
    const auto own = counts_of(network, routing, effort, cost);
    if (!own || own->size() > effort / all.size()) return std::nullopt;
    all = convolved_counts(all, *own);
  }
  return all;
}

}  // namespace cutline
