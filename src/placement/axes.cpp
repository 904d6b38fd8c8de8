// SPDX-License-Identifier: Apache-2.0
#include "base/named.hpp"
#include "placement/seats.hpp"

namespace cutline {

#define CUTLINE_ORDER(name) Order name##_order();
#include "orders.inc"
#undef CUTLINE_ORDER

namespace {

/// Cells of a box of nodes, x along its columns.
struct BoxSize {
  std::uint32_t columns = 1;
  std::uint32_t rows = 1;
};

using Tour = std::vector<std::array<std::uint32_t, 2>>;

/// 0, 2, 4 ... and back over the odd cells.
Tour line_tour(std::uint32_t cells) {
  Tour tour;
  for (std::uint32_t x = 0; x < cells; x += 2) tour.push_back({x, 0});
  for (std::uint32_t x = cells; x-- > 0;) {
    if (x % 2 == 1) tour.push_back({x, 0});
  }
  return tour;
}

/// Out along the first cells of `lines` lines, back line by line over their other cells, there and back in turn.
Tour there_and_back(std::uint32_t lines, std::uint32_t length) {
  Tour tour;
  for (std::uint32_t line = 0; line < lines; ++line) tour.push_back({line, 0});
  bool outward = true;
  for (std::uint32_t line = lines; line-- > 0; outward = !outward) {
    for (std::uint32_t i = 1; i < length; ++i) tour.push_back({line, outward ? i : length - i});
  }
  return tour;
}

/// The tour with x and y exchanged.
Tour turned(Tour tour) {
  for (auto& [x, y] : tour) std::swap(x, y);
  return tour;
}

/// The most nearly square box of exactly `nodes` cells, at least as wide as high.
BoxSize squarest_box(std::uint32_t nodes) {
  BoxSize box{nodes, 1};
  for (std::uint32_t rows = 2; rows * rows <= nodes; ++rows) {
    if (nodes % rows == 0) box = {nodes / rows, rows};
  }
  return box;
}

/// A closed tour of the box's cells (x, y) in steps of one cell, the step from the last back to the first included.
/// Steps of two cells occur only in a single row or column, where the tour goes up and down over every other cell, and
/// in a box of odd sides.
///
/// An even number of columns: along row 0 and back column by column. Else an even number of rows, or three columns:
/// along column 0 and back row by row. Else the rows above row 0 like this, then row 0 as a single row.
/// Source: [Ranade 1987, sec. 2.2]; derived: boxes that are not square.
Tour box_tour(const BoxSize& box) {
  if (box.rows == 1) return line_tour(box.columns);
  if (box.columns == 1) return turned(line_tour(box.rows));
  if (box.columns % 2 == 0) return there_and_back(box.columns, box.rows);
  // With three columns and an odd number of rows the tour ends two cells from its beginning.
  if (box.rows % 2 == 0 || box.columns == 3) return turned(there_and_back(box.rows, box.columns));
  // All rows but the first are even in number. They have a tour of single steps, which ends beside its beginning; the
  // first row is inserted there.
  Tour tour = turned(there_and_back(box.rows - 1, box.columns));
  for (auto& [x, y] : tour) ++y;
  Tour row = line_tour(box.columns);
  tour.insert(tour.end(), row.rbegin(), row.rend());
  return tour;
}

/// The digits for which an axis is chosen: all except the boxed one.
std::vector<std::uint8_t> dimensions(const Topology& topology) {
  std::vector<std::uint8_t> digits;
  const auto digit_count = static_cast<std::uint8_t>(topology.digits.size());
  for (std::uint8_t digit = 0; digit < digit_count; ++digit) {
    if (digit != topology.boxed_digit()) digits.push_back(digit);
  }
  return digits;
}

/// What stands along one axis: its digits beside the boxed one, where each value of that one stands in a box, and the
/// box's side.
struct AxisDigits {
  Axis axis;
  std::vector<std::uint8_t> digits = {};
  std::vector<std::uint32_t> place = {};
  std::uint32_t cells = 1;
};
using DigitsByAxis = std::array<AxisDigits, 3>;

/// A box lies on the first two axes in use; on one axis alone its values stand in a row.
void add_boxes(const Topology& topology, const PlacementChoice& choice, DigitsByAxis& axes) {
  if (!topology.boxed_digit()) {
    if (choice.says_box()) throw_input_error("this network has nothing to put in boxes", "leave out `box`", "box");
    return;
  }
  const std::uint32_t nodes = topology.digits[*topology.boxed_digit()].radix;
  std::vector<AxisDigits*> used;
  for (AxisDigits& axis : axes) {
    if (!axis.digits.empty()) used.push_back(&axis);
  }
  if (used.size() < 2) {
    AxisDigits& row = used.empty() ? axes[0] : *used[0];
    row.cells = nodes;
    row.place = numbers_below<std::uint32_t>(nodes);
    return;
  }
  const BoxSize box = choice.says_box() ? BoxSize{choice.box[0], choice.box[1]} : squarest_box(nodes);
  if (std::uint64_t{box.columns} * box.rows < nodes) {
    throw_input_error(fmt::format("a box of {} x {} cells is too small for {} nodes", box.columns, box.rows, nodes), {},
                      "box");
  }
  used[0]->cells = box.columns;
  used[1]->cells = box.rows;
  const auto tour = box_tour(box);
  for (std::uint32_t value = 0; value < nodes; ++value) {
    if (box.columns > 1) used[0]->place.push_back(tour[value][0]);
    if (box.rows > 1) used[1]->place.push_back(tour[value][1]);
  }
}

DigitsByAxis digits_by_axis(const Topology& topology, const PlacementChoice& choice) {
  const std::vector<std::uint8_t> digits = dimensions(topology);
  std::vector<Axis> axes = choice.axes;
  if (axes.empty()) {
    axes.assign(digits.size(), Axis::y);
    std::fill_n(axes.begin(), (digits.size() + 1) / 2, Axis::x);
  }
  if (axes.size() != digits.size()) {
    throw_input_error(fmt::format("`axes` names {} axes for {} dimensions", axes.size(), digits.size()),
                      "one axis a dimension, dimension 0 first", "axes");
  }
  DigitsByAxis on_axis = {{{Axis::x}, {Axis::y}, {Axis::z}}};
  for (std::size_t i = 0; i < digits.size(); ++i) on_axis[index(axes[i])].digits.push_back(digits[i]);
  add_boxes(topology, choice, on_axis);
  return on_axis;
}

/// Where slots stand if interchanges take no room: half a pitch past the last node before them on the axis, so that no
/// slot stands before an earlier one.
std::vector<std::uint32_t> half_pitches(const Topology& topology, const AxisPlacement& axis) {
  std::vector<bool> is_node = {true};
  for (const std::uint8_t digit : axis.digits) {
    std::vector<bool> longer;
    for (std::uint32_t value = 0; value < topology.digits[digit].radix; ++value)
      for (const bool below : is_node) longer.push_back(below && topology.level(digit, value) == 0);
    is_node = std::move(longer);
  }
  std::vector<std::uint32_t> halves;
  std::uint32_t next = 0;  // where the next node stands
  for (const bool node : is_node) {
    halves.push_back(node ? next : std::max(1u, next) - 1);
    next += node ? 2 : 0;
  }
  return halves;
}

/// Sets the positions along one axis: its order places the digits, and in each place the nodes of a box stand side by
/// side.
void order_axis(const Topology& topology, const PlacementChoice& choice, const AxisDigits& box, Optimiser& optimiser,
                AxisPlacement& place) {
  const Axis axis = box.axis;
  if (index(axis) < choice.permutations.size() && !choice.permutations[index(axis)].empty()) {
    if (!box.place.empty() && box.cells != box.place.size())
      throw_input_error("the nodes of boxes follow their tours, not a list", "name an order", "order");
    place.order = "explicit";
    place.place(positions_of(choice.permutations[index(axis)], place.coordinates(),
                             fmt::format("the order along {}", letter(axis))),
                place.slots());
    return;
  }
  place.order = order_name(choice, index(axis));
  const Order& order = order_named(place.order);
  if (order.line == nullptr && order.arrange == nullptr)
    throw_input_error(fmt::format("the order '{}' is for grids, not for lines", order.name), "it needs `columns`",
                      "order");
  const bool natural = order.by_number;
  if (choice.interchange_pitch == 0 && topology.has_interchanges()) {
    if (!natural)
      throw_input_error("interchanges take no room in the natural order only", "leave out `order`",
                        "interchange_pitch");
    place.half_pitches = half_pitches(topology, place);
  }
  const bool in_a_row = box.cells == box.place.size() && std::ranges::is_sorted(box.place);
  if (natural && (box.place.empty() || in_a_row)) return;
  const std::uint32_t boxes = place.slots() / box.cells;
  const std::vector<std::uint32_t> places = order.arrange == nullptr
                                                ? order.line(radices_of(topology, box.digits))
                                                : optimiser.line(topology, order, axis, box.digits);
  expect_places(order, places, boxes, boxes);
  std::vector<std::uint32_t> taken;
  taken.reserve(places.size() * std::max<std::size_t>(box.place.size(), 1));
  for (const std::uint32_t of_box : places) {
    if (box.place.empty()) taken.push_back(of_box);
    for (const std::uint32_t within : box.place) taken.push_back(of_box * box.cells + within);
  }
  place.place(std::move(taken), place.slots());
}

}  // namespace

const std::vector<Order>& orders() {
  static const std::vector<Order> all = {
#define CUTLINE_ORDER(name) name##_order(),
#include "orders.inc"
#undef CUTLINE_ORDER
  };
  return all;
}

const Order* find_order(std::string_view name) { return find_named(orders(), name); }

const Order& order_named(const std::string& name) {
  return expect_named(orders(), name, "no order is called", "the orders are", "order");
}

std::string order_name(const PlacementChoice& choice, std::size_t axis) {
  if (choice.orders.empty()) return "natural";
  return choice.orders.size() == 1 ? choice.orders[0] : axis < choice.orders.size() ? choice.orders[axis] : "natural";
}

Placement on_axes(const Topology& topology, const PlacementChoice& choice, Optimiser& optimiser) {
  Placement placement;
  const DigitsByAxis boxes = digits_by_axis(topology, choice);
  for (const AxisDigits& box : boxes) {
    AxisPlacement& place = placement.axes[index(box.axis)];
    if (!box.place.empty()) place.digits.push_back(*topology.boxed_digit());
    std::uint64_t cells = box.cells;
    for (const std::uint8_t digit : box.digits) {
      place.digits.push_back(digit);
      cells = checked_product(cells, topology.digits[digit].radix).value_or(kMaxSlots + 1);
      if (cells > kMaxSlots) {
        throw_limit_error(fmt::format("the grid has more than 2^26 places along {}, the limit", letter(box.axis)),
                          "spread the dimensions over the axes with `axes`", "axes");
      }
    }
    place.place_in_sequence(static_cast<std::uint32_t>(cells));
    order_axis(topology, choice, box, optimiser, place);
  }
  return placement;
}

}  // namespace cutline
