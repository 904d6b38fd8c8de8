// SPDX-License-Identifier: Apache-2.0
// Compares the floors of wires in their places with shortest paths by Boost.Graph.
#include <doctest/doctest.h>
#include <fmt/core.h>

#include <algorithm>

#include "cutline/spec/spec.hpp"
#include "cutline/study/placed_network.hpp"
#include "families/floors.hpp"
#include "study/studies.hpp"
#include "study/tried_networks.hpp"
#include "support/boost_oracle.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

std::vector<Candidate> placed(const std::string& topology, const std::string& order) {
  const Study study = parse_study(fmt::format("cutline: 1\npopulation: any\ncandidates:\n"
                                              "  - {{name: c, topology: {}, placement: {{order: {}}}}}\n",
                                              topology, order),
                                  "placed.yaml", ".");
  return evaluated(study);
}

/// A link takes a cycle for each three pitches that are begun.
std::uint32_t cycles_of(std::uint64_t span) {
  return std::max<std::uint32_t>(1, (static_cast<std::uint32_t>(span) + 2) / 3);
}

/// The mean over all ordered pairs of nodes, each with itself as 0, by Boost.Graph on the whole network.
double mean_by_boost(const PlacedNetwork& network) {
  const Topology& topology = network.topology;
  std::vector<CostlyWay> ways;
  for_each_link(topology, [&](std::size_t number, std::size_t, std::uint64_t a, std::uint64_t b) {
    const double cycles = cycles_of(span_between(network, a, b));
    ways.push_back({a, b, cycles});
    if (topology.classes[number].channels == 2) ways.push_back({b, a, cycles});
  });
  const std::vector<std::vector<double>> costs = boost_least_costs(topology.site_count(), ways);
  const auto is_node = [&](std::size_t site) { return topology.kind(site) == SiteKind::node; };
  double sum = 0;
  for (std::size_t a = 0; a < costs.size(); ++a) {
    for (std::size_t b = 0; b < costs.size(); ++b) sum += a != b && is_node(a) && is_node(b) ? costs[a][b] : 0;
  }
  const auto nodes = static_cast<double>(topology.node_count());
  return sum / (nodes * nodes);
}

}  // namespace

TEST_CASE("the least cycles between places are those of the shortest paths in the whole network") {
  std::vector<std::uint32_t> cycles;
  for (std::uint64_t span = 0; span < 200; ++span) cycles.push_back(cycles_of(span));
  for (const char* topology :
       {"{family: torus, radix: 5, dimensions: 3}",
        "{family: torus, radix: 7, dimensions: 2, channels: unidirectional}",
        "{family: sparse_hamming, columns: 9, rows: 6, column_skips: [4], row_skips: [2, 3]}",
        "{family: jellyfish, nodes: 40, degree: 3, seed: 7}", "{family: de_bruijn, radix: 2, dimensions: 5}",
        "{family: fat_tree, radix: 2, levels: 4}", "{family: hypercube, dimensions: 6}"}) {
    for (const char* order : {"natural", "folded"}) {
      CAPTURE(topology);
      CAPTURE(order);
      const std::vector<Candidate> candidates = placed(topology, order);
      REQUIRE(candidates.at(0).network() != nullptr);
      const PlacedNetwork& network = *candidates[0].network();
      const auto mean = least_mean_cycles(network, cycles);
      REQUIRE(mean);
      CHECK(*mean == doctest::Approx(mean_by_boost(network)).epsilon(1e-12));
    }
  }
}

TEST_CASE("nothing is told of cycles over buses") {
  const std::vector<Candidate> candidates = placed("{family: bus, nodes: 8}", "natural");
  REQUIRE(candidates.at(0).network() != nullptr);
  CHECK(!least_mean_cycles(*candidates[0].network(), std::vector<std::uint32_t>(10, 1)));
}

TEST_CASE("where links take their own cycles, long links in their places raise the floor of the latency") {
  const Study study = parse_study(
      "cutline: 1\ntechnology: nangate45\nnode: {width: 2 mm, height: 2 mm}\nrouter: {delay: 2 cycles}\n"
      "clock: {rule: fixed, frequency: 1 GHz}\nwires: pipelined\nmessage: 320 bits\nhold: {bisection: 4096 wires}\n"
      "search: {terminals: 256, families: [sparse_hamming, jellyfish], irregular: no, "
      "limits: {links_of_router: 6}}\n",
      "search.yaml", ".");
  std::size_t raised = 0, told = 0;
  for_each_tried(study, 2, [&](const TriedNetwork& tried) {
    if (!tried.facts.cut_is_searched) return;
    CHECK(tried.in_places >= tried.facts.floors.front());
    raised += tried.in_places > 1.05 * tried.facts.floors.front() ? 1 : 0;
    if (!tried.taken_ns) return;
    ++told;
    CHECK(tried.in_places <= *tried.taken_ns);
  });
  CHECK(told > 20);
  CHECK(raised > told / 2);
}

TEST_CASE("floors are below what networks take whose links are cables or traces of a board, whatever the technology") {
  const std::string machine =
      "machine: {rate: 100 Gb/s, rows: 2, columns: 4, rack: {units: 48, switches: 8, terminals: 32}}\n";
  const std::string board = "board: {slot_pitch: 20 mm, connectors: hm-zd-4, tracks: {width: 0.1 mm, space: 0.1 mm}}\n";
  for (const std::string& holds : {machine, board}) {
    for (const char* clock : {"clock: {rule: fixed, frequency: 25 GHz}\nwires: pipelined\n", ""}) {
      const Study study = parse_study(
          "cutline: 1\ntechnology: nangate45\nnode: {width: 20 mm, height: 20 mm}\n"
          "channel: {width: 4 bits}\nrouter: {delay: 1 ns}\nmessage: 512 bits\n" +
              holds + clock +
              "search: {terminals: 64, concentration: 8, families: [mesh, hyperx, ring, "
              "complete], irregular: no}\n",
          "search.yaml", ".");
      std::size_t told = 0;
      for_each_tried(study, 1, [&](const TriedNetwork& tried) {
        if (!tried.taken_ns) return;
        ++told;
        CHECK(tried.facts.floors.front() <= *tried.taken_ns);
        CHECK(tried.in_places <= *tried.taken_ns);
      });
      CHECK(told > 3);
    }
  }
}
