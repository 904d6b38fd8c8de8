// SPDX-License-Identifier: Apache-2.0
#include "search/link_bounds.hpp"

#include <numeric>

#include "search/link_grid.hpp"

namespace cutline {

namespace {

/// Counts stop here, far above the number of pairs and their total wire, so that they cannot overflow.
constexpr std::uint64_t kEndless = std::uint64_t{1} << 40;

std::uint64_t times(std::uint64_t a, std::uint64_t b) {
  return a != 0 && b > kEndless / a ? kEndless : std::min(kEndless, a * b);
}

/// Bounds from above how many ordered pairs can be within a given number of hops, by the four counts of least_hops(). A
/// router counts as a pair with itself, at 0 hops.
class PairCounts {
 public:
  explicit PairCounts(const LinkLimits& limits)
      : limits_(limits),
        at_(limits),
        nodes_(limits.nodes()),
        branches_(std::max(limits.degree, 1u) - (limits.directed ? 0 : 1)),
        arcs_of_link_(limits.directed ? 1 : 2),
        pairs_at_(most_span(limits) + 1, 0),
        allowed_at_(most_span(limits) + 1, 0) {
    if (limits.places.empty()) {
      count_pairs();
      count_places();
    } else {
      count_given_pairs();
      count_given_places();
    }
    for (const Place& place : places_) most_arcs_ += place.copies * place.arcs;
    most_arcs_ = std::min(most_arcs_, times(arcs_of_link_, most_links()));
  }

  /// Whether counting shows that no connected network meets the limits.
  bool impossible() const {
    const bool directed = limits_.directed;
    const std::uint64_t least = directed ? nodes_ : nodes_ - 1;  // a ring, or a tree
    if (limits_.degree < (directed || nodes_ == 2 ? 1 : 2) || limits_.links < least || limits_.wire < least ||
        most_arcs_ / arcs_of_link_ < least)
      return true;
    const auto connects = [&](const Place& place) { return place.within.back() == nodes_; };
    if (!std::ranges::all_of(places_, connects)) return true;
    const std::uint64_t over_line = std::min(limits_.any_cut, limits_.middle_cut);
    if (directed && over_line < 2) return true;
    return limits_.bisection > most_over_a_halving();
  }

  std::uint64_t most_arcs() const { return most_arcs_; }

  std::uint64_t by_links(std::uint32_t hops) const { return nodes_ + ways(most_arcs_, hops); }

  std::uint64_t by_reach(std::uint32_t hops) const {
    const std::uint64_t of_arc = ways(1, hops);
    std::uint64_t pairs = 0;
    for (const Place& place : places_) {
      const std::uint64_t reached = place.within[std::min<std::size_t>(hops, place.within.size() - 1)];
      pairs += place.copies * std::min(reached, 1 + times(place.arcs, of_arc));
    }
    return pairs;
  }

  /// Gives the wire of all paths to the nearest pairs first, until none is left.
  std::uint64_t by_wire(std::uint32_t hops) const {
    if (limits_.wire == kNoLimit) return kEndless;
    std::uint64_t wire = 0, branches = 1;
    for (std::uint32_t hop = 1; hop <= hops; ++hop, branches = times(branches, branches_))
      wire = std::min(kEndless, wire + times(times(arcs_of_link_ * hop, branches), limits_.wire));
    std::uint64_t pairs = pairs_at_[0];
    for (std::size_t span = 1; span < pairs_at_.size(); ++span) {
      const std::uint64_t more = std::min(pairs_at_[span], wire / span);
      pairs += more;
      wire -= more * span;
    }
    return pairs;
  }

  /// If few links may cross a line of the grid, few paths cross it, and every pair with a router on each side needs
  /// one.
  std::uint64_t by_cuts(std::uint32_t hops) const {
    std::uint64_t of_arc = 0, branches = 1, most = kEndless;
    for (std::uint32_t hop = 1; hop <= hops; ++hop, branches = times(branches, branches_))
      of_arc = std::min(kEndless, of_arc + times(hop, branches));
    for (const Line& line : limited_lines()) {
      const std::uint64_t apart = 2 * line.before * (nodes_ - line.before);
      most = std::min(most, nodes_ * nodes_ - apart + std::min(apart, times(times(arcs_of_link_, line.most), of_arc)));
    }
    return most;
  }

  /// How many pairs the busiest channel carries at least if every pair has one route. The largest of three means: all
  /// hops over all channels; the distances of all pairs over the total wire; the pairs on two sides of a line over the
  /// channels that cross it.
  double busiest_pairs(std::uint64_t hops) const {
    double most = static_cast<double>(nodes_ - 1) / limits_.degree;
    const auto share = [&](std::uint64_t pairs, std::uint64_t arcs) {
      if (arcs > 0) most = std::max(most, static_cast<double>(pairs) / static_cast<double>(arcs));
    };
    share(hops, most_arcs_);
    std::uint64_t distances = 0;
    for (std::size_t span = 1; span < pairs_at_.size(); ++span) distances += span * pairs_at_[span];
    if (limits_.wire != kNoLimit) share(distances, arcs_of_link_ * limits_.wire);
    for (const Line& line : limited_lines()) share(2 * line.before * (nodes_ - line.before), arcs_of_link_ * line.most);
    return most;
  }

  /// The least sum of costs for `hops` hops in all. If every link costs at least a + b times its span, a path costs at
  /// least a times its hops plus b times the distance of its ends. The best a and b, neither negative, lie on the lower
  /// convex hull of the costs over the spans, so every line through two of its points is tried.
  std::uint64_t least_cost(std::uint64_t hops) const {
    using Point = std::array<std::int64_t, 2>;  // the longest span of a link that costs `steps`, and `steps`
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
  /// Routers from which the grid looks the same, such as its four corners.
  struct Place {
    std::uint64_t copies = 0, arcs = 0;  ///< the number of these routers, and the most arcs that one can have
    std::vector<std::uint64_t> within;   ///< how many routers are within 0, 1, 2 ... hops over the longest links
  };

  /// A line of the grid: the number of routers before it, and the most links that may cross it.
  struct Line {
    std::uint64_t before = 0, most = 0;
  };

  std::vector<Line> limited_lines() const {
    std::vector<Line> lines;
    if (std::min(limits_.any_cut, limits_.middle_cut) >= kEndless) return lines;
    const std::uint32_t longer = std::max(at_.line_count(0), at_.line_count(1));
    for (std::size_t axis = 0; axis < 2; ++axis) {
      const std::uint32_t positions = at_.line_count(axis);
      std::vector<std::uint64_t> before(positions + 1, 0);
      for (const std::uint32_t line : at_.lines(axis)) ++before[line + 1];
      std::partial_sum(before.begin(), before.end(), before.begin());
      for (std::uint32_t line = 1; line < positions; ++line) {
        std::uint64_t most = std::min(limits_.any_cut, kEndless);
        if (positions == longer && line == positions / 2) most = std::min(most, limits_.middle_cut);
        if (most < kEndless) lines.push_back({before[line], most});
      }
    }
    return lines;
  }

  /// An upper bound on the bisection of any network within the limits. Over all halvings with a smaller half of h of
  /// the n routers, a link is cut with probability 2 h (n - h) / (n (n - 1)), and the least halving cuts no more links
  /// than the mean. A line of the grid that halves the routers gives another bound, its limit. Of one-way links only
  /// half as many lead out of a half.
  std::uint64_t most_over_a_halving() const {
    const std::uint64_t half = nodes_ / 2, sides = half * (nodes_ - half) * (limits_.directed ? 1 : 2);
    std::uint64_t most = sides * (most_arcs_ / arcs_of_link_) / (nodes_ * (nodes_ - 1));
    for (const Line& line : limited_lines()) {
      if (line.before == half || nodes_ - line.before == half)
        most = std::min(most, line.most / (limits_.directed ? 2 : 1));
    }
    return most;
  }

  /// The number of paths of up to `hops` hops that never turn back and begin with one of `arcs` arcs.
  std::uint64_t ways(std::uint64_t arcs, std::uint32_t hops) const {
    std::uint64_t of_arc = 0, longest = 1;
    for (std::uint32_t hop = 1; hop <= hops; ++hop, longest = times(longest, branches_))
      of_arc = std::min(kEndless, of_arc + longest);
    return times(arcs, of_arc);
  }

  /// The most links that the limits on their number and on wire allow; the shortest links fit first.
  std::uint64_t most_links() const {
    std::uint64_t links = std::min(limits_.links, kEndless);
    if (limits_.wire == kNoLimit) return links;
    std::uint64_t left = limits_.wire, fit = 0;
    for (std::size_t span = 1; span < allowed_at_.size(); ++span) {
      const std::uint64_t more = std::min(allowed_at_[span] / arcs_of_link_, left / span);
      fit += more;
      left -= more * span;
    }
    return std::min(links, fit);
  }

  /// Counts ordered pairs by their distance.
  void count_pairs() {
    for (std::uint32_t y = 0; y < limits_.rows; ++y) {
      for (std::uint32_t x = 0; x < limits_.columns; ++x) {
        const std::uint32_t span = x + y;
        const std::uint64_t pairs =
            std::uint64_t{limits_.columns - x} * (limits_.rows - y) * (x > 0 ? 2 : 1) * (y > 0 ? 2 : 1);
        pairs_at_[span] += pairs;
        if (span == 0 || !fits_offset(limits_, {x, y})) continue;
        allowed_at_[span] += pairs;
        std::int64_t& farthest = farthest_[steps_of_span(limits_, span)];
        farthest = std::max<std::int64_t>(farthest, span);
      }
    }
  }

  void count_given_pairs() {
    for (std::uint32_t a = 0; a < nodes_; ++a) {
      for (std::uint32_t b = 0; b < nodes_; ++b) {
        const std::uint32_t span = at_.span(a, b);
        ++pairs_at_[span];
        if (a == b || !fits_offset(limits_, at_.offset(a, b))) continue;
        ++allowed_at_[span];
        std::int64_t& farthest = farthest_[steps_of_span(limits_, span)];
        farthest = std::max<std::int64_t>(farthest, span);
      }
    }
  }

  void count_given_places() {
    for (std::vector<std::uint64_t>& within : routers_within(limits_, at_)) {
      const std::uint64_t next = within.size() > 1 ? within[1] - 1 : 0;
      places_.push_back({1, std::min<std::uint64_t>(limits_.degree, next), std::move(within)});
    }
  }

  void count_places() {
    const std::vector<std::uint32_t> hops = hops_by_offset();
    const std::uint32_t columns = limits_.columns, rows = limits_.rows;
    for (std::uint32_t y = 0; 2 * y < rows; ++y) {
      for (std::uint32_t x = 0; 2 * x < columns; ++x) {
        Place place{(2 * x + 1 < columns ? 2u : 1u) * (2 * y + 1 < rows ? 2u : 1u), 0, {}};
        for (std::uint32_t b = 0; b < nodes_; ++b) {
          const auto [far_x, far_y] = at_.offset(y * columns + x, b);
          const std::uint32_t away = hops[far_y * columns + far_x];
          if (away == kNever) continue;
          if (away >= place.within.size()) place.within.resize(away + 1, 0);
          ++place.within[away];
        }
        if (place.within.size() > 1) place.arcs = std::min<std::uint64_t>(limits_.degree, place.within[1]);
        std::partial_sum(place.within.begin(), place.within.end(), place.within.begin());
        places_.push_back(std::move(place));
      }
    }
  }

  /// The fewest hops, with all allowed links present, between routers that are [x, y] apart; at [y * columns + x]. If a
  /// link is allowed, every shorter one is too, so that a shortest path never needs to turn back or leave the grid. So
  /// one search from a corner holds for all pairs.
  std::vector<std::uint32_t> hops_by_offset() const {
    const std::uint32_t columns = limits_.columns, rows = limits_.rows;
    std::vector<std::uint32_t> hops(nodes_, kNever), reached = {0};
    hops[0] = 0;
    for (std::size_t i = 0; i < reached.size() && reached.size() < nodes_; ++i) {
      const std::uint32_t from = reached[i], most_x = columns - from % columns, most_y = rows - from / columns;
      for (std::uint32_t y = 0; y < most_y && fits_offset(limits_, {0, y}); ++y) {
        for (std::uint32_t x = 0; x < most_x && fits_offset(limits_, {x, y}); ++x) {
          const std::uint32_t to = from + y * columns + x;
          if (hops[to] != kNever) continue;
          hops[to] = hops[from] + 1;
          reached.push_back(to);
        }
      }
    }
    return hops;
  }

  static constexpr std::uint32_t kNever = ~std::uint32_t{0};

  const LinkLimits& limits_;
  LinkPlaces at_;
  std::uint64_t nodes_ = 0, branches_ = 0, arcs_of_link_ = 0, most_arcs_ = 0;
  std::vector<Place> places_;
  std::vector<std::uint64_t> pairs_at_;                      ///< ordered pairs at every span
  std::vector<std::uint64_t> allowed_at_;                    ///< the pairs among them that a link may join
  std::array<std::int64_t, kMostLinkSteps + 1> farthest_{};  ///< by cost: the longest link that costs so much; 0: none
};

}  // namespace

std::string_view word(HopBoundCause cause) {
  constexpr std::string_view kWords[] = {"links", "reach", "wire", "cuts"};
  return kWords[static_cast<std::size_t>(cause)];
}

std::optional<HopBound> least_hops(const LinkLimits& limits) {
  if (is_ruled_out(limits)) return std::nullopt;
  if (!limits.weights.empty()) return least_by_weight(limits);
  const PairCounts counts(limits);
  const std::uint64_t nodes = limits.nodes(), pairs = nodes * nodes;
  HopBound bound;
  bound.hops = pairs - nodes;
  std::array<std::uint64_t, 4> binding{};
  for (std::uint32_t hops = 1; hops < nodes; ++hops) {
    const std::array<std::uint64_t, 4> within = {counts.by_links(hops), counts.by_reach(hops), counts.by_wire(hops),
                                                 counts.by_cuts(hops)};
    const auto least = static_cast<std::size_t>(std::ranges::min_element(within) - within.begin());
    if (within[least] >= pairs) break;
    bound.hops += pairs - within[least];
    binding[least] += pairs - within[least];
  }
  bound.most_binding = static_cast<HopBoundCause>(std::ranges::max_element(binding) - binding.begin());
  bound.cost = counts.least_cost(bound.hops);
  if (!limits.directed) {  // both directions of a pair cost the same
    bound.hops += bound.hops % 2;
    bound.cost += bound.cost % 2;
  }
  return bound;
}

bool is_ruled_out(const LinkLimits& limits) {
  const PairCounts counts(limits);
  if (counts.impossible()) return true;
  if (limits.diameter >= limits.nodes()) return false;
  const auto hops = static_cast<std::uint32_t>(limits.diameter);
  const std::uint64_t pairs = std::uint64_t{limits.nodes()} * limits.nodes();
  return std::min({counts.by_links(hops), counts.by_reach(hops), counts.by_wire(hops), counts.by_cuts(hops)}) < pairs;
}

LinkNeeds least_needs(const LinkLimits& limits, std::uint64_t cost) {
  LinkNeeds needs;
  const auto least = [&](std::uint64_t most, const auto& with) {
    std::uint64_t low = 1, high = most;
    while (low < high) {
      const std::uint64_t middle = low + (high - low) / 2;
      const auto bound = least_hops(with(middle));
      if (bound && bound->cost <= cost) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return high;
  };
  const std::uint64_t longest = most_span(limits);
  LinkLimits loose = limits;
  needs.wire = least(longest * limits.nodes() * limits.degree, [&](std::uint64_t wire) {
    loose.wire = wire;
    return loose;
  });
  loose = limits;
  needs.span = least(longest, [&](std::uint64_t span) {
    loose.span = static_cast<std::uint32_t>(span);
    return loose;
  });
  if (const auto bound = least_hops(limits)) needs.busiest_pairs = PairCounts(limits).busiest_pairs(bound->hops);
  return needs;
}

double least_busiest(const LinkLimits& limits, const HopBound& bound) {
  if (limits.weights.empty()) return PairCounts(limits).busiest_pairs(bound.hops);
  const std::uint32_t nodes = limits.nodes();
  std::vector<double> out(nodes, 0), in(nodes, 0);
  for (std::uint32_t from = 0; from < nodes; ++from) {
    for (std::uint32_t to = 0; to < nodes; ++to) {
      out[from] += limits.weights[std::size_t{from} * nodes + to];
      in[to] += limits.weights[std::size_t{from} * nodes + to];
    }
  }
  const double router = std::max(*std::ranges::max_element(out), *std::ranges::max_element(in));
  return std::max(router / limits.degree, static_cast<double>(bound.hops) / static_cast<double>(most_arcs(limits)));
}

std::uint64_t most_arcs(const LinkLimits& limits) { return std::max<std::uint64_t>(1, PairCounts(limits).most_arcs()); }

}  // namespace cutline
