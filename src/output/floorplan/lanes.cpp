// SPDX-License-Identifier: Apache-2.0
#include "output/floorplan/lanes.hpp"

#include <algorithm>

namespace cutline::drawing {

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
  std::stable_sort(line.begin(), line.end(),
                   [](const Stretch& a, const Stretch& b) { return a.from != b.from ? a.from < b.from : a.to > b.to; });
  std::vector<std::uint32_t> taken_to;
  for (const Stretch& each : line) {
    const auto free = std::find_if(taken_to.begin(), taken_to.end(), [&](std::uint32_t to) { return to <= each.from; });
    take(each.link, static_cast<std::uint32_t>(free - taken_to.begin()));
    if (free == taken_to.end()) {
      taken_to.push_back(each.to);
    } else {
      *free = each.to;
    }
  }
  return static_cast<std::uint32_t>(taken_to.size());
}

}  // namespace

LinkKey link_key(const DrawnWire& wire) {
  return {wire.a[Axis::x], wire.a[Axis::y], wire.b[Axis::x], wire.b[Axis::y], wire.link_class, wire.place.part};
}

bool is_bent(const DrawnWire& wire) { return wire.a[Axis::x] != wire.b[Axis::x] && wire.a[Axis::y] != wire.b[Axis::y]; }

Lanes lanes_of(const std::vector<const DrawnWire*>& links, std::uint32_t columns, std::uint32_t rows) {
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
  Lanes lanes;
  for (const std::size_t axis : {0U, 1U}) {
    for (std::vector<Stretch>& line : lines[axis]) {
      lanes.count[axis].push_back(
          deal(line, [&](std::size_t link, std::uint32_t lane) { lanes.of[link_key(*links[link])][axis] = lane; }));
    }
  }
  return lanes;
}

}  // namespace cutline::drawing
