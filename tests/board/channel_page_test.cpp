// SPDX-License-Identifier: Apache-2.0
// Wires on one layer of a channel, which begin and end at pins of both sides.
#include <doctest/doctest.h>

#include <algorithm>

#include "board/pin_dealer.hpp"

namespace {

using namespace cutline::board;

/// A wire from one position to another, with the sides of its pins.
struct Interval {
  std::uint32_t from = 0, to = 0;
  Side first = Side::below, last = Side::below;
};

std::vector<PageEvent> page_of(const std::vector<Interval>& wires) {
  std::vector<PageEvent> page;
  for (std::uint32_t w = 0; w < wires.size(); ++w) {
    const Interval& wire = wires[w];
    page.push_back({wire.from, PageEvent::Kind::begin, wire.first, w, wire.from, wire.to});
    page.push_back({wire.to, PageEvent::Kind::end, wire.last, w, wire.to});
  }
  std::ranges::sort(page, {}, &PageEvent::order);
  return page;
}

bool fits(const std::vector<Interval>& wires, std::uint32_t tracks, std::uint32_t jogs = 8) {
  const std::vector<std::uint32_t> room(32, jogs);
  return fits_page(page_of(wires), tracks, room);
}

/// Whether some choice of sides lets wires fit.
bool has_sides(std::vector<Interval> wires, std::uint32_t tracks) {
  for (std::uint32_t choice = 0; choice < 1U << (2 * wires.size()); ++choice) {
    for (std::size_t w = 0; w < wires.size(); ++w) {
      wires[w].first = (choice >> (2 * w) & 1U) != 0 ? Side::above : Side::below;
      wires[w].last = (choice >> (2 * w + 1) & 1U) != 0 ? Side::above : Side::below;
    }
    if (fits(wires, tracks)) return true;
  }
  return false;
}

std::uint32_t deepest(const std::vector<Interval>& wires) {
  std::uint32_t most = 0;
  for (std::uint32_t x = 0; x < 32; ++x) {
    std::uint32_t here = 0;
    for (const Interval& wire : wires) here += wire.from <= x && x <= wire.to ? 1 : 0;
    most = std::max(most, here);
  }
  return most;
}

}  // namespace

TEST_CASE("four wires between eight places fit in all orders if at most three of them lie side by side") {
  std::vector<std::uint32_t> order = {0, 0, 1, 1, 2, 2, 3, 3};
  std::size_t orders = 0;
  do {
    std::vector<Interval> wires(4, Interval{99, 0});
    for (std::uint32_t x = 0; x < order.size(); ++x) {
      Interval& wire = wires[order[x]];
      wire.from = std::min(wire.from, x);
      wire.to = x;
    }
    const std::uint32_t most = deepest(wires);
    CHECK(has_sides(wires, 3) == (most <= 3));
    CHECK(has_sides(wires, 2) == (most <= 2));
    ++orders;
  } while (std::ranges::next_permutation(order).found);
  CHECK(orders == 2520);
}

TEST_CASE("a wire begins and ends as the outermost on the side of its pins") {
  CHECK(fits({{0, 9}, {1, 8}, {2, 7}}, 3));
  CHECK_FALSE(fits({{0, 7}, {1, 8}, {2, 9}}, 3));
  CHECK(fits({{0, 7, Side::below, Side::above}, {1, 8, Side::below, Side::above}, {2, 9}}, 3));
  CHECK_FALSE(fits({{0, 9}, {1, 8}, {2, 7}}, 2));
  CHECK(fits({{0, 9, Side::across, Side::across}, {10, 12}}, 1));
  CHECK_FALSE(fits({{0, 9, Side::across, Side::across}, {9, 12}}, 2));
  CHECK_FALSE(fits({{0, 9}, {9, 12, Side::above, Side::above}}, 1));
  CHECK(fits({{0, 9}, {9, 12, Side::above, Side::above}}, 2));
}

TEST_CASE("wires make room by changing tracks, as far as there are places to change") {
  // Both wires stand below the third one's track when it begins below them: both move up.
  const std::vector<Interval> wires = {{0, 9, Side::above, Side::above}, {1, 8}, {2, 7}};
  CHECK(fits(wires, 3));
  const std::vector<Interval> pushed = {{0, 20}, {2, 22, Side::above, Side::above}, {4, 18}, {6, 17}};
  CHECK(fits(pushed, 4));
  CHECK_FALSE(fits(pushed, 4, 0));
  std::vector<PageRun> runs;
  const std::vector<std::uint32_t> room(32, 2);
  REQUIRE(fits_page(page_of(pushed), 4, room, &runs));
  REQUIRE(runs.size() == 4);
  std::size_t changes = 0;
  for (const PageRun& run : runs) {
    std::uint32_t track = run.track;
    for (const TrackChange& change : run.changes) {
      CHECK((change.track == track + 1 || change.track + 1 == track));
      track = change.track;
      ++changes;
    }
  }
  CHECK(changes > 0);
}
