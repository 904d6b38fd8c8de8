// SPDX-License-Identifier: Apache-2.0
#include "rank/asked.hpp"

#include <doctest/doctest.h>
#include <fmt/core.h>

#include "cutline/output/compare/comparison.hpp"
#include "cutline/spec/spec.hpp"
#include "cutline/study/ranking.hpp"
#include "evaluate/rankable.hpp"

using namespace cutline;

namespace {

/// Two cubic graphs without a rule, of more than 32 nodes, so that their bisections are searched at some length.
std::string spec_of_random_graphs(const std::string& keys) {
  const bool holds = keys.starts_with("hold");
  return std::string("cutline: 1\ntechnology: nangate45\nnode: {width: 1 mm, height: 1 mm}\n") +
         (holds ? "" : "channel: {width: 32 bits}\n") + "router: {delay: 1 ns}\nmessage: 128 bits\n" + keys +
         "candidates:\n"
         "  - {name: cubic, topology: {family: jellyfish, nodes: 40, degree: 3}}\n"
         "  - {name: quartic, topology: {family: jellyfish, nodes: 40, degree: 4}}\n";
}

Study random_graphs(const std::string& keys) { return parse_study(spec_of_random_graphs(keys), "a.yaml", "", {}); }

std::vector<Candidate> evaluated_with(const Study& study, Bisections bisections,
                                      std::uint64_t visits = Effort().link_visits) {
  Effort effort;
  effort.bisections = bisections;
  effort.link_visits = visits;
  return evaluate(study, effort, Layouts::freed);
}

bool has_cut(const Candidate& candidate) { return candidate.graph()->bisection.method != "not searched"; }

std::string in_words(const Study& study, const std::vector<Candidate>& candidates) {
  const std::vector<Ranking> rankings = rank(study, candidates);
  const std::vector<ExpectationResult> none;
  return comparison_text({study, candidates, rankings, none, nullptr}, {});
}

}  // namespace

TEST_CASE("quantities without the mark of the bisection do not depend on it") {
  // With few visits distances are counted and loads are not, so that the cut alone bounds saturation.
  for (const std::uint64_t visits : {Effort().link_visits, std::uint64_t{20'000}}) {
    CAPTURE(visits);
    const Study study = random_graphs("load: [2 bits/cycle]\n");
    const std::vector<Candidate> with = evaluated_with(study, Bisections::all, visits);
    const std::vector<Candidate> without = evaluated_with(study, Bisections::none, visits);
    for (std::size_t i = 0; i < with.size(); ++i) {
      REQUIRE(has_cut(with[i]));
      REQUIRE_FALSE(has_cut(without[i]));
      for (const Quantity& row : quantities()) {
        if (row.of_bisection || row.value == nullptr) continue;
        CAPTURE(row.key);
        CHECK(quantity_value(under_delay(study, with[i], 0), row) ==
              quantity_value(under_delay(study, without[i], 0), row));
      }
    }
  }
}

TEST_CASE("an answer in words searches bisections only where it tells what depends on them") {
  const auto bisections = [](const std::string& keys) {
    return effort_in_words(random_graphs(keys), Effort()).bisections;
  };
  for (const char* keys : {"", "rank: area\n", "rank: {latency: 1, energy: 1}\n", "pareto: [latency, longest]\n",
                           "limits: {pins_per_node: 1000}\n", "hold: {area: 60 mm2}\n",
                           "expect:\n  - {candidate: cubic, key: graph.degree_max, value: 3, origin: counted}\n"}) {
    CAPTURE(keys);
    CHECK(bisections(keys) == Bisections::bounding_load);
  }
  for (const char* keys :
       {"rank: saturation\n", "rank: graph.bisection_links.upper\n", "rank: bounds.wires_over_rows\n",
        "pareto: [latency, bisection_wires]\n", "load: [2 bits/cycle]\n", "traffic: transpose\n", "fail: 1 link\n",
        "hold: {bisection: 640 wires, count: graph}\n",
        "expect:\n  - {candidate: cubic, key: graph.bisection_links.upper, value: 6, origin: counted}\n"}) {
    CAPTURE(keys);
    CHECK(bisections(keys) == Bisections::all);
  }
}

TEST_CASE("an answer in words is the same with all bisections and with those alone that it needs") {
  for (const char* keys :
       {"", "rank: area\n", "hold: {pins: 200 pins}\n", "hold: {bisection: 640 wires, count: graph}\n",
        "load: [2 bits/cycle]\n", "fail: 1 link\n", "rank: saturation\n"}) {
    CAPTURE(keys);
    const Study study = random_graphs(keys);
    const std::vector<Candidate> all = evaluated_with(study, Bisections::all);
    const std::vector<Candidate> needed = evaluate(study, effort_in_words(study, Effort()), Layouts::freed);
    CHECK(in_words(study, needed) == in_words(study, all));
  }
}

TEST_CASE("a winner alone takes a search of bisections only where it may depend on one") {
  const auto bisections = [](const std::string& keys) {
    return effort_of_winner(random_graphs(keys), Effort()).bisections;
  };
  // An answer in words tells saturation under these, but the least latency without load wins.
  for (const char* keys : {"", "traffic: transpose\n", "contention: {model: agarwal-1991}\n"}) {
    CAPTURE(keys);
    CHECK(bisections(keys) == Bisections::bounding_load);
  }
  for (const char* keys : {"rank: saturation\n", "load: [2 bits/cycle]\n", "fail: 1 link\n",
                           "hold: {bisection: 640 wires, count: graph}\n"}) {
    CAPTURE(keys);
    CHECK(bisections(keys) == Bisections::all);
  }
}

TEST_CASE("where the loads of channels are not counted, the bisection is searched, since it alone bounds saturation") {
  const Study study = random_graphs("");
  CHECK_FALSE(has_cut(evaluated_with(study, Bisections::bounding_load).front()));
  const std::vector<Candidate> few = evaluated_with(study, Bisections::bounding_load, 20'000);
  CHECK(has_cut(few.front()));
  CHECK(few.front().traffic.peak_channel_load() == nullptr);
}

TEST_CASE("a candidate that holds the cut of another one is as wide where no bisections are told") {
  const Study study = parse_study(
      "cutline: 1\nchannel: {width: 4 bits}\ncandidates:\n"
      "  - {name: alike, topology: {family: jellyfish, nodes: 40, degree: 3}}\n"
      "  - {name: cubic, topology: {family: jellyfish, nodes: 40, degree: 3}}\n"
      "  - name: quartic\n    topology: {family: jellyfish, nodes: 40, degree: 4}\n"
      "    hold: {bisection: 2 x of cubic}\n",
      "a.yaml", "", {});
  const std::vector<Candidate> told = evaluated_with(study, Bisections::all);
  const std::vector<Candidate> others = evaluated_with(study, Bisections::none);
  for (std::size_t i = 0; i < told.size(); ++i) CHECK(others[i].channel.width_bits == told[i].channel.width_bits);
  CHECK(told[2].channel.width_bits > 1);
  CHECK(told[2].channel.width_bits < 8);
}

TEST_CASE("no cut is full before the busiest channel") {
  const Study study = random_graphs("");
  for (const Candidate& candidate : evaluated_with(study, Bisections::all)) {
    REQUIRE(candidate.traffic.peak_channel_load() != nullptr);
    CHECK(candidate.traffic.saturation.limited_by.limit != SaturationLimit::bisection);
  }
}

TEST_CASE("a limit with the name of a quantity is one on it") {
  Study study = random_graphs("");
  CHECK_FALSE(asks_for(study, &Quantity::of_board_tracks));
  study.limits = {{Limited::board_skew_ps, 1}};
  CHECK(asks_for(study, &Quantity::of_board_tracks));
  for (const Limited each :
       {Limited::board_signal_layers, Limited::board_pins_short, Limited::board_pair_skew_ps, Limited::board_loss_db,
        Limited::board_stub_mm, Limited::board_wires_left, Limited::machine_cost, Limited::machine_power_w,
        Limited::machine_racks, Limited::machine_longest_m}) {
    CAPTURE(limit_name(each));
    CHECK(find_quantity(limit_name(each)) != nullptr);
  }
}
