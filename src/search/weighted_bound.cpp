// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <functional>
#include <limits>
#include <vector>

#include "search/link_bounds.hpp"
#include "search/link_grid.hpp"

namespace cutline {

namespace {

/// The least of what paths over allowed links take, by the offset |dx|, |dy| of their ends: a path that never turns
/// back is as good as any, for an allowed link allows all shorter ones, which cost no more.
class ByOffset {
 public:
  ByOffset(const LinkLimits& limits, bool hops) : columns_(limits.columns), least_(limits.nodes(), kNever) {
    least_[0] = 0;
    for (std::uint32_t at = 1; at < limits.nodes(); ++at) {
      const std::uint32_t x = at % columns_, y = at / columns_;
      for (std::uint32_t dy = 0; dy <= y; ++dy) {
        for (std::uint32_t dx = 0; dx <= x && fits_offset(limits, {dx, dy}); ++dx) {
          const std::uint64_t before = least_[at - dy * columns_ - dx];
          const std::uint64_t link = hops ? 1 : steps_of_span(limits, dx + dy);
          if (dx + dy > 0 && before != kNever) least_[at] = std::min(least_[at], before + link);
        }
      }
    }
  }
  std::uint64_t of(const std::array<std::uint32_t, 2>& offset) const {
    return least_[offset[1] * columns_ + offset[0]];
  }

 private:
  static constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();
  std::uint32_t columns_;
  std::vector<std::uint64_t> least_;
};

/// The sum over weights, the heaviest nearest, of the hops within which Moore's count has room for so many routers.
std::uint64_t sum_by_moore(const LinkLimits& limits, std::vector<std::uint32_t> weights) {
  std::sort(weights.begin(), weights.end(), std::greater<>());
  std::uint64_t sum = 0, hops = 0, ring = 1, room = 0;
  for (const std::uint32_t weight : weights) {
    for (; room == 0; room = ring) {
      ring = std::min<std::uint64_t>(limits.nodes(),
                                     ring * (hops == 0 || limits.directed ? limits.degree : limits.degree - 1));
      ++hops;
    }
    --room;
    sum += weight * hops;
  }
  return sum;
}

}  // namespace

HopBound least_by_weight(const LinkLimits& limits) {
  const ByOffset hops(limits, true), cost(limits, false);
  const std::uint32_t nodes = limits.nodes(), cheapest = steps_of_span(limits, 1);
  HopBound bound;
  bound.most_binding = HopBoundCause::reach;
  for (std::uint32_t from = 0; from < nodes; ++from) {
    std::vector<std::uint32_t> weights;
    std::uint64_t by_hops = 0, by_cost = 0;
    for (std::uint32_t to = 0; to < nodes; ++to) {
      if (to == from) continue;
      weights.push_back(limits.weights[std::size_t{from} * nodes + to]);
      const std::array<std::uint32_t, 2> apart = offset(limits, {from, to});
      by_hops += weights.back() * hops.of(apart);
      by_cost += weights.back() * cost.of(apart);
    }
    const std::uint64_t moore = sum_by_moore(limits, std::move(weights));
    bound.hops += std::max(by_hops, moore);
    bound.cost += std::max(by_cost, moore * cheapest);
  }
  return bound;
}

}  // namespace cutline
