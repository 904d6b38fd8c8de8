// SPDX-License-Identifier: Apache-2.0
#include "cutline/search/link_bounds.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "search/link_grid.hpp"

namespace cutline {

namespace {

/// Counts past this are as good as endless: more than all pairs, and all their
/// wire.
constexpr std::uint64_t kEndless = std::uint64_t{1} << 40;

std::uint64_t times(std::uint64_t a, std::uint64_t b) {
  return a != 0 && b > kEndless / a ? kEndless : std::min(kEndless, a * b);
}

/// Counts, hop by hop, the pairs that can be within so many hops. Every router
/// is a pair with itself, of no hop.
class PairCounts {
 public:
  explicit PairCounts(const LinkLimits& limits)
      : limits_(limits),
        grid_(limits),
        nodes_(limits.nodes()),
        branches_(std::max(limits.degree, 1u) - (limits.directed ? 0 : 1)),
        arcs_of_link_(limits.directed ? 1 : 2) {
    for (std::uint32_t node = 0; node < nodes_; ++node) {
      within_.push_back(hops_from(node));
      std::uint64_t full = std::min<std::uint64_t>(limits.degree, grid_.allowed(node).size());
      most_arcs_ += full;
    }
    most_arcs_ = std::min(most_arcs_, times(arcs_of_link_, most_links()));
    for (std::uint32_t a = 0; a < nodes_; ++a) {
      for (std::uint32_t b = 0; b < nodes_; ++b) ++pairs_at_[grid_.span(a, b)];
      for (const std::uint32_t b : grid_.allowed(a)) {
        std::int64_t& farthest = farthest_[grid_.steps(grid_.span(a, b))];
        farthest = std::max<std::int64_t>(farthest, grid_.span(a, b));
      }
    }
  }

  std::optional<Contradiction> contradiction() const {
    const bool directed = limits_.directed;
    const std::uint64_t least = directed ? nodes_ : nodes_ - 1;  // a ring, or a tree
    const std::uint64_t least_degree = directed || nodes_ == 2 ? 1 : 2;
    if (limits_.degree < least_degree) return Contradiction{LinkLimit::degree, limits_.degree, least_degree};
    const auto connects = [&](const auto& within) { return within.back() == nodes_; };
    if (!std::all_of(within_.begin(), within_.end(), connects))
      return Contradiction{LinkLimit::span, limits_.span.value_or(0), 1};
    if (limits_.links && *limits_.links < least) return Contradiction{LinkLimit::links, *limits_.links, least};
    if (limits_.wire && *limits_.wire < least) return Contradiction{LinkLimit::wire, *limits_.wire, least};
    // Of a link, 2 h (n - h) of the n (n - 1) ordered choices of sides part its
    // ends, h the smaller half.
    const std::uint64_t half = nodes_ / 2, sides = half * (nodes_ - half) * (directed ? 1 : 2);
    const std::uint64_t most = sides * (most_arcs_ / arcs_of_link_) / (nodes_ * (nodes_ - 1));
    if (limits_.bisection && *limits_.bisection > most)
      return Contradiction{LinkLimit::bisection, *limits_.bisection, most};
    return std::nullopt;
  }

  std::uint64_t by_links(std::uint32_t hops) const { return nodes_ + ways(most_arcs_, hops); }

  std::uint64_t by_reach(std::uint32_t hops) const {
    std::uint64_t pairs = 0;
    for (std::uint32_t node = 0; node < nodes_; ++node) {
      const auto& within = within_[node];
      const std::uint64_t first = std::min<std::uint64_t>(limits_.degree, grid_.allowed(node).size());
      const std::uint64_t reached = within[std::min<std::size_t>(hops, within.size() - 1)];
      pairs += std::min(reached, 1 + ways(first, hops));
    }
    return pairs;
  }

  /// The nearest pairs first, as far as the wire of all ways goes.
  std::uint64_t by_wire(std::uint32_t hops) const {
    if (!limits_.wire) return kEndless;
    std::uint64_t wire = 0, branches = 1;
    for (std::uint32_t hop = 1; hop <= hops; ++hop, branches = times(branches, branches_))
      wire = std::min(kEndless, wire + times(times(arcs_of_link_ * hop, branches), *limits_.wire));
    std::uint64_t pairs = pairs_at_[0];
    for (std::size_t span = 1; span < pairs_at_.size(); ++span) {
      const std::uint64_t more = std::min(pairs_at_[span], wire / span);
      pairs += more;
      wire -= more * span;
    }
    return pairs;
  }

  /// The costs that so many hops and the distances of all pairs take at least.
  /// If every link costs at least a + b times its span, a way costs at least a
  /// times its hops + b times the distance of its ends; a and b are not
  /// negative.
  std::uint64_t least_cost(std::uint64_t hops) const {
    using Point = std::array<std::int64_t, 2>;  // the longest span for so many steps
    std::vector<Point> points;
    for (std::int64_t steps = 1; steps <= kMostLinkSteps; ++steps) {
      if (const std::int64_t span = farthest_[static_cast<std::size_t>(steps)]; span > 0)
        points.push_back({span, steps});
    }
    std::int64_t distances = 0, best = 0;
    for (std::size_t span = 1; span < pairs_at_.size(); ++span)
      distances += static_cast<std::int64_t>(span * pairs_at_[span]);
    const auto try_slope = [&](std::int64_t rise,
                               std::int64_t run) {  // b = rise / run
      std::int64_t a = points[0][1] * run;          // times run
      for (const auto& [span, steps] : points) a = std::min(a, steps * run - rise * span);
      if (a < 0 || rise < 0) return;
      best = std::max(best, (a * static_cast<std::int64_t>(hops) + rise * distances + run - 1) / run);
    };
    for (const Point& p : points) {
      try_slope(p[1], p[0]);
      for (const Point& q : points) {
        if (q[0] > p[0]) try_slope(q[1] - p[1], q[0] - p[0]);
      }
    }
    try_slope(0, 1);
    return static_cast<std::uint64_t>(best);
  }

 private:
  /// Ways of up to `hops` hops without turning back that begin with one of so
  /// many arcs.
  std::uint64_t ways(std::uint64_t arcs, std::uint32_t hops) const {
    std::uint64_t all = 0, longest = arcs;
    for (std::uint32_t hop = 1; hop <= hops; ++hop, longest = times(longest, branches_))
      all = std::min(kEndless, all + longest);
    return all;
  }

  /// The most links, by their number or by the shortest that fit the wire.
  std::uint64_t most_links() const {
    std::uint64_t links = limits_.links.value_or(kEndless);
    if (!limits_.wire) return links;
    std::vector<std::uint32_t> spans;
    for (std::uint32_t a = 0; a < nodes_; ++a) {
      for (const std::uint32_t b : grid_.allowed(a)) {
        if (limits_.directed || a < b) spans.push_back(grid_.span(a, b));
      }
    }
    std::sort(spans.begin(), spans.end());
    std::uint64_t wire = 0, fit = 0;
    while (fit < spans.size() && wire + spans[fit] <= *limits_.wire) wire += spans[fit++];
    return std::min(links, fit);
  }

  /// How many routers are within 0, 1, 2 ... of the longest links.
  std::vector<std::uint64_t> hops_from(std::uint32_t from) const {
    std::vector<bool> seen(nodes_, false);
    std::vector<std::uint32_t> now = {from};
    std::vector<std::uint64_t> within = {1};
    seen[from] = true;
    while (!now.empty()) {
      std::vector<std::uint32_t> next;
      for (const std::uint32_t node : now) {
        for (const std::uint32_t head : grid_.allowed(node)) {
          if (seen[head]) continue;
          seen[head] = true;
          next.push_back(head);
        }
      }
      within.push_back(within.back() + next.size());
      now = std::move(next);
    }
    return within;
  }

  const LinkLimits& limits_;
  LinkGrid grid_;
  std::uint64_t nodes_ = 0, branches_ = 0, arcs_of_link_ = 0, most_arcs_ = 0;
  std::vector<std::vector<std::uint64_t>> within_;
  std::array<std::uint64_t, 2 * kMostSearchedNodes> pairs_at_{};  ///< ordered pairs at every span
  std::array<std::int64_t, kMostLinkSteps + 1> farthest_{};       ///< the longest link for so many steps; 0: none
};

}  // namespace

std::string_view word(HopBoundCause cause) {
  constexpr std::string_view kWords[] = {"links", "reach", "wire"};
  return kWords[static_cast<std::size_t>(cause)];
}

std::optional<HopBound> least_hops(const LinkLimits& limits) {
  const PairCounts counts(limits);
  if (counts.contradiction()) return std::nullopt;
  const std::uint64_t nodes = limits.nodes(), pairs = nodes * nodes;
  HopBound bound{pairs - nodes, 0, HopBoundCause::links};
  std::array<std::uint64_t, 3> binding{};
  for (std::uint32_t hops = 1; hops < nodes; ++hops) {
    const std::array<std::uint64_t, 3> within = {counts.by_links(hops), counts.by_reach(hops), counts.by_wire(hops)};
    const auto least = static_cast<std::size_t>(std::min_element(within.begin(), within.end()) - within.begin());
    if (within[least] >= pairs) break;
    bound.hops += pairs - within[least];
    binding[least] += pairs - within[least];
  }
  bound.most_binding = static_cast<HopBoundCause>(std::max_element(binding.begin(), binding.end()) - binding.begin());
  bound.cost = counts.least_cost(bound.hops);
  return bound;
}

std::string_view word(LinkLimit limit) {
  constexpr std::string_view kWords[] = {"links_of_router", "links", "wire", "span", "bisection"};
  return kWords[static_cast<std::size_t>(limit)];
}

std::optional<Contradiction> contradiction(const LinkLimits& limits) { return PairCounts(limits).contradiction(); }

}  // namespace cutline
