// SPDX-License-Identifier: Apache-2.0
#include <bit>
#include <map>

#include "search/link_grid.hpp"

namespace cutline {

LinkPlaces::LinkPlaces(const LinkLimits& limits) {
  const std::uint32_t nodes = limits.nodes();
  for (std::size_t axis = 0; axis < 2; ++axis) {
    at_[axis].resize(nodes);
    for (std::uint32_t node = 0; node < nodes; ++node) {
      const std::uint32_t on_grid = axis == 0 ? node % limits.columns : node / limits.columns;
      at_[axis][node] = limits.places.empty() ? on_grid : limits.places[node][axis];
    }
    std::vector<std::uint32_t> all = at_[axis];
    std::ranges::sort(all);
    all.erase(std::unique(all.begin(), all.end()), all.end());
    lines_[axis] = static_cast<std::uint32_t>(all.size());
    for (const std::uint32_t at : at_[axis])
      line_[axis].push_back(static_cast<std::uint32_t>(std::lower_bound(all.begin(), all.end(), at) - all.begin()));
  }
}

std::uint32_t LinkPlaces::most_span() const {
  std::uint32_t span = 0;
  for (const std::vector<std::uint32_t>& at : at_) {
    const auto [least, most] = std::minmax_element(at.begin(), at.end());
    span += *most - *least;
  }
  return span;
}

std::vector<std::uint32_t> LinkPlaces::turned(bool quarter) const {
  std::map<std::array<std::uint32_t, 2>, std::uint32_t> standing;
  std::array<std::uint32_t, 2> least = {~0U, ~0U}, most = {0, 0};
  for (std::uint32_t node = 0; node < at_[0].size(); ++node) {
    standing[{at_[0][node], at_[1][node]}] = node;
    for (std::size_t axis = 0; axis < 2; ++axis) {
      least[axis] = std::min(least[axis], at_[axis][node]);
      most[axis] = std::max(most[axis], at_[axis][node]);
    }
  }
  std::vector<std::uint32_t> to;
  for (std::uint32_t node = 0; node < at_[0].size(); ++node) {
    const std::uint32_t x = at_[0][node] - least[0], y = at_[1][node] - least[1];
    const std::array<std::uint32_t, 2> place =
        quarter ? std::array{most[0] - y, x + least[1]} : std::array{most[0] - x, most[1] - y};
    const auto found = standing.find(place);
    if (found == standing.end()) return {};
    to.push_back(found->second);
  }
  return to;
}

namespace {

using RouterSet = std::array<std::uint64_t, kMostSearchedNodes / 64>;

void put(RouterSet& set, std::uint32_t router) { set[router / 64] |= std::uint64_t{1} << router % 64; }

/// The routers of `set` and those next to them.
RouterSet spread(const RouterSet& set, const std::vector<RouterSet>& allowed) {
  RouterSet next = set;
  for (std::uint32_t router = 0; router < allowed.size(); ++router) {
    if ((set[router / 64] >> router % 64 & 1) == 0) continue;
    for (std::size_t w = 0; w < next.size(); ++w) next[w] |= allowed[router][w];
  }
  return next;
}

}  // namespace

std::vector<std::vector<std::uint64_t>> routers_within(const LinkLimits& limits, const LinkPlaces& places) {
  const std::uint32_t nodes = limits.nodes();
  std::vector<RouterSet> allowed(nodes);
  for (std::uint32_t a = 0; a < nodes; ++a) {
    for (std::uint32_t b = 0; b < nodes; ++b) {
      if (a != b && fits_offset(limits, places.offset(a, b))) put(allowed[a], b);
    }
  }
  std::vector<std::vector<std::uint64_t>> all(nodes);
  for (std::uint32_t router = 0; router < nodes; ++router) {
    RouterSet reached{};
    put(reached, router);
    for (std::uint64_t count = 0, before = 0;; before = count, reached = spread(reached, allowed)) {
      count = 0;
      for (const std::uint64_t word : reached) count += static_cast<std::uint64_t>(std::popcount(word));
      if (count == before) break;
      all[router].push_back(count);
    }
  }
  return all;
}

}  // namespace cutline
