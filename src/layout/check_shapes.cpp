// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <cmath>
#include <iterator>

#include "check_links.hpp"

namespace cutline::checking {

namespace {

using Interval = std::pair<double, double>;

/// A side that is not horizontal, from its lower end, in nm.
struct SteepSide {
  double x0, y0, x1, y1;
  double at(double y) const { return x0 == x1 ? x0 : x0 + (y - y0) / (y1 - y0) * (x1 - x0); }
};

std::vector<Polygon::Corner> corners_of(const PlainShape& shape) {
  if (!shape.polygon.empty()) return shape.polygon.corners;
  const Rectangle& box = shape.box;
  return {{box.x, box.y}, {box.right(), box.y}, {box.right(), box.top()}, {box.x, box.top()}};
}

/// The sides of a shape that reach above `low` and below `high`.
std::vector<SteepSide> steep_sides(const PlainShape& shape, double low, double high) {
  const std::vector<Polygon::Corner> corners = corners_of(shape);
  std::vector<SteepSide> sides;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Polygon::Corner &a = corners[i], &b = corners[(i + 1) % corners.size()];
    SteepSide side{in_nm(a.x), in_nm(a.y), in_nm(b.x), in_nm(b.y)};
    if (side.y0 > side.y1) side = {side.x1, side.y1, side.x0, side.y0};
    if (side.y0 < side.y1 && side.y1 > low && side.y0 < high) sides.push_back(side);
  }
  return sides;
}

/// Where two sides cross, if they do.
void add_crossing(const SteepSide& a, const SteepSide& b, std::vector<double>& heights) {
  const double low = std::max(a.y0, b.y0), high = std::min(a.y1, b.y1);
  if (low >= high) return;
  const double below = a.at(low) - b.at(low), above = a.at(high) - b.at(high);
  if ((below < 0 && above > 0) || (below > 0 && above < 0))
    heights.push_back(low + (high - low) * (below / (below - above)));
}

std::vector<Interval> intervals_at(const std::vector<SteepSide>& sides, double y) {
  std::vector<double> at;
  for (const SteepSide& side : sides) {
    if (side.y0 < y && y < side.y1) at.push_back(side.at(y));
  }
  std::ranges::sort(at);
  std::vector<Interval> found;
  for (std::size_t i = 0; i + 1 < at.size(); i += 2) found.emplace_back(at[i], at[i + 1]);
  return found;
}

std::vector<Interval> common_intervals(const std::vector<Interval>& ones, const std::vector<Interval>& others) {
  std::vector<Interval> found;
  for (const Interval& one : ones) {
    for (const Interval& other : others) {
      const Interval both{std::max(one.first, other.first), std::min(one.second, other.second)};
      if (both.first < both.second) found.push_back(both);
    }
  }
  return found;
}

/// What of `ones` lies outside of `others`.
std::vector<Interval> other_intervals(const std::vector<Interval>& ones, const std::vector<Interval>& others) {
  std::vector<Interval> found;
  for (const Interval& one : ones) {
    double from = one.first;
    for (const Interval& other : others) {
      if (other.second <= from || other.first >= one.second) continue;
      if (other.first > from) found.emplace_back(from, other.first);
      from = other.second;
    }
    if (from < one.second) found.emplace_back(from, one.second);
  }
  return found;
}

/// Adds up what `choose` takes of `a`, strip by strip.
template <class Choose>
PlainArea sum_of_strips(const PlainShape& a, const PlainShape& b, const Choose& choose) {
  const double bottom = in_nm(a.box.y), top = in_nm(a.box.top());
  const std::vector<SteepSide> ones = steep_sides(a, bottom, top), others = steep_sides(b, bottom, top);
  std::vector<double> heights = {bottom, top};
  for (const SteepSide& one : ones) {
    for (const SteepSide& other : others) add_crossing(one, other, heights);
  }
  for (const std::vector<SteepSide>* sides : {&ones, &others}) {
    for (const SteepSide& side : *sides) heights.insert(heights.end(), {side.y0, side.y1});
  }
  std::ranges::sort(heights);
  PlainArea sum;
  constexpr double kFar = kUnlimited;
  double left = kFar, right = -kFar, low = kFar, high = -kFar;
  for (std::size_t i = 0; i + 1 < heights.size(); ++i) {
    const double from = std::max(heights[i], bottom), to = std::min(heights[i + 1], top);
    if (from >= to) continue;
    const double middle = from + (to - from) / 2;
    for (const auto& [x0, x1] : choose(intervals_at(ones, middle), intervals_at(others, middle))) {
      sum.square_nm += (x1 - x0) * (to - from);
      left = std::min(left, x0);
      right = std::max(right, x1);
      low = std::min(low, from);
      high = std::max(high, to);
    }
  }
  if (sum.square_nm > 0) sum.width_nm = right - left, sum.height_nm = high - low;
  return sum;
}

std::string area_words(const PlainArea& area) { return fmt::format("{:g} mm2", area.square_nm * 1e-12); }

/// A square around a router, which shares an area with all that is as near as the tolerance.
Rectangle around(const Tile& tile) {
  return {tile.router_x - kTileTolerance * 2, tile.router_y - kTileTolerance * 2, kTileTolerance * 4,
          kTileTolerance * 4};
}

PlainShape plain(const Tile& tile) { return {tile.box, tile.shape}; }

const Polygon kNoPolygon;

bool boxes_share(const Rectangle& a, const Rectangle& b) {
  return a.x + kTileTolerance < b.right() && b.x + kTileTolerance < a.right() && a.y + kTileTolerance < b.top() &&
         b.y + kTileTolerance < a.top();
}

/// Calls `visit` with each pair of tiles whose boxes share an area, the lower number first.
template <class Visit>
void for_boxes_that_share(const std::vector<const Tile*>& tiles, const Visit& visit) {
  std::vector<std::size_t> by_left(tiles.size()), open;
  for (std::size_t i = 0; i < tiles.size(); ++i) by_left[i] = i;
  std::ranges::sort(by_left, [&](std::size_t a, std::size_t b) {
    return std::pair(tiles[a]->box.x, a) < std::pair(tiles[b]->box.x, b);
  });
  for (const std::size_t number : by_left) {
    const Rectangle& box = tiles[number]->box;
    open.erase(std::remove_if(open.begin(), open.end(),
                              [&](std::size_t other) { return tiles[other]->box.right() <= box.x + kTileTolerance; }),
               open.end());
    for (const std::size_t other : open) {
      if (boxes_share(tiles[other]->box, box)) visit(std::min(number, other), std::max(number, other));
    }
    open.push_back(number);
  }
}

/// Calls `visit` with rectangles, as high as they can be, that together are the cells of a rectangle without those that
/// are blocked, ends excluded.
template <class Visit>
void for_each_free(const std::vector<BlockedCells>& blocked_anywhere, const BlockedCells& all, const Visit& visit) {
  const auto apart = [&](const BlockedCells& cells) {
    return cells.x1 < all.x0 || cells.x0 >= all.x1 || cells.y1 < all.y0 || cells.y0 >= all.y1;
  };
  std::vector<BlockedCells> blocked;
  std::remove_copy_if(blocked_anywhere.begin(), blocked_anywhere.end(), std::back_inserter(blocked), apart);
  std::vector<std::int64_t> heights = {all.y0, all.y1};
  for (const BlockedCells& cells : blocked) {
    for (const std::int64_t y : {cells.y0, cells.y1 + 1}) {
      if (y > all.y0 && y < all.y1) heights.push_back(y);
    }
  }
  std::ranges::sort(heights);
  heights.erase(std::unique(heights.begin(), heights.end()), heights.end());
  std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t> open;  // free from here to there, and from which height
  const auto visit_open = [&](std::int64_t top) {
    for (const auto& [ends, bottom] : open) visit(ends.first, bottom, ends.second, top);
  };
  for (std::size_t i = 0; i + 1 < heights.size(); ++i) {
    std::vector<std::pair<std::int64_t, std::int64_t>> taken = {{all.x1, all.x1}};
    for (const BlockedCells& cells : blocked) {
      if (cells.y0 <= heights[i] && cells.y1 + 1 >= heights[i + 1]) taken.emplace_back(cells.x0, cells.x1 + 1);
    }
    std::ranges::sort(taken);
    decltype(open) still_open;
    std::int64_t from = all.x0;
    for (const auto& [x0, x1] : taken) {
      if (std::min(x0, all.x1) > from) {
        const auto known = open.extract({from, std::min(x0, all.x1)});
        still_open[{from, std::min(x0, all.x1)}] = known ? known.mapped() : heights[i];
      }
      from = std::max(from, x1);
    }
    visit_open(heights[i]);
    open = std::move(still_open);
  }
  visit_open(all.y1);
}

}  // namespace

bool PlainArea::is_wide() const { return square_nm > in_nm(kTileTolerance) * 2 * (width_nm + height_nm); }

PlainArea area_within(const PlainShape& a, const PlainShape& b) { return sum_of_strips(a, b, common_intervals); }
PlainArea area_outside(const PlainShape& a, const PlainShape& b) { return sum_of_strips(a, b, other_intervals); }

void expect_shapes_in_place(const TilePlan& plan, const std::vector<const Tile*>& tiles, Findings& findings) {
  const Rectangle die = die_of(plan);
  const PlainShape whole_die{die, plan.outline_shape};
  for (const Tile* tile : tiles) {
    const Rectangle router = around(*tile);
    const PlainShape point{router, kNoPolygon};
    const bool is_point = tile->box.width.base == 0 || tile->box.height.base == 0;
    if (!is_point && area_within(point, plain(*tile)).square_nm <= 0)
      findings.add("place", [&] { return fmt::format("the router of '{}' lies outside its tile", tile->name); });
    if (area_within(point, whole_die).square_nm <= 0)
      findings.add("place", [&] { return fmt::format("the router of '{}' stands outside the die", tile->name); });
    const PlainArea outside = plan.outline_shape.empty() ? PlainArea{} : area_outside(plain(*tile), whole_die);
    if (outside.is_wide())
      findings.add("tile", [&] {
        return fmt::format("the tile of '{}' has {} outside the polygon of the die", tile->name, area_words(outside));
      });
    for (const Blockage& blockage : plan.blockages) {
      if (!blockage.solid || !boxes_share(blockage.box, tile->box)) continue;
      if (const PlainArea shared = area_within(plain(*tile), {blockage.box, blockage.shape}); shared.is_wide())
        findings.add("tile", [&] {
          return fmt::format("the tile of '{}' has {} on the solid blockage at x {:g}, y {:g} mm", tile->name,
                             area_words(shared), in_mm(blockage.box.x), in_mm(blockage.box.y));
        });
    }
  }
}

void expect_shapes_apart(const std::vector<const Tile*>& tiles, Findings& findings) {
  for_boxes_that_share(tiles, [&](std::size_t i, std::size_t j) {
    const PlainArea shared = area_within(plain(*tiles[i]), plain(*tiles[j]));
    if (!shared.is_wide()) return;
    findings.add("tile", [&] {
      return fmt::format("the tile of '{}' lies upon the tile of '{}' with {}", tiles[j]->name, tiles[i]->name,
                         area_words(shared));
    });
  });
}

void expect_shapes_blocked(const Layout& layout, const TilePlan& plan, Findings& findings) {
  const Rectangle die = die_of(plan);
  const double cell_x = layout.rules.cell_width_nm, cell_y = layout.rules.cell_height_nm;
  const GivenSlots& given = *layout.rules.given;
  const auto in_metres = [&](std::int64_t x0, std::int64_t y0, std::int64_t x1, std::int64_t y1) {
    const auto nm = [](std::int64_t cells, double cell) { return nanometres(static_cast<double>(cells) * cell); };
    return Rectangle{die.x + nm(x0, cell_x), die.y + nm(y0, cell_y), nm(x1 - x0, cell_x), nm(y1 - y0, cell_y)};
  };
  const auto leak = [&](const char* rule, const char* what, const Rectangle& box) {
    findings.add(rule, [&] {
      return fmt::format("cells between x {:g}, y {:g} and x {:g}, y {:g} mm are free, and {}", in_mm(box.x),
                         in_mm(box.y), in_mm(box.right()), in_mm(box.top()), what);
    });
  };
  if (!plan.outline_shape.empty()) {
    std::vector<BlockedCells> on_all_layers = those_with(given.blocked, [&](const BlockedCells& cells) {
      return std::ranges::find(cells.layers, false) == cells.layers.end();
    });
    for_each_free(on_all_layers, {0, 0, given.total[0], given.total[1], {}}, [&](auto... ends) {
      const Rectangle box = in_metres(ends...);
      if (area_outside({box, kNoPolygon}, {die, plan.outline_shape}).is_wide()) leak("die", "lie past the die", box);
    });
  }
  for (const Blockage& blockage : plan.blockages) {
    if (blockage.shape.empty()) continue;
    const auto cell = [](Length at, double size) { return static_cast<std::int64_t>(std::floor(in_nm(at) / size)); };
    const BlockedCells all{cell(blockage.box.x - die.x, cell_x),
                           cell(blockage.box.y - die.y, cell_y),
                           cell(blockage.box.right() - die.x, cell_x) + 1,
                           cell(blockage.box.top() - die.y, cell_y) + 1,
                           {}};
    for_each_free(given.blocked, all, [&](auto... ends) {
      const Rectangle box = in_metres(ends...);
      if (area_within({box, kNoPolygon}, {blockage.box, blockage.shape}).is_wide())
        leak("blocked", "lie in a blocked polygon", box);
    });
  }
}

}  // namespace cutline::checking
