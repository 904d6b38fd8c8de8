// SPDX-License-Identifier: Apache-2.0
#include "fast_pairs.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "cutline/base/error.hpp"

namespace cutline {

namespace {

/// The parts that run on one lane.
struct LaneUse {
  std::uint32_t longest = 0;       ///< cuts that its longest part crosses
  std::uint32_t first_part = ~0u;  ///< keeps the wires of a link together
  bool bent = false;
};

template <class Visit>
void for_each_lane(Pattern& pattern, const Visit& visit) {
  for (std::uint32_t part = 0; part < pattern.size(); ++part) {
    if (pattern.is_facing(part)) continue;
    const std::size_t end = part + 1 < pattern.size() ? pattern.first_unit(part + 1) : pattern.lane.size();
    for (std::size_t unit = pattern.first_unit(part); unit < end; ++unit) visit(part, pattern.lane[unit]);
  }
}

/// Moves the wires of each pair to its lowest tracks: the fullest pair may have given some of its tracks away.
void close_gaps(Pattern& pattern, std::size_t places) {
  std::vector<bool> in_use(places * pattern.pairs, false);
  for_each_lane(pattern, [&](std::uint32_t, std::uint32_t lane) { in_use[lane] = true; });
  std::vector<std::uint32_t> packed(in_use.size()), next(pattern.pairs);
  std::iota(next.begin(), next.end(), 0u);
  for (std::uint32_t lane = 0; lane < in_use.size(); ++lane) {
    if (in_use[lane])
      packed[lane] = std::exchange(next[lane % pattern.pairs], next[lane % pattern.pairs] + pattern.pairs);
  }
  for_each_lane(pattern, [&](std::uint32_t, std::uint32_t& lane) { lane = packed[lane]; });
  pattern.tracks = *std::max_element(next.begin(), next.end()) / pattern.pairs * pattern.wires_per_unit;
}

}  // namespace

void prefer_fast_pairs(Pattern& pattern, const std::vector<std::uint8_t>& fastest_first) {
  if (fastest_first.empty()) return;
  CUTLINE_EXPECT(fastest_first.size() == pattern.pairs);
  const std::size_t places = pattern.tracks / pattern.wires_per_unit;
  std::vector<LaneUse> uses(places * pattern.pairs);
  for_each_lane(pattern, [&](std::uint32_t part, std::uint32_t lane) {
    LaneUse& use = uses[lane];
    use.longest = std::max(use.longest, pattern.cuts(part));
    use.first_part = std::min(use.first_part, part);
    use.bent = use.bent || pattern.is_bent(part);
  });
  std::vector<std::uint32_t> moved(uses.size()), straight;
  std::iota(moved.begin(), moved.end(), 0u);
  std::copy_if(moved.begin(), moved.end(), std::back_inserter(straight), [&](auto lane) { return !uses[lane].bent; });
  std::stable_sort(straight.begin(), straight.end(), [&](std::uint32_t a, std::uint32_t b) {
    if (uses[a].longest != uses[b].longest) return uses[a].longest > uses[b].longest;
    return uses[a].first_part < uses[b].first_part;
  });
  auto next = straight.begin();
  for (const std::uint8_t pair : fastest_first) {
    for (std::size_t place = 0; place < places; ++place) {
      const auto to = static_cast<std::uint32_t>(place * pattern.pairs + pair);
      if (!uses[to].bent) moved[*next++] = to;
    }
  }
  for_each_lane(pattern, [&](std::uint32_t, std::uint32_t& lane) { lane = moved[lane]; });
  close_gaps(pattern, places);
}

}  // namespace cutline
