// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdlib>

#include "placement/arrangement.hpp"

/// What moves of nodes over cells cost, as annealing judges them. A measure tells what a move would change (`change`),
/// and counts it once it is kept (`keep`) or forgets it (`drop`).
namespace cutline {

inline constexpr std::uint32_t kVacant = ~std::uint32_t{0};
inline constexpr std::uint32_t kShut = kVacant - 1;  ///< of cells that stay empty

inline double fourth_power(double value) { return value * value * value * value; }

/// A move: a node goes from a cell to another, and the node that stands there, if any, the other way.
struct Exchange {
  std::uint32_t node = 0, other = kVacant;
  std::uint32_t from = 0, to = 0;
};

/// Nodes in cells, and their links side by side.
struct Arrangement {
  struct Link {
    std::uint32_t head = 0, weight = 1;
  };
  explicit Arrangement(const GridGraph& graph_on_grid, const Cells& start)
      : grid(graph_on_grid), cells(start), nodes(cell_count(grid), grid.seats.empty() ? kVacant : kShut) {
    for (std::uint64_t c = 0; c < grid.graph.head.size(); ++c)
      links.push_back({grid.graph.head[c], grid.graph.weight(c)});
    for (const std::uint32_t seat : grid.seats) nodes[seat] = kVacant;
    for (std::uint32_t node = 0; node < cells.size(); ++node) {
      nodes[cells[node]] = node;
      spots.push_back(place_of(grid, cells[node]));
    }
  }

  template <class Visit>
  void for_each_link(std::uint32_t node, std::uint32_t but, const Visit& visit) const {
    for (std::uint64_t c = grid.graph.first[node]; c < grid.graph.first[node + 1]; ++c) {
      if (links[c].head != but) visit(links[c].head, links[c].weight);
    }
  }

  void apply(const Exchange& move) {
    nodes[move.to] = move.node;
    nodes[move.from] = move.other;
    cells[move.node] = move.to;
    if (move.other == kVacant) {
      spots[move.node] = place_of(grid, move.to);
    } else {
      cells[move.other] = move.from;
      std::swap(spots[move.node], spots[move.other]);
    }
  }

  const GridGraph& grid;
  Cells cells;
  std::vector<std::uint32_t> nodes;  ///< the node in every cell
  std::vector<Cell> spots;           ///< the cell of every node, as coordinates
  std::vector<Link> links;           ///< in the order of the graph's channels
};

/// Judges moves where spans count.
template <std::size_t kAxes, class SpanCost>
class Spans {
 public:
  Spans(const Arrangement& now, const Annealing& annealing) : now_(now), cost_(now.grid, annealing) {}

  /// The link between the two nodes keeps its span and is left out.
  double change(const Exchange& move) {
    const Cell& from = now_.spots[move.node];
    const Cell to = move.other == kVacant ? place_of(now_.grid, move.to) : now_.spots[move.other];
    const double change = moved(move.node, move.other, from, to);
    return move.other == kVacant ? change : change + moved(move.other, move.node, to, from);
  }
  void keep(const Exchange&) {}
  void drop(const Exchange&) {}

 private:
  static std::uint32_t span(const Cell& a, const Cell& b) {
    std::uint32_t sum = 0;
    for (std::size_t axis = 0; axis < kAxes; ++axis)
      sum += static_cast<std::uint32_t>(std::abs(static_cast<std::int32_t>(a.at[axis] - b.at[axis])));
    return sum;
  }

  double moved(std::uint32_t node, std::uint32_t but, const Cell& from, const Cell& to) const {
    typename SpanCost::Sum sum = 0;
    now_.for_each_link(node, but, [&](std::uint32_t other, std::uint32_t weight) {
      const Cell& end = now_.spots[other];
      sum += cost_.less(span(from, end), span(to, end), weight);
    });
    return static_cast<double>(sum);
  }

  const Arrangement& now_;
  SpanCost cost_;
};

/// The total span.
struct BySpan {
  using Sum = std::int64_t;
  BySpan(const GridGraph&, const Annealing&) {}
  std::int64_t less(std::uint32_t from, std::uint32_t to, std::uint32_t weight) const {
    return (std::int64_t{to} - std::int64_t{from}) * weight;
  }
};

/// Fourth powers of spans, in which the longest spans weigh most.
struct ByPower {
  using Sum = double;
  ByPower(const GridGraph& grid, const Annealing&)
      : powers(std::size_t{grid.columns} + grid.rows + grid.planes), weighs(grid.weighs_longest) {
    for (std::size_t span = 0; span < powers.size(); ++span) powers[span] = fourth_power(static_cast<double>(span));
  }
  double less(std::uint32_t from, std::uint32_t to, std::uint32_t weight) const {
    return (powers[to] - powers[from]) * (weighs ? fourth_power(weight) : weight);
  }
  std::vector<double> powers;
  bool weighs;
};

/// Squares of what is above the span that is wished for.
struct ByExcess {
  using Sum = double;
  ByExcess(const GridGraph& grid, const Annealing& annealing)
      : wished(static_cast<double>(annealing.wished)), weighs(grid.weighs_longest) {}
  double less(std::uint32_t from, std::uint32_t to, std::uint32_t weight) const {
    return excess(to, weight) - excess(from, weight);
  }
  double excess(std::uint32_t span, std::uint32_t weight) const {
    const double above = std::max(0.0, weighs ? static_cast<double>(span) * weight - wished : span - wished);
    return above * above;
  }
  double wished;
  bool weighs;
};

/// Judges moves by the fourth powers of the cuts of each axis, over all lines along it. A move changes the cuts between
/// its two cells alone.
class Cuts {
 public:
  Cuts(const Arrangement& now, const Annealing&) : now_(now) {
    for (std::size_t axis = 0; axis < axes_of(now.grid); ++axis) {
      cuts_[axis].assign(sides_along(now.grid, axis).slots + std::size_t{1}, 0);
      more_[axis] = cuts_[axis];
    }
    for (std::uint32_t node = 0; node < now.cells.size(); ++node) {
      now.for_each_link(node, node, [&](std::uint32_t other, std::uint32_t weight) {
        if (other < node) return;
        for_each_part(now.grid, now.cells[node], now.cells[other], [&](const GridPart& part) {
          for (std::uint32_t cut = part.from; cut < part.to; ++cut) cuts_[part.axis][cut] += weight;
        });
      });
    }
  }

  double change(const Exchange& move) {
    const Cell from = now_.spots[move.node];
    const Cell to = move.other == kVacant ? place_of(now_.grid, move.to) : now_.spots[move.other];
    double change = 0;
    for (std::size_t axis = 0; axis < axes_of(now_.grid); ++axis) {
      low_[axis] = std::min(from.at[axis], to.at[axis]);
      high_[axis] = std::max(from.at[axis], to.at[axis]);
      if (low_[axis] == high_[axis]) continue;
      const bool up = from.at[axis] < to.at[axis];
      add(axis, move.node, move.other, up ? 1 : -1);
      if (move.other != kVacant) add(axis, move.other, move.node, up ? -1 : 1);
      double sum = 0;
      for (std::uint32_t cut = low_[axis]; cut < high_[axis]; ++cut) {
        sum += more_[axis][cut];
        more_[axis][cut] = sum;
        change += fourth_power(cuts_[axis][cut] + sum) - fourth_power(cuts_[axis][cut]);
      }
      more_[axis][high_[axis]] = 0;
    }
    return change;
  }

  void keep(const Exchange&) { take(1); }
  void drop(const Exchange&) { take(0); }

 private:
  /// By how much the cuts between the cells grow as a node passes them upwards (sign 1) or downwards, as steps from cut
  /// to cut: links to below grow, links to above shrink.
  void add(std::size_t axis, std::uint32_t node, std::uint32_t but, double sign) {
    std::vector<double>& more = more_[axis];
    now_.for_each_link(node, but, [&](std::uint32_t other, std::uint32_t weight) {
      const std::uint32_t end = std::clamp(now_.spots[other].at[axis], low_[axis], high_[axis]);
      more[low_[axis]] -= sign * weight;
      more[end] += 2 * sign * weight;
    });
  }

  void take(double share) {
    for (std::size_t axis = 0; axis < axes_of(now_.grid); ++axis) {
      for (std::uint32_t cut = low_[axis]; cut < high_[axis]; ++cut) {
        cuts_[axis][cut] += share * more_[axis][cut];
        more_[axis][cut] = 0;
      }
    }
  }

  const Arrangement& now_;
  std::array<std::vector<double>, 3> cuts_, more_;
  std::array<std::uint32_t, 3> low_{}, high_{};
};

/// Judges moves by the fourth powers of the cuts of every line by itself.
class CutsOfLines {
 public:
  CutsOfLines(const Arrangement& now, const Annealing&) : now_(now) {
    for (std::size_t axis = 0; axis < axes_of(now.grid); ++axis) links_[axis].assign(cell_count(now.grid), 0);
    for (std::uint32_t node = 0; node < now.cells.size(); ++node) {
      now.for_each_link(node, node, [&](std::uint32_t other, std::uint32_t weight) {
        if (node < other) add(now.cells[node], now.cells[other], weight);
      });
    }
  }

  double change(const Exchange& move) {
    return count(move, move.from, move.to, -1) + count(move, move.to, move.from, 1);
  }
  void keep(const Exchange&) {}
  void drop(const Exchange& move) {
    count(move, move.to, move.from, -1);
    count(move, move.from, move.to, 1);
  }

 private:
  /// What it changes to add the links of both nodes, where they stand in these cells, or to take them away.
  double count(const Exchange& move, std::uint32_t of_node, std::uint32_t of_other, double sign) {
    double change = 0;
    now_.for_each_link(move.node, move.other, [&](std::uint32_t end, std::uint32_t weight) {
      change += add(of_node, now_.cells[end], sign * weight);
    });
    if (move.other == kVacant) return change;
    now_.for_each_link(move.other, move.node, [&](std::uint32_t end, std::uint32_t weight) {
      change += add(of_other, now_.cells[end], sign * weight);
    });
    return change;
  }

  double add(std::uint32_t cell, std::uint32_t end, double weight) {
    double more = 0;
    for_each_part(now_.grid, cell, end, [&](const GridPart& part) {
      double* line = &links_[part.axis][std::size_t{part.line} * sides_along(now_.grid, part.axis).slots];
      for (std::uint32_t cut = part.from; cut < part.to; ++cut) {
        more += fourth_power(line[cut] + weight) - fourth_power(line[cut]);
        line[cut] += weight;
      }
    });
    return more;
  }

  const Arrangement& now_;
  std::array<std::vector<double>, 3> links_;
};

}  // namespace cutline
