// SPDX-License-Identifier: Apache-2.0

#include "cutline/base/parallel.hpp"
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
  bool has(std::uint64_t cut) const { return !members_.empty() && best().cut <= cut; }
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
  Recombination(const ChannelGraph& graph, const MergedGraph& merged, const LevelEffort& effort, std::uint64_t seed)
      : graph_(graph),
        merged_(merged),
        effort_(effort),
        all_alike_(graph.node_count(), 0),
        population_(graph),
        random_(seed) {}

  const SidesWithCut& best() const { return population_.best(); }

  void add(const Sides& sides) { population_.add(sides); }

  void add_fresh(std::uint64_t count, std::uint64_t lower) {
    for (std::uint64_t i = 0; i < count && !population_.has(lower); ++i) {
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
    Sides child = levelled_partition(merged_, labels, &one->sides, random_, effort_);
    population_.add(std::move(child));
  }

  Sides fresh() {
    Sides sides = levelled_partition(merged_, all_alike_, nullptr, random_, effort_);
    improve(graph_, sides);
    return sides;
  }

  const ChannelGraph& graph_;
  const MergedGraph& merged_;
  LevelEffort effort_;
  std::vector<std::uint8_t> all_alike_;
  CutPopulation population_;
  Random random_;
};

std::uint64_t least_cut(const ChannelGraph& graph, const std::vector<Sides>& partitions) {
  std::uint64_t least = ~std::uint64_t{0};
  for (const Sides& sides : partitions) least = std::min(least, crossing(graph, sides));
  return least;
}

/// The best of several populations that do not meet: one alone soon agrees on a cut, and where a graph is cheaply cut
/// in many places its least cut may be made up of other pieces. Flows and long rounds move a cut from place to place.
Sides best_of_islands(const ChannelGraph& graph, const std::vector<Sides>& partitions, std::uint64_t lower) {
  // Sizes chosen by trial on Walshaw's uk, where one island in three finds the least cut.
  constexpr LevelEffort kEffort = {.patience = 1000, .by_flows = true};
  constexpr std::uint64_t kVisits = 50'000'000, kLeastChildren = 160, kNodesOfIsland = 256;
  constexpr std::uint64_t kFresh = 20, kPatience = 50;
  const std::uint64_t children = kVisits / std::max<std::uint64_t>(1, graph.head.size());
  const std::uint64_t islands = std::min(children / kLeastChildren, graph.node_count() / kNodesOfIsland);
  const MergedGraph merged = unmerged(graph);
  std::vector<SidesWithCut> found(std::max<std::uint64_t>(1, islands));
  parallel_for(found.size(), [&](std::size_t number) {
    Recombination island(graph, merged, kEffort, number + 1);
    for (std::size_t i = number; i < partitions.size(); i += found.size()) island.add(partitions[i]);
    island.add_fresh(kFresh, lower);
    island.run(std::min(kLeastChildren, children), kPatience, lower);
    found[number] = island.best();
  });
  return std::ranges::min_element(found, {}, &SidesWithCut::cut)->sides;
}

constexpr std::uint64_t kCoolingSteps = 256;

/// The first temperature, in mean weights of links, and by what it is multiplied step by step, until 0.2 are left.
struct WalkCooling {
  double hot = 1, falls = 1;
};

/// Moves single nodes from side to side. What it costs that the sides differ in size rises as the temperature falls, so
/// that a walk passes through uneven partitions at first.
class CutWalk {
 public:
  CutWalk(const ChannelGraph& graph, Sides sides, std::uint64_t seed)
      : graph_(graph), sides_(std::move(sides)), gain_(sides_.size(), 0), random_(seed) {
    for (std::uint32_t node = 0; node < sides_.size(); ++node) more_ += graph.is_node(node) ? 2 * sides_[node] - 1 : 0;
    graph.for_each_channel([&](std::uint32_t node, std::uint64_t c) {
      gain_[node] += sides_[node] != sides_[graph.head[c]] ? graph.weight(c) : -std::int64_t{graph.weight(c)};
      weights_ += graph.weight(c);
    });
  }

  Sides run(std::uint64_t moves, const WalkCooling& cooling) {
    constexpr double kEven = 0.01, kMoreEven = 1.0134;  // thirty times as much in the end
    const double link = weights_ / std::max(1.0, static_cast<double>(graph_.head.size()));
    temperature_ = link * cooling.hot;
    even_ = link * kEven;
    for (std::uint64_t step = 0; step < kCoolingSteps; ++step) {
      stop_if_asked();
      for (std::uint64_t move = 0; move < moves / kCoolingSteps; ++move) try_move();
      temperature_ *= cooling.falls;
      even_ *= kMoreEven;
    }
    return std::move(sides_);
  }

 private:
  void try_move() {
    const auto node = static_cast<std::uint32_t>((random_.next() >> 32) * sides_.size() >> 32);
    const std::int64_t step = !graph_.is_node(node) ? 0 : sides_[node] == 1 ? -2 : 2;
    const double change =
        static_cast<double>(-gain_[node]) + even_ * static_cast<double>(step * (2 * more_ + step)) / 4;
    if (change > 0 && !random_.keeps_worse(change / temperature_)) return;
    more_ += step;
    sides_[node] ^= 1;
    gain_[node] = -gain_[node];
    for (std::uint64_t c = graph_.first[node]; c < graph_.first[node + 1]; ++c) {
      const std::int64_t twice = 2 * std::int64_t{graph_.weight(c)};
      gain_[graph_.head[c]] += sides_[graph_.head[c]] != sides_[node] ? twice : -twice;
    }
  }

  const ChannelGraph& graph_;
  Sides sides_;
  std::vector<std::int64_t> gain_;  ///< by how much the cut shrinks if the node changes sides
  Random random_;
  std::int64_t more_ = 0;  ///< nodes on side 1 less those on side 0
  double weights_ = 0, temperature_ = 0, even_ = 0;
};

}  // namespace

bool is_thin(const ChannelGraph& graph, std::uint64_t cut) {
  constexpr std::uint64_t kLeastNodes = 1024;  // sweeps have many smaller graphs, and one population does for these
  constexpr std::uint64_t kMostChannels = 1u << 17;
  const std::uint64_t nodes = graph.addressed_count();
  return nodes >= kLeastNodes && graph.head.size() <= kMostChannels && cut * cut < nodes;
}

Sides recombined(const ChannelGraph& graph, std::vector<Sides> partitions, std::uint64_t lower) {
  if (is_thin(graph, least_cut(graph, partitions))) return best_of_islands(graph, partitions, lower);
  // Fresh partitions find what no child of others does, so they get as many rounds. Sizes chosen by trial.
  constexpr std::uint64_t kVisits = 30'000'000, kMostRounds = 2400, kMostPatience = 500, kMostFresh = 700;
  const std::uint64_t rounds = std::min(kMostRounds, kVisits / std::max<std::uint64_t>(1, graph.head.size()));
  const std::uint64_t nodes = graph.node_count();
  const std::uint64_t patience = std::min(std::clamp<std::uint64_t>(nodes / 2, 10, kMostPatience), 1 + rounds / 2);
  const MergedGraph merged = unmerged(graph);
  Recombination search(graph, merged, {}, 1);
  for (const Sides& sides : partitions) search.add(sides);
  search.add_fresh(std::min({rounds / 2, kMostFresh, std::max<std::uint64_t>(3, nodes / 6)}), lower);
  search.run(rounds, patience, lower);
  return search.best().sides;
}

std::vector<Sides> walked_partitions(const ChannelGraph& graph, const std::vector<Sides>& starts) {
  constexpr std::uint64_t kMovesPerNode = 4000, kMostMoves = 60'000'000;
  // The second is for graphs without a shape, or with hubs: METIS and levels find none of their best cuts, but children
  // of several melted starts do.
  constexpr std::array<WalkCooling, 2> kCoolings = {{{0.7, 0.9951}, {2.5, 0.9902}}};
  std::vector<Sides> found;
  for (std::size_t i = 0; i < starts.size(); ++i) {
    const std::uint64_t moves = std::min(kMostMoves, kMovesPerNode * starts[i].size());
    found.push_back(CutWalk(graph, starts[i], i).run(moves, kCoolings[i % kCoolings.size()]));
    improve(graph, found.back());
  }
  return found;
}

}  // namespace cutline
