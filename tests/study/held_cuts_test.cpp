// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "cutline/spec/spec.hpp"
#include "cutline/topology/family.hpp"
#include "cutline/topology/topology.hpp"
#include "families/search.hpp"
#include "study/tried_networks.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

Study question_of_held_cut(std::int64_t terminals, const std::string& families) {
  return parse_study(fmt::format("cutline: 1\ntechnology: nangate45\nnode: {{width: 1 mm, height: 1 mm}}\n"
                                 "router: {{delay: 2 cycles}}\nclock: {{frequency: 1 GHz}}\nmessage: 512 bits\n"
                                 "hold: {{bisection: {} wires, count: graph}}\n"
                                 "search: {{terminals: {}, families: {}, irregular: no, objective: latency}}\n",
                                 16 * terminals, terminals, families),
                     "search.yaml", ".");
}

/// Networks that were evaluated and whose least cut takes a long search.
std::size_t cut_by_search(const SearchAnswer& answer) {
  return static_cast<std::size_t>(std::ranges::count_if(answer.points, [](const SearchPoint& point) {
    return point.family != "mesh" && point.family != "torus" && point.family != "xgft";
  }));
}

}  // namespace

TEST_CASE("no network without a rule is cut that loses by its spectrum or by its longest link in any case") {
  const SearchAnswer answer =
      search(question_of_held_cut(256, "[mesh, torus, xgft, jellyfish, xpander, small_world, de_bruijn]"), {});
  CHECK(answer.found());
  CHECK(cut_by_search(answer) == 0);
  CHECK(answer.regular->ruled_out.at("objective") > 50);
}

TEST_CASE("a network whose rule makes long links is not cut if a theorem tells of a better one") {
  const Study study = parse_study(
      "cutline: 1\nhold: {bisection: 16384 wires}\n"
      "search: {terminals: 256, families: [mesh, sparse_hamming], irregular: no}\n",
      "search.yaml", ".");
  const SearchAnswer answer = search(study, {});
  CHECK(answer.found());
  CHECK(answer.regular->ruled_out.at("objective") > answer.regular->considered / 3);
}

TEST_CASE("floors in places are below what the networks take, and above the floors without places") {
  const Study study = question_of_held_cut(64, "[jellyfish, small_world, shuffle_exchange]");
  std::size_t raised = 0;
  for_each_tried(study, 1, [&](const TriedNetwork& tried) {
    CHECK(tried.facts.cut_is_searched);
    CHECK(tried.in_places >= tried.facts.floors.front());
    raised += tried.in_places > tried.facts.floors.front() ? 1 : 0;
    if (tried.taken_ns) CHECK(tried.in_places <= *tried.taken_ns);
  });
  CHECK(raised > 0);
}

TEST_CASE("distances raise the floors of networks whose cut is searched") {
  const Study study = parse_study(
      "cutline: 1\nhold: {bisection: 16384 wires}\n"
      "search: {terminals: 256, families: [jellyfish], irregular: no}\n",
      "search.yaml", ".");
  const std::vector<Design> designs = networks_of(*study.search);
  const std::vector<EarlyFacts> facts = early_facts(study, study.rank, designs);
  std::size_t told = 0;
  for (std::size_t i = 0; i < designs.size(); ++i) {
    if (!facts[i].why_none.empty()) continue;
    const Topology topology = build_topology(designs[i].family, designs[i].parameters);
    const auto distances = graph_measures(topology, 1'000'000, CutSearch::none).distances;
    REQUIRE(distances);
    CAPTURE(designs[i].name);
    // 256 nodes within d hops of each other need a link of 22 / d pitches, and each hop takes as long as the longest.
    const double longest = std::ceil(22.0 / static_cast<double>(distances->diameter_hops));
    CHECK(facts[i].floors.front() > distances->mean_hops * 255 / 256 * longest);
    ++told;
  }
  CHECK(told > 5);
}
