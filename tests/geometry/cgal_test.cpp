// SPDX-License-Identifier: Apache-2.0
// The header for users of CGAL. Its polygons and segments go into parts of CGAL that are under the GPL, which tests may
// use: boolean operations, and boxes that meet.
#include "cutline/geometry/cgal.hpp"

#include <CGAL/Boolean_set_operations_2.h>
#include <CGAL/Exact_predicates_exact_constructions_kernel.h>
#include <CGAL/Simple_cartesian.h>
#include <doctest/doctest.h>

#include <list>

#include "cutline/detail/layout/shapes.hpp"
#include "cutline/spec/spec.hpp"
#include "cutline/study/candidate.hpp"
#include "cutline/study/laid_out.hpp"
#include "cutline/study/placed_network.hpp"

using namespace cutline;

namespace {

using Exact = CGAL::Exact_predicates_exact_constructions_kernel;
using Rounded = CGAL::Simple_cartesian<double>;

/// Two L-shaped tiles in one another's arms on a die with a notch, whose corner is not at 0, 0.
const Candidate& two_tiles() {
  static const std::vector<Candidate> all = [] {
    const std::string ell =
        "[[0 um, 0 um], [100 um, 0 um], [100 um, 50 um], [50 um, 50 um], [50 um, 100 um], [0 um, 100 um]]";
    return evaluate(
        parse_study(
            "cutline: 1\ntechnology: nangate45\ncandidates:\n  - name: one\n    topology: {family: graph, nodes: "
            "2, links: [[0, 1], [0, 1]]}\n    channel: {width: 4 bits}\n    placement: {outline: [[-10 um, 0 "
            "um], [200 um, 0 um], [200 um, 80 um], [160 um, 80 um], [160 um, 160 um], [-10 um, 160 um]], "
            "positions: [{node: 0, x: 0 um, y: 0 um, shape: " +
                ell + "}, {node: 1, x: 50 um, y: 50 um, rotation: S, shape: " + ell +
                "}], blocked: [{x: 0 um, y: 120 um, shape: [[0 um, 0 um], [20 um, 0 um], [0 um, 20 um]]}]}\n",
            "spec.yaml", "."),
        {}, Layouts::kept);
  }();
  return all.at(0);
}

}  // namespace

TEST_CASE("tiles, blockages and dies are polygons of CGAL, in exact numbers of nanometres") {
  const TilePlan& plan = two_tiles().network()->placement.given->plan;
  const auto tiles = cgal::tile_polygons<Exact>(plan);
  REQUIRE(tiles.size() == 2);
  for (const auto& tile : tiles) {
    CHECK(tile.is_simple());
    CHECK(tile.is_counterclockwise_oriented());
    CHECK(tile.area() == Exact::FT(100'000) * 100'000 * 3 / 4);
  }
  CHECK(tiles[0][0] == Exact::Point_2(0, 0));
  CHECK(cgal::outline_polygon<Exact>(plan).area() == Exact::FT(210'000) * 160'000 - Exact::FT(40'000) * 80'000);
  CHECK(cgal::polygon<Exact>(plan.blockages.at(0)).area() == Exact::FT(20'000) * 20'000 / 2);
  CHECK(cgal::polygon<Rounded>(plan.tiles[0]).area() == 7.5e9);
  TilePlan boxes;
  boxes.tiles.resize(1);
  boxes.tiles[0].box = {nanometres(1), nanometres(2.5), nanometres(4), nanometres(3)};
  CHECK(cgal::outline_polygon<Exact>(boxes) == cgal::polygon<Exact>(boxes.tiles[0]));
  CHECK(cgal::polygon<Exact>(boxes.tiles[0]).area() == 12);
  CHECK(cgal::polygon<Exact>(boxes.tiles[0])[0] == Exact::Point_2(1, Exact::FT(5) / 2));
}

TEST_CASE("CGAL's boolean operations find the tiles apart and within the die") {
  const TilePlan& plan = two_tiles().network()->placement.given->plan;
  const auto tiles = cgal::tile_polygons<Exact>(plan);
  std::list<CGAL::Polygon_with_holes_2<Exact>> shared, past;
  CGAL::intersection(tiles[0], tiles[1], std::back_inserter(shared));
  Exact::FT area = 0;
  for (const auto& each : shared) area += each.outer_boundary().area();
  CHECK(area == 0);
  for (const auto& tile : tiles) CGAL::difference(tile, cgal::outline_polygon<Exact>(plan), std::back_inserter(past));
  CHECK(past.empty());
}

TEST_CASE("wires are segments of CGAL on the die, as long as the record says") {
  const Candidate& candidate = two_tiles();
  const TilePlan& plan = candidate.network()->placement.given->plan;
  const Layout& layout = candidate.laid_out()->layout;
  const auto die = cgal::outline_polygon<Exact>(plan);
  const auto blocked = cgal::polygon<Exact>(plan.blockages.at(0));
  Exact::FT total = 0;
  std::set<std::pair<std::uint64_t, std::uint32_t>> wires;
  cgal::for_each_segment<Exact>(
      layout,
      [&](const cgal::WireSegment<Exact>& wire) {
        wires.insert({wire.link, wire.wire});
        CHECK((wire.segment.is_degenerate() || wire.segment.is_horizontal() == (wire.layer % 2 == 0)));
        for (const auto& end : {wire.segment.source(), wire.segment.target()}) {
          CHECK(die.bounded_side(end) == CGAL::ON_BOUNDED_SIDE);
          CHECK(blocked.bounded_side(end) == CGAL::ON_UNBOUNDED_SIDE);
        }
        const auto along = wire.segment.to_vector();
        total += CGAL::abs(along.x()) + CGAL::abs(along.y());
      },
      cgal::die_corner<Exact>(plan));
  CHECK(wires.size() == 2 * 2 * 4);  // links, channels of each, bits
  CHECK(CGAL::to_double(total) * 1e-6 == doctest::Approx(candidate.laid_out()->measures.length.mm->total));
}

TEST_CASE("wires of a technology without metres are segments in wire pitches") {
  const std::vector<Candidate> all =
      evaluate(parse_study("cutline: 1\ntechnology: unit\ncandidates:\n  - {name: one, topology: {family: mesh, radix: "
                           "3, dimensions: 2}}\n",
                           "spec.yaml", "."),
               {}, Layouts::kept);
  double total = 0;
  cgal::for_each_segment<Rounded>(all.at(0).laid_out()->layout, [&](const cgal::WireSegment<Rounded>& wire) {
    total += std::sqrt(wire.segment.squared_length());
    CHECK(wire.plane == 0);
  });
  CHECK(total == static_cast<double>(all[0].laid_out()->measures.length.total_pitches));
}
