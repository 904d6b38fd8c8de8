// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/detail/placement/placement.hpp"

/// Makes placements: by rules, by the user's cells and tiles, or by a search for short links.
///
///     PlacementChoice choice{.orders = {"annealed"}};
///     choice.arrange = ArrangeChoice{.minimised = Minimised::peak_density};
///     const Placement placement = place(topology, choice, {.seed = 7});
///     print(to_string(placement.arranged.at(0)));
///
/// Guaranteed: no two nodes in one cell, and a search ends no worse than natural order, with the same result on any
/// number of threads. Not promised: an optimum, but where the order is `exact`. Which searches were weighed against
/// each other, and why, stands at anneal() in src/placement/arrangement.hpp and in src/placement/orders/tabu.cpp.
namespace cutline {

struct Topology;
struct Traffic;

/// Cells of a grid, from the first column and row to the last.
struct CellRange {
  std::array<std::uint32_t, 2> first{}, last{};
  bool contains(std::uint32_t x, std::uint32_t y) const {
    return first[0] <= x && x <= last[0] && first[1] <= y && y <= last[1];
  }
  bool operator==(const CellRange&) const = default;
};

/// A user's description of a placement; empty members mean the defaults.
struct PlacementChoice {
  std::vector<Axis> axes;           ///< one a dimension; default: the first half on x, the rest on y
  std::vector<std::string> orders;  ///< one for all axes, or one an axis: names of orders
  std::vector<std::vector<std::uint32_t>> permutations;  ///< one an axis, empty: by name; the coordinates, slot by slot
  std::uint32_t columns = 0;                             ///< of a grid that an order fills; 0: as many as rows
  std::vector<std::array<std::int64_t, 3>> cells;        ///< explicit, one a node
  std::vector<std::string> cell_names;                   ///< the node of each of `cells`; empty: 0, 1, 2 ...
  std::vector<CellRange> empty;                          ///< cells of a grid that no node takes
  std::optional<TilePlan> plan;                          ///< places in millimetres, by the names of sites
  std::array<std::uint32_t, 2> box{};    ///< columns and rows of the boxes of a boxed digit; 0: squarest
  std::uint32_t interchange_pitch = 1;   ///< 0: interchanges stand half a pitch past the node before
  std::optional<ArrangeChoice> arrange;  ///< of orders that optimise
  bool says_columns() const { return columns != 0; }
  bool says_box() const { return box[0] != 0; }
  bool operator==(const PlacementChoice&) const = default;
};

/// The inputs that a run gives to every placement.
struct PlacingRun {
  Watch* watch = nullptr;
  std::uint64_t seed = 1;            ///< where the choice names none
  const Traffic* traffic = nullptr;  ///< for orders that weigh by traffic; null: uniform, which no order can use
};

/// Places the network. Where the choice says nothing, the positions of its family or file apply. Throws input errors
/// naming `order`, `axes`, `columns` or `cells`; a limit error past 2^26 slots an axis. Orders that optimise tell the
/// watch how far they are, and keep the best so far where it asks them to stop; they never end worse than natural
/// order. The same choice gives the same placement whatever the number of threads.
Placement place(const Topology& topology, const PlacementChoice& choice, const PlacingRun& run = {});

/// The order that optimises where the choice names a quantity to minimise but no order: `portfolio`, or `annealed`
/// where it names a `start`. Absent where the choice names an order, or minimises nothing.
std::optional<std::string> default_optimiser(const PlacementChoice& choice);

/// The same grid without the search: orders that optimise leave every node at its natural place. For estimates.
Placement place_roughly(const Topology& topology, const PlacementChoice& choice);

}  // namespace cutline
