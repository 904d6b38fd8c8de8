// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "cutline/study/laid_out.hpp"
#include "study/corners.hpp"
#include "study/studies.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

bool contains(const std::string& text, const std::string& words) { return text.find(words) != std::string::npos; }

/// A torus, a mesh and a cube of 256 nodes, all with the cube's bisection.
Study three(const std::string& delay) {
  Study study = unit_study({delay});
  study.designs = {torus(16, 2, "bidirectional", "folded"), design("mesh", "mesh", {{"radix", 16}, {"dimensions", 2}}),
                   hypercube(8)};
  study.designs[2].channel.width_bits = 4;
  for (Design& design : study.designs) design.router.delay.time = nanoseconds(3);
  hold_of(study, Resource::bisection, "cube");
  return study;
}

/// The winner in each corner, from a study whose figures are set by hand to those of the corner.
std::vector<std::string> winners_by_hand(Study study) {
  const Uncertainty uncertainty = study.uncertainty;
  study.uncertainty = {};
  std::vector<std::string> winners;
  for (const Corner& corner : corners(uncertainty)) {
    Study own = study;
    own.messages[0].size_bits *= corner.message;
    for (ChosenDelay& delay : own.delays) delay.scale = corner.wire_delay;
    for (Design& design : own.designs) design.router.delay.time = nanoseconds(3 * corner.router_delay);
    const std::vector<Candidate> candidates = evaluated(own);
    winners.push_back(winner(rank(own, candidates)[0], candidates));
  }
  return winners;
}

}  // namespace

TEST_CASE("there are two corners for each uncertain figure, the first changing fastest") {
  CHECK(corners({}).empty());
  const std::vector<Corner> two = corners({.router_delay = 0.2});
  REQUIRE(two.size() == 2);
  CHECK(two[0].router_delay == doctest::Approx(0.8));
  CHECK(two[1].router_delay == doctest::Approx(1.2));
  CHECK(two[0].wire_delay == 1);
  const std::vector<Corner> eight = corners({0.3, 0.2, 0.5});
  REQUIRE(eight.size() == 8);
  CHECK(eight[1].wire_delay == doctest::Approx(1.3));
  CHECK(eight[1].router_delay == doctest::Approx(0.8));
  CHECK(eight[4].message == doctest::Approx(1.5));
}

TEST_CASE("ranks in the corners are those of studies changed by hand") {
  for (const char* delay : {"linear", "logarithmic", "constant"}) {
    CAPTURE(std::string(delay));
    Study study = three(delay);
    study.uncertainty = {0.3, 0.2, 0.5};
    const std::vector<std::string> by_hand = winners_by_hand(study);
    const std::vector<Candidate> candidates = evaluated(study);
    const Ranking ranking = rank(study, candidates)[0];
    const std::string first = winner(ranking, candidates);
    const auto wins = std::count(by_hand.begin(), by_hand.end(), first);
    CHECK(contains(verdict_text(study, candidates, ranking),
                   first + " is first in " + std::to_string(wins) + " of 8 corners"));
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      REQUIRE(ranking.certainty.range[i].has_value());
      const bool ever = std::count(by_hand.begin(), by_hand.end(), candidates[i].design->name) > 0;
      CHECK((ranking.certainty.range[i]->best == 1) == (ever || ranking.rank[i] == 1));
      CHECK(ranking.certainty.range[i]->best <= *ranking.rank[i]);
      CHECK(ranking.certainty.range[i]->worst >= *ranking.rank[i]);
    }
  }
}

TEST_CASE("the last sentence says that the winner holds, or what it depends on") {
  Study study = three("linear");
  study.uncertainty = {.wire_delay = 0.01};
  CHECK(contains(verdict_of(study, evaluated(study)), "mesh is first in 2 of 2 corners (wire_delay ±1 %)."));
  // With wires that take less than 0.8 tau for each pitch, the shorter routes of the torus pay.
  study.messages = {{20, 1}};
  study.uncertainty = {.wire_delay = 0.9, .router_delay = 0.01};
  const std::string sentence = verdict_of(study, evaluated(study));
  CHECK_MESSAGE(contains(sentence, "of 4 corners (wire_delay ±90 %, router_delay ±1 %)"), sentence);
  CHECK_MESSAGE(contains(sentence, "it depends on wire_delay: "), sentence);
}

TEST_CASE("without uncertainty there are no ranges and no such sentence") {
  const Study study = three("linear");
  const Ranking ranking = rank(study, evaluated(study))[0];
  CHECK(ranking.certainty.range.empty());
  CHECK(!contains(verdict_of(study, evaluated(study)), "corners"));
}

TEST_CASE("who is on the Pareto front is beaten by nobody in everything, and everybody else is") {
  Study study = three("linear");
  study.pareto = {{"latency"}, {"area"}, {"pins"}};
  for (std::int64_t radix : {2, 4, 8}) {
    study.designs.push_back(torus(radix, radix == 2 ? 8 : radix == 4 ? 4 : 3));
    if (radix == 8) study.designs.pop_back();
  }
  for (Design& design : study.designs) design.router.delay.time = nanoseconds(1);
  const std::vector<Candidate> candidates = evaluated(study);
  const Ranking ranking = rank(study, candidates)[0];
  const auto values = [&](std::size_t i) {
    return std::vector<double>{in_ns(candidates[i].latency.timings[0].latency.total()),
                               static_cast<double>(candidates[i].laid_out()->measures.size.area_pitches2),
                               static_cast<double>(candidates[i].laid_out()->measures.pins_per_node_max)};
  };
  const auto beats = [&](std::size_t a, std::size_t b) {
    const auto x = values(a), y = values(b);
    return x != y && x[0] <= y[0] && x[1] <= y[1] && x[2] <= y[2];
  };
  int on_front = 0;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    bool beaten = false;
    for (std::size_t j = 0; j < candidates.size(); ++j) beaten = beaten || beats(j, i);
    CAPTURE(candidates[i].design->name);
    CHECK(ranking.pareto[i] == !beaten);
    on_front += beaten ? 0 : 1;
  }
  CHECK(on_front > 0);
}

TEST_CASE("the front is of the ranked measures, with area beside a single one") {
  Study study = unit_study();
  CHECK(pareto_measures(study) == std::vector<RankTerm>{{"latency"}, {"area"}});
  study.rank = {{"area", 1}};
  CHECK(pareto_measures(study) == std::vector<RankTerm>{{"area"}, {"latency"}});
  study.rank = {{"hops", 1}, {"pins", 2}};
  CHECK(pareto_measures(study) == std::vector<RankTerm>{{"hops"}, {"pins"}});
}
