// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "cutline/detail/search/link_search.hpp"

namespace cutline {

/// Where the routers of a search stand: in pitches of its grid, or in the unit of its places. Each x that a router has
/// is a column, each y a row.
class LinkPlaces {
 public:
  explicit LinkPlaces(const LinkLimits& limits);

  /// |dx| and |dy| of a link.
  std::array<std::uint32_t, 2> offset(std::uint32_t a, std::uint32_t b) const {
    const auto gap = [](std::uint32_t one, std::uint32_t other) { return one > other ? one - other : other - one; };
    return {gap(at_[0][a], at_[0][b]), gap(at_[1][a], at_[1][b])};
  }
  std::uint32_t span(std::uint32_t a, std::uint32_t b) const {
    const auto [x, y] = offset(a, b);
    return x + y;
  }
  /// |dx| + |dy| of two corners of the box around all routers.
  std::uint32_t most_span() const;

  /// The column of each router, or its row, counted from 0; and how many there are.
  const std::vector<std::uint32_t>& lines(std::size_t axis) const { return line_[axis]; }
  std::uint32_t line_count(std::size_t axis) const { return lines_[axis]; }

  /// The router to which each moves in a half turn about the middle of the box, or in a quarter turn; empty if that
  /// puts one where none stands.
  std::vector<std::uint32_t> turned(bool quarter) const;

 private:
  std::array<std::vector<std::uint32_t>, 2> at_, line_;
  std::array<std::uint32_t, 2> lines_{};
};

/// The cost of a link of this span.
inline std::uint32_t steps_of_span(const LinkLimits& limits, std::uint32_t span) {
  const std::vector<std::uint32_t>& steps = limits.steps;
  return steps.empty() ? 1 : steps[std::min<std::size_t>(span, steps.size() - 1)];
}

/// Whether the limits on a single link allow one with this offset, |dx| and |dy|. If they do, they also allow every
/// link with smaller components.
inline bool fits_offset(const LinkLimits& limits, const std::array<std::uint32_t, 2>& offset) {
  const std::uint64_t x = offset[0], y = offset[1];
  if (x + y > limits.span) return false;
  if (limits.reach == kAnyReach) return true;
  const std::uint64_t far_x = limits.reach[0], far_y = limits.reach[1];
  return x * x + y * y <= far_x * far_x + far_y * far_y;
}

/// The links that the limits on a single link (span, reach) allow on the grid.
class LinkGrid {
 public:
  explicit LinkGrid(const LinkLimits& limits)
      : limits_(limits),
        places_(limits),
        allowed_(limits.nodes()),
        mean_weight_(static_cast<std::uint64_t>(
            std::max(1.0, limits.pairs() / (static_cast<double>(limits.nodes()) * (limits.nodes() - 1))))) {
    for (std::uint32_t a = 0; a < limits.nodes(); ++a) {
      for (std::uint32_t b = 0; b < limits.nodes(); ++b) {
        if (a != b && fits(a, b)) allowed_[a].push_back(b);
      }
    }
    half_turn_ = places_.turned(false);
    quarter_turn_ = places_.turned(true);
  }

  const LinkLimits& limits() const { return limits_; }
  const LinkPlaces& places() const { return places_; }
  /// The router to which each moves in a half or a quarter turn; empty if the places do not allow it.
  const std::vector<std::uint32_t>& turned(bool quarter) const { return quarter ? quarter_turn_ : half_turn_; }
  /// Of a pair; at least 1.
  std::uint64_t mean_weight() const { return mean_weight_; }
  /// The routers to which a link from this one may lead, ascending.
  const std::vector<std::uint32_t>& allowed(std::uint32_t node) const { return allowed_[node]; }
  std::uint32_t span(std::uint32_t a, std::uint32_t b) const { return places_.span(a, b); }
  /// All allowed links, the shortest first: each pair once, or in both directions.
  std::vector<GridLink> shortest_first(bool directed) const {
    std::vector<GridLink> links;
    for (std::uint32_t a = 0; a < limits_.nodes(); ++a) {
      for (const std::uint32_t b : allowed_[a]) {
        if (directed || a < b) links.push_back({a, b});
      }
    }
    std::ranges::stable_sort(links, {}, [&](const GridLink& link) { return span(link.a, link.b); });
    return links;
  }
  std::uint32_t steps(std::uint32_t span) const { return steps_of_span(limits_, span); }
  /// The highest cost of an allowed link.
  std::uint32_t most_steps() const {
    std::uint32_t most = 1;
    for (std::uint32_t a = 0; a < limits_.nodes(); ++a) {
      for (const std::uint32_t b : allowed_[a]) most = std::max(most, steps(span(a, b)));
    }
    return most;
  }
  bool fits(std::uint32_t a, std::uint32_t b) const { return fits_offset(limits_, places_.offset(a, b)); }

 private:
  LinkLimits limits_;
  LinkPlaces places_;
  std::vector<std::uint32_t> half_turn_, quarter_turn_;
  std::vector<std::vector<std::uint32_t>> allowed_;
  std::uint64_t mean_weight_;
};

/// The rotations of the grid about its centre under which a search keeps the network the same: a link is added or
/// removed together with its images.
enum class Turns : std::uint8_t { none = 1, half = 2, quarter = 4 };

/// A link and its images under the rotations, the smallest first.
struct Orbit {
  std::array<GridLink, 4> links{};
  std::size_t size = 0;

  const GridLink* begin() const { return links.data(); }
  const GridLink* end() const { return links.data() + size; }
  bool operator==(const Orbit& other) const { return size == other.size && links[0] == other.links[0]; }
};

/// The orbit of a link. The grid allows the turns.
inline Orbit orbit_of(const LinkGrid& grid, Turns turns, GridLink link) {
  Orbit orbit;
  for (std::uint32_t turn = 0; turn < static_cast<std::uint32_t>(turns); ++turn) {
    if (turn > 0) {
      const std::vector<std::uint32_t>& to = grid.turned(turns == Turns::quarter);
      link = {to[link.a], to[link.b]};
    }
    if (!grid.limits().directed && link.a > link.b) std::swap(link.a, link.b);
    if (orbit.size < orbit.links.size() && std::ranges::find(orbit, link) == orbit.end())
      orbit.links[orbit.size++] = link;
  }
  std::swap(orbit.links[0], orbit.links[static_cast<std::size_t>(std::ranges::min_element(orbit) - orbit.begin())]);
  return orbit;
}

/// The arcs out of each router, and what each costs. An arc is one direction of a link; it leads to its head. A router
/// has room for a fixed number of arcs, and unused room holds arcs from the router to itself, so that loops over them
/// have a constant length.
class AdjacencyLists {
 public:
  struct Arc {
    std::uint16_t head = 0, steps = 1;
  };

  AdjacencyLists(std::uint32_t nodes, std::uint32_t most)
      : most_(most), count_(nodes, 0), arcs_(std::size_t{nodes} * most) {
    for (std::uint32_t node = 0; node < nodes; ++node) std::fill_n(first(node), most, empty(node));
  }

  std::uint32_t nodes() const { return static_cast<std::uint32_t>(count_.size()); }
  std::uint32_t most() const { return most_; }
  std::uint32_t arcs() const { return all_; }
  std::uint32_t count(std::uint32_t node) const { return count_[node]; }
  const Arc* begin(std::uint32_t node) const { return arcs_.data() + std::size_t{node} * most_; }
  const Arc* end(std::uint32_t node) const { return begin(node) + count_[node]; }
  bool has(std::uint32_t from, std::uint32_t to) const {
    return std::any_of(begin(from), end(from), [&](const Arc& arc) { return arc.head == to; });
  }
  void add(std::uint32_t from, std::uint32_t to, std::uint32_t steps) {
    first(from)[count_[from]++] = {static_cast<std::uint16_t>(to), static_cast<std::uint16_t>(steps)};
    ++all_;
  }
  void remove(std::uint32_t from, std::uint32_t to) {
    Arc* arcs = first(from);
    Arc& last = arcs[--count_[from]];
    *std::find_if(arcs, &last, [&](const Arc& arc) { return arc.head == to; }) = last;
    last = empty(from);
    --all_;
  }

 private:
  static Arc empty(std::uint32_t node) { return {static_cast<std::uint16_t>(node), 1}; }
  Arc* first(std::uint32_t node) { return arcs_.data() + std::size_t{node} * most_; }

  std::uint32_t most_, all_ = 0;
  std::vector<std::uint32_t> count_;
  std::vector<Arc> arcs_;
};

/// By router: how many routers are within 0, 1, 2 ... hops, with all links that the limits allow. Cost: O(nodes^3 /
/// 64).
std::vector<std::vector<std::uint64_t>> routers_within(const LinkLimits& limits, const LinkPlaces& places);

}  // namespace cutline
