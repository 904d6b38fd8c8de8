// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "base/random.hpp"
#include "cutline/base/parallel.hpp"
#include "topology/balanced_cuts.hpp"

namespace cutline {

namespace {

constexpr std::uint64_t kCoolingSteps = 256;

/// The first temperature, in mean weights of links, and by what it is multiplied step by step, until 0.2 are left.
struct Cooling {
  double hot = 1, falls = 1;
};

/// Moves single nodes from side to side. What it costs that the sides differ in size rises as the temperature falls, so
/// that a walk passes through uneven partitions at first.
class CutWalk {
 public:
  CutWalk(const ChannelGraph& graph, Sides sides, std::uint64_t seed)
      : graph_(graph), sides_(std::move(sides)), gain_(sides_.size(), 0), random_(seed) {
    for (std::uint32_t node = 0; node < sides_.size(); ++node) {
      more_ += graph.is_node(node) ? 2 * sides_[node] - 1 : 0;
      for (std::uint64_t c = graph.first[node]; c < graph.first[node + 1]; ++c) {
        gain_[node] += sides_[node] != sides_[graph.head[c]] ? graph.weight(c) : -std::int64_t{graph.weight(c)};
        weights_ += graph.weight(c);
      }
    }
  }

  Sides run(std::uint64_t moves, const Cooling& cooling) {
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
    if (change > 0 && !is_kept(change)) return;
    more_ += step;
    sides_[node] ^= 1;
    gain_[node] = -gain_[node];
    for (std::uint64_t c = graph_.first[node]; c < graph_.first[node + 1]; ++c) {
      const std::int64_t twice = 2 * std::int64_t{graph_.weight(c)};
      gain_[graph_.head[c]] += sides_[graph_.head[c]] != sides_[node] ? twice : -twice;
    }
  }

  /// With the probability (1 - x / 16)^16, x = change / temperature: nearly exp(-x), and the same on every machine.
  bool is_kept(double change) {
    double chance = 1 - change / temperature_ / 16;
    if (chance <= 0) return false;
    for (int squares = 0; squares < 4; ++squares) chance *= chance;
    return random_.unit() < chance;
  }

  const ChannelGraph& graph_;
  Sides sides_;
  std::vector<std::int64_t> gain_;  ///< by how much the cut shrinks if the node changes sides
  Random random_;
  std::int64_t more_ = 0;  ///< nodes on side 1 less those on side 0
  double weights_ = 0, temperature_ = 0, even_ = 0;
};

}  // namespace

std::vector<Sides> walked_partitions(const ChannelGraph& graph, const std::vector<Sides>& starts) {
  constexpr std::uint64_t kMovesPerNode = 4000, kMostMoves = 60'000'000;
  // For graphs with a shape and, one in four, without: their cuts are as good from a start that was melted.
  constexpr std::array<Cooling, 4> kCoolings = {{{0.7, 0.9951}, {2.5, 0.9902}, {0.7, 0.9951}, {0.7, 0.9951}}};
  std::vector<Sides> found;
  for (std::size_t i = 0; i < starts.size(); ++i) {
    const std::uint64_t moves = std::min(kMostMoves, kMovesPerNode * starts[i].size());
    found.push_back(CutWalk(graph, starts[i], i).run(moves, kCoolings[i % kCoolings.size()]));
    improve(graph, found.back());
  }
  return found;
}

}  // namespace cutline
