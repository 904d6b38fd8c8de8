// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <cmath>
#include <set>

#include "check_links.hpp"
#include "cutline/base/error.hpp"

namespace cutline::checking {

namespace {

/// A wire's metal, layer by layer.
std::vector<Segment> pieces_of(const WireShapes& wire) {
  std::vector<Segment> pieces = wire.segments;
  const auto add_stack = [&](std::int64_t x, std::int64_t y, int from, int to) {
    for (int layer = from; layer <= to; ++layer) pieces.push_back({layer, x, y, x, y});
  };
  for (const Via& via : wire.vias) add_stack(via.x, via.y, via.lower, via.upper);
  for (const Terminal& terminal : wire.terminals) add_stack(terminal.x, terminal.y, 0, terminal.layer);
  return pieces;
}

bool overlap(const Segment& piece, const BlockedCells& cells) {
  const bool apart = piece.x1 < cells.x0 || cells.x1 < piece.x0 || piece.y1 < cells.y0 || cells.y1 < piece.y0;
  return !apart && cells.layers.at(static_cast<std::size_t>(piece.layer));
}

/// Compares lengths along an axis, from the die's lower left corner, with cells.
class CellScale {
 public:
  CellScale(const Layout& layout, const Rectangle& die, Axis axis)
      : cell_nm_(axis == Axis::x ? layout.rules.cell_width_nm : layout.rules.cell_height_nm),
        origin_(axis == Axis::x ? die.x : die.y) {}
  double cells(Length at) const { return in_nm(at - origin_) / cell_nm_; }
  /// Whether a length lies in a cell or at its border; borders are rounded to whole cells.
  bool in_cell(Length at, std::int64_t cell) const { return std::abs(cells(at) - static_cast<double>(cell)) <= 1; }

 private:
  double cell_nm_;
  Length origin_;
};

std::string tile_words(const Tile& tile) { return fmt::format("the tile of '{}'", tile.name); }

/// Checks one site: its router stands on the lines of its cell, and its tile is where the user put it, on the die.
void expect_given_place(const Layout& layout, const GivenPlaces& given, const Tile& tile, const Cell& cell,
                        Findings& findings) {
  const Rectangle die = die_of(given.plan);
  const BoxCells box = node_cells(layout, cell);
  const std::array<std::array<Length, 3>, 2> asked = {
      {{tile.router_x, tile.box.x, tile.box.right()}, {tile.router_y, tile.box.y, tile.box.top()}}};
  const std::array<std::array<std::int64_t, 2>, 2> told = {{{box.x, box.x + box.width}, {box.y, box.y + box.height}}};
  const std::array<Length, 2> far = {die.right(), die.top()}, near = {die.x, die.y};
  for (const Axis axis : kPlaneAxes) {
    const std::size_t i = index(axis);
    const CellScale scale(layout, die, axis);
    const Length router = asked[i][0], low = asked[i][1], high = asked[i][2];
    const double from_line = scale.cells(router) - static_cast<double>(layout.positions[i].start[cell[axis]]);
    const double snap = scale.cells(given.plan.snap + near[i]);
    if (from_line < -1 || from_line > snap + 1) {
      findings.add("place", [&] {
        return fmt::format("the router of '{}' stands at {} = {:g} mm, and its line begins at cell {}", tile.name,
                           letter(axis), in_mm(router), layout.positions[i].start[cell[axis]]);
      });
    }
    if (!scale.in_cell(low, told[i][0]) || !scale.in_cell(high, told[i][1])) {
      findings.add("tile", [&] {
        return fmt::format("{} goes from {:g} to {:g} mm along {}, and the layout has it from cell {} to {}",
                           tile_words(tile), in_mm(low), in_mm(high), letter(axis), told[i][0], told[i][1]);
      });
    }
    if (low + kTileTolerance < near[i] || high > far[i] + kTileTolerance) {
      findings.add("tile", [&] {
        return fmt::format("{} goes from {:g} to {:g} mm along {}, past the die, which goes from {:g} to {:g} mm",
                           tile_words(tile), in_mm(low), in_mm(high), letter(axis), in_mm(near[i]), in_mm(far[i]));
      });
    }
  }
}

/// Checks that every rectangle that the user blocks is blocked, at its full size. One that has no area may be left out.
void expect_blockages(const Layout& layout, const TilePlan& plan, Findings& findings) {
  const Rectangle die = die_of(plan);
  const CellScale x(layout, die, Axis::x), y(layout, die, Axis::y);
  const std::vector<BlockedCells>& blocked = layout.rules.given->blocked;
  constexpr double kRounding = 1e-5;  // of a cell
  const auto covers = [&](const BlockedCells& cells, const Rectangle& box) {
    return static_cast<double>(cells.x0) <= x.cells(box.x) + kRounding &&
           static_cast<double>(cells.x1 + 1) >= x.cells(box.right()) - kRounding &&
           static_cast<double>(cells.y0) <= y.cells(box.y) + kRounding &&
           static_cast<double>(cells.y1 + 1) >= y.cells(box.top()) - kRounding;
  };
  auto next = blocked.begin();
  for (const Blockage& asked : plan.blockages) {
    if (!asked.shape.empty() || asked.box.width.base <= 0 || asked.box.height.base <= 0) continue;
    // Pieces of polygons may stand between.
    const auto found = std::find_if(next, blocked.end(), [&](const auto& cells) { return covers(cells, asked.box); });
    if (found != blocked.end()) {
      next = found + 1;
    } else {
      findings.add("blocked", [&] {
        return fmt::format("the rectangle at x {:g}, y {:g} mm of {:g} x {:g} mm is not blocked as a whole",
                           in_mm(asked.box.x), in_mm(asked.box.y), in_mm(asked.box.width), in_mm(asked.box.height));
      });
    }
  }
}

}  // namespace

std::pair<const UnroutedWire*, const UnroutedWire*> unrouted_on_line(const Unrouted& unrouted, Axis axis,
                                                                     std::uint32_t line) {
  const UnroutedWire* const begin = unrouted.parts.data();
  const auto before = [](const UnroutedWire& wire, const std::pair<Axis, std::uint32_t>& of) {
    return std::pair(wire.axis, wire.line) < of;
  };
  const UnroutedWire* const end = begin + unrouted.parts.size();
  return {std::lower_bound(begin, end, std::pair(axis, line), before),
          std::lower_bound(begin, end, std::pair(axis, line + 1), before)};
}

void expect_on_die(const Layout& layout, Findings& findings) {
  if (layout.rules.given == nullptr) return;
  const GivenSlots& given = *layout.rules.given;
  for_each_wire(layout, [&](const WireShapes& wire) {
    for (const Segment& piece : pieces_of(wire)) {
      if (piece.x0 < 0 || piece.y0 < 0 || piece.x1 >= given.total[0] || piece.y1 >= given.total[1]) {
        findings.add(
            "die", [&] { return fmt::format("{} leaves the die at x {}, y {}", wire_name(wire), piece.x1, piece.y1); });
      }
      const auto blocked = [&](const BlockedCells& cells) { return overlap(piece, cells); };
      if (std::ranges::any_of(given.blocked, blocked)) {
        findings.add("blocked", [&] {
          return fmt::format("{} runs over blocked cells of layer {} near x {}, y {}", wire_name(wire), piece.layer,
                             piece.x0, piece.y0);
        });
      }
    }
  });
}

void expect_given_places(const Layout& layout, const Topology& topology, const Placement& placement,
                         Findings& findings) {
  CUTLINE_EXPECT(placement.given != nullptr);
  const GivenPlaces& given = *placement.given;
  const Rectangle die = die_of(given.plan);
  for (const Axis axis : kPlaneAxes) {
    const CellScale scale(layout, die, axis);
    const Length end = axis == Axis::x ? die.right() : die.top();
    const std::int64_t total = layout.positions[index(axis)].total;
    if (scale.in_cell(end, total)) continue;
    findings.add("die", [&] {
      return fmt::format("the die ends at {} = {:g} mm, and the layout at cell {} of {:g}", letter(axis), in_mm(end),
                         total, scale.cells(end));
    });
  }
  std::vector<const Tile*> owned;                            // by a site of the network
  const bool by_name = placement[Axis::x].order == "given";  // else an order says which node takes which tile
  std::set<std::uint64_t> owners;
  for (std::uint64_t site = 0; site < given.tile_of_site.size(); ++site) {
    if (topology.kind(site) == SiteKind::nothing) continue;
    const Tile& tile = given.plan.tiles[given.tile_of_site[site]];
    owned.push_back(&tile);
    const auto owner = site_named(topology, tile.name);
    if (by_name ? owner != site : !owner || !owners.insert(*owner).second) {
      findings.add("place", [&] { return fmt::format("{} has {}", site_name(topology, site), tile_words(tile)); });
    }
    expect_given_place(layout, given, tile, cell_of(topology, placement, site), findings);
  }
  expect_shapes_in_place(given.plan, owned, findings);
  expect_shapes_apart(owned, findings);
  expect_blockages(layout, given.plan, findings);
  expect_shapes_blocked(layout, given.plan, findings);
}

}  // namespace cutline::checking
