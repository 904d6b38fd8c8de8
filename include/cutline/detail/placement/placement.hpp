// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cutline/detail/geometry/cells.hpp"
#include "cutline/detail/geometry/polygons.hpp"
#include "cutline/detail/topology/node_names.hpp"
#include "cutline/detail/topology/shape.hpp"

/// Where the nodes of a network stand on the grid, before any wire is known.
///
///     const Placement placement = place(topology, {.orders = {"folded"}});      // placement/place.hpp
///     const GridSize size = placement.grid();
///     const Cell cell = cell_of(topology, placement, 17);
///     const std::optional<std::uint64_t> node = node_at(topology, placement, cell);     // 17 again
///
/// Guaranteed: each node has a cell of its own, and cell_of() costs O(digits) for any number of nodes. Not here: places
/// in millimetres but as the user gave them, and anything of wires. The other way, a table of the cells of all nodes,
/// is that of graphs without dimensions; a cube of 2^20 nodes needs two lists of 2^10 slots instead.

namespace cutline {

/// The quantity that an optimising order minimises.
enum class Minimised : std::uint8_t {
  total,         ///< the sum of all links' spans, in node pitches
  longest,       ///< the longest link's span
  peak_density,  ///< links over the densest cut of the two axes
  area           ///< an estimate, with every routing channel as high as its own densest cut
};
inline constexpr std::string_view kMinimised[] = {"total", "longest", "peak_density", "area"};

/// The result of an optimising order, as it is reported.
struct Arranged {
  std::string order;
  std::string axis;  ///< of a line: x, y or z; empty: a whole grid
  Minimised minimised = Minimised::total;
  std::uint64_t natural = 0;             ///< value of the natural order
  std::uint64_t start = 0;               ///< value of the order it began with
  bool chose_start = false;              ///< it began with another order; else with the natural one
  std::uint64_t value = 0;               ///< value in the end
  std::optional<std::uint64_t> optimum;  ///< of lines of up to 20 nodes
  std::optional<std::uint64_t> bound;  ///< no arrangement has less; of `portfolio`, absent where none above 0 is known
  std::string found_by;                ///< of `portfolio`: the part of it that came to the value
  std::uint64_t moves = 0, all_moves = 0;
  bool interrupted = false;
};

/// `order exact along x: total 232; natural order 320, exact optimum 232`; also tells whether and where it was
/// interrupted.
std::string to_string(const Arranged& arranged);

/// The weight of a link in the minimised quantity. For a line of a regular network the longest span is that of any
/// link, whatever its weight.
enum class Weight : std::uint8_t {
  width,    ///< its channel width
  traffic,  ///< links do not count; every pair of nodes counts by the messages between them, both ways
  one
};
inline constexpr std::string_view kWeights[] = {"width", "traffic", "one"};

/// A user's options for an optimising order.
struct ArrangeChoice {
  Minimised minimised = Minimised::total;
  Weight weight = Weight::width;
  std::optional<std::uint64_t> seed;   ///< default: the run's
  std::optional<std::uint64_t> moves;  ///< of orders that move nodes; default: by the order and the number of nodes
  std::optional<double> effort_s;      ///< chooses `moves` where they are absent: what takes about so many seconds
  std::string start;                   ///< of `annealed`: the order it begins with; empty: bisection, or natural
  std::vector<std::string> fixed;      ///< of `annealed` and `tabu`: nodes that stay where natural order puts them
  /// Of the same orders: nodes of one list change places only among themselves, and so do the nodes of no list.
  std::vector<std::vector<SaidNodes>> kinds;
  bool operator==(const ArrangeChoice&) const = default;
};

struct Topology;

/// What a site's digits on one axis say: their mixed-radix number, the first digit fastest. A type of its own, so that
/// it never numbers a slot: an axis has other numbers of slots than of coordinates.
enum class Coordinate : std::uint32_t {};

/// Where nodes stand along one axis: a function of some of their digits. Every coordinate has a slot. A slot may be
/// that of no coordinate, and where nodes stand anywhere on a grid, of many.
class AxisPlacement {
 public:
  std::vector<std::uint8_t> digits;  ///< digits[0] fastest
  std::string order = "natural";
  /// Where each slot stands, in half node pitches, if interchanges take no room; empty: slot s stands at 2 s.
  std::vector<std::uint32_t> half_pitches;

  /// Coordinate c takes slot c. At first there is one of each.
  void place_in_sequence(std::uint32_t coordinates);
  /// Coordinate c takes slot `taken[c]`, which is below `slots`. Every coordinate is listed.
  void place(std::vector<std::uint32_t> taken, std::uint32_t slots);

  std::uint32_t slots() const { return slots_; }
  std::uint32_t coordinates() const { return taken_.empty() ? slots_ : static_cast<std::uint32_t>(taken_.size()); }
  std::uint32_t slot(Coordinate coordinate) const {
    const auto number = static_cast<std::uint32_t>(coordinate);
    return taken_.empty() ? number : taken_[number];
  }
  template <class Visit>
  void for_each_coordinate(const Visit& visit) const {
    for (std::uint32_t number = 0; number < coordinates(); ++number) visit(Coordinate{number});
  }
  bool operator==(const AxisPlacement&) const = default;

 private:
  std::vector<std::uint32_t> taken_;  ///< by coordinate; empty: its own number
  std::uint32_t slots_ = 1;
};

/// Places in millimetres that the user gives, and the slots of the axes that follow from them.
struct GivenPlaces {
  TilePlan plan;
  std::vector<std::uint32_t> tile_of_site;          ///< index of each site's tile in the floorplan
  std::array<std::vector<Length>, 2> router_lines;  ///< of columns along x, of rows along y: where their routers stand
};

/// Which cell each node takes. No two nodes share a cell.
///
/// In a regular network each digit belongs to one axis, except that a digit whose values stand in a box belongs to two.
/// Where the nodes of a graph stand anywhere, all axes depend on the same digits.
struct Placement {
  std::array<AxisPlacement, 3> axes;
  std::vector<Arranged> arranged;  ///< results of the orders that optimise
  SharedConst<GivenPlaces> given;  ///< null where the places follow from orders and cells

  GridSize grid() const;
  const AxisPlacement& operator[](Axis axis) const { return axes[index(axis)]; }
};

/// The orders of the axes, joined by `between`, or one name where all are equal; z counts only on several planes.
std::string order_text(const Placement& placement, std::string_view between);

/// Whether each digit lies on one axis alone. Then a cell's node is known from each of its slots by itself, and no slot
/// is that of two coordinates.
bool digits_have_axes(const Topology& topology, const Placement& placement);

/// The kind of site that stands at each slot: nodes if there are any, else switches, interchanges or nothing. Empty
/// where the network has nodes only and every slot counts as theirs.
std::vector<SiteKind> kinds_by_slot(const Topology& topology, const AxisPlacement& axis);

/// The part of the number of a site that each slot stands for; kEmptyCell for slots of no coordinate. The digits must
/// have axes.
std::vector<std::uint64_t> sites_by_slot(const Topology& topology, const AxisPlacement& axis);

/// The node's cell. Cost: O(digits).
Cell cell_of(const Topology& topology, const Placement& placement, std::uint64_t node);
/// The node that stands in a cell, if one does. Cost: O(slots) where each digit has its own axis, O(nodes) at worst.
std::optional<std::uint64_t> node_at(const Topology& topology, const Placement& placement, const Cell& cell);
/// Every cell's node or interchange; kEmptyCell where none stands. Entry x + columns * (y + rows * z). Throws a limit
/// error past 2^26 cells.
std::vector<std::uint64_t> nodes_by_cell(const Topology& topology, const Placement& placement);
inline constexpr std::uint64_t kEmptyCell = ~std::uint64_t{0};

}  // namespace cutline
