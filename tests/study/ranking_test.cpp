// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <cmath>

#include "cutline/output/words/words.hpp"
#include "rank/scoring.hpp"
#include "study/studies.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

Design mesh(std::int64_t radix) { return design("mesh", "mesh", {{"radix", radix}, {"dimensions", 2}}); }

Study noc() {
  Study study = unit_study({"constant", "linear"});
  hold_of(study, Resource::bisection, "mesh");
  study.designs = {mesh(8), torus(8, 2, "bidirectional", "folded"), hypercube(6)};
  study.designs[0].channel.width_bits = 8;
  study.counts_waits = false;  // the order under load has its own tests
  return study;
}

std::vector<int> ranks(const Ranking& ranking) {
  std::vector<int> result;
  for (const std::optional<int>& rank : ranking.rank) result.push_back(rank.value_or(0));
  return result;
}

std::string sentence(const Study& study, std::size_t delay = 0) { return verdict_of(study, evaluated(study), delay); }

}  // namespace

TEST_CASE("the closing sentence says who wins, by how much and what limits the others") {
  // Message cycles 19, 38 and 75; mean hops 5.25, 4 and 3.
  CHECK(sentence(noc()) ==
        "Under constant wire delay mesh wins: 24.2 tau, 1.73 times less than torus 8 x 2 (42 tau), which loses by its "
        "narrow channels (4 bits, 38 cycles of message); cube is held back by its narrow channels.");
  Study wide = noc();
  hold(wide, Resource::width, 64);
  wide.hold.of.clear();
  CHECK(sentence(wide) ==
        "Under constant wire delay cube wins: 6 tau, 1.17 times less than torus 8 x 2 (7 tau), which loses by its many "
        "hops (4 against 3); mesh is held back by its many hops.");
  CHECK(sentence(wide, 1) ==
        "Under linear wire delay mesh wins: 8.25 tau, 1.70 times less than torus 8 x 2 (14 tau), which loses by its "
        "longest wire (2 against 1 tau); cube is held back by its longest wire.");
}

TEST_CASE("rankings by other measures say which part of them the loser loses by") {
  Study study = unit_study();
  hold(study, Resource::width, 8);
  study.designs = {mesh(4), torus(4, 2, "bidirectional", "folded")};
  const auto ranked_by = [&](const std::string& measure) {
    study.rank = {{measure, 1}};
    return sentence(study);
  };
  // 16 nodes: 24 links in the mesh against 32 in the torus. The links of a folded ring span 2 node pitches. 4 links
  // cross the middle of the mesh, and 4 end at any node of the torus. Opposite corners of the mesh are 6 hops apart,
  // nodes of the torus at most 4.
  CHECK(ranked_by("hops") ==
        "Ranked by hops under constant wire delay torus 4 x 2 wins: 2, 1.25 times less than mesh (2.5), which loses by "
        "its large diameter (6 against 4 hops).");
  CHECK(ranked_by("span") ==
        "Ranked by span under constant wire delay mesh wins: 1 node pitches, 2.0 times less than torus 4 x 2 (2 node "
        "pitches), which loses by its links of dimension 0 (2 against 1 node pitches).");
  CHECK(ranked_by("longest").find("which loses by its far links (2 against 1 node pitches).") != std::string::npos);
  CHECK(ranked_by("area").find("which loses by its wiring (") != std::string::npos);
  CHECK(ranked_by("total").find("which loses by its long wires (") != std::string::npos);
  CHECK(ranked_by("pins").find("mesh and torus 4 x 2 share the first place: 64 wires.") != std::string::npos);
  study.designs = {hypercube(4), hypercube(6)};
  study.population.any = true;
  CHECK(ranked_by("pins").find("which loses by its many channels a node (12 against 8).") != std::string::npos);
  CHECK(ranked_by("area").find(" pitches^2 per terminal).") != std::string::npos);
}

TEST_CASE("cycles that different things set are not compared, and a cycle has its unit") {
  Study study = unit_study();
  hold(study, Resource::width, 8);
  study.designs = {mesh(4), design("slow", "mesh", {{"radix", 4}, {"dimensions", 2}})};
  study.clock.floor = Time{4};
  study.designs[1].router.period.time = Time{9};
  study.rank = {{"cycle", 1}};
  CHECK(sentence(study) ==
        "Ranked by cycle under constant wire delay mesh wins: 4 tau, 2.2 times less than slow (9 tau), which loses by "
        "its router (9 tau).");
  study.designs[0].router.period.time = Time{5};
  CHECK(sentence(study).find("which loses by its router (9 against 5 tau).") != std::string::npos);
}

TEST_CASE("at equal bisection a node of the narrowest channels has the fewest pins") {
  // Channels have 8, 4 and 2 bits; 8, 8 and 12 channels end at a node.
  Study study = noc();
  study.rank = {{"pins", 1}};
  CHECK(sentence(study) ==
        "Ranked by pins under constant wire delay cube wins: 24 wires, 1.33 times less than torus 8 x 2 (32 wires), "
        "which loses by its wide channels (4 against 2 wires); mesh is held back by its wide channels.");
}

TEST_CASE("a weighted ranking names the term that a candidate loses by, and what makes it") {
  Study study = noc();
  study.rank = {{"latency", 0.5}, {"area", 0.5}};
  CHECK(sentence(study, 1).find(" by the weighted ratio, which loses by its latency (") != std::string::npos);
  study.rank = {{"latency", 0.1}, {"span", 0.9}};
  const std::string text = sentence(study);
  CHECK(text.find("mesh wins, ") != std::string::npos);
  CHECK(text.find("by its span (2 against 1 node pitches, by its links of dimension 0)") != std::string::npos);
}

TEST_CASE("one candidate alone wins nothing") {
  Study study = unit_study();
  hold(study, Resource::width, 150);
  study.designs = {hypercube(4)};
  CHECK(sentence(study) == "Under constant wire delay cube stands alone: 3 tau.");
}

TEST_CASE("what the others lose by is what exchanging it for the winner's would mend most") {
  LatencyInput winner;
  winner.mean_hops = 10;
  winner.longest_wire = nanoseconds(2);
  winner.width_bits = 8;
  winner.messages = {{64, 1}};
  const auto cause = [&](const LatencyInput& loser) { return cause_of(loser, winner); };
  LatencyInput loser = winner;
  CHECK(cause(loser) == Cause::none);
  loser.mean_hops = 12;
  CHECK(cause(loser) == Cause::hops);
  loser.longest_wire = nanoseconds(3);
  CHECK(cause(loser) == Cause::longest_wire);
  loser.width_bits = 2;
  CHECK(cause(loser) == Cause::channels);
  loser.router_cycles = 9;
  CHECK(cause(loser) == Cause::routers);
  loser.clock = ClockRule::fixed;
  loser.fixed_cycle = nanoseconds(5);
  loser.router_cycles = 0;
  loser.width_bits = 8;
  CHECK(cause(loser) == Cause::hops);
}

TEST_CASE("candidates below the ranking are named with the reason") {
  Study study = noc();
  study.hold.of.clear();
  hold(study, Resource::bisection, 32);
  study.limits[Limited::pins_per_node] = 15;
  const std::vector<Candidate> candidates = evaluated(study);
  const Ranking ranking = rank(study, candidates)[0];
  CHECK(ranks(ranking) == std::vector<int>{0, 1, 0});
  REQUIRE(candidates[0].infeasible.size() == 1);
  CHECK(candidates[0].infeasible[0].limit == "pins_per_node");
  CHECK(candidates[0].infeasible[0].needed == 16);
  CHECK(candidates[0].infeasible[0].allowed == 15);
  CHECK_FALSE(candidates[2].can_be_built());
  CHECK(noted(candidates[2].notes, NoteKind::cannot_be_built));
  CHECK(verdict_of(study, candidates) ==
        "Under constant wire delay torus 8 x 2 wins: 154 tau; cube cannot be built; mesh is over a limit.");
  study.limits[Limited::pins_per_node] = 1;
  CHECK(verdict_of(study, evaluated(study)) ==
        "No candidate can be ranked; cube cannot be built; mesh and torus 8 x 2 are over a limit.");
}

TEST_CASE("candidates within the tie share a rank, and the next one counts all before it") {
  Study study = unit_study();
  hold(study, Resource::width, 150);
  // One phit, after 3, 2, 2 and 2.5 mean hops.
  study.designs = {torus(4, 2, "unidirectional"), torus(4, 2), hypercube(4), mesh(4)};
  std::vector<Candidate> candidates = evaluated(study);
  Ranking ranking = rank(study, candidates)[0];
  CHECK(ranking.order == std::vector<std::size_t>{1, 2, 3, 0});
  CHECK(ranks(ranking) == std::vector<int>{4, 1, 1, 3});
  study.tie = 0.2;
  ranking = rank(study, candidates)[0];
  CHECK(ranks(ranking) == std::vector<int>{4, 1, 1, 1});
  study.tie = 0.5;
  CHECK(ranks(rank(study, candidates)[0]) == std::vector<int>{1, 1, 1, 1});
  CHECK(verdict_of(study, candidates).find("share the first place: 3 tau, within 50 %.") != std::string::npos);
}

TEST_CASE("weights apply to the logarithm of each measure's ratio to the best") {
  Study study = noc();
  const std::vector<Candidate> candidates = evaluated(study);
  study.rank = {{"latency", 0.7}, {"area", 0.3}};
  const Ranking both = rank(study, candidates)[0];
  study.rank = {{"latency", 1}};
  const Ranking latency = rank(study, candidates)[0];
  study.rank = {{"area", 1}};
  const Ranking area = rank(study, candidates)[0];
  const double fastest = *latency.score[latency.order[0]];
  const double smallest = *area.score[area.order[0]];
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const double expected = 0.7 * std::log(*latency.score[i] / fastest) + 0.3 * std::log(*area.score[i] / smallest);
    CHECK(*both.score[i] == doctest::Approx(expected));
  }
  study.rank = {{"beauty", 1}};
  CHECK(complaint([&] { rank(study, candidates); }).find("no measure to rank by is called 'beauty'") !=
        std::string::npos);
}

TEST_CASE("every measure to rank by has a value for every layout") {
  Study study = noc();
  const std::vector<Candidate> candidates = evaluated(study);
  for (const RankMeasure& measure : rank_measures()) {
    if (measure.name == "emulation") continue;  // for hosts of a guest, which this study does not have
    const std::string_view key = measure.quantities.front()->key;
    if (key.starts_with("machine.") || key.starts_with("board.")) continue;  // nor does it have a hall, or a board
    if (measure.name.starts_with("worst_")) continue;                        // nor several applications
    CAPTURE(measure.name);
    study.rank = {{std::string(measure.name), 1}};
    const std::vector<Ranking> rankings = rank(study, candidates);
    if (measure.name == "energy") {  // the unit technology has no capacitance
      CHECK(rankings[0].order.empty());
      continue;
    }
    CHECK(rankings[0].order.size() == candidates.size());
    const std::string opening = "Ranked by " + std::string(measure.name) + " under constant wire delay ";
    if (measure.name != "latency") CHECK(verdict_text(study, candidates, rankings[0]).rfind(opening, 0) == 0);
    const double sign = measure.more_is_better() ? -1 : 1;
    for (const std::size_t i : rankings[1].order)
      CHECK(sign * *rankings[1].score[i] >= sign * *rankings[1].score[rankings[1].order[0]]);
  }
}

TEST_CASE("a winner by rounding alone is told") {
  // Of 3.875 bits the torus gets 3, of 7.75 bits the mesh gets 7.
  Study study = unit_study();
  hold(study, Resource::bisection, 16 * 7.75);
  study.messages = {{21, 1}};
  study.designs = {mesh(8), torus(8, 2, "bidirectional", "folded")};
  study.designs[1].channel.round = Rounding::down;
  const std::vector<Candidate> candidates = evaluated(study);
  const Ranking ranking = rank(study, candidates)[0];
  CHECK(candidates[1].channel.width_bits == 3);
  CHECK(in_ns(candidates[1].latency.unrounded[0].latency.total()) == doctest::Approx(4 + 21 / 3.875));
  CHECK(winner(ranking, candidates) == "mesh");
  CHECK_FALSE(ranking.rounding_decides());
  study.messages = {{9.5, 1}};
  const std::vector<Candidate> shorter = evaluated(study);
  const Ranking other = rank(study, shorter)[0];
  CHECK(winner(other, shorter) == "mesh");
  REQUIRE(other.rounding_decides());
  CHECK(shorter[other.unrounded_winner].design->name == "torus 8 x 2");
}

TEST_CASE("numbers and lists in sentences are short") {
  CHECK(rounded_text(33.75) == "33.8");
  CHECK(rounded_text(1023.29) == "1023");
  CHECK(rounded_text(150) == "150");
  CHECK(rounded_text(0.12345) == "0.123");
  CHECK(rounded_text(1'691'894.2) == "1,691,894");
  CHECK(rounded_text(1.5e12) == "1.5e12");
  CHECK(rounded_text(1.5e-7) == "1.5e-7");
  CHECK(ratio_text(2.4) == "2.4 times");
  CHECK(ratio_text(1.5) == "1.50 times");
  CHECK(ratio_text(100.0 / 95) == "5 %");
  CHECK(enumerated({}) == "");
  CHECK(enumerated({"a", "b"}) == "a and b");
  CHECK(enumerated({"a", "b", "c", "d"}) == "a, b, c and d");
  CHECK(enumerated({"a", "b", "c", "d", "e"}) == "a, b, c and 2 others");
}

TEST_CASE("without a board the layers of a ranking are those that carry wires, as in its limits") {
  Study study = unit_study();
  hold(study, Resource::width, 8);
  study.designs = {mesh(4), design("path", "mesh", {{"radix", 16}, {"dimensions", 1}})};
  study.rank = {{"layers", 1}};
  const std::vector<Candidate> candidates = evaluated(study);
  const auto told = [&](std::size_t candidate) {
    return quantity_value(under_delay(study, candidates[candidate], 0), std::string_view("layout.layers_with_wires"));
  };
  CHECK(told(0).number() == 2);  // rows along one layer, columns along the other
  CHECK(told(1).number() == 1);
  CHECK(ranks(rank(study, candidates)[0]) == std::vector<int>{2, 1});
}

TEST_CASE("what a network should have much of ranks the most first, by whichever of its names") {
  for (const char* key : {"performance.contention_saturation_bits_per_cycle_per_terminal",
                          "performance.saturation_bits_per_cycle_per_terminal", "graph.edge_connectivity",
                          "graph.mean_shortest_paths", "graph.bisection_links.upper", "machine.bisection_gbps",
                          "machine.bisection_gbps_per_terminal", "machine.bisection_gbps_left", "board.reach_cm"}) {
    CAPTURE(key);
    CHECK(measure_named(key).more_is_better());
  }
}
