// SPDX-License-Identifier: Apache-2.0
#include "search/link_bounds.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <tuple>
#include <vector>

#include "search/floyd.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

constexpr std::uint32_t kMostNodes = 8;

/// All graphs whose links each meet the limits. A graph is a number, and each of its bits is a link.
class AllGraphs {
 public:
  explicit AllGraphs(const LinkLimits& limits) : limits_(limits), nodes_(limits.nodes()) {
    const std::uint32_t columns = limits.columns;
    for (std::uint32_t a = 0; a < nodes_; ++a) {
      for (std::uint32_t b = limits.directed ? 0 : a + 1; b < nodes_; ++b) {
        const std::uint32_t x = apart(a % columns, b % columns), y = apart(a / columns, b / columns);
        if (a == b || x + y > limits.span) continue;
        if (limits.reach != kAnyReach && x * x + y * y > sum_of_squares(limits.reach)) continue;
        links_.push_back({a, b});
      }
    }
    for (std::uint32_t node = 0; node < nodes_; ++node) {
      out_[node] = links_with([&](const GridLink& link) { return link.a == node; });
      in_[node] = links_with([&](const GridLink& link) { return link.b == node; });
    }
    for (std::uint32_t line = 1; line < columns; ++line) {
      lines_.push_back(
          links_with([&](const GridLink& link) { return (link.a % columns < line) != (link.b % columns < line); }));
    }
    for (std::uint32_t line = 1; line < limits.rows; ++line) {
      lines_.push_back(
          links_with([&](const GridLink& link) { return (link.a / columns < line) != (link.b / columns < line); }));
    }
    for (std::uint32_t half = 0; half < 1u << nodes_; ++half) {
      const auto size = static_cast<std::uint32_t>(std::popcount(half));
      if (size != nodes_ / 2 && size != nodes_ - nodes_ / 2) continue;
      halvings_.push_back(links_with([&](const GridLink& link) {
        const bool from = (half >> link.a & 1) != 0, to = (half >> link.b & 1) != 0;
        return limits.directed ? from && !to : from != to;
      }));
    }
  }

  std::size_t bits() const { return links_.size(); }

  std::uint64_t wire(std::uint32_t graph) const {
    std::uint64_t wire = 0;
    for (const std::uint32_t line : lines_) wire += over(graph, line);
    return wire;
  }

  bool meets(std::uint32_t graph) const {
    if (over(graph, ~0u) > limits_.links) return false;
    for (std::uint32_t node = 0; node < nodes_; ++node) {
      const std::uint64_t out = over(graph, out_[node]), in = over(graph, in_[node]);
      if (limits_.directed ? std::max(out, in) > limits_.degree : out + in > limits_.degree) return false;
    }
    if (wire(graph) > limits_.wire) return false;
    for (const std::uint32_t line : lines_) {
      if (over(graph, line) > limits_.any_cut) return false;
    }
    if (over_middle(graph) > limits_.middle_cut) return false;
    return limits_.bisection == 0 || std::all_of(halvings_.begin(), halvings_.end(), [&](std::uint32_t halving) {
             return over(graph, halving) >= limits_.bisection;
           });
  }

  /// The cheapest paths, or those with the fewest links.
  WaysByFloyd ways(std::uint32_t graph, bool hops) const {
    WaysByFloyd ways(limits_);
    for (std::size_t i = 0; i < links_.size(); ++i) {
      if ((graph >> i & 1) != 0) ways.put(links_[i], hops);
    }
    ways.find();
    return ways;
  }

  std::uint64_t longest_span(std::uint32_t graph) const {
    std::uint64_t longest = 0;
    for (std::size_t i = 0; i < links_.size(); ++i) {
      if ((graph >> i & 1) != 0) longest = std::max<std::uint64_t>(longest, span_of_link(limits_, links_[i]));
    }
    return longest;
  }

  /// The load of the busiest channel if every router sends a message to every other one, shared out evenly over all
  /// paths with the fewest links.
  double busiest_pairs(std::uint32_t graph) const {
    const WaysByFloyd hops = ways(graph, true);
    using Row = std::array<double, kMostNodes>;
    std::array<Row, kMostNodes> number{};  // of such paths
    std::vector<GridLink> arcs;
    for (std::size_t i = 0; i < links_.size(); ++i) {
      if ((graph >> i & 1) == 0) continue;
      arcs.push_back(links_[i]);
      if (!limits_.directed) arcs.push_back({links_[i].b, links_[i].a});
    }
    for (std::uint32_t from = 0; from < nodes_; ++from) {
      number[from][from] = 1;
      for (std::uint32_t far = 1; far < nodes_; ++far) {
        for (const GridLink& arc : arcs) {
          if (hops.cost(from, arc.a) + 1 == far && hops.cost(from, arc.b) == far)
            number[from][arc.b] += number[from][arc.a];
        }
      }
    }
    double busiest = 0;
    for (const GridLink& arc : arcs) {
      double carried = 0;
      for (std::uint32_t from = 0; from < nodes_; ++from) {
        for (std::uint32_t to = 0; to < nodes_; ++to) {
          if (hops.cost(from, arc.a) + 1 + hops.cost(arc.b, to) == hops.cost(from, to))
            carried += number[from][arc.a] * number[arc.b][to] / number[from][to];
        }
      }
      busiest = std::max(busiest, carried);
    }
    return busiest;
  }

 private:
  static std::uint32_t sum_of_squares(const std::array<std::uint32_t, 2>& step) {
    return step[0] * step[0] + step[1] * step[1];
  }
  static std::uint64_t over(std::uint32_t graph, std::uint32_t links) {
    return static_cast<std::uint64_t>(std::popcount(graph & links));
  }
  template <typename Test>
  std::uint32_t links_with(const Test& test) const {
    std::uint32_t set = 0;
    for (std::size_t i = 0; i < links_.size(); ++i) set |= test(links_[i]) ? 1u << i : 0;
    return set;
  }
  std::uint64_t over_middle(std::uint32_t graph) const {
    const std::uint32_t longer = std::max(limits_.columns, limits_.rows);
    std::uint64_t most = 0;
    if (limits_.columns == longer) most = over(graph, lines_[longer / 2 - 1]);
    if (limits_.rows == longer) most = std::max(most, over(graph, lines_[limits_.columns - 1 + longer / 2 - 1]));
    return most;
  }

  const LinkLimits& limits_;
  std::uint32_t nodes_;
  std::vector<GridLink> links_;
  std::array<std::uint32_t, kMostNodes> out_{}, in_{};
  std::vector<std::uint32_t> lines_, halvings_;
};

/// Ten sets of limits of a small grid.
std::vector<LinkLimits> ten_limits(const LinkLimits& grid) {
  std::vector<LinkLimits> all(10, grid);
  const std::uint64_t nodes = grid.nodes(), each = grid.directed ? 2 : 1;
  all[0].degree = 2;
  all[1].degree = 3, all[1].bisection = 2;
  all[2].links = (nodes - 1) * each;
  all[3].links = nodes * each + 1, all[3].reach = {2, 1};
  all[4].wire = nodes * each, all[4].steps = {0, 3, 5, 6};
  all[5].wire = nodes * each + 3, all[5].any_cut = 3 * each;
  all[6].span = 1;
  all[7].span = 2, all[7].middle_cut = 2 * each;
  all[8].degree = 3, all[8].wire = nodes * each + 4, all[8].span = 3;
  all[9].degree = 6, all[9].any_cut = 4 * each, all[9].steps = {0, 2, 3, 4, 5, 6, 7};
  return all;
}

/// The best of all graphs that meet the limits.
struct Best {
  std::optional<std::uint64_t> hops, cost;
  std::uint64_t wire = 0, span = 0;  ///< the least values of the graphs with the least cost
  double busiest_pairs = 0;          ///< in the same way
};

Best best_of_all(const LinkLimits& limits) {
  const AllGraphs graphs(limits);
  Best best;
  for (std::uint32_t graph = 0; graph < 1u << graphs.bits(); ++graph) {
    if (!graphs.meets(graph)) continue;
    const auto cost = graphs.ways(graph, false).sum();
    if (!cost) continue;
    const std::uint64_t hops = limits.steps.empty() ? *cost : graphs.ways(graph, true).sum().value();
    best.hops = std::min(best.hops.value_or(hops), hops);
    if (best.cost && *cost > *best.cost) continue;
    const Best own{{}, cost, graphs.wire(graph), graphs.longest_span(graph), graphs.busiest_pairs(graph)};
    const bool first = !best.cost || *cost < *best.cost;
    best.cost = cost;
    best.wire = first ? own.wire : std::min(best.wire, own.wire);
    best.span = first ? own.span : std::min(best.span, own.span);
    best.busiest_pairs = first ? own.busiest_pairs : std::min(best.busiest_pairs, own.busiest_pairs);
  }
  return best;
}

void check_against_all_graphs(const LinkLimits& limits, int& checked) {
  ++checked;
  const Best best = best_of_all(limits);
  if (!best.cost) {
    const auto found = search_links(limits, {2000, 2, 1});
    CHECK(!found.has_value());
    return;
  }
  CHECK(!is_ruled_out(limits));
  CHECK(!contradiction(limits).has_value());
  const HopBound bound = least_hops(limits).value();
  CHECK(bound.hops <= *best.hops);
  CHECK(bound.cost <= *best.cost);
  const LinkNeeds needs = least_needs(limits, *best.cost);
  CHECK(needs.wire <= best.wire);
  CHECK(needs.span <= best.span);
  CHECK(needs.busiest_pairs <= best.busiest_pairs + 1e-9);
  const FoundLinks found = search_links(limits, {20000, 4, 1}).value();
  CHECK(found.cost == *best.cost);
  const LinkProof proof = prove_links(limits, *best.cost, 3'000'000);
  CHECK(proof.finished);
  CHECK(!proof.better.has_value());
}

/// Checks each set of limits that does not leave too many graphs, and counts these sets.
void check_grid(std::uint32_t columns, std::uint32_t rows, bool directed, int& checked) {
  LinkLimits grid;
  grid.columns = columns;
  grid.rows = rows;
  grid.directed = directed;
  const std::vector<LinkLimits> sets = ten_limits(grid);
  for (std::size_t i = 0; i < sets.size(); ++i) {
    CAPTURE(columns);
    CAPTURE(rows);
    CAPTURE(directed);
    CAPTURE(i);
    if (AllGraphs(sets[i]).bits() <= 22) check_against_all_graphs(sets[i], checked);
  }
}

/// A limit of a contradiction, the nearest value that is not ruled out, and the nearest value that links meet.
using Told = std::tuple<LinkLimit, std::optional<std::uint64_t>, std::optional<std::uint64_t>>;

std::vector<Told> told(const LinkLimits& limits) {
  std::vector<Told> all;
  const Contradiction found = contradiction(limits).value();
  for (const NearestLimit& each : found.limits) all.emplace_back(each.limit, each.nearest, each.met);
  return all;
}

}  // namespace

TEST_CASE("no graph of up to eight routers is below the bounds, and the search finds the best of all") {
  int checked = 0;
  for (const auto& [columns, rows] : {std::pair{2u, 2u}, {5u, 1u}, {3u, 2u}, {7u, 1u}, {4u, 2u}, {8u, 1u}})
    check_grid(columns, rows, false, checked);
  CHECK(checked == 46);  // all ten of four grids, two of 4 x 2, four of 8 x 1
}

TEST_CASE("no one-way graph of up to five routers is below the bounds, and the search finds the best of all") {
  int checked = 0;
  for (const auto& [columns, rows] : {std::pair{3u, 1u}, {2u, 2u}, {5u, 1u}}) check_grid(columns, rows, true, checked);
  CHECK(checked == 30);
}

TEST_CASE("a proof finds links that cost less than those it is asked about") {
  LinkLimits limits;
  limits.columns = 3;
  limits.rows = 2;
  limits.degree = 2;
  const LinkProof proof = prove_links(limits, 1000, 1'000'000);
  CHECK(proof.finished);
  CHECK(proof.better.value().cost == 54);  // a ring of six: 9 hops from each
  CHECK(!prove_links(limits, 54, 3).finished);
}

TEST_CASE("limits that contradict one another are told alone, each with the nearest that can be met") {
  LinkLimits limits;
  limits.columns = 4;
  limits.rows = 4;
  limits.links = 14;
  limits.wire = 100;
  CHECK(told(limits) == std::vector<Told>{{LinkLimit::links, 15, 15}});
  limits.links = 40;
  limits.bisection = 6;
  limits.middle_cut = 5;
  CHECK(told(limits) == std::vector<Told>{{LinkLimit::bisection, 5, 5}, {LinkLimit::middle_cut, 6, 6}});
}
