// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "cutline/base/error.hpp"
#include "cutline/detail/geometry/polygons.hpp"
#include "cutline/topology/family.hpp"
#include "support/own_folder.hpp"
#include "topology/graph_reading.hpp"

using namespace cutline;
using doctest::Approx;

namespace {

/// The network of a DOT file whose routers stand at places of this unit.
Topology placed(const std::string& dot, const std::string& unit) {
  const test::OwnFolder folder;
  Parameters parameters = {{"file", folder.write("a.dot", dot)}};
  if (!unit.empty()) parameters.set("position_unit", unit);
  return build_topology("graph", parameters);
}

std::string mistake(const std::string& dot) {
  try {
    placed(dot, "mm");
  } catch (const Error& error) {
    return error.diagnostics().front().message;
  }
  return {};
}

}  // namespace

TEST_CASE("x and y with a unit are the places of routers, whatever the unit") {
  for (const auto& [text, unit] : {std::pair("graph { a [x=0.5,y=-2]; b [x=3,y=.1]; a -- b }", "mm"),
                                   std::pair("graph { a [x=500,y=-2000]; b [x=3000,y=100]; a -- b }", "um"),
                                   std::pair("graph { a [x=0.0005,y=-0.002]; b [x=0.003,y=0.0001]; a -- b }", "m")}) {
    CAPTURE(unit);
    const Topology network = placed(text, unit);
    CHECK(network.positions.empty());
    REQUIRE(network.tiles);
    REQUIRE(network.tiles->tiles.size() == 2);
    const Tile &a = network.tiles->tiles[0], &b = network.tiles->tiles[1];
    CHECK(a.name == "a");
    CHECK(in_mm(a.box.x) == Approx(0.5));
    CHECK(in_mm(a.box.y) == Approx(-2));
    CHECK(in_mm(b.box.x) == Approx(3));
    CHECK(in_mm(b.box.y) == Approx(0.1));
    CHECK(in_mm(b.box.width) == 0);
  }
  const Topology cells = placed("graph { a [x=0,y=2]; b [x=3,y=1]; a -- b }", "");
  CHECK_FALSE(cells.tiles);
  CHECK(cells.positions.size() == 2);
}

TEST_CASE("with a unit every node has a place on one plane") {
  CHECK(mistake("graph { a [x=1,y=2]; b [x=3]; a -- b }").find("node 'b' of") == 0);
  CHECK(mistake("graph { a [x=1,y=2]; b [x=3,y=east]; a -- b }") == "the place 'east' is no number");
  CHECK(mistake("graph { a [x=1,y=2,z=1]; b [x=3,y=1]; a -- b }").find("z has none") != std::string::npos);
}
