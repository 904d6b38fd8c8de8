// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "cutline/detail/topology/graph_measures.hpp"
#include "cutline/spec/spec.hpp"
#include "cutline/study/ranking.hpp"
#include "cutline/topology/family.hpp"
#include "cutline/topology/topology.hpp"
#include "families/family_search.hpp"

using namespace cutline;

namespace {

constexpr std::uint64_t kMostLinks = 4;  // of a router, in every question

struct FamilyQuestion {
  std::string spec;
  SizeRange terminals;
  std::vector<std::string_view> families = {};  ///< that the spec names; empty: all
};

double least_delay_ns(const Candidate& candidate) { return in_ns(candidate.latency.timings.front().latency.total()); }

/// Every network of a family for the size that keeps to the links of a router, in natural order and folded where that
/// shortens it, as candidates of a plain study: nothing of the search decides which of them is laid out. A bus is tried
/// by no such question.
std::vector<Design> listed_designs(const Study& study, const FamilyQuestion& asked) {
  std::vector<Design> designs;
  for (const Family& family : families()) {
    const bool named = asked.families.empty() || std::ranges::count(asked.families, family.name) > 0;
    if (family.sizes.networks == nullptr || !named) continue;
    for (const Parameters& parameters : family.sizes.networks(asked.terminals)) {
      Design design = study.search->network;
      design.family = family.name;
      design.parameters = parameters;
      try {
        const Topology topology = build_topology(FamilyName(family.name), parameters);
        if (topology.classes.empty() || topology.classes[0].shared) continue;
        if (graph_measures(topology, 0, CutSearch::none).degree_max > kMostLinks) continue;
        const TileSides tile = room_for(design, topology.concentration);
        design.node_width = tile.width;
        design.node_height = tile.height;
      } catch (const Error&) {
        continue;
      }
      for (const std::string order : {"natural", "folded"}) {
        design.placement.orders = {order};
        design.name = std::string(family.name) + " " + to_string(parameters) + " " + order;
        designs.push_back(design);
      }
    }
  }
  return designs;
}

}  // namespace

TEST_CASE("nothing that the families list beats the winner: 256 tiles, 1,024 terminals, 64 chiplets") {
  const std::string tile = "cutline: 1\ntechnology: nangate45\nnode: {width: 1 mm, height: 1 mm}\n";
  const FamilyQuestion questions[] = {
      {tile + "channel: {width: 64 bits}\nsearch: {terminals: 256, irregular: no, objective: latency, limits: "
              "{links_of_router: 4}}\n",
       {256, 256}},
      {tile + "channel: {width: 32 bits}\nclock: {rule: fixed, frequency: 1 GHz}\nwires: pipelined\n"
              "search: {terminals: 1024, families: [torus, mesh, hypercube, hyperx, ring, ccc, express, de_bruijn], "
              "irregular: no, objective: latency, limits: {links_of_router: 4}}\n",
       {1024, 1024},
       {"torus", "mesh", "hypercube", "hyperx", "ring", "ccc", "express", "de_bruijn"}},
      {"cutline: 1\ntechnology: nangate45\nnode: {width: 8 mm, height: 8 mm}\nchannel: {width: 64 bits}\n"
       "clock: {rule: fixed, frequency: 1 GHz}\nwires: pipelined\n"
       "search: {terminals: 64, irregular: no, objective: latency, limits: {links_of_router: 4}}\n",
       {64, 64}}};
  for (const FamilyQuestion& asked : questions) {
    CAPTURE(asked.spec);
    Study study = parse_study(asked.spec, "search.yaml", ".");
    const SearchAnswer answer = search(study, {});
    REQUIRE(answer.found());
    double best = 1e300;
    for (const SearchPoint& point : answer.points) best = std::min(best, point.values.front());
    const std::vector<Design> designs = listed_designs(study, asked);
    std::size_t tried = 0;
    for (const Candidate& candidate : evaluated_networks(study, designs, effort_of_networks(study, {}))) {
      if (!candidate.can_be_built() || candidate.graph() == nullptr) continue;
      ++tried;
      CAPTURE(candidate.design->name);
      CHECK(least_delay_ns(candidate) >= best * (1 - 1e-9));
    }
    CHECK(tried > 30);
  }
}
