// SPDX-License-Identifier: Apache-2.0
#include "measure/bounds.hpp"

#include <cmath>

#include "cutline/base/error.hpp"
#include "topology/graph_searches.hpp"

namespace cutline {

namespace {

constexpr std::uint64_t kMostNeighbourLinks = std::uint64_t{1} << 18;
constexpr double kBoundSlack = 1e-9;  ///< relative: no bound exceeds the truth by rounding

double safely_below(double value) { return value * (1 - kBoundSlack); }

/// The distances from one cell of an endless grid to all others, nearest first. The endless grid has an axis for each
/// axis of the given grid that is longer than one cell.
class NearestCells {
 public:
  explicit NearestCells(const GridSize& grid) {
    for (const Axis axis : kAxes) axes_ += grid[axis] > 1 ? 1 : 0;
  }
  /// Cells at exactly this distance.
  std::uint64_t at(std::uint64_t distance) const {
    if (axes_ == 0) return 0;
    if (axes_ == 1) return 2;
    return axes_ == 2 ? 4 * distance : 4 * distance * distance + 2;
  }
  /// The distance of the count-th nearest cell, counted from 1.
  std::uint64_t distance_of(std::uint64_t count) const {
    std::uint64_t distance = 1;
    for (std::uint64_t passed = at(1); passed < count; passed += at(++distance)) {
    }
    return distance;
  }

 private:
  int axes_ = 0;
};

bool is_full_of_nodes(const Topology& topology, const GridSize& grid) {
  return !topology.has_interchanges() && topology.node_count() == grid.count();
}

/// The least diameter of a set of cells that holds all nodes: the distance of its two farthest cells. A set of diameter
/// d has at most ceil((d + 1)^2 / 2) cells in the plane, and d + 1 on a line. Source: derived; the isodiametric
/// inequality of the grid.
std::uint64_t least_diameter(const Topology& topology, const GridSize& grid) {
  if (is_full_of_nodes(topology, grid)) return std::uint64_t{grid[Axis::x]} + grid[Axis::y] + grid[Axis::z] - 3;
  const auto long_axes = std::ranges::count_if(kAxes, [&](Axis axis) { return grid[axis] > 1; });
  const std::uint64_t nodes = topology.node_count();
  if (long_axes == 1) return nodes - 1;
  if (long_axes != 2) return 1;
  std::uint64_t diameter = 1;
  while (((diameter + 1) * (diameter + 1) + 1) / 2 < nodes) ++diameter;
  return diameter;
}

/// The relative widths of all channels of a link together, for the widest link.
double widest_link(const Topology& topology) {
  double most = 1;
  for (const LinkClass& links : topology.classes) {
    const auto widest = std::ranges::max_element(links.widths);
    most = std::max(most, links.channels * (widest != links.widths.end() ? double(*widest) : 1.0));
  }
  return most;
}

/// The wires of a channel over its relative width, for the channel with the fewest: all have control wires.
double least_wires_of_width(const Layout& layout) {
  double least = std::numeric_limits<double>::infinity();
  for (const LinkKind& kind : layout.wiring.kinds)
    least = std::min(least, double(kind.wires) / (double(kind.channels) * kind.width));
  return least;
}

bool is_countable(const Topology& topology) {
  return topology.link_count() <= kMostNeighbourLinks && topology.site_count() <= 2 * kMostNeighbourLinks &&
         !has_shared_links(topology);
}

/// The least sum of the distances between all ordered pairs of nodes. Where nodes fill the grid, it is the sum over all
/// pairs of cells; else a bound, as if every node had all others on the cells nearest to it.
double distances_of_all_pairs(const Topology& topology, const GridSize& grid) {
  if (!is_full_of_nodes(topology, grid)) {
    const NearestCells nearest(grid);
    double of_one = 0;
    std::uint64_t left = topology.node_count() - 1;
    for (std::uint64_t distance = 1; left > 0; ++distance) {
      const std::uint64_t here = std::min(left, nearest.at(distance));
      of_one += static_cast<double>(here * distance);
      left -= here;
    }
    return of_one * static_cast<double>(topology.node_count());
  }
  const auto count = static_cast<double>(grid.count());
  double sum = 0;
  for (const Axis axis : kAxes) {
    const double k = grid[axis];
    sum += count * count * (k * k - 1) / (3 * k);  // k x the mean distance of two of k places, equal ones included
  }
  return sum;
}

/// The least sum of the relative widths of the channels, in both directions together, over a cut with `nodes` of all
/// nodes on one side: in each direction the cut carries the messages of all pairs across it.
double widths_over(std::uint64_t nodes, std::uint64_t all, double peak_load) {
  return 2 * static_cast<double>(nodes) * static_cast<double>(all - nodes) / (static_cast<double>(all) * peak_load);
}

/// Keeps the larger one of two bounds, the first of equal ones.
void raise(LayoutBounds& bounds, Bounded what, double value, BoundBy by) {
  const auto [known, added] = bounds.try_emplace(what, LowerBound{value, by});
  if (!added && value > known->second.value) known->second = {value, by};
}

/// Null where it is not known.
const double* fact(const KnownOfGraph& known, GraphFact what) {
  const auto found = known.find(what);
  return found != known.end() ? &found->second : nullptr;
}

void bound_spans(const Topology& topology, const GridSize& grid, const KnownOfGraph& known, LayoutBounds& bounds) {
  const auto raise_longest = [&](std::uint64_t value, BoundBy by) {
    raise(bounds, Bounded::longest_span, static_cast<double>(value), by);
  };
  const double* diameter = fact(known, GraphFact::diameter_hops);
  if (diameter != nullptr && *diameter > 0 && !has_shared_links(topology)) {
    const auto hops = static_cast<std::uint64_t>(*diameter);
    raise_longest((least_diameter(topology, grid) + hops - 1) / hops, BoundBy::diameter);
  }
  if (is_countable(topology)) {
    const NearestCells nearest(grid);
    double twice = 0;
    for (const auto& [links, sites] : links_to_neighbours(topology)) {
      std::uint64_t distance = 1, left = nearest.at(1);
      double of_one = 0;
      for (const std::uint64_t heaviest : links) {
        if (left == 0) left = nearest.at(++distance);
        --left;
        of_one += static_cast<double>(heaviest * distance);
      }
      twice += of_one * static_cast<double>(sites);
      raise_longest(nearest.distance_of(links.size()), BoundBy::neighbours);
    }
    raise(bounds, Bounded::total_span, std::ceil(twice / 2), BoundBy::neighbours);
  }
  const double* load = fact(known, GraphFact::peak_channel_load);
  if (load == nullptr || has_shared_links(topology)) return;
  const double nodes = static_cast<double>(topology.node_count());
  raise(bounds, Bounded::total_span,
        std::ceil(safely_below(distances_of_all_pairs(topology, grid) / (nodes * *load * widest_link(topology)))),
        BoundBy::all_pairs);
}

/// Bounds the wires over the fullest cut along an axis. Where nodes fill the grid, a cut has whole slices of nodes on
/// each side. Else some cut divides the nodes evenly to within half a slice, because no slice holds more nodes than
/// cells.
void bound_cuts(const Topology& topology, const Layout& layout, Axis axis, const KnownOfGraph& known,
                LayoutBounds& bounds) {
  const GridSize& grid = layout.wiring.grid;
  if (grid[axis] < 2 || layout.wiring.kinds.empty()) return;
  const double wires_of_width = least_wires_of_width(layout);
  const bool full = is_full_of_nodes(topology, grid);
  const std::uint64_t nodes = topology.node_count(), slice = grid.count() / grid[axis];
  const std::uint64_t side = full ? slice * (grid[axis] / 2) : nodes / 2 - std::min(nodes / 2, (slice + 1) / 2);
  const Bounded what = axis == Axis::x ? Bounded::wires_over_columns : Bounded::wires_over_rows;
  const auto raise_wires = [&](double wires, BoundBy by) { raise(bounds, what, std::ceil(safely_below(wires)), by); };
  if (const double* load = fact(known, GraphFact::peak_channel_load))
    raise_wires(widths_over(side, nodes, *load) * wires_of_width, BoundBy::all_pairs);
  const double* halved = fact(known, GraphFact::bisection_wires);
  if (halved != nullptr && full && grid[axis] % 2 == 0) raise_wires(*halved, BoundBy::bisection);
}

/// One side of the die: its length, from boxes and tracks, as a function of the cells that terminals take. Where
/// neighbours face, wires run in boxes as well, on the lowest layer pair, and have no other terminals.
struct Side {
  double slots = 1, least_box = 1, tracks = 0;
  bool over = false, faces = false;
  double length(double terminals) const {
    if (faces) return std::max(slots * least_box, tracks);
    return over ? std::max(slots * least_box, terminals + tracks) : std::max(slots * least_box, terminals) + tracks;
  }
  /// Where the length changes its slope.
  double bend() const { return over ? std::max(0.0, slots * least_box - tracks) : slots * least_box; }
};

/// The least product of both sides. The terminals of a node stand along x or along y, so that the cells of both kinds
/// over all nodes add up to at least `pins`. Between the bends of the two lengths the product is concave, so the least
/// is at a bend or at an end.
double least_area(const Side& x, const Side& y, double pins) {
  const auto terminals_of_y = [&](double of_x) { return std::max(y.slots, (pins - y.slots * of_x) / x.slots); };
  const double all_on_x = std::max(x.slots, (pins - x.slots * y.slots) / y.slots);
  const auto x_where_y_is = [&](double of_y) { return (pins - x.slots * of_y) / y.slots; };
  double least = x.length(x.slots) * y.length(terminals_of_y(x.slots));
  for (double of_x : {all_on_x, x.bend(), x_where_y_is(y.bend())}) {
    of_x = std::clamp(of_x, x.slots, all_on_x);
    least = std::min(least, x.length(of_x) * y.length(terminals_of_y(of_x)));
  }
  return least;
}

void bound_area(const Topology& topology, const Layout& layout, LayoutBounds& bounds) {
  const GridSize& grid = layout.wiring.grid;
  const LayoutRules& rules = layout.rules;
  const auto tracks = [&](Bounded wires) {
    const auto known = bounds.find(wires);
    return known != bounds.end() ? std::ceil(known->second.value / rules.layer_pairs) : 0.0;
  };
  const bool nodes_alone = is_full_of_nodes(topology, grid);
  const auto mean_side = [&](Axis axis) {
    return sum_over<double>(grid[axis], [&](auto slot) { return least_node_side(rules, axis, slot); }) / grid[axis];
  };
  Side x{double(grid[Axis::x]), nodes_alone ? mean_side(Axis::x) : 1, tracks(Bounded::wires_over_rows),
         rules.over_nodes, rules.neighbours_face};
  Side y{double(grid[Axis::y]), nodes_alone ? mean_side(Axis::y) : 1, tracks(Bounded::wires_over_columns),
         rules.over_nodes, rules.neighbours_face};
  double pins = 0;
  for (std::size_t c = 0; c < topology.classes.size(); ++c) {
    const LinkClass& links = topology.classes[c];
    // Links as wide have as many wires, though they are of several kinds where their given figures differ.
    std::map<std::uint32_t, double> wires, as_wide;
    if (links.widths.empty()) as_wide[1] = static_cast<double>(links.links.size());
    for (const std::uint32_t width : links.widths) ++as_wide[width];
    for (const LinkKind& kind : layout.wiring.kinds) {
      if (kind.link_class == c) wires[kind.width] = kind.wires;
    }
    for (const auto& [width, count] : as_wide)
      pins += 2.0 * wires[width] * count * static_cast<double>(topology.copies(links));
  }
  const double with_wires = std::ceil(safely_below(least_area(x, y, pins)));
  const bool by_wires = x.tracks + y.tracks > 0;
  x.tracks = y.tracks = 0;
  const double alone = std::ceil(safely_below(least_area(x, y, pins)));
  const auto over_columns = bounds.find(Bounded::wires_over_columns);
  const BoundBy by_cut = over_columns != bounds.end() ? over_columns->second.by : BoundBy::all_pairs;
  raise(bounds, Bounded::area, with_wires, by_wires && with_wires > alone ? by_cut : BoundBy::boxes);
}

}  // namespace

LayoutBounds layout_bounds(const Topology& topology, const Layout& layout, const KnownOfGraph& known) {
  LayoutBounds bounds;
  const GridSize& grid = layout.wiring.grid;
  const auto& halves = layout.wiring.half_pitches;
  const bool whole = std::ranges::all_of(halves, [](const auto& at) { return at.empty(); });
  if (whole && layout.rules.given == nullptr) bound_spans(topology, grid, known, bounds);
  if (grid[Axis::z] > 1 || layout.rules.given != nullptr || has_shared_links(topology)) return bounds;
  for (const Axis axis : {Axis::x, Axis::y}) bound_cuts(topology, layout, axis, known, bounds);
  bound_area(topology, layout, bounds);
  return bounds;
}

}  // namespace cutline
