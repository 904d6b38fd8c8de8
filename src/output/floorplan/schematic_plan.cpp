// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "output/floorplan/schematic.hpp"

namespace cutline::drawing {

using svg::Rect;

namespace {

/// A part of a link on a line, in stations: station 3 s is the router of slot s; stations 3 s + 1 to 3 s + 2 are the
/// crossing behind it.
struct Stretch {
  std::uint32_t from = 0, to = 0;
  std::size_t link = 0;
};

/// The stretch from a router to the other router, or to the crossing at the slot of the other end.
Stretch stretch(std::uint32_t router, std::uint32_t other, bool to_crossing, std::size_t link) {
  if (!to_crossing) return {3 * std::min(router, other), 3 * std::max(router, other), link};
  return {std::min(3 * router, 3 * other + 1), std::max(3 * router, 3 * other + 2), link};
}

/// Gives each stretch of a line the lowest lane that is free from its beginning on (the left-edge rule); returns the
/// number of lanes. The stretches are taken from left to right.
template <class Take>
std::uint32_t deal(std::vector<Stretch>& line, const Take& take) {
  std::ranges::stable_sort(
      line, [](const Stretch& a, const Stretch& b) { return a.from != b.from ? a.from < b.from : a.to > b.to; });
  std::vector<std::uint32_t> taken_to;
  for (const Stretch& each : line) {
    const auto free = std::ranges::find_if(taken_to, [&](std::uint32_t to) { return to <= each.from; });
    take(each.link, static_cast<std::uint32_t>(free - taken_to.begin()));
    if (free == taken_to.end()) {
      taken_to.push_back(each.to);
    } else {
      *free = each.to;
    }
  }
  return static_cast<std::uint32_t>(taken_to.size());
}

constexpr double kSag = 0.16;                        ///< of an arc, for each millimetre between its ends
constexpr double kLeastSag = 0.35, kBentSideMm = 8;  ///< of an arc, in sides of a slot; larger sides count as this
constexpr double kMostSag = 0.72;                    ///< of an arc, in sides of a slot
constexpr std::uint32_t kMostArcs = 6;               ///< over a cut of one line
constexpr double kThinnestLinkWidthMm = 0.1, kThickestLinkWidthMm = 0.5, kOfBox = 0.03;
/// Where lanes begin and end, as shares of the side of a slot: kBesideRouters if routers lie within their boxes,
/// kBesideGiven if the user gives the places.
struct Beside {
  double from, to;
};
constexpr Beside kBesideRouters = {0.5, 0.97}, kBesideGiven = {0.08, 0.6};
constexpr double kRouterAt = 0.36;  ///< of the side of a slot, beside lanes
constexpr double kMostPitchMm = 0.9, kOfPitch = 0.6, kThinnestLaneMm = 0.08;
constexpr double kChannelShare = 0.12;  ///< of the side of a slot, where there are no lanes
constexpr double kThinnestChannelMm = 0.6;
constexpr double kBesideStrokes = 2;  ///< from link to link with the same ends
constexpr double kMostBeside = 0.3;   ///< of the shorter side of a slot

std::vector<SchematicLink> links_of(const Scene& scene) {
  std::map<LinkKey, SchematicLink> by_key;
  for (const DrawnWire& wire : scene.marks) {
    SchematicLink& link = by_key.try_emplace(link_key(wire), SchematicLink{&wire, 0}).first->second;
    link.length = std::max(link.length, scene.length(wire));
  }
  auto links = each_of(by_key, [](const auto& each) { return each.second; });
  std::ranges::stable_sort(links, [](const SchematicLink& a, const SchematicLink& b) { return a.length < b.length; });
  if (scene.colours.kind == WireColour::load) {
    std::ranges::stable_sort(links, [&](const SchematicLink& a, const SchematicLink& b) {
      return scene.load(*a.wire) < scene.load(*b.wire);
    });
  }
  return links;
}

Beside lanes_beside(const Page& page) { return page.scene.placement.given ? kBesideGiven : kBesideRouters; }

/// Whether arcs would hide each other.
bool needs_lanes(const Scene& scene) {
  if (!scene.layout.wiring.joints.empty()) return true;
  const std::array<Density, 3>& density = scene.candidate.laid_out()->measures.density;
  return std::max(density[0].per_line_peak_links, density[1].per_line_peak_links) > kMostArcs;
}

std::string at(PagePoint point) { return fmt::format("{} {}", svg::number(point.x), svg::number(point.y)); }

PagePoint between(PagePoint a, PagePoint b, double share) {
  return {a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share};
}

/// Of links with the same ends, such as those of two planes, the place of each from the middle one on.
std::map<LinkKey, double> places_beside(const std::vector<SchematicLink>& links) {
  std::map<std::array<std::uint32_t, 4>, std::vector<LinkKey>> by_ends;
  for (const SchematicLink& link : links) {
    const LinkKey key = link_key(*link.wire);
    std::array<std::uint32_t, 2> a = {key[0], key[1]}, b = {key[2], key[3]};
    if (b < a) std::swap(a, b);
    by_ends[{a[0], a[1], b[0], b[1]}].push_back(key);
  }
  std::map<LinkKey, double> places;
  for (auto& [ends, keys] : by_ends) {
    if (keys.size() < 2) continue;
    std::ranges::sort(keys);
    for (std::size_t i = 0; i < keys.size(); ++i)
      places[keys[i]] = static_cast<double>(i) - static_cast<double>(keys.size() - 1) / 2;
  }
  return places;
}

constexpr int kArcPieces = 16;  ///< straight ones, in place of an arc
/// Where along a piece a name could stand, its middle first.
constexpr double kShares[] = {0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.1, 0.9};

void add_spots(std::vector<PagePoint>& spots, PagePoint a, PagePoint b) {
  for (const double share : kShares) spots.push_back(between(a, b, share));
}

}  // namespace

LinkKey link_key(const DrawnWire& wire) {
  return {wire.a[Axis::x], wire.a[Axis::y], wire.b[Axis::x], wire.b[Axis::y], wire.link_class, wire.place.part};
}

bool is_bent(const DrawnWire& wire) { return wire.a[Axis::x] != wire.b[Axis::x] && wire.a[Axis::y] != wire.b[Axis::y]; }

DealtLanes lanes_of(const std::vector<const DrawnWire*>& links, std::uint32_t columns, std::uint32_t rows) {
  std::array<std::vector<std::vector<Stretch>>, 2> lines;
  lines[0].resize(rows);
  lines[1].resize(columns);
  for (std::size_t i = 0; i < links.size(); ++i) {
    const Cell &a = links[i]->a, &b = links[i]->b;
    if (!links[i]->taps.empty() || links[i]->span() < 2) continue;
    const bool bent = is_bent(*links[i]);
    if (a[Axis::x] != b[Axis::x]) lines[0][a[Axis::y]].push_back(stretch(a[Axis::x], b[Axis::x], bent, i));
    if (a[Axis::y] != b[Axis::y]) lines[1][b[Axis::x]].push_back(stretch(b[Axis::y], a[Axis::y], bent, i));
  }
  DealtLanes lanes;
  for (const std::size_t axis : {0U, 1U}) {
    for (std::vector<Stretch>& line : lines[axis]) {
      lanes.count[axis].push_back(
          deal(line, [&](std::size_t link, std::uint32_t lane) { lanes.of[link_key(*links[link])][axis] = lane; }));
    }
  }
  return lanes;
}

SchematicPlan::SchematicPlan(const Page& page)
    : page_(page), links_(links_of(page.scene)), beside_(places_beside(links_)) {
  const Rect first = slot(0, 0);
  stroke_ = std::clamp(kOfBox * std::min(first.width, first.height), kThinnestLinkWidthMm, kThickestLinkWidthMm);
  if (needs_lanes(page.scene)) set_lanes();
}

void SchematicPlan::set_lanes() {
  const Scene& scene = page_.scene;
  std::vector<const DrawnWire*> wires = each_of(links_, &SchematicLink::wire);
  lanes_ = lanes_of(wires, scene.columns(), scene.rows());
  pitch_ = kMostPitchMm;
  const Beside beside = lanes_beside(page_);
  const auto fit = [&](double side, std::uint32_t lanes) {
    if (lanes > 0) pitch_ = std::min(pitch_, (beside.to - beside.from) * side / lanes);
  };
  for (std::uint32_t row = 0; row < scene.rows(); ++row) fit(slot(0, row).height, lanes_->count[0][row]);
  for (std::uint32_t column = 0; column < scene.columns(); ++column)
    fit(slot(column, 0).width, lanes_->count[1][column]);
  stroke_ = std::clamp(kOfPitch * pitch_, kThinnestLaneMm, kThickestLinkWidthMm);
}

Rect SchematicPlan::slot(std::uint32_t column, std::uint32_t row) const {
  const AxisPositions &columns = page_.scene.layout.columns(), &rows = page_.scene.layout.rows();
  const double left = page_.frame.to_x(static_cast<double>(columns.start[column]));
  const double bottom = page_.frame.to_y(static_cast<double>(rows.start[row]));
  const double right = page_.frame.to_x(static_cast<double>(columns.end(column)));
  const double top = page_.frame.to_y(static_cast<double>(rows.end(row)));
  return {left, top, right - left, bottom - top};
}

PagePoint SchematicPlan::router(const Cell& cell) const {
  const Rect box = slot(cell[Axis::x], cell[Axis::y]);
  const auto site = page_.scene.placement.given ? page_.scene.nodes.at(cell) : std::nullopt;
  if (site) return given_router(page_, *site);
  if (in_lanes()) return {box.x + kRouterAt * box.width, box.bottom() - kRouterAt * box.height};
  return {box.middle_x(), box.middle_y()};
}

double SchematicPlan::lane(Axis axis, std::uint32_t line, std::uint32_t number) const {
  const Rect box = axis == Axis::x ? slot(0, line) : slot(line, 0);
  const double in = lanes_beside(page_).from, along = (number + 0.5) * pitch_;
  return axis == Axis::x ? box.bottom() - in * box.height - along : box.x + in * box.width + along;
}

double SchematicPlan::round_mm() const {
  const Rect box = slot(0, 0);
  return 0.3 * std::min(box.width, box.height);
}

double SchematicPlan::sideways_mm(const DrawnWire& wire) const {
  const auto place = beside_.find(link_key(wire));
  if (place == beside_.end()) return 0;
  const Rect box = slot(wire.a[Axis::x], wire.a[Axis::y]);
  const double most = kMostBeside * std::min(box.width, box.height);
  return std::clamp(place->second * kBesideStrokes * stroke_, -most, most);
}

PagePoint SchematicPlan::aside(PagePoint a, PagePoint b, const DrawnWire& wire) const {
  // Two links may name their ends in either order, so the way aside does not follow it.
  if (std::tuple(b.x, b.y) < std::tuple(a.x, a.y)) std::swap(a, b);
  const double share = sideways_mm(wire) / std::max(std::hypot(b.x - a.x, b.y - a.y), 1e-9);
  return {-share * (b.y - a.y), share * (b.x - a.x)};
}

DrawnWay SchematicPlan::line(PagePoint a, PagePoint b) const {
  DrawnWay way{"M" + at(a) + "L" + at(b), {a, b}, {}};
  add_spots(way.spots, a, b);
  return way;
}

DrawnWay SchematicPlan::way(const DrawnWire& wire) const {
  PagePoint a = router(wire.a), b = router(wire.b);
  const bool between_neighbours = wire.span() < 2;
  if (!in_lanes() || between_neighbours) {
    const PagePoint by = aside(a, b, wire);
    a = {a.x + by.x, a.y + by.y};
    b = {b.x + by.x, b.y + by.y};
  }
  if (!wire.taps.empty() || between_neighbours) return line(a, b);
  if (!in_lanes()) return arc(a, b, wire);
  const auto lanes = lanes_->of.find(link_key(wire));
  if (lanes == lanes_->of.end()) return line(a, b);  // it has no room in the given places
  const double y = lane(Axis::x, wire.a[Axis::y], lanes->second[0]);
  const double x = lane(Axis::y, wire.b[Axis::x], lanes->second[1]);
  if (is_bent(wire)) return bent(a, b, y, x);
  return wire.a[Axis::y] == wire.b[Axis::y] ? straight(a, b, Axis::x, y) : straight(a, b, Axis::y, x);
}

/// An arc bends more the longer it is, so that the links of one row are told apart. It bends to the other side than the
/// links that begin in the next cell, and it never leaves its row.
DrawnWay SchematicPlan::arc(PagePoint a, PagePoint b, const DrawnWire& wire) const {
  const bool odd = (std::min(wire.a[Axis::x], wire.b[Axis::x]) + std::min(wire.a[Axis::y], wire.b[Axis::y])) % 2 > 0;
  const Rect box = slot(wire.a[Axis::x], wire.a[Axis::y]);
  const double side = wire.a[Axis::y] == wire.b[Axis::y] ? box.height : box.width;
  const double length = std::hypot(b.x - a.x, b.y - a.y);
  const double bend = std::clamp(kSag * length, kLeastSag * std::min(side, kBentSideMm), kMostSag * side);
  const double sag = (odd ? -bend : bend) / std::max(length, 1e-9);
  const PagePoint control = {(a.x + b.x) / 2 - sag * (b.y - a.y), (a.y + b.y) / 2 + sag * (b.x - a.x)};
  DrawnWay way{"M" + at(a) + "Q" + at(control) + " " + at(b), {}, {}};
  const auto on_arc = [&](double t) { return between(between(a, control, t), between(control, b, t), t); };
  for (int i = 0; i <= kArcPieces; ++i) way.line.push_back(on_arc(static_cast<double>(i) / kArcPieces));
  for (const double t : kShares) way.spots.push_back(on_arc(t));
  return way;
}

DrawnWay SchematicPlan::straight(PagePoint a, PagePoint b, Axis axis, double lane) const {
  const double reach = axis == Axis::x ? b.x - a.x : b.y - a.y;
  const double round = std::copysign(std::min(round_mm(), std::abs(reach) / 2), reach);
  const PagePoint over_a = axis == Axis::x ? PagePoint{a.x, lane} : PagePoint{lane, a.y};
  const PagePoint over_b = axis == Axis::x ? PagePoint{b.x, lane} : PagePoint{lane, b.y};
  const auto moved = [&](PagePoint p, double by) {
    return axis == Axis::x ? PagePoint{p.x + by, p.y} : PagePoint{p.x, p.y + by};
  };
  DrawnWay way{"M" + at(a) + "Q" + at(over_a) + " " + at(moved(over_a, round)) + "L" + at(moved(over_b, -round)) + "Q" +
                   at(over_b) + " " + at(b),
               {a, over_a, over_b, b},
               {}};
  add_spots(way.spots, over_a, over_b);
  return way;
}

DrawnWay SchematicPlan::bent(PagePoint a, PagePoint b, double row_lane, double column_lane) const {
  const double along = column_lane - a.x, across = b.y - row_lane;
  const double first = std::copysign(std::min(round_mm(), std::abs(along) / 2), along);
  const double last = std::copysign(std::min(round_mm(), std::abs(across) / 2), across);
  const PagePoint turn = {column_lane, row_lane};
  const PagePoint leave = {a.x + first, row_lane}, arrive = {column_lane, b.y - last};
  const double round_x = std::copysign(std::min(round_mm() / 2, std::abs(turn.x - leave.x) / 2), along);
  const double round_y = std::copysign(std::min(round_mm() / 2, std::abs(arrive.y - turn.y) / 2), across);
  DrawnWay way{"M" + at(a) + "Q" + at({a.x, row_lane}) + " " + at(leave) + "L" + at({turn.x - round_x, turn.y}) + "Q" +
                   at(turn) + " " + at({turn.x, turn.y + round_y}) + "L" + at(arrive) + "Q" + at({turn.x, b.y}) + " " +
                   at(b),
               {a, leave, turn, arrive, b},
               {}};
  add_spots(way.spots, leave, turn);
  add_spots(way.spots, turn, arrive);
  return way;
}

Rect SchematicPlan::channel(Axis axis, std::uint32_t line, std::uint32_t cut) const {
  const bool row = axis == Axis::x;
  const Rect box = row ? slot(0, line) : slot(line, 0);
  const double side = row ? box.height : box.width;
  double low = (1 - kChannelShare) * side, thick = kChannelShare * side;
  if (in_lanes()) {
    low = lanes_beside(page_).from * side;
    thick = std::max(kThinnestChannelMm, lanes_->count[index(axis)][line] * pitch_);
  }
  const PagePoint from = router(row ? Cell{{cut - 1, line, 0}} : Cell{{line, cut - 1, 0}});
  const PagePoint to = router(row ? Cell{{cut, line, 0}} : Cell{{line, cut, 0}});
  if (row) return {from.x, box.bottom() - low - thick, to.x - from.x, thick};
  return {box.x + low, to.y, thick, from.y - to.y};
}

}  // namespace cutline::drawing
