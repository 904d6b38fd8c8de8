// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/random.hpp"
#include "cutline/base/parallel.hpp"
#include "topology/balanced_cuts.hpp"
#include "topology/levelled_cuts.hpp"

namespace cutline {

namespace {

struct SidesWithCut {
  std::uint64_t cut = 0;
  Sides sides;
};

/// Improved partitions, of each cut one, from the least.
class CutPopulation {
 public:
  explicit CutPopulation(const ChannelGraph& graph) : graph_(graph) {}

  const SidesWithCut& best() const { return members_.front(); }
  const SidesWithCut& any(Random& random) const { return members_[random.below(members_.size())]; }

  /// Takes the place of the partition with the same cut, or of none.
  void add(Sides sides) {
    constexpr std::size_t kMost = 24;
    const std::uint64_t cut = crossing(graph_, sides);
    const auto before = [](const SidesWithCut& member, std::uint64_t least) { return member.cut < least; };
    const auto at = std::lower_bound(members_.begin(), members_.end(), cut, before);
    if (at != members_.end() && at->cut == cut) {
      at->sides = std::move(sides);
    } else if (at != members_.end() || members_.size() < kMost) {
      members_.insert(at, {cut, std::move(sides)});
    }
    if (members_.size() > kMost) members_.pop_back();
  }

 private:
  const ChannelGraph& graph_;
  std::vector<SidesWithCut> members_;
};

/// Partitions of one graph, recombined.
class Recombination {
 public:
  Recombination(const ChannelGraph& graph, std::vector<Sides> partitions)
      : graph_(graph), merged_(unmerged(graph)), all_alike_(graph.node_count(), 0), population_(graph) {
    for (Sides& sides : partitions) population_.add(std::move(sides));
  }

  const SidesWithCut& best() const { return population_.best(); }

  void add_fresh(std::uint64_t count, std::uint64_t lower) {
    for (std::uint64_t i = 0; i < count && population_.best().cut > lower; ++i) {
      stop_if_asked();
      population_.add(fresh());
    }
  }

  void run(std::uint64_t rounds, std::uint64_t patience, std::uint64_t lower) {
    std::uint64_t last = 0;
    for (std::uint64_t round = 0; round < rounds && round - last < patience; ++round) {
      const std::uint64_t before = population_.best().cut;
      if (before <= lower) return;
      stop_if_asked();
      add_child();
      if (population_.best().cut < before) last = round;
    }
  }

 private:
  /// Two members, or one and a fresh partition, have a child: nodes that one of them parts are never merged, so that it
  /// inherits all that they agree on, and it begins at the better member.
  void add_child() {
    constexpr std::uint64_t kFreshIn = 10;
    const SidesWithCut *one = &population_.any(random_), *other = &population_.any(random_);
    if (other->cut < one->cut) std::swap(one, other);
    const bool alone = one == other || random_.below(kFreshIn) == 0;
    const Sides second = alone ? fresh() : other->sides;
    std::vector<std::uint8_t> labels(one->sides.size());
    for (std::size_t node = 0; node < labels.size(); ++node)
      labels[node] = static_cast<std::uint8_t>(2 * one->sides[node] + second[node]);
    Sides child = levelled_partition(merged_, labels, &one->sides, random_);
    population_.add(std::move(child));
  }

  Sides fresh() {
    Sides sides = levelled_partition(merged_, all_alike_, nullptr, random_);
    improve(graph_, sides);
    return sides;
  }

  const ChannelGraph& graph_;
  MergedGraph merged_;
  std::vector<std::uint8_t> all_alike_;
  CutPopulation population_;
  Random random_{1};
};

}  // namespace

Sides recombined(const ChannelGraph& graph, std::vector<Sides> partitions, std::uint64_t lower) {
  constexpr std::uint64_t kVisits = 30'000'000, kMostRounds = 2400, kMostPatience = 1000;
  const std::uint64_t rounds = std::min(kMostRounds, kVisits / std::max<std::uint64_t>(1, graph.head.size()));
  const std::uint64_t patience = std::clamp<std::uint64_t>(graph.node_count() / 2, 10, kMostPatience);
  Recombination search(graph, std::move(partitions));
  search.add_fresh(std::min(rounds, patience) / 3, lower);
  search.run(rounds, patience, lower);
  return search.best().sides;
}

}  // namespace cutline
