// SPDX-License-Identifier: Apache-2.0
// Kinds of tile on a grid: where they stand, and how large they make columns and rows.
#include <doctest/doctest.h>

#include "cutline/layout/check.hpp"
#include "cutline/spec/spec.hpp"
#include "cutline/study/candidate.hpp"
#include "cutline/study/laid_out.hpp"
#include "cutline/study/placed_network.hpp"
#include "cutline/study/study.hpp"

namespace {

using namespace cutline;

/// A mesh of 4 x 3 tiles of 100 x 50 um, with the given kinds of tile and wires of 1 um.
std::string tiled(const std::string& tiles, const std::string& placement = "order: natural") {
  return "cutline: 1\ntechnology: {name: floor, layers: [{name: a, direction: horizontal, pitch: 1 um}, "
         "{name: b, direction: vertical, pitch: 1 um}]}\nrouter: {delay: 1 ns}\ndelay: constant\n"
         "node: {width: 100 um, height: 50 um}\ncandidates:\n"
         "  - {name: mesh, topology: {family: mesh, radices: [4, 3]}, placement: {" +
         placement + "}, tiles: " + tiles + "}\n";
}

Candidate candidate_of(const std::string& spec) {
  const Study study = parse_study(spec, "a.yaml", "");
  return evaluate(study, {}, Layouts::kept).at(0);
}

using Sides = std::vector<std::uint32_t>;
Sides columns_of(const Candidate& candidate) { return candidate.laid_out()->layout.columns().box; }
Sides rows_of(const Candidate& candidate) { return candidate.laid_out()->layout.rows().box; }

bool passes_check(const Candidate& candidate) {
  const PlacedNetwork& network = *candidate.network();
  return check(candidate.laid_out()->layout, network.topology, network.placement).passed();
}

/// The kinds of the twelve nodes, by number.
std::vector<std::uint32_t> kinds_of(const Candidate& candidate) {
  return tile_kind_of_sites(candidate.design->tiles, candidate.network()->topology, candidate.network()->placement);
}

}  // namespace

TEST_CASE("a column is as wide as its widest tile, a row as high as its highest, and no wider or higher") {
  const Candidate c =
      candidate_of(tiled("[{name: core}, {name: slim, at: [{x: 1, y: 0-2}], node: {width: 40 um}}, "
                         "{name: tall, at: [3], node: {width: 90 um, height: 70 um}}, {name: wide, at: [[3, 2]], node: "
                         "{width: 130 um}}]"));
  CHECK(columns_of(c) == Sides{100, 40, 100, 130});
  CHECK(rows_of(c) == Sides{70, 50, 50});
  CHECK(passes_check(c));
  // The tiles of a mesh with facing neighbours touch.
  CHECK(c.laid_out()->measures.size.width_pitches == 100 + 40 + 100 + 130);
  CHECK(c.laid_out()->measures.size.height_pitches == 70 + 50 + 50);
  CHECK(c.laid_out()->measures.size.node_area_fraction == doctest::Approx(1));
}

TEST_CASE("with wires over them too, and with all terminals at the top, columns and rows are those of their tiles") {
  const std::string tiles = "[{name: core}, {name: slim, at: [{x: 1, y: 0-2}], node: {width: 40 um}}]";
  const Candidate over = candidate_of(tiled(tiles, "wiring: over"));
  CHECK(over.laid_out()->layout.columns().node_box == Sides{100, 40, 100, 100});
  CHECK(over.laid_out()->measures.size.width_pitches == 340);
  CHECK(passes_check(over));
  const Candidate top = candidate_of(tiled(tiles, "terminals: top"));
  CHECK(columns_of(top) == Sides{100, 40, 100, 100});
  CHECK(passes_check(top));
}

TEST_CASE("one kind for all nodes is the node box of all, whatever it is called") {
  const Candidate one = candidate_of(tiled("[{name: core, node: {width: 77 um}}]"));
  CHECK(columns_of(one) == Sides{77, 77, 77, 77});
  CHECK(rows_of(one) == Sides{50, 50, 50});
}

TEST_CASE("lists come before corners, corners before the edge, and the kind without a place takes what is left") {
  const Candidate c = candidate_of(tiled(
      "[{name: core}, {name: edge, at: edge}, {name: corner, at: corner}, {name: listed, at: [0, 5-6, [2, 2]]}]"));
  CHECK(kinds_of(c) == std::vector<std::uint32_t>{3, 1, 1, 2, 1, 3, 3, 1, 2, 1, 3, 2});
  const Candidate few = candidate_of(tiled("[{name: listed, at: 7}]"));
  const std::vector<std::uint32_t> kinds = kinds_of(few);
  CHECK(std::count(kinds.begin(), kinds.end(), kNoTileKind) == 11);
  CHECK(kinds[7] == 0);
}

TEST_CASE("kinds of tile have terminals in a technology without metres too") {
  CHECK(candidate_of("cutline: 1\nrouter: {delay: 1 ns}\ncandidates: [{name: m, topology: {family: mesh, radix: 3, "
                     "dimensions: 2}, tiles: [{name: a, terminals: 2}]}]\n")
            .facts.terminals == 18);
}

TEST_CASE("in given places kinds of tile have routers and terminals of their own, and no sizes; `node` is of grids") {
  const auto placed = [](const std::string& tiles) {
    return "cutline: 1\ntechnology: nangate45\nnode: {width: 3 mm}\nrouter: {delay: 1 ns}\ncandidates:\n  - name: m\n"
           "    topology: {family: graph, nodes: 2, links: [[0, 1]]}\n    tiles: " +
           tiles +
           "\n    placement: {positions: [{node: 0, x: 0 mm, y: 0 mm, width: 1 mm, height: 1 mm}, "
           "{node: 1, x: 2 mm, y: 0 mm, width: 1 mm, height: 1 mm}]}\n";
  };
  const Candidate c = candidate_of(placed("[{name: core}, {name: memory, at: [1], terminals: 3}]"));
  CHECK(c.laid_out()->measures.size.mm.width == doctest::Approx(3).epsilon(1e-3));
  CHECK(c.facts.terminals == 4);
}

TEST_CASE("cells stay empty: columns and rows without nodes are as wide and high as a node, and the layout passes") {
  const Candidate c = candidate_of(tiled("[{name: core}, {name: slim, at: [{x: 1, y: 0-3}], node: {width: 40 um}}]",
                                         "columns: 5, empty: [{x: 4, y: 0-2}, [0, 0], [2, 1]], terminals: top"));
  CHECK(columns_of(c).size() == 5);
  CHECK(columns_of(c)[1] == 40);
  CHECK(columns_of(c)[4] == 100);
  CHECK(passes_check(c));
  CHECK(c.facts.nodes == 12);
}

TEST_CASE("tiles at numbers of nodes keep their places under orders that optimise, those at cells keep their cells") {
  for (const std::string order : {"annealed", "tabu", "spectral"}) {
    CAPTURE(order);
    const std::string placement = "columns: 4, order: " + order + ", minimise: total";
    const Candidate listed =
        candidate_of(tiled("[{name: core}, {name: wide, at: [1, 6, 10], node: {width: 130 um}}]", placement));
    // In natural order columns 1 and 2 hold nodes 1, 6 and 10, and so wide tiles.
    CHECK(columns_of(listed) == Sides{100, 130, 130, 100});
    const Candidate cells =
        candidate_of(tiled("[{name: core}, {name: wide, at: [{x: 1-2, y: 0}], node: {width: 130 um}}]", placement));
    CHECK(columns_of(cells) == Sides{100, 130, 130, 100});
    CHECK(passes_check(cells));
  }
}
