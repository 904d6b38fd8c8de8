// SPDX-License-Identifier: Apache-2.0
#include <CGAL/box_intersection_d.h>
#include <doctest/doctest.h>

#include <numeric>
#include <tuple>

#include "cutline/layout/check.hpp"
#include "cutline/detail/layout/shapes.hpp"
#include "layout/cases.hpp"

// A second opinion on layouts, from CGAL's box intersection. Every shape of the machine becomes a closed box of
// integers, and two boxes meet exactly where their shapes share a cell on a layer.

namespace {

using namespace cutline;
using cases::Case;

constexpr std::size_t kNodeBox = ~std::size_t{0};

struct Shape {
  std::size_t wire = 0;  ///< kNodeBox: the box of a node
  Cell node;
  std::array<std::int64_t, 3> lo{}, hi{};  ///< layer, x, y; the numbers of layers continue from plane to plane
  bool post = false;
  bool stack = false;  ///< belongs to a terminal of the node on which it stands
};

// The layer is the first dimension: as the last one it would make CGAL's algorithm quadratic.
using Box = CGAL::Box_intersection_d::Box_with_handle_d<double, 3, const Shape*>;

struct FlatWire {
  std::uint16_t link_class = 0;
  std::uint32_t wire = 0;
  std::vector<Terminal> terminals;
  bool faces = false;
};

struct FlatLayout {
  std::vector<Shape> shapes;
  std::vector<FlatWire> wires;
  std::vector<std::pair<std::size_t, std::size_t>>
      joined;  ///< pairs of shapes that are joined by a box through which a wire passes
};

/// The first layer of a plane. One layer between planes stays free; nodes with wires over them stand there.
std::int64_t first_layer(const Case& c, std::uint32_t plane) {
  return std::int64_t{plane} * (2 * c.layout.rules.layer_pairs + 2);
}

void add_wire(const Case& c, const WireShapes& wire, FlatLayout& flat) {
  const std::size_t number = flat.wires.size();
  flat.wires.push_back({wire.link_class, wire.wire, wire.terminals, wire.segments.size() == 1});
  const auto at = [&](std::uint32_t plane, int layer) { return first_layer(c, plane) + layer; };
  for (const Segment& s : wire.segments)
    flat.shapes.push_back({number, {}, {at(s.plane, s.layer), s.x0, s.y0}, {at(s.plane, s.layer), s.x1, s.y1}});
  for (const Via& v : wire.vias)
    flat.shapes.push_back({number, {}, {at(v.plane, v.lower), v.x, v.y}, {at(v.plane, v.upper), v.x, v.y}});
  std::vector<std::size_t> through;
  for (const Terminal& t : wire.terminals) {
    if (t.layer == kPostLayer) continue;
    const int lower = c.layout.rules.over_nodes ? -1 : c.layout.rules.layer_pairs > 1 ? 0 : t.layer;
    const std::uint32_t plane = t.node[Axis::z];
    if (t.through) through.push_back(flat.shapes.size());
    flat.shapes.push_back(
        {number, t.node, {at(plane, lower), t.x, t.y}, {at(plane, t.layer), t.x, t.y}, false, !t.through});
  }
  // A post is interrupted in its boxes: it takes the upper layers of its lower plane, the lower ones of its upper
  // plane.
  const auto half = static_cast<int>(c.layout.rules.layer_pairs);
  for (const Post& p : wire.posts) {
    if (!through.empty()) flat.joined.emplace_back(through[0], flat.shapes.size());
    flat.shapes.push_back({number, {}, {at(p.z0, half), p.x, p.y}, {at(p.z1, half - 1), p.x, p.y}, true});
  }
}

void add_node_box(const Case& c, const Cell& node, FlatLayout& flat) {
  const GridSize& grid = c.layout.wiring.grid;
  const auto pattern = [&](Axis axis) -> const Pattern& {
    return c.layout.wiring.pattern(axis, static_cast<std::uint32_t>(line_of(grid, axis, node)));
  };
  const Pattern& row = pattern(Axis::x);
  const Pattern& column = pattern(Axis::y);
  const bool over = c.layout.rules.over_nodes;
  const std::uint32_t width = node_box_side(c.layout, Axis::x, row, node[Axis::x]);
  const std::uint32_t height = node_box_side(c.layout, Axis::y, column, node[Axis::y]);
  const std::int64_t x = node_box_start(c.layout, Axis::x, node[Axis::x], width);
  const std::int64_t y = node_box_start(c.layout, Axis::y, node[Axis::y], height);
  const std::int64_t lowest = first_layer(c, node[Axis::z]) - (over ? 1 : 0);
  const std::int64_t highest = over ? lowest : lowest + 2 * c.layout.rules.layer_pairs;
  flat.shapes.push_back({kNodeBox, node, {lowest, x, y}, {highest, x + width - 1, y + height - 1}});
}

FlatLayout flatten(const Case& c) {
  FlatLayout flat;
  for_each_wire(c.layout, [&](const WireShapes& wire) { add_wire(c, wire, flat); });
  for (std::uint64_t node = 0; node < c.topology.site_count(); ++node) {
    if (c.topology.kind(node) == SiteKind::nothing) continue;
    add_node_box(c, cell_of(c.topology, c.placement, node), flat);
  }
  return flat;
}

/// What the oracle counts; all numbers are zero in a correct layout.
struct Opinion {
  std::size_t shorts = 0;      ///< pairs of shapes of different wires that share a cell on a layer
  std::size_t boxes_meet = 0;  ///< pairs of node boxes that overlap
  std::size_t in_boxes = 0;    ///< shapes within a node box, other than the wire's own terminal there
  std::size_t pieces = 0;      ///< pieces of wires, beyond one for each wire
  std::size_t off_node = 0;    ///< terminals that do not reach the box of their node
  bool clean() const { return shorts + boxes_meet + in_boxes + pieces + off_node == 0; }
};

bool is_terminal_of(const FlatWire& wire, const Shape& box, const Shape& shape) {
  // A wire between facing neighbours is one piece, which begins and ends within their boxes.
  if (wire.faces) {
    return std::any_of(wire.terminals.begin(), wire.terminals.end(), [&](const Terminal& t) {
      return t.node == box.node && shape.lo[1] <= t.x && t.x <= shape.hi[1] && shape.lo[2] <= t.y && t.y <= shape.hi[2];
    });
  }
  std::array<std::int64_t, 3> lo{}, hi{};
  for (std::size_t i = 1; i < 3; ++i) {
    lo[i] = std::max(box.lo[i], shape.lo[i]);
    hi[i] = std::min(box.hi[i], shape.hi[i]);
  }
  // Posts stand inside the box, below its top row of cells and to the left of its right column.
  if (shape.post) return shape.hi[1] < box.hi[1] && shape.hi[2] < box.hi[2];
  return std::any_of(wire.terminals.begin(), wire.terminals.end(), [&](const Terminal& t) {
    return t.node == box.node && lo[1] == t.x && hi[1] == t.x && lo[2] == t.y && hi[2] == t.y;
  });
}

Opinion opinion(const FlatLayout& flat) {
  std::vector<Box> boxes;
  for (const Shape& shape : flat.shapes) {
    double lo[3], hi[3];
    for (std::size_t i = 0; i < 3; ++i) {
      lo[i] = static_cast<double>(shape.lo[i]);
      hi[i] = static_cast<double>(shape.hi[i]);
    }
    boxes.emplace_back(lo, hi, &shape);
  }
  std::vector<std::size_t> parent(flat.shapes.size());
  std::iota(parent.begin(), parent.end(), std::size_t{0});
  const auto root = [&](const Shape* shape) {
    auto i = static_cast<std::size_t>(shape - flat.shapes.data());
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
  };
  Opinion result;
  for (const Shape& shape : flat.shapes) result.off_node += shape.stack ? 1 : 0;
  CGAL::box_self_intersection_d(boxes.begin(), boxes.end(), [&](const Box& one, const Box& other) {
    const Shape* a = one.handle();
    const Shape* b = other.handle();
    if (b->wire == kNodeBox) std::swap(a, b);
    if (a->wire == kNodeBox && b->wire == kNodeBox) {
      ++result.boxes_meet;
    } else if (a->wire == kNodeBox) {
      if (!is_terminal_of(flat.wires[b->wire], *a, *b)) ++result.in_boxes;
      if (b->stack && a->node == b->node) --result.off_node;
    } else if (a->wire != b->wire) {
      ++result.shorts;
    } else {
      parent[root(a)] = root(b);
    }
  });
  for (const auto& [a, b] : flat.joined) parent[root(&flat.shapes[a])] = root(&flat.shapes[b]);
  for (const Shape& shape : flat.shapes) {
    if (shape.wire != kNodeBox && root(&shape) == static_cast<std::size_t>(&shape - flat.shapes.data()))
      ++result.pieces;
  }
  result.pieces -= flat.wires.size();
  return result;
}

using FlatLink = std::tuple<Cell, Cell, std::size_t, std::uint32_t>;

FlatLink flat_link(Cell a, Cell b, std::size_t link_class, std::uint32_t wire) {
  return {std::min(a, b), std::max(a, b), link_class, wire};
}

std::vector<FlatLink> joined(const FlatLayout& flat) {
  std::vector<FlatLink> links;
  for (const FlatWire& wire : flat.wires) {
    REQUIRE(wire.terminals.size() >= 2);
    links.push_back(flat_link(wire.terminals.front().node, wire.terminals.back().node, wire.link_class, wire.wire));
  }
  std::sort(links.begin(), links.end());
  return links;
}

std::vector<FlatLink> wanted(const Case& c) {
  std::vector<FlatLink> links;
  for_each_link(c.topology, [&](std::size_t link_class, std::size_t link, std::uint64_t a, std::uint64_t b) {
    const LinkClass& in = c.topology.classes[link_class];
    Cell from = cell_of(c.topology, c.placement, a), to = cell_of(c.topology, c.placement, b);
    if (in.shared) {
      // Its nodes stand side by side, and it joins the first place of their line to the last.
      std::size_t axis = 0;
      while (c.placement.axes[axis].slots() == 1) ++axis;
      from = Cell{};
      to = Cell{};
      to.at[axis] = c.placement.axes[axis].slots() - 1;
    }
    const std::uint64_t wires = c.channel.of_link(static_cast<std::uint32_t>(in.channels), in.width(link));
    for (std::uint32_t wire = 0; wire < wires; ++wire) {
      links.push_back(flat_link(from, to, link_class, wire));
    }
  });
  std::sort(links.begin(), links.end());
  return links;
}

void expect_clean(const Case& c) {
  CAPTURE(c.name);
  const FlatLayout flat = flatten(c);
  const Opinion result = opinion(flat);
  CHECK(result.shorts == 0);
  CHECK(result.boxes_meet == 0);
  CHECK(result.in_boxes == 0);
  CHECK(result.pieces == 0);
  CHECK(result.off_node == 0);
  CHECK(joined(flat) == wanted(c));
}

}  // namespace

TEST_CASE("CGAL finds no two wires that touch, no wire in pieces and every link, for every network of the catalogues") {
  cases::for_each_catalogue_case(expect_clean, 2);  // more pairs of layers: the random networks
}

TEST_CASE("CGAL finds the same of wires over the nodes, and that every terminal reaches its node below") {
  cases::for_each_catalogue_case(cases::over_some_nodes(expect_clean), 2);
}

TEST_CASE("CGAL finds the same where neighbours face") {
  cases::for_each_catalogue_case(cases::faced(expect_clean), 2);
}

TEST_CASE("CGAL finds no two wires that touch, no wire in pieces and every link, for hundreds of random graphs") {
  cases::for_each_random_case(300, cases::in_all_ways(expect_clean));
}

namespace {

/// Moves one track of a part, or one terminal, to another place in its routing channel or box.
void move_something(Case& c, Pattern& pattern, std::size_t part, Random& random) {
  if (random.below(2) == 0) {
    std::uint32_t& lane = pattern.lane[pattern.first_unit(part)];
    const auto place = static_cast<std::uint32_t>(random.below(pattern.tracks / pattern.wires_per_unit));
    lane = place * pattern.pairs + lane % pattern.pairs;
    return;
  }
  const bool at_hi = is_crossing(pattern.lo[part]);
  const std::uint32_t slot = slot_of(at_hi ? pattern.hi[part] : pattern.lo[part]);
  const std::uint32_t wires = c.layout.wiring.kinds[pattern.kind[part]].wires;
  (at_hi ? pattern.hi_terminal : pattern.lo_terminal)[part] =
      static_cast<std::uint32_t>(random.below(pattern.terminals[slot] - wires + 1));
}

}  // namespace

TEST_CASE("CGAL and the check agree on layouts with one track or one terminal moved by hand") {
  std::size_t broken = 0, whole = 0;
  for (std::uint64_t seed = 1; seed <= 450; ++seed) {
    Case c = cases::random_graph(seed);
    if (seed % 3 == 0) c = cases::over_nodes(c);
    Random random(seed);
    Lines& lines = c.layout.wiring[random.below(2) == 0 ? Axis::x : Axis::y];
    Pattern& pattern = lines.patterns[random.below(lines.patterns.size())];
    if (pattern.size() == 0) continue;
    const std::size_t part = random.below(pattern.size());
    move_something(c, pattern, part, random);
    CAPTURE(c.name);
    const bool clean = opinion(flatten(c)).clean();
    const bool passed = check(c.layout, c.topology, c.placement).passed();
    // The check is stricter: it gives every bent part its whole crossing, wherever in it the joint lies.
    CHECK((!passed || clean));
    if (!pattern.is_bent(part)) CHECK(passed == clean);
    ++(clean ? whole : broken);
  }
  CHECK(broken > 50);
  CHECK(whole > 50);
}
