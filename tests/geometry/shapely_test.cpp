// SPDX-License-Identifier: Apache-2.0
// Polygons beside shapely, which shares no code with CGAL and Boost.Geometry.
#include <cmath>
#include <numbers>

#include "app/exported_links.hpp"
#include "base/random.hpp"
#include "cutline/base/format.hpp"
#include "cutline/detail/geometry/polygons.hpp"
#include "layout/check_links.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

using Corners = std::vector<Polygon::Corner>;

Polygon::Corner at_nm(double x, double y) { return {nanometres(x), nanometres(y)}; }

/// Points on a lattice, which are either on a side of another polygon of the lattice or far from it.
constexpr double kStep = 1000;
Polygon::Corner lattice(double x, double y) { return at_nm(kStep * std::round(x), kStep * std::round(y)); }

Corners any_corners(Random& random) {
  Corners corners;
  for (std::uint64_t i = 3 + random.below(5); i > 0; --i)
    corners.push_back(lattice(static_cast<double>(random.below(12)), static_cast<double>(random.below(12))));
  return corners;
}

Corners star(Random& random) {
  const auto count = static_cast<double>(3 + random.below(20));
  Corners corners;
  for (double i = 0; i < count; ++i) {
    const double angle = 2 * std::numbers::pi * i / count, radius = 3 + 17 * random.unit();
    corners.push_back(lattice(20 + radius * std::cos(angle), 20 + radius * std::sin(angle)));
  }
  return corners;
}

/// Columns side by side, each of which meets the next.
Corners skyline(Random& random) {
  const std::uint64_t columns = 1 + random.below(7);
  Corners above, below;
  double low = 10, high = 20;
  for (std::uint64_t column = 0; column < columns; ++column) {
    const double old_low = low, old_high = high;
    low = std::floor(old_high - 1 - 12 * random.unit());
    high = std::max(low, old_low) + 1 + std::floor(12 * random.unit());
    const auto x = static_cast<double>(4 * column);
    for (const double end : {x, x + 4}) {
      above.push_back(lattice(end, high));
      below.push_back(lattice(end, low));
    }
  }
  std::reverse(below.begin(), below.end());
  above.insert(above.end(), below.begin(), below.end());
  above.erase(std::unique(above.begin(), above.end()), above.end());
  if (random.below(2) == 0) {
    for (Polygon::Corner& corner : above) std::swap(corner.x, corner.y);
  }
  return above;
}

Corners random_corners(Random& random) {
  const std::uint64_t kind = random.below(5);
  return kind == 0 ? any_corners(random) : kind < 3 ? star(random) : skyline(random);
}

struct ShapesAsked {
  Corners a, b, points;
};
struct Judged {
  bool simple = false;
  double area = 0;
  std::string inside;
  double shared = 0, outside = 0;
};

std::string json_of(const Corners& corners) {
  std::string out;
  for (const Polygon::Corner& corner : corners)
    append(out, "{}[{:.17g}, {:.17g}]", out.empty() ? "" : ", ", in_nm(corner.x), in_nm(corner.y));
  return "[" + out + "]";
}

/// What shapely says; nothing where it is not installed.
std::vector<Judged> judged(const std::vector<ShapesAsked>& all) {
  const test::Place folder;
  if (!has_module(folder, "shapely")) {
    MESSAGE("python3-shapely is not installed: tests skipped");
    return {};
  }
  std::string questions;
  for (const ShapesAsked& asked : all)
    append(questions, "{{\"a\": {}, \"b\": {}, \"points\": {}}}\n", json_of(asked.a), json_of(asked.b),
           json_of(asked.points));
  folder.write("asked.json", questions);
  std::stringstream answers(
      folder.output_of(python() + " '" + source_folder() + "/tests/geometry/shapes.py' < asked.json"));
  std::vector<Judged> result(all.size());
  for (Judged& one : result) answers >> one.simple >> one.area >> one.inside >> one.shared >> one.outside;
  CHECK_MESSAGE(answers, "shapely did not answer every question");
  return result;
}

double in_nm2(Area area) { return in_mm2(area) * 1e12; }

/// Compares one answer. Areas of less than a strip of a few nanometres may be taken for a touch or not.
void compare(const ShapesAsked& asked, const Judged& said) {
  CAPTURE(json_of(asked.a));
  CAPTURE(json_of(asked.b));
  const auto fault = polygon_fault(asked.a);
  if (fault == PolygonFault::repeated_corner) return;  // which shapely takes
  CHECK(!fault == said.simple);
  if (fault || !said.simple) return;
  const Polygon a = counter_clockwise(asked.a);
  CHECK(in_nm2(polygon_area(a)) == doctest::Approx(said.area).epsilon(1e-12));
  for (std::size_t i = 0; i < asked.points.size(); ++i) CHECK(contains(a, asked.points[i]) == (said.inside[i] == '1'));
  CHECK(contains(a, middle_of(a)));
  if (polygon_fault(asked.b)) return;
  const Polygon b = counter_clockwise(asked.b);
  constexpr double kUnsure = 1e5;
  const auto shared = overlap_of(a, b);
  if (said.shared == 0 || said.shared > kUnsure) CHECK(shared.has_value() == (said.shared > 0));
  if (shared) CHECK(in_nm2(shared->area) == doctest::Approx(said.shared).epsilon(1e-9));
  if (said.outside == 0 || said.outside > kUnsure) CHECK(contains(a, b) == (said.outside == 0));
  // The strips by which `check` proves layouts.
  const Rectangle box_a = bounding_box(a), box_b = bounding_box(b);
  const checking::PlainShape plain_a{box_a, a}, plain_b{box_b, b};
  const double whole = in_nm2(polygon_area(b));
  CHECK(std::abs(checking::area_within(plain_b, plain_a).square_nm - said.shared) < 1e-9 * whole);
  CHECK(std::abs(checking::area_outside(plain_b, plain_a).square_nm - said.outside) < 1e-9 * whole);
}

}  // namespace

TEST_CASE("random polygons have the faults, areas, points and overlaps that shapely finds") {
  Random random(41);
  std::vector<ShapesAsked> asked;
  for (int round = 0; round < 3000; ++round) {
    ShapesAsked one{random_corners(random), random_corners(random), {}};
    if (round % 7 == 0) {  // one within the other, or nearly
      one.b = one.a;
      for (Polygon::Corner& corner : one.b) corner = {corner.x * 0.5 + nanometres(5e3), corner.y * 0.5};
    }
    for (int i = 0; i < 12; ++i)
      one.points.push_back(lattice(static_cast<double>(random.below(40)), static_cast<double>(random.below(40))));
    asked.push_back(std::move(one));
  }
  const std::vector<Judged> said = judged(asked);
  std::size_t simple = 0, sharing = 0, within = 0;
  for (std::size_t i = 0; i < said.size(); ++i) {
    compare(asked[i], said[i]);
    simple += said[i].simple ? 1 : 0;
    sharing += said[i].shared > 0 ? 1 : 0;
    within += said[i].simple && said[i].outside == 0 ? 1 : 0;
  }
  if (said.empty()) return;
  CHECK(simple > 2000);
  CHECK(simple < 2900);
  CHECK(sharing > 500);
  CHECK(within > 20);
}
