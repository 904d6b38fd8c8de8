// SPDX-License-Identifier: Apache-2.0
// Grids with more columns than nodes, or fewer: nodes and columns are counted apart.
#include <doctest/doctest.h>
#include <fmt/core.h>

#include <algorithm>
#include <numeric>

#include "base/random.hpp"
#include "cutline/layout/check.hpp"
#include "cutline/detail/performance/traffic.hpp"
#include "cutline/spec/spec.hpp"
#include "cutline/study/laid_out.hpp"
#include "cutline/study/placed_network.hpp"
#include "cutline/study/quantities.hpp"
#include "study/studies.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

using Spots = std::vector<std::array<std::uint32_t, 2>>;

/// A network with a cell for each node.
struct Spread {
  IntegerTable links;
  Spots cells;
};

Spread renumbered(const Spread& spread, const std::vector<std::uint32_t>& number) {
  Spread result = spread;
  for (std::vector<std::int64_t>& link : result.links) {
    for (const std::size_t end : {0u, 1u}) link[end] = number[static_cast<std::size_t>(link[end])];
  }
  for (std::size_t node = 0; node < number.size(); ++node) result.cells[number[node]] = spread.cells[node];
  return result;
}

/// A study of one candidate with nodes of 100 x 50 um and wires of 1 um.
Study sparse_study(const std::string& candidate) {
  return parse_study(
      "cutline: 1\npopulation: any\ntechnology: {name: floor, vdd: 1 V, layers: [{name: a, direction: horizontal, "
      "pitch: 1 um, "
      "r: 1 ohm/um, c: 0.2 fF/um}, {name: b, direction: vertical, pitch: 1 um, r: 1 ohm/um, c: 0.2 fF/um}]}\n"
      "node: {width: 100 um, height: 50 um}\ncandidates:\n  - " +
          candidate + "\n",
      "a.yaml", "");
}

Study sparse_study(const Spread& spread) {
  std::string links, cells;
  for (const auto& link : spread.links) links += fmt::format("[{}, {}], ", link[0], link[1]);
  for (const auto& cell : spread.cells) cells += fmt::format("[{}, {}], ", cell[0], cell[1]);
  return sparse_study(
      fmt::format("{{name: a, topology: {{family: graph, nodes: {}, links: [{}]}}, placement: {{cells: "
                  "[{}]}}}}",
                  spread.cells.size(), links, cells));
}

Candidate sparse_candidate(const std::string& text) { return evaluated(sparse_study(text)).at(0); }

/// The numbers of a record that `wanted` names or, without names, all of them.
std::map<std::string, double> numbers_of(const Study& study, const std::vector<std::string>& wanted = {}) {
  const std::vector<Candidate> candidates = evaluated(study);
  const PlacedNetwork& network = *candidates[0].network();
  CHECK(check(candidates[0].laid_out()->layout, network.topology, network.placement).passed());
  std::map<std::string, double> numbers;
  for (const Quantity& quantity : quantities()) {
    const std::string key(quantity.key);
    if (!wanted.empty() && std::find(wanted.begin(), wanted.end(), key) == wanted.end()) continue;
    const Data value = quantity_value(under_delay(study, candidates[0], 0), key);
    if (value.is_number()) numbers[key] = value.number();
  }
  return numbers;
}

void expect_same(const std::map<std::string, double>& one, const std::map<std::string, double>& other) {
  REQUIRE(one.size() == other.size());
  for (const auto& [key, value] : one) {
    CAPTURE(key);
    CHECK(other.at(key) == doctest::Approx(value).epsilon(1e-9));
  }
}

/// A tree, in which every route is the only one, on random columns of one row or two.
Spread random_tree(std::uint32_t nodes, std::uint32_t rows, std::uint64_t seed) {
  Random random(seed);
  Spread tree;
  for (std::uint32_t node = 1; node < nodes; ++node)
    tree.links.push_back({node, static_cast<std::int64_t>(random.below(node))});
  while (tree.cells.size() < nodes) {
    const std::array<std::uint32_t, 2> cell = {static_cast<std::uint32_t>(random.below(2 * nodes)),
                                               static_cast<std::uint32_t>(random.below(rows))};
    if (std::find(tree.cells.begin(), tree.cells.end(), cell) == tree.cells.end()) tree.cells.push_back(cell);
  }
  return tree;
}

std::vector<std::uint32_t> shuffled_numbers(std::uint32_t nodes, std::uint64_t seed) {
  Random random(seed);
  std::vector<std::uint32_t> numbers(nodes);
  std::iota(numbers.begin(), numbers.end(), 0u);
  for (std::uint32_t i = nodes - 1; i > 0; --i) std::swap(numbers[i], numbers[random.below(i + 1)]);
  return numbers;
}

const std::vector<std::string> kAlongX = {"length.total_mm",  "length.longest_mm",      "length.longest_span",
                                          "layout.width_mm",  "energy.wire_pj_per_bit", "performance.latency_ns",
                                          "length.total_span"};

}  // namespace

TEST_CASE("nodes with other numbers in the same cells have the same record, with columns to spare and without") {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    CAPTURE(seed);
    const Spread tree = random_tree(7, 1 + seed % 2, seed);
    expect_same(numbers_of(sparse_study(tree)), numbers_of(sparse_study(renumbered(tree, shuffled_numbers(7, seed)))));
  }
}

TEST_CASE("a gap in one row is the gap that it is on a grid of two rows") {
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    CAPTURE(seed);
    Spread tree = random_tree(6, 1, seed);
    const auto on_one_row = numbers_of(sparse_study(tree), kAlongX);
    CHECK(on_one_row.size() == kAlongX.size());
    for (auto& cell : tree.cells) cell[1] = 1;  // row 0 stays empty
    expect_same(on_one_row, numbers_of(sparse_study(tree), kAlongX));
  }
}

TEST_CASE("a column is as wide as its widest box, and an empty one as a node, whatever stands elsewhere") {
  const auto boxes = [](const std::string& candidate) {
    const Candidate c = sparse_candidate(candidate);
    return std::pair(c.laid_out()->layout.columns().box, c.laid_out()->layout.rows().box);
  };
  using Sides = std::vector<std::uint32_t>;
  // Four nodes and four switches in two rows, seven columns.
  CHECK(boxes("{name: a, topology: {family: fat_tree, radix: 4, levels: 2}, placement: {cells: [[0, 0], [2, 0], [4, "
              "0], [6, 0], [0, 1], [2, 1], [4, 1], [6, 1]]}}") == std::pair(Sides(7, 100), Sides(2, 50)));
  // Thirteen columns, more than there are sites.
  CHECK(boxes("{name: a, topology: {family: fat_tree, radix: 4, levels: 2}, placement: {cells: [[0, 0], [4, 0], [8, "
              "0], [12, 0], [4, 1], [5, 1], [6, 1], [7, 1]]}}") == std::pair(Sides(13, 100), Sides(2, 50)));
  CHECK(boxes("{name: a, topology: {family: ring, nodes: 4}, placement: {columns: 7, empty: [[1, 0], [3, 0], [5, "
              "0]]}}") == std::pair(Sides(7, 100), Sides(1, 50)));
}

TEST_CASE("tiles of one kind with the size of a node change nothing: not empty columns, switches or interchanges") {
  for (const std::string network :
       {"topology: {family: wire, distance: 3}",
        "topology: {family: graph, nodes: 4, links: [[0, 1], [1, 3], [3, 2], [2, 0]]}, placement: {cells: [[0, 0], [2, "
        "0], [0, 1], [2, 1]]}",
        "topology: {family: fat_tree, radix: 2, levels: 3}",
        "topology: {family: hammingmesh, board_columns: 2, columns: 2}",
        "topology: {family: express, radix: 8, dimensions: 1, spacing: 3}"}) {
    CAPTURE(network);
    const std::vector<std::string> sizes = {"layout.width_mm", "layout.height_mm", "length.total_mm",
                                            "layout.node_area_fraction"};
    const auto plain = numbers_of(sparse_study("{name: a, " + network + "}"), sizes);
    CHECK(plain.size() == sizes.size());
    expect_same(plain, numbers_of(sparse_study("{name: a, " + network + ", tiles: [{name: core}]}"), sizes));
  }
}

TEST_CASE("a network with switches has the same size as a graph that a user writes with the same cells") {
  for (const std::string family :
       {"{family: fat_tree, radix: 2, levels: 3}", "{family: xgft, children: [2, 2], parents: [1, 2]}"}) {
    CAPTURE(family);
    const Candidate of_family = sparse_candidate("{name: a, topology: " + family + "}");
    const PlacedNetwork& network = *of_family.network();
    const NodeNumbers numbers(network.topology);
    Spread graph;
    graph.cells.resize(network.topology.site_count());
    std::string switches;
    for (std::uint64_t site = 0; site < network.topology.site_count(); ++site) {
      const Cell cell = cell_of(network.topology, network.placement, site);
      graph.cells[numbers.number(site)] = {cell[Axis::x], cell[Axis::y]};
      if (network.topology.kind(site) != SiteKind::node) switches += fmt::format("{}, ", numbers.number(site));
    }
    std::string links, cells;
    for_each_link(network.topology, [&](std::size_t, std::size_t, std::uint64_t a, std::uint64_t b) {
      links += fmt::format("[{}, {}], ", numbers.number(a), numbers.number(b));
    });
    for (const auto& cell : graph.cells) cells += fmt::format("[{}, {}], ", cell[0], cell[1]);
    const Candidate of_user = sparse_candidate(
        fmt::format("{{name: a, topology: {{family: graph, nodes: {}, switches: [{}], links: [{}]}}, placement: "
                    "{{cells: [{}]}}}}",
                    graph.cells.size(), switches, links, cells));
    CHECK(of_user.laid_out()->measures.size.area_pitches2 == of_family.laid_out()->measures.size.area_pitches2);
    CHECK(of_user.laid_out()->measures.pins_per_node_max == of_family.laid_out()->measures.pins_per_node_max);
    CHECK(of_user.laid_out()->measures.pins_per_interchange_max ==
          of_family.laid_out()->measures.pins_per_interchange_max);
  }
}

TEST_CASE("folding a network moves no tile: kinds and traffic given by number keep the places of natural order") {
  const std::string head = "{name: a, topology: {family: torus, radices: [4, 3]}, placement: {order: folded}, ";
  const Candidate tiled =
      sparse_candidate(head + "tiles: [{name: core}, {name: wide, at: [3], node: {width: 130 um}}]}");
  CHECK(tiled.laid_out()->layout.columns().box == std::vector<std::uint32_t>{100, 100, 100, 130});
  CHECK(noted(tiled.notes, NoteKind::numbers_are_places));
  // A folded ring of eight has the nodes 0, 7, 1, 6, 2, 5, 3, 4 in its places.
  const std::vector<double> hops_from_0 = {0, 1, 1, 2, 2, 3, 3, 4};
  for (std::int64_t place = 1; place < 8; ++place) {
    Study study = sparse_study("{name: a, topology: {family: ring, nodes: 8}, placement: {order: folded}}");
    IntegerTable rows(8, IntegerList(8, 0));
    rows[0][static_cast<std::size_t>(place)] = 1;
    study.traffic = choose_traffic("matrix", {{"rows", rows}});
    const Candidate ring = evaluated(study).at(0);
    CHECK(*ring.traffic.mean_hops() == hops_from_0[static_cast<std::size_t>(place)]);
    CHECK(noted(ring.notes, NoteKind::numbers_are_places));
    // The user's own list says where each node stands, so numbers are nodes.
    study.designs[0].placement.permutations = {{0, 7, 1, 6, 2, 5, 3, 4}};
    CHECK(*evaluated(study).at(0).traffic.mean_hops() == static_cast<double>(std::min(place, 8 - place)));
    study.designs[0].placement.permutations.clear();
    study.traffic = choose_traffic("tornado", {});
    CHECK(*evaluated(study).at(0).traffic.mean_hops() == 3);
  }
}
