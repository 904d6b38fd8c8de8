// SPDX-License-Identifier: Apache-2.0
// Rankings under load: by saturation, by latency at a load, and where the order turns as the load grows.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "cutline/output/words/words.hpp"
#include "cutline/spec/spec.hpp"
#include "rank/scoring.hpp"
#include "study/studies.hpp"
#include "support/csv.hpp"
#include "support/places.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

/// The mesh and the torus of BookSim's comparison B, as simulated: dimension order, 4 virtual channels of 16 flits.
Study mesh_and_torus() {
  Study study = read_study(source_folder() + "/tests/golden/booksim/load-B.yaml");
  std::erase_if(study.designs, [](const Design& d) { return d.name != "mesh" && d.name != "torus"; });
  return study;
}

/// The load at which the simulated latencies of two networks cross, between the loads that were simulated.
double simulated_turn(const std::string& comparison, const std::string& first, const std::string& second) {
  std::map<std::string, std::map<double, double>> latency;
  for (const Row& row : golden("booksim/load-" + comparison + ".csv")) {
    if (!row.text("latency_cycles").empty())
      latency[row.text("candidate")][row.number("offered_bits")] = row.number("latency_cycles");
  }
  const auto at = [&](const std::string& name, double load) {
    const auto& points = latency[name];
    const auto above = points.lower_bound(load);
    if (above == points.begin()) return above->second;
    if (above == points.end()) return double(INFINITY);
    const auto below = std::prev(above);
    const double part = (load - below->first) / (above->first - below->first);
    return below->second + part * (above->second - below->second);
  };
  double load = 0;
  while (at(first, load) < at(second, load)) load += 0.01;
  return load;
}

const LoadWinners& winners_in(const Ranking& ranking) { return ranking.verdict.under_load; }

}  // namespace

TEST_CASE("the closing sentence says where the order turns, within 10 % of where BookSim's does") {
  Study study = read_study(source_folder() + "/tests/golden/booksim/load-B.yaml");
  std::erase_if(study.designs, [](const Design& d) { return d.name != "mesh" && d.name != "ring"; });
  const std::vector<Candidate> candidates = evaluated(study);
  const Ranking ranking = rank(study, candidates).at(0);
  const LoadWinners& found = winners_in(ranking);
  REQUIRE(found.winners.size() == 2);
  CHECK(!found.per_time);
  CHECK(candidates[found.winners[0].candidate].design->name == "mesh");
  CHECK(candidates[found.winners[1].candidate].design->name == "ring");
  const double simulated = simulated_turn("B", "mesh", "ring");
  MESSAGE("the order turns at " << found.winners[0].until << ", simulated " << simulated);
  CHECK(found.winners[0].until == doctest::Approx(simulated).epsilon(0.1));
  const std::string text = verdict_text(study, candidates, ranking);
  CHECK(text.find("Under load mesh wins up to about ") != std::string::npos);
  CHECK(text.find(" bits a cycle and terminal, beyond that ring up to ") != std::string::npos);
}

TEST_CASE("the winner of each load is that of a ranking at that load") {
  Study study = mesh_and_torus();
  const std::vector<Candidate> unasked = evaluated(study);
  const LoadWinners told = winners_in(rank(study, unasked).at(0));
  REQUIRE(!told.winners.empty());
  double from = 0;
  for (const LoadWinner& winner : told.winners) {
    for (const double part : {0.1, 0.5, 0.9}) {
      study.rank = {
          {"latency", 1, OfferedLoad{from + part * (winner.until - from), OfferedLoad::Unit::bits_per_cycle}}};
      const std::vector<Candidate> candidates = evaluated(study);
      const Ranking ranking = rank(study, candidates).at(0);
      REQUIRE(!ranking.order.empty());
      CHECK(ranking.order.front() == winner.candidate);
      CHECK(*ranking.score[ranking.order.front()] ==
            in_ns(*candidates[winner.candidate].latency.timings[0].ranked_points[0].latency()));
    }
    from = winner.until;
  }
}

TEST_CASE("of two that tie without load, only the one that is ahead under load is named") {
  Study study = mesh_and_torus();
  std::erase_if(study.designs, [](const Design& d) { return d.name != "mesh"; });
  study.designs.push_back(study.designs.front());
  study.designs[1].name = "deep";
  study.designs[0].router.depth_flits = 8;
  study.designs[1].router.depth_flits = 32;
  const std::vector<Candidate> candidates = evaluated(study);
  const Ranking ranking = rank(study, candidates).at(0);
  REQUIRE(ranking.verdict.winners == 2);
  const LoadWinners& found = winners_in(ranking);
  REQUIRE(found.winners.size() == 1);
  CHECK(found.winners[0].candidate == 1);
  CHECK(verdict_text(study, candidates, ranking).find("Under load deep wins up to about ") != std::string::npos);
}

TEST_CASE("a ranking by saturation stands in BookSim's order") {
  for (const std::string comparison : {"A", "B"}) {
    Study study = read_study(source_folder() + "/tests/golden/booksim/load-" + comparison + ".yaml");
    // Only networks that were simulated on the routes that Cutline chooses by itself.
    std::map<std::string, double> simulated;
    for (const Row& row : golden("booksim/load-" + comparison + ".csv")) {
      if (row.text("routing") == "dimension order") simulated[row.text("candidate")] = row.number("saturation_bits");
      study.virtual_channels = static_cast<int>(row.integer("virtual_channels"));
      for (Design& design : study.designs) design.router.depth_flits = row.number("buffer_flits");
    }
    std::erase_if(study.designs, [&](const Design& d) { return simulated.count(d.name) == 0; });
    study.rank = {{"saturation", 1}};
    const std::vector<Candidate> candidates = evaluated(study);
    const Ranking ranking = rank(study, candidates).at(0);
    REQUIRE(ranking.order.size() == simulated.size());
    for (std::size_t i = 1; i < ranking.order.size(); ++i) {
      const double better = simulated[candidates[ranking.order[i - 1]].design->name];
      const double worse = simulated[candidates[ranking.order[i]].design->name];
      CHECK(better > worse * 0.9);
      CHECK(ranking.verdict.margins[i] >= ranking.verdict.margins[i - 1]);
    }
    CHECK(verdict_text(study, candidates, ranking).find(" more than ") != std::string::npos);
  }
}

TEST_CASE("a candidate that is saturated at the load of the ranking stands below it") {
  Study study = mesh_and_torus();
  study.rank = {{"latency", 1, OfferedLoad{1e6, OfferedLoad::Unit::bits_per_cycle}}};
  const std::vector<Candidate> candidates = evaluated(study);
  CHECK(rank(study, candidates).at(0).order.empty());
  // At a load of zero this is the latency without load.
  study.rank = {{"latency", 1, OfferedLoad{0, OfferedLoad::Unit::bits_per_cycle}}};
  const Ranking none = rank(study, evaluated(study)).at(0);
  study.rank = {{"latency", 1}};
  const Ranking plain = rank(study, evaluated(study)).at(0);
  CHECK(none.order == plain.order);
  for (const std::size_t i : none.order) CHECK(*none.score[i] == doctest::Approx(*plain.score[i]));
}

TEST_CASE("more saturation is better on the Pareto front, in weighted ranks and in corners") {
  Study study = mesh_and_torus();
  study.rank = {{"latency", 1}, {"saturation", 3}};
  study.pareto = {{"saturation"}, {"area"}};
  study.uncertainty.wire_delay = 0.2;
  const std::vector<Candidate> candidates = evaluated(study);
  const Ranking ranking = rank(study, candidates).at(0);
  REQUIRE(ranking.order.size() == 2);
  const auto saturation = [&](std::size_t i) { return *candidates[i].latency.timings[0].model_saturation(); };
  const std::size_t more = saturation(0) > saturation(1) ? 0 : 1;
  CHECK(ranking.pareto[more] == true);
  for (std::size_t i = 0; i < 2; ++i) {
    const double weighted = std::log(saturation(more) / saturation(i)) * 3;
    const double latency = in_ns(candidates[i].latency.timings[0].latency.total());
    const double least = std::min(in_ns(candidates[0].latency.timings[0].latency.total()),
                                  in_ns(candidates[1].latency.timings[0].latency.total()));
    CHECK(*ranking.score[i] == doctest::Approx(weighted + std::log(latency / least)));
  }
  CHECK(ranking.certainty.held.size() == 2);
  for (const Candidate& candidate : candidates) {
    for (const std::vector<Timing>& corner : candidate.latency.corners)
      CHECK(corner.at(0).model_saturation() != nullptr);
  }
}

TEST_CASE("a latency without waits is not ranked at a load beside those with them") {
  const std::string spec =
      "cutline: 1\ntechnology: nangate45\npopulation: any\nnode: {width: 1 mm, height: 1 mm}\n"
      "channel: {width: 32 bits}\nmessage: 512 bits\nrank: {latency: {at: 6 bits/cycle}}\ncandidates:\n"
      "  - {name: alike, topology: {family: torus, radix: 4, dimensions: 2}}\n"
      "  - name: unlike\n    topology: {family: torus, radix: 4, dimensions: 2}\n"
      "    tiles: [{name: t, at: [0], terminals: 3}]\n";
  const Study study = parse_study(spec, "a.yaml", "");
  const std::vector<Candidate> candidates = evaluated(study);
  REQUIRE(candidates[1].latency.contention == nullptr);
  const Ranking ranking = rank(study, candidates).at(0);
  CHECK(ranking.order == std::vector<std::size_t>{0});
  // Without waits the two are ranked by latencies of one kind.
  const Study without = parse_study("contention: none\n" + spec, "a.yaml", "");
  CHECK(rank(without, evaluated(without)).at(0).order.size() == 2);
}
