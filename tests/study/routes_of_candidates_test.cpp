// SPDX-License-Identifier: Apache-2.0
// What a study reports about routes: loads of all channels, virtual channels needed, freedom from deadlock.
#include <doctest/doctest.h>

#include <cmath>

#include "cutline/base/error.hpp"
#include "cutline/study/placed_network.hpp"
#include "evaluate/candidate_routes.hpp"
#include "study/studies.hpp"

using namespace cutline;
using namespace cutline::test;
using doctest::Approx;

namespace {

Design ring_of(std::int64_t nodes) { return design("ring", "ring", {{"nodes", nodes}}); }
Design square_mesh(std::int64_t radix) { return design("mesh", "mesh", {{"radix", radix}, {"dimensions", 2}}); }

Study with_loads(std::vector<Design> designs) {
  Study study = unit_study();
  study.designs = std::move(designs);
  study.loads = {{0.1, OfferedLoad::Unit::of_capacity}};
  return study;
}

double sum_of(const std::vector<ChannelUnderLoad>& channels, ChannelUse use) {
  double sum = 0;
  for (const ChannelUnderLoad& channel : channels) sum += channel.use == use ? channel.messages : 0;
  return sum;
}

}  // namespace

TEST_CASE("loads of all channels: links carry the mean hops, terminals what nodes send and take") {
  for (const char* pattern : {"uniform", "transpose", "hot_spot"}) {
    CAPTURE(pattern);
    Study study = with_loads({square_mesh(4), torus(4, 2, "bidirectional", "folded"), hypercube(4)});
    if (std::string(pattern) != "uniform") study.traffic = choose_traffic(pattern, {});
    for (const Candidate& candidate : evaluated(study)) {
      CAPTURE(candidate.design->name);
      const std::vector<ChannelUnderLoad> all = loaded_channels(study, candidate, {});
      const double nodes = candidate.facts.nodes;
      CHECK(sum_of(all, ChannelUse::link) == Approx(nodes * *candidate.traffic.mean_hops()));
      CHECK(sum_of(all, ChannelUse::injection) == Approx(nodes));
      CHECK(sum_of(all, ChannelUse::ejection) == Approx(nodes));
      for (std::size_t i = 1; i < all.size(); ++i) CHECK(all[i - 1].full_at <= all[i].full_at * (1 + 1e-9));
      // The fullest channel bounds saturation, unless a cut of the network does.
      const double bound = candidate.traffic.saturation.bits_per_phit;
      CHECK(bound <= all.front().full_at * (1 + 1e-9));
      if (candidate.traffic.saturation.limited_by.limit != SaturationLimit::bisection)
        CHECK(bound == Approx(all.front().full_at));
    }
  }
}

TEST_CASE("what a record says of routes does not depend on the other candidates") {
  Study study = unit_study();
  Design tabled = ring_of(6);
  tabled.name = "tabled";
  tabled.routing = Routing::layered;
  study.population.any = true;
  study.designs = {square_mesh(4), tabled};
  const std::vector<Candidate> together = evaluated(study);
  for (std::size_t c = 0; c < 2; ++c) {
    Study alone = unit_study();
    alone.designs = {study.designs[c]};
    const auto routes = evaluated(alone)[0].traffic.routes;
    CHECK(routes.has_value() == (c == 1));
    CHECK(together[c].traffic.routes.has_value() == routes.has_value());
  }
}

TEST_CASE("a dragonfly's own minimal routes take one link between groups, where shortest paths may take two") {
  // p = 2, a = 4, h = 2, g = 9: of 72 terminals 64 are in other groups, one link between groups each. A message enters
  // and leaves its groups at one router of four each.
  Study study = unit_study();
  study.designs = {design("dragonfly", "dragonfly", {{"global_links", 2}, {"routers", 4}})};
  study.designs[0].routing = Routing::hierarchical;
  const Candidate candidate = evaluated(study)[0];
  const double far = 64.0 / 72, near = 6.0 / 72;
  CHECK(*candidate.traffic.mean_hops() == Approx(near + far * (1 + 2 * 3.0 / 4)));
  const auto& classes = candidate.network()->topology.classes;
  double between = 0;
  for (const ChannelUnderLoad& channel : loaded_channels(study, candidate, {}))
    between +=
        channel.use == ChannelUse::link && classes.at(channel.link_class).name == "global" ? channel.messages : 0;
  CHECK(between == Approx(candidate.facts.nodes * far));
  CHECK(candidate.traffic.routes->virtual_channels == 2);
  CHECK(candidate.traffic.routes->free_of_deadlock);
  CHECK(candidate.traffic.saturation.limited_by.limit == SaturationLimit::terminal);
  // Its default, and what `minimal` means.
  for (const std::optional<Routing> routing : {std::optional<Routing>(), std::optional(Routing::minimal)}) {
    study.designs[0].routing = routing;
    CHECK(*evaluated(study)[0].traffic.mean_hops() == *candidate.traffic.mean_hops());
  }
  study.designs[0].routing = Routing::shortest;
  CHECK(*evaluated(study)[0].traffic.mean_hops() < *candidate.traffic.mean_hops());
  study.designs = {square_mesh(4)};
  study.designs[0].routing = Routing::hierarchical;
  CHECK_THROWS_AS(evaluated(study), Error);
}

TEST_CASE(
    "from each group to the next a dragonfly saturates at 1 / (a p) on minimal routes, over random nodes at half") {
  Study study = unit_study();
  study.traffic = choose_traffic("next_group", {});
  study.population.any = true;
  study.designs = {design("dragonfly", "dragonfly", {{"global_links", 4}}),
                   design("valiant", "dragonfly", {{"global_links", 4}})};
  study.designs[1].routing = Routing::valiant;
  const std::vector<Candidate> candidates = evaluated(study);
  const auto share = [](const Candidate& each) {
    return each.traffic.saturation.bits_per_phit / each.channel.width_bits;
  };
  CHECK(share(candidates[0]) == Approx(1.0 / 32));
  // Two legs as under uniform traffic, whose busiest channels are local: 2 p h / g + p / (a g) each.
  CHECK(share(candidates[1]) == Approx(1 / (2 * (2 * 16.0 / 33 + 4 / (8 * 33.0)))));
  CHECK(candidates[1].traffic.routes->virtual_channels == 4);
  study.designs = {torus(4, 2, "bidirectional", "folded")};
  study.designs[0].routing = Routing::ugal;
  CHECK_THROWS_AS(evaluated(study), Error);
}

TEST_CASE("routes that a network cannot have are refused at the candidate's routing") {
  Study study = unit_study();
  Design one_way = design("one way", "ring", {{"nodes", 5}, {"channels", "unidirectional"}});
  one_way.routing = Routing::up_down;
  one_way.places["routing"] = {"spec.yaml", 5, 86};
  study.designs = {one_way};
  try {
    evaluated(study);
    FAIL("no error");
  } catch (const Error& error) {
    CHECK(error.diagnostics().at(0).place.line == 5);
  }
}

TEST_CASE("a ring needs two virtual channels, a mesh one, and rings on shortest paths alone can lock up") {
  Study study = with_loads({ring_of(8), square_mesh(4)});
  std::vector<Candidate> candidates = evaluated(study);
  CHECK(candidates[0].traffic.routes->virtual_channels == 2);
  CHECK(candidates[0].traffic.routes->free_of_deadlock);
  CHECK(candidates[1].traffic.routes->virtual_channels == 1);
  CHECK(candidates[1].traffic.routes->free_of_deadlock);
  study.designs[0].routing = Routing::minimal;
  candidates = evaluated(study);
  CHECK(candidates[0].traffic.routes->virtual_channels == 1);
  CHECK(!candidates[0].traffic.routes->free_of_deadlock);
  CHECK(noted(candidates[0].notes, NoteKind::routes_can_lock_up));
  study.designs[0].routing = Routing::layered;
  candidates = evaluated(study);
  CHECK(candidates[0].traffic.routes->free_of_deadlock);
}

TEST_CASE("what needs more virtual channels than the limit stands below the ranking") {
  Study study = with_loads({ring_of(8), square_mesh(4)});
  study.population.any = true;
  study.limits[Limited::virtual_channels] = 1;
  const std::vector<Candidate> candidates = evaluated(study);
  REQUIRE(candidates[0].infeasible.size() == 1);
  CHECK(candidates[0].infeasible[0].limit == "virtual_channels");
  CHECK(candidates[0].infeasible[0].needed == 2);
  CHECK(candidates[1].infeasible.empty());
  study.loads.clear();
  CHECK(evaluated(study)[0].infeasible.size() == 1);
}

TEST_CASE("dimension order is proven digit by digit as by all routes together") {
  for (const Design& each :
       {square_mesh(4), torus(5, 2, "bidirectional", "natural"), torus(4, 3, "unidirectional", "natural"), hypercube(4),
        design("hyperx", "hyperx", {{"radix", 4}, {"dimensions", 2}})}) {
    CAPTURE(each.name);
    const Study study = with_loads({each});
    const Candidate candidate = evaluated(study)[0];
    const Routes routes = std::get<Routes>(routes_of(study, candidate, {}));
    CHECK(candidate.traffic.routes->virtual_channels == routes.classes());
    CHECK(candidate.traffic.routes->free_of_deadlock == waiting_circle(uniform_flows(routes)).empty());
  }
}
