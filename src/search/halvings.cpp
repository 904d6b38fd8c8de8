// SPDX-License-Identifier: Apache-2.0
#include "search/halvings.hpp"

#include "cutline/base/error.hpp"

namespace cutline {

namespace {

struct LeastSet {
  std::uint32_t half = 0;  ///< bit n is set if router n is in the half
  std::uint64_t links = 0;
};

/// Finds the half with the fewest links out of it among all sets of a given size, by depth-first search.
class HalvingWalk {
 public:
  HalvingWalk(std::uint32_t nodes, bool directed, const std::vector<GridLink>& links)
      : nodes_(nodes), heads_(nodes, 0), tails_(nodes, 0) {
    for (const GridLink& link : links) {
      heads_[link.a] |= std::uint32_t{1} << link.b;
      tails_[link.b] |= std::uint32_t{1} << link.a;
      if (directed) continue;
      heads_[link.b] |= std::uint32_t{1} << link.a;
      tails_[link.a] |= std::uint32_t{1} << link.b;
    }
  }

  /// Chooses for one router after the other whether it is in the first half. Goes back as soon as the cut is no smaller
  /// than the least one found. `left` routers are still missing in the half.
  void walk(std::uint32_t node, std::uint32_t half, std::uint32_t left, std::uint64_t cut, LeastSet& least) const {
    if (cut >= least.links) return;
    if (node == nodes_) {
      least = {half, cut};
      return;
    }
    const std::uint32_t before = (std::uint32_t{1} << node) - 1;
    const std::uint32_t rest = ~half & before, bit = std::uint32_t{1} << node;
    if (left > 0) walk(node + 1, half | bit, left - 1, cut + ones(heads_[node] & rest), least);
    if (nodes_ - node > left) walk(node + 1, half, left, cut + ones(tails_[node] & half), least);
  }

 private:
  static std::uint64_t ones(std::uint32_t set) { return static_cast<std::uint64_t>(__builtin_popcount(set)); }

  std::uint32_t nodes_;
  std::vector<std::uint32_t> heads_, tails_;
};

}  // namespace

Halving least_halving_below(std::uint32_t nodes, bool directed, const std::vector<GridLink>& links,
                            std::uint64_t below) {
  if (nodes > kMostHalvedNodes) throw_limit_error("all halvings of at most 24 routers can be counted");
  LeastSet least{0, below};
  const HalvingWalk walk(nodes, directed, links);
  walk.walk(0, 0, nodes / 2, 0, least);
  if (directed && nodes % 2 == 1) walk.walk(0, 0, nodes / 2 + 1, 0, least);
  Halving halving{{}, least.links};
  if (least.links == below) return halving;
  for (std::uint32_t node = 0; node < nodes; ++node)
    halving.first_half.push_back(static_cast<std::uint8_t>(least.half >> node & 1));
  return halving;
}

std::uint64_t least_halving(std::uint32_t nodes, bool directed, const std::vector<GridLink>& links) {
  return least_halving_below(nodes, directed, links, links.size() * 2 + 1).links;
}

}  // namespace cutline
