// SPDX-License-Identifier: Apache-2.0
// The proof of a candidate: the layout, its measures, and what the user asked for.
#include "evaluate/proof.hpp"

#include <doctest/doctest.h>

#include <functional>

#include "cutline/spec/spec.hpp"
#include "cutline/study/candidate.hpp"
#include "cutline/study/laid_out.hpp"
#include "cutline/study/placed_network.hpp"
#include "cutline/study/study.hpp"

namespace {

using namespace cutline;

/// A candidate and its study, parts of which can be changed behind the program's back.
struct Proved {
  Study study;
  Candidate candidate;

  explicit Proved(const std::string& rest)
      : study(parse_study(
            "cutline: 1\ntechnology: {name: floor, layers: [{name: a, direction: horizontal, pitch: 1 um}, "
            "{name: b, direction: vertical, pitch: 1 um}]}\nrouter: {delay: 1 ns}\ndelay: constant\ncandidates:\n"
            "  - {name: one, " +
                rest + "}\n",
            "a.yaml", "")),
        candidate(evaluate(study, {}, Layouts::kept).at(0)) {}

  void change_design(const std::function<void(Design&)>& by) {
    Design design = *candidate.design;
    by(design);
    candidate.design = SharedConst<Design>(std::move(design));
  }
  void change_plan(const std::function<void(GivenPlaces&)>& by) {
    LaidOut laid_out = *candidate.laid_out();
    PlacedNetwork network = *laid_out.network;
    GivenPlaces given = *network.placement.given;
    by(given);
    network.placement.given = SharedConst<GivenPlaces>(std::move(given));
    laid_out.network = SharedConst<PlacedNetwork>(std::move(network));
    candidate.built = SharedConst<LaidOut>(std::move(laid_out));
  }
  /// The first finding.
  std::string finding() const {
    const CheckResult result = prove_candidate(candidate);
    return result.passed() ? "passed" : result.violations[0].rule + ": " + result.violations[0].message;
  }
  bool finds(const std::string& words) const { return finding().find(words) == 0; }
};

Proved tiles() {
  return Proved(
      "topology: {family: mesh, radices: [4, 3]}, node: {width: 100 um, height: 50 um}, "
      "tiles: [{name: core}, {name: wide, at: [[3, 2]], node: {width: 130 um}}]");
}

/// `order`: more keys of the placement, each with a comma.
Proved plan(const std::string& order = "") {
  return Proved("topology: {family: graph, nodes: 3, links: [[0, 1], [1, 2]]}, placement: {" + order +
                "outline: [1 mm, 1 mm], blocked: [{x: 0.3 mm, y: 0.8 mm, width: 0.1 mm, height: 0.1 mm}], positions: ["
                "{node: 0, x: 0 mm, y: 0 mm, width: 0.2 mm, height: 0.2 mm}, "
                "{node: 1, x: 0.2 mm, y: 0 mm, width: 0.3 mm, height: 0.2 mm}, "
                "{node: 2, x: 0.05 mm, y: 0.05 mm, width: 0 mm, height: 0 mm}]}");  // a router alone, on the first tile
}

}  // namespace

TEST_CASE("a link whose wires are not those of its channel is found") {
  Proved one("topology: {family: mesh, radices: [4, 3]}, channel: {width: 3 bits}");
  CHECK(one.finding() == "passed");
  one.candidate.channel.width_bits = 4;
  CHECK(one.finding() == "width: links of 2 channels of width 1 have 6 wires, and 8 are asked for");
}

TEST_CASE("a measure of a candidate that is not its layout's is found") {
  Proved one("topology: {family: mesh, radices: [4, 3]}");
  LaidOut laid_out = *one.candidate.laid_out();
  laid_out.measures.size.mm.area_mm2 *= 2;
  one.candidate.built = SharedConst<LaidOut>(std::move(laid_out));
  CHECK(one.finds("size: area, in mm2"));
}

TEST_CASE("a tile that is smaller than its kind is found") {
  Proved one = tiles();
  CHECK(one.finding() == "passed");
  one.change_design([](Design& design) { design.tiles[1].node_width = nanometres(131e3); });
  CHECK(one.finds("size: the width of 11 is 130 cells of 1000 nm, and 131000 nm are asked for"));
  one.change_design([](Design& design) { design.tiles.clear(); });
  CHECK(one.finding() == "passed");
  one.change_design([](Design& design) { design.node_height = nanometres(51e3); });
  CHECK(one.finds("size: the height of a node is 50 cells"));
}

TEST_CASE("a node elsewhere than the user put it, or where nothing is to stand, is found") {
  Proved one(
      "topology: {family: graph, nodes: 3, links: [[0, 1], [1, 2]]}, "
      "placement: {cells: [[0, 0], [2, 0], [1, 1]]}");
  CHECK(one.finding() == "passed");
  one.change_design([](Design& design) { std::swap(design.placement.cells[0], design.placement.cells[1]); });
  CHECK(one.finds("place: 0 stands in the cell (0, 0, 0), which is not the one that is asked for"));
  Proved two("topology: {family: mesh, radices: [4, 3]}, placement: {columns: 4, empty: [[2, 2]]}");
  CHECK(two.finding() == "passed");
  two.change_design([](Design& design) { design.placement.empty[0] = {{1, 0}, {1, 0}}; });
  CHECK(two.finds("place: 1 stands in the cell (1, 0, 0), which is to stay empty"));
}

TEST_CASE("modules that are closer than their spacing are found") {
  Proved one(
      "topology: {family: mesh, radices: [4, 4]}, node: {width: 100 um, height: 100 um}, "
      "packages: [{name: chiplet, cells: [2, 2], spacing: 20 um}, {name: package}]");
  CHECK(one.finding() == "passed");
  one.change_design([](Design& design) { design.packages[0].spacing = nanometres(21e3); });
  CHECK(one.finds("size: the gap between modules before column 2 is 20 cells"));
}

TEST_CASE("in given places a tile upon another, past the die or elsewhere, and a blockage that is lost, are found") {
  CHECK(plan().finding() == "passed");
  const auto found = [](const std::function<void(GivenPlaces&)>& by) {
    Proved one = plan();
    one.change_plan(by);
    return one.finding();
  };
  const Length um{1e3};
  CHECK(found([&](GivenPlaces& g) { g.plan.tiles[1].box.x = um * 199; }).find("tile: ") == 0);
  // Half a cell is less than a layout can tell, and still one tile lies upon another.
  CHECK(found([&](GivenPlaces& g) {
          g.plan.tiles[1].box.x = um * 199.5;
        }).find("tile: the tile of '1' lies upon the tile of '0' with ") == 0);
  CHECK(found([&](GivenPlaces& g) { g.plan.tiles[1].box.x = um * 199.9999; }) == "passed");  // a rounded side
  CHECK(found([&](GivenPlaces& g) { g.plan.outline->width = um * 480; }).find("die: ") == 0);
  CHECK(found([&](GivenPlaces& g) { g.plan.tiles[0].router_y = um * 110; }).find("place: the router of '0'") == 0);
  CHECK(found([&](GivenPlaces& g) { g.tile_of_site[2] = 1; }).find("place: 2 has the tile of '1'") == 0);
  CHECK(found([&](GivenPlaces& g) { g.plan.blockages[0].box.width = um * 102; }).find("blocked: ") == 0);
  Proved moved = plan("order: [1, 2, 0], ");
  CHECK(moved.finding() == "passed");
  moved.change_plan([](GivenPlaces& g) { g.tile_of_site[0] = g.tile_of_site[1]; });
  CHECK(moved.finds("place: "));
}
