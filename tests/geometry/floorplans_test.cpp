// SPDX-License-Identifier: Apache-2.0
// Floorplans with polygons, beside what shapely says of the same specs.
#include <cmath>
#include <fstream>
#include <limits>

#include "app/exported_links.hpp"
#include "cutline/detail/geometry/polygons.hpp"
#include "cutline/layout/check.hpp"
#include "cutline/detail/placement/placement.hpp"
#include "cutline/spec/spec.hpp"
#include "cutline/study/candidate.hpp"
#include "cutline/study/laid_out.hpp"
#include "cutline/study/placed_network.hpp"
#include "cutline/study/quantities.hpp"
#include "cutline/study/ranking.hpp"
#include "support/errors.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

std::vector<fs::path> floorplan_specs() {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::directory_iterator(source_folder() + "/tests/geometry/floorplans"))
    paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  return paths;
}

Study study_of_file(const fs::path& path) {
  std::ifstream file(path);
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  return parse_study(text, path.string(), path.parent_path().string());
}

Candidate evaluated_file(const fs::path& path) { return evaluate(study_of_file(path), {}, Layouts::kept).at(0); }

const Tile& tile_named(const TilePlan& plan, const std::string& name) {
  const auto found = std::find_if(plan.tiles.begin(), plan.tiles.end(), [&](const Tile& t) { return t.name == name; });
  REQUIRE(found != plan.tiles.end());
  return *found;
}

Polygon die_shape(const TilePlan& plan) {
  return plan.outline_shape.empty() ? polygon_of(die_of(plan)) : plan.outline_shape;
}

double shared_mm2(const Polygon& a, const Polygon& b) {
  const auto shared = overlap_of(a, b);
  return shared ? in_mm2(shared->area) : 0;
}

/// Compares one line of shapely's with the plan.
void compare_line(const TilePlan& plan, std::stringstream line, std::size_t& blocked) {
  constexpr double kMm2 = 1e-9;
  std::string what, name, other;
  line >> what;
  const auto number = [&] {
    std::string word;
    line >> word;
    return word == "nan" ? std::numeric_limits<double>::quiet_NaN() : std::stod(word);
  };
  if (what == "die") {
    CHECK(std::abs(in_mm2(polygon_area(die_shape(plan))) - number()) < kMm2);
  } else if (what == "tile") {
    line >> name;
    const Tile& tile = tile_named(plan, name);
    const Polygon shape = shape_of(tile);
    CHECK(std::abs(in_mm2(polygon_area(shape)) - number()) < kMm2);
    for (const Length side : {tile.box.x, tile.box.y, tile.box.right(), tile.box.top()})
      CHECK(std::abs(in_mm(side) - number()) < 1e-9);
    CHECK(contains(die_shape(plan), shape) == (number() < kMm2));
    for (const Length at : {tile.router_x, tile.router_y}) {
      const double said = number();
      if (!std::isnan(said)) CHECK(std::abs(in_mm(at) - said) < 1e-9);
    }
    CHECK(contains(shape, {tile.router_x, tile.router_y}) == (number() == 1));
  } else if (what == "pair") {
    line >> name >> other;
    CHECK(std::abs(shared_mm2(shape_of(tile_named(plan, name)), shape_of(tile_named(plan, other))) - number()) < kMm2);
  } else {
    REQUIRE(what == "blocked");
    const Polygon shape = shape_of(plan.blockages.at(blocked++));
    CHECK(std::abs(in_mm2(polygon_area(shape)) - number()) < kMm2);
    double shared = 0;
    for (const Tile& tile : plan.tiles) shared += shared_mm2(shape, shape_of(tile));
    CHECK(std::abs(shared - number()) < kMm2);
  }
}

/// A spec of two tiles of 1 x 1 mm, of which the second one, the outline and blockages are given.
std::string spec_of(const std::string& second, const std::string& more = "") {
  return "cutline: 1\ntechnology: nangate45\ncandidates:\n- name: one\n  topology: {family: graph, nodes: 2, links: "
         "[[0, "
         "1]]}\n  placement:\n    positions:\n    - {node: 0, x: 0 mm, y: 0 mm, width: 1 mm, height: 1 mm}\n    - "
         "{node: 1, " +
         second + "}\n" + more;
}

std::string fault_of(const std::string& second, const std::string& more = "") {
  return placed_message_of([&] { evaluate(parse_study(spec_of(second, more), "spec.yaml", ".")); });
}

}  // namespace

TEST_CASE("twelve floorplans with polygons have the areas, places and overlaps that shapely finds") {
  const std::vector<fs::path> paths = floorplan_specs();
  CHECK(paths.size() == 12);
  const test::Place folder;
  if (!has_module(folder, "shapely") || !has_module(folder, "yaml")) {
    MESSAGE("python3-shapely is not installed: tests skipped");
    return;
  }
  for (const fs::path& path : paths) {
    CAPTURE(path.string());
    const Candidate candidate = evaluated_file(path);
    const TilePlan& plan = candidate.network()->placement.given->plan;
    std::stringstream said(folder.output_of(python() + " '" + source_folder() +
                                            "/tests/geometry/judge_floorplan.py' '" + path.string() + "'"));
    std::size_t lines = 0, blocked = 0;
    for (std::string line; std::getline(said, line); ++lines) {
      CAPTURE(line);
      compare_line(plan, std::stringstream(line), blocked);
    }
    CHECK(lines > plan.tiles.size());
  }
}

TEST_CASE("a verdict counts the area of tiles as it is, whatever notches the die has") {
  const Study study = study_of_file(source_folder() + "/tests/geometry/floorplans/notched-die.yaml");
  const std::vector<Candidate> all = evaluate(study);
  const MeasureParts parts = find_quantity("layout.area_mm2")->parts(under_delay(study, all.at(0), 0));
  REQUIRE(parts.parts.size() == 2);
  // Tiles of 5.1 + 2.4 + 1.8 + 2.85 mm2 in a box of 24 mm2, of which the notch takes 4.8. Cells round the sides.
  CHECK(parts.parts[1].number == doctest::Approx(12.15).epsilon(1e-3));
  CHECK(parts.parts[0].number == doctest::Approx(24 - 12.15).epsilon(1e-3));
}

TEST_CASE("check proves floorplans with polygons") {
  for (const fs::path& path : floorplan_specs()) {
    CAPTURE(path.string());
    const Candidate candidate = evaluated_file(path);
    const Topology& topology = candidate.network()->topology;
    Placement placement = candidate.network()->placement;
    const Layout& layout = candidate.laid_out()->layout;
    const CheckResult sound = check(layout, topology, placement);
    CHECK_MESSAGE(sound.passed(), (sound.violations.empty() ? "" : sound.violations[0].message));
  }
}

TEST_CASE(
    "check finds a tile that was moved upon another or past the die, a router that left its tile, and free cells") {
  const auto found_in = [](const std::string& name, const auto& change) {
    const Candidate candidate = evaluated_file(source_folder() + "/tests/geometry/floorplans/" + name + ".yaml");
    Placement placement = candidate.network()->placement;
    Layout layout = candidate.laid_out()->layout;
    GivenPlaces given = *placement.given;
    GivenSlots slots = *layout.rules.given;
    change(given.plan, slots);
    placement.given = SharedConst<GivenPlaces>(std::move(given));
    layout.rules.given = SharedConst<GivenSlots>(std::move(slots));
    std::string all;
    for (const Violation& violation : check(layout, candidate.network()->topology, placement).violations)
      all += violation.message + "\n";
    return all;
  };
  const auto move = [](Tile& tile, double mm) {
    tile.box.x = tile.box.x + millimetres(mm);
    tile.shape = moved(tile.shape, millimetres(mm), {});
    tile.router_x = tile.router_x + millimetres(mm);
  };
  CHECK(contains(found_in("interlocked", [&](TilePlan& plan, GivenSlots&) { move(plan.tiles[1], -1.3); }),
                 "the tile of '1' lies upon the tile of '0' with 0.12 mm2"));
  CHECK(contains(found_in("honeycomb", [&](TilePlan& plan, GivenSlots&) { move(plan.tiles[5], 0.1); }),
                 "the tile of '6' lies upon the tile of '5'"));
  CHECK(contains(found_in("wafer", [&](TilePlan& plan, GivenSlots&) { move(plan.tiles[0], -20); }),
                 "the tile of '0' has "));
  CHECK(contains(found_in("u-around", [&](TilePlan& plan, GivenSlots&) { plan.tiles[0].router_y = millimetres(2); }),
                 "the router of '0' lies outside its tile"));
  CHECK(contains(found_in("blocked-polygons", [&](TilePlan& plan, GivenSlots&) { move(plan.tiles[3], -1); }),
                 "the tile of '3' has "));
  CHECK(contains(found_in("notched-die", [&](TilePlan&, GivenSlots& slots) { slots.blocked.pop_back(); }),
                 "are free, and lie past the die"));
  CHECK(contains(
      found_in("blocked-polygons", [&](TilePlan&, GivenSlots& slots) { slots.blocked.erase(slots.blocked.begin()); }),
      "are free, and lie in a blocked polygon"));
}

TEST_CASE("an outline that crosses itself is refused where it stands") {
  CHECK(fault_of("x: 2 mm, y: 0 mm, width: 1 mm, height: 1 mm",
                 "    outline: [[0 mm, 0 mm], [9 mm, 9 mm], [9 mm, 0 mm], [0 mm, 9 mm]]\n") ==
        "10:14: the outline crosses or touches itself");
}

TEST_CASE("tiles that overlap, leave the die or stand on what is solid are refused, with the names of both") {
  const std::string ell =
      "shape: [[0 mm, 0 mm], [2 mm, 0 mm], [2 mm, 2 mm], [1.5 mm, 2 mm], [1.5 mm, 0.5 mm], "
      "[0 mm, 0.5 mm]], router: [1.8 mm, 1.8 mm]";
  CHECK(fault_of("x: 0.5 mm, y: 0.8 mm, " + ell) ==
        "9:7: the tile of '1' lies upon that of '0' from 0.5, 0.8 to 1, 1 mm");
  CHECK(fault_of("x: 0.5 mm, y: 1 mm, " + ell) == "no error");      // it touches
  CHECK(fault_of("x: -0.5 mm, y: -0.5 mm, " + ell) == "no error");  // the other stands in its arms
  const std::string apart = "x: 2 mm, y: 2 mm, width: 1 mm, height: 1 mm";
  CHECK(fault_of(apart, "    outline: [[0 mm, 0 mm], [3 mm, 0 mm], [3 mm, 2.5 mm], [2.5 mm, 3 mm], [0 mm, 3 mm]]\n") ==
        "9:7: the tile of '1' reaches past the die");
  CHECK(fault_of(apart, "    outline: [[0 mm, 0 mm], [3 mm, 0 mm], [3 mm, 2.2 mm], [2.2 mm, 3 mm], [0 mm, 3 mm]]\n") ==
        "9:7: the tile of '1' reaches past the die");
  CHECK(fault_of(apart, "    outline: [[0 mm, 0 mm], [3 mm, 0 mm], [3 mm, 1 mm], [1 mm, 3 mm], [0 mm, 3 mm]]\n") ==
        "9:7: the router of '1' stands outside the die");
  const std::string solid =
      "    blocked: [{x: 1 mm, y: 1 mm, solid: true, shape: [[0 mm, 0 mm], [2 mm, 0 mm], [0 mm, "
      "2 mm]]}]\n";
  CHECK(fault_of(apart, solid) == "no error");  // both touch it
  CHECK(fault_of("x: 1.9 mm, y: 2 mm, width: 1 mm, height: 1 mm", solid) ==
        "9:7: the tile of '1' stands on the solid blockage from 1, 1 to 3, 3 mm");
}
