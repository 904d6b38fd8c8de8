// SPDX-License-Identifier: Apache-2.0
// Polygons in DEF and LEF: dies of many corners, blockages, and macros with shapes on layers of the type OVERLAP.
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <map>

#include "base/random.hpp"
#include "geometry/grid.hpp"
#include "placement/floorplan_file.hpp"
#include "support/errors.hpp"
#include "support/own_folder.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

using Corners = std::vector<std::pair<double, double>>;

/// The corners in microns from the one with the least x, then y. Polygons are counter-clockwise.
Corners microns(const Polygon& polygon) {
  Corners corners;
  for (const Polygon::Corner& corner : polygon.corners)
    corners.emplace_back(std::round(in_nm(corner.x)) / 1e3, std::round(in_nm(corner.y)) / 1e3);
  if (!corners.empty()) std::rotate(corners.begin(), std::min_element(corners.begin(), corners.end()), corners.end());
  return corners;
}

/// The floorplan of a DEF file with these statements, in units of a thousandth of a micron, and this LEF.
TilePlan plan_of(const std::string& def, const std::string& lef) {
  const OwnFolder folder;
  const std::string lef_file = folder.write("a.lef", lef);
  const std::string head = "VERSION 5.8 ;\nDESIGN top ;\nUNITS DISTANCE MICRONS 1000 ;\n";
  return read_floorplan_file(folder.write("a.def", head + def + "END DESIGN\n"), {lef_file});
}

std::string refusal_of(const std::string& def, const std::string& lef) {
  return placed_message_of([&] { plan_of(def, lef); });
}

std::string macro(const std::string& obstructions, const std::string& more = "") {
  return "VERSION 5.8 ;\nMACRO ram\n  CLASS BLOCK ;\n" + more + "  SIZE 4 BY 3 ;\n  OBS\n" + obstructions +
         "  END\nEND ram\nEND LIBRARY\n";
}

std::string at(const std::string& place) { return "COMPONENTS 1 ;\n- r ram + FIXED " + place + " ;\nEND COMPONENTS\n"; }

const std::string kAt = at("( 10000 20000 ) N");
const Corners kL = {{0, 0}, {4, 0}, {4, 1}, {2, 1}, {2, 3}, {0, 3}};
const std::string kLPolygon = "    LAYER OVERLAP ;\n      POLYGON 0 0 0 3 2 3 2 1 4 1 4 0 ;\n";

Corners moved_by(Corners corners, double x, double y) {
  for (auto& [cx, cy] : corners) cx += x, cy += y;
  return corners;
}

}  // namespace

TEST_CASE("a die of DEF may have more than four corners, in either order") {
  const std::string lef = macro("");
  // As OpenROAD writes it, clockwise.
  const TilePlan rows = plan_of(
      "DIEAREA ( 0 0 ) ( 0 800000 ) ( 200000 800000 ) ( 200000 500000 ) ( 600000 500000 ) ( 600000 300000 ) ( 200000 "
      "300000 ) ( 200000 0 ) ;\n" +
          kAt,
      lef);
  CHECK(microns(rows.outline_shape) ==
        Corners{{0, 0}, {200, 0}, {200, 300}, {600, 300}, {600, 500}, {200, 500}, {200, 800}, {0, 800}});
  REQUIRE(rows.outline);
  CHECK(in_mm(rows.outline->width) == doctest::Approx(0.6));
  CHECK(in_mm(rows.outline->height) == doctest::Approx(0.8));
  const TilePlan repeated =
      plan_of("DIEAREA ( -1000 0 ) ( 9000 * ) ( * 5000 ) ( 4000 * ) ( * 9000 ) ( -1000 * ) ;\n" + kAt, lef);
  CHECK(microns(repeated.outline_shape) == Corners{{-1, 0}, {9, 0}, {9, 5}, {4, 5}, {4, 9}, {-1, 9}});
  for (const char* rectangle : {"( 0 0 ) ( 9000 5000 )", "( 0 0 ) ( 0 5000 ) ( 9000 5000 ) ( 9000 0 )",
                                "( 0 0 ) ( 4000 0 ) ( 9000 0 ) ( 9000 5000 ) ( 0 5000 )"}) {
    const TilePlan plan = plan_of(std::string("DIEAREA ") + rectangle + " ;\n" + kAt, lef);
    CHECK(plan.outline_shape.empty());
    REQUIRE(plan.outline);
    CHECK(*plan.outline == Rectangle{nanometres(0), nanometres(0), nanometres(9000), nanometres(5000)});
  }
}

TEST_CASE("blockages of DEF may be polygons, beside rectangles of one statement") {
  const TilePlan plan = plan_of(
      kAt +
          "BLOCKAGES 2 ;\n- LAYER M1 + PUSHDOWN RECT ( 0 0 ) ( 1000 1000 ) POLYGON ( 0 0 ) ( 4000 0 ) ( 4000 1000 ) "
          "( 1000 1000 ) ( 1000 3000 ) ( 0 3000 ) RECT ( 5000 0 ) ( 6000 1000 ) ;\n- LAYER M2 + FILLS POLYGON ( 0 0 ) "
          "( 1 0 ) ( 1 1 ) ;\nEND BLOCKAGES\n",
      macro(""));
  REQUIRE(plan.blockages.size() == 3);
  CHECK(plan.blockages[0].shape.empty());
  CHECK(microns(plan.blockages[1].shape) == Corners{{0, 0}, {4, 0}, {4, 1}, {1, 1}, {1, 3}, {0, 3}});
  CHECK(plan.blockages[1].box == Rectangle{nanometres(0), nanometres(0), nanometres(4000), nanometres(3000)});
  CHECK(plan.blockages[2].box.x == nanometres(5000));
  for (const Blockage& each : plan.blockages) CHECK(each.layers == std::vector<std::string>{"M1"});
}

TEST_CASE("the shapes of a macro on OVERLAP are its polygon, from rectangles or a polygon, wherever its origin is") {
  const std::vector<std::string> all = {
      kLPolygon, "    LAYER OVERLAP ;\n      RECT 0 0 4 1 ;\n      RECT 0 1 2 3 ;\n",
      "    LAYER M1 ;\n      RECT 0 0 4 3 ;\n    LAYER overlap ;\n      RECT 2 3 0 0 ;\n      RECT MASK 1 0 0 4 1 ;\n",
      "    LAYER OVERLAP ;\n      RECT ( 0 0 ) ( 2 2 ) ;\n      POLYGON 0 1 2 1 2 3 0 3 ;\n      RECT 2 0 4 1 ;\n    "
      "LAYER M1 ;\n      PATH 0 0 4 3 ;\n"};
  for (const std::string& each : all) {
    CAPTURE(each);
    const TilePlan plan = plan_of(kAt, macro(each));
    CHECK(microns(plan.tiles.at(0).shape) == moved_by(kL, 10, 20));
    CHECK(plan.tiles[0].box == Rectangle{nanometres(10000), nanometres(20000), nanometres(4000), nanometres(3000)});
  }
  const std::string away = "    LAYER OVERLAP ;\n      RECT 1 -2 5 -1 ;\n      RECT 1 -1 3 1 ;\n";
  CHECK(microns(plan_of(kAt, macro(away, "  ORIGIN -1 2 ;\n")).tiles.at(0).shape) == moved_by(kL, 10, 20));
  // A layer of another name, of the type OVERLAP; and shapes that are all of SIZE, or of no area, are no polygon.
  const std::string named = "LAYER cover\n  TYPE OVERLAP ;\nEND cover\n" +
                            macro("    LAYER cover ;\n      RECT 0 0 4 1 ;\n      RECT 0 1 2 3 ;\n");
  CHECK(microns(plan_of(kAt, named).tiles.at(0).shape) == moved_by(kL, 10, 20));
  for (const char* none :
       {"      RECT 0 0 4 3 ;\n", "      RECT 0 0 0 0 ;\n", "      RECT 0 0 2 3 ;\n RECT 2 0 4 3 ;\n"}) {
    const TilePlan plan = plan_of(kAt, macro(std::string("    LAYER OVERLAP ;\n") + none));
    CHECK(plan.tiles.at(0).shape.empty());
    CHECK(in_nm(plan.tiles[0].box.width) == 4000);
  }
  const TilePlan smaller = plan_of(kAt, macro("    LAYER OVERLAP ;\n      RECT 1 1 3 2 ;\n"));
  CHECK(smaller.tiles.at(0).shape.empty());
  CHECK(smaller.tiles[0].box == Rectangle{nanometres(11000), nanometres(21000), nanometres(2000), nanometres(1000)});
}

TEST_CASE("a macro's shape turns in all eight orientations of DEF, and its router stays inside") {
  const std::map<std::string, Corners> expected = {{"N", kL},
                                                   {"S", {{0, 2}, {2, 2}, {2, 0}, {4, 0}, {4, 3}, {0, 3}}},
                                                   {"W", {{0, 0}, {3, 0}, {3, 4}, {2, 4}, {2, 2}, {0, 2}}},
                                                   {"E", {{0, 0}, {1, 0}, {1, 2}, {3, 2}, {3, 4}, {0, 4}}},
                                                   {"FN", {{0, 0}, {4, 0}, {4, 3}, {2, 3}, {2, 1}, {0, 1}}},
                                                   {"FS", {{0, 0}, {2, 0}, {2, 2}, {4, 2}, {4, 3}, {0, 3}}},
                                                   {"FE", {{0, 2}, {2, 2}, {2, 0}, {3, 0}, {3, 4}, {0, 4}}},
                                                   {"FW", {{0, 0}, {3, 0}, {3, 2}, {1, 2}, {1, 4}, {0, 4}}}};
  for (const auto& [word, corners] : expected) {
    CAPTURE(word);
    const Tile tile = plan_of(at("( 10000 20000 ) " + word), macro(kLPolygon)).tiles.at(0);
    Polygon wanted;
    for (const auto& [x, y] : moved_by(corners, 10, 20))
      wanted.corners.push_back({nanometres(x * 1e3), nanometres(y * 1e3)});
    CHECK(microns(tile.shape) == microns(counter_clockwise(wanted.corners)));
    CHECK(tile.box == bounding_box(wanted));
    CHECK(side_of(tile.shape, {tile.router_x, tile.router_y}) != PointSide::outside);
  }
}

TEST_CASE("shapes that are no single polygon within SIZE leave the tile a rectangle, and are counted") {
  const char* apart = "      RECT 0 0 1 1 ;\n      RECT 2 2 3 3 ;\n";
  const char* hole = "      RECT 0 0 4 1 ;\n      RECT 0 2 4 3 ;\n      RECT 0 0 1 3 ;\n      RECT 3 0 4 3 ;\n";
  const char* past = "      RECT 0 0 5 3 ;\n";
  const char* slanted = "      POLYGON 0 0 4 0 0 3 ;\n      RECT 0 0 1 1 ;\n";
  const char* array = "      RECT ITERATE 0 0 1 1 DO 2 BY 1 STEP 2 0 ;\n      RECT 0 0 1 3 ;\n";
  for (const char* shapes : {apart, hole, past, slanted, array}) {
    CAPTURE(shapes);
    const TilePlan plan = plan_of(kAt, macro("    LAYER OVERLAP ;\n" + std::string(shapes)));
    CHECK(plan.boxed == 1);
    CHECK(plan.tiles.at(0).shape.empty());
    CHECK(in_nm(plan.tiles[0].box.width) == 4000);
  }
  CHECK(plan_of(kAt, macro(kLPolygon)).boxed == 0);
}

TEST_CASE("polygons that are none are refused at their place") {
  const std::string lef = macro("");
  CHECK(refusal_of("DIEAREA ( 0 0 ) ( 9 9 ) ( 9 0 ) ( 0 9 ) ;\n" + kAt, lef) ==
        "4:1: the die crosses or touches itself");
  CHECK(refusal_of("DIEAREA ( 0 0 ) ;\n" + kAt, lef) == "4:1: the die is no polygon");
  CHECK(refusal_of("DIEAREA ( 0 0 ) ( 9 x ) ;\n" + kAt, lef) == "4:21: a number should stand here");
  CHECK(refusal_of(kAt + "BLOCKAGES 1 ;\n- LAYER M1 POLYGON ( 0 0 ) ( 9 9 ) ( 9 0 ) ( 0 9 ) ;\nEND BLOCKAGES\n", lef) ==
        "8:12: the blockage crosses or touches itself");
  CHECK(refusal_of(kAt, macro("    LAYER OVERLAP ;\n      POLYGON 0 0 4 3 4 0 0 3 ;\n")) ==
        "7:7: the polygon of the macro 'ram' crosses or touches itself");
  CHECK(refusal_of(kAt, macro(kLPolygon) + macro("    LAYER OVERLAP ;\n      RECT 0 0 4 1 ;\n")) ==
        "12:7: the macro 'ram' has another shape elsewhere");
  std::string many = "    LAYER OVERLAP ;\n";
  for (int i = 0; i < 1025; ++i) many += "      RECT 0 0 4 1 ;\n";
  CHECK(refusal_of(kAt, macro(many)).find("on OVERLAP have more than 4096 corners, the limit") != std::string::npos);
}

TEST_CASE("rectangles are united to the polygon around the cells that they cover") {
  Random random(7);
  std::size_t single = 0;
  for (int round = 0; round < 400; ++round) {
    constexpr std::size_t kSide = 6;
    std::array<std::array<bool, kSide>, kSide> cells{};
    std::vector<Polygon> shapes;
    for (std::uint64_t left = 1 + random.below(5); left > 0; --left) {
      const std::uint64_t x = random.below(kSide), y = random.below(kSide);
      const std::uint64_t width = 1 + random.below(kSide - x), height = 1 + random.below(kSide - y);
      for (std::uint64_t i = x; i < x + width; ++i) {
        for (std::uint64_t j = y; j < y + height; ++j) cells[i][j] = true;
      }
      const auto um = [](std::uint64_t cell) { return nanometres(static_cast<double>(cell) * 1e3); };
      shapes.push_back(polygon_of({um(x), um(y), um(width), um(height)}));
    }
    const auto polygon = united(shapes);
    if (!polygon) continue;
    ++single;
    CHECK(is_rectilinear(*polygon));
    double area = 0;
    for (std::size_t i = 0; i < kSide; ++i) {
      for (std::size_t j = 0; j < kSide; ++j) {
        area += cells[i][j] ? 1 : 0;
        const Polygon::Corner middle{nanometres(1e3 * (static_cast<double>(i) + 0.5)),
                                     nanometres(1e3 * (static_cast<double>(j) + 0.5))};
        CHECK((side_of(*polygon, middle) == PointSide::inside) == cells[i][j]);
      }
    }
    CHECK(in_mm2(polygon_area(*polygon)) * 1e6 == doctest::Approx(area));
  }
  CHECK(single > 100);
}
