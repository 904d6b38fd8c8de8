// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>

#include "cutline/output/words/words.hpp"
#include "cutline/spec/spec.hpp"
#include "cutline/study/candidate.hpp"
#include "cutline/study/laid_out.hpp"
#include "cutline/study/ranking.hpp"
#include "support/notes.hpp"

using namespace cutline;
using cutline::test::noted;

namespace {

/// An 8 x 8 mesh in chips of 4 x 4 nodes.
std::string packages_spec(const std::string& edge, const std::string& more = "") {
  return "cutline: 1\nrouter: {delay: 1 tau}\n" + more + "packages: [{name: chip, cells: [4, 4], edge: {" + edge +
         "}}, {name: board}]\ncandidates: [{name: mesh, topology: {family: mesh, radix: 8, dimensions: 2}}, "
         "{name: alone, packages: [], topology: {family: mesh, radix: 8, dimensions: 2}}]\n";
}

std::vector<Candidate> packages_evaluated(const std::string& text, Study& study) {
  study = parse_study(text, "a.yaml", "");
  return evaluate(study, {}, Layouts::kept);
}

double latency(const Candidate& candidate) { return in_ns(candidate.latency.timings.at(0).latency.total()); }

}  // namespace

TEST_CASE("an edge with too few pins makes a candidate infeasible, and the sentence names it") {
  Study study;
  const std::vector<Candidate> candidates = packages_evaluated(packages_spec("pins: 15"), study);
  REQUIRE(candidates[0].infeasible.size() == 1);
  CHECK(candidates[0].infeasible[0].limit == "pins of chip");
  CHECK(candidates[0].infeasible[0].needed == 16);
  CHECK(candidates[0].infeasible[0].allowed == 15);
  CHECK(candidates[1].infeasible.empty());
  CHECK(!candidates[1].packages());
  const std::string sentence = verdict_text(study, candidates, rank(study, candidates)[0]);
  CHECK(sentence.find("mesh is over a limit (pins of chip)") != std::string::npos);
}

TEST_CASE("an edge with pins enough leaves a candidate feasible and says how many are used") {
  Study study;
  const std::vector<Candidate> candidates = packages_evaluated(packages_spec("pins: 16"), study);
  CHECK(candidates[0].infeasible.empty());
  REQUIRE(tightest(candidates[0]));
  CHECK(tightest(candidates[0])->what == "pins of chip");
  CHECK(tightest(candidates[0])->fraction() == 1);
  CHECK(verdict_text(study, candidates, rank(study, candidates)[0])
            .find("pins of chip have least to spare, 100 % used") != std::string::npos);
}

TEST_CASE("links that do not reach make a candidate infeasible") {
  Study study;
  const auto torus = [](const std::string& reach) {
    return "cutline: 1\npackages: [{name: chip, cells: [2, 8], edge: {reach: " + reach +
           " pitches}}]\ncandidates: [{topology: {family: torus, radix: 8, dimensions: 2}}]\n";
  };
  const std::vector<Candidate> short_reach = packages_evaluated(torus("1"), study);
  REQUIRE(short_reach[0].infeasible.size() == 1);
  CHECK(short_reach[0].infeasible[0].limit == "reach_pitches of chip");
  CHECK(short_reach[0].infeasible[0].needed ==
        static_cast<double>(short_reach[0].packages()->levels[0].longest_crossing_pitches));
  CHECK(short_reach[0].packages()->levels[0].over_reach == 8);
  CHECK(packages_evaluated(torus("1000"), study)[0].infeasible.empty());
}

TEST_CASE("the fixed delay of a crossing lengthens the cycle where the slowest link sets it") {
  Study study;
  const std::vector<Candidate> candidates =
      packages_evaluated(packages_spec("phy_delay: 5 tau", "delay: constant\n"), study);
  CHECK(in_ns(candidates[1].latency.timings[0].clock.cycle) == 1);
  CHECK(in_ns(candidates[0].latency.timings[0].clock.cycle) == 6);
}

TEST_CASE("where every link takes its own delay, a message pays for the crossings of its mean route") {
  Study study;
  const std::string clock = "delay: constant\nclock: {rule: per_link, floor: 100 tau}\n";
  const std::vector<Candidate> candidates = packages_evaluated(packages_spec("phy_delay: 5 tau", clock), study);
  // In each dimension one boundary separates two halves, and half of all messages cross it. There are two dimensions.
  CHECK(latency(candidates[0]) - latency(candidates[1]) == doctest::Approx(2 * 0.5 * 5));
}

TEST_CASE("where wires are pipelined, every link takes its own whole cycles") {
  Study study;
  const std::string clock = "delay: constant\nwires: pipelined\nclock: {rule: fixed, frequency: 0.5 GHz}\n";
  const std::vector<Candidate> candidates = packages_evaluated(packages_spec("phy_delay: 5 tau", clock), study);
  // With a cycle of 2 tau, links within a chip take 1 cycle and links between chips (1 + 5) / 2 = 3 cycles.
  CHECK(latency(candidates[0]) - latency(candidates[1]) == doctest::Approx(2 * 0.5 * (3 - 1) * 2));
}

TEST_CASE("spacing between modules is part of the layout") {
  Study study;
  const std::vector<Candidate> candidates = packages_evaluated(
      "cutline: 1\npackages: [{name: chip, cells: [4, 4], spacing: 9 pitches}]\ncandidates: [{name: mesh, topology: "
      "{family: mesh, radix: 8, dimensions: 2}}, {name: alone, packages: [], topology: {family: mesh, radix: 8, "
      "dimensions: 2}}]\n",
      study);
  CHECK(candidates[0].laid_out()->measures.size.width_pitches ==
        candidates[1].laid_out()->measures.size.width_pitches + 9);
  CHECK(candidates[0].laid_out()->measures.length.longest_pitches ==
        candidates[1].laid_out()->measures.length.longest_pitches + 9);
}

TEST_CASE("modules cut off by the grid's end are noted") {
  Study study;
  const std::vector<Candidate> candidates = packages_evaluated(
      "cutline: 1\npackages: [{name: chip, cells: [3, 4]}]\ncandidates: [{topology: {family: mesh, radix: 8, "
      "dimensions: 2}}]\n",
      study);
  CHECK(candidates[0].packages()->levels[0].partial == 2);
  CHECK(noted(candidates[0].notes, NoteKind::modules_cut_off, 2, 6, "chip"));
}

TEST_CASE("a machine of more modules than can be counted is refused") {
  Study study;
  CHECK_THROWS_AS(
      packages_evaluated("cutline: 1\npackages: [{name: chip, cells: [1, 1]}]\ncandidates: [{topology: {family: "
                         "hypercube, dimensions: 24}}]\n",
                         study),
      Error);
}

TEST_CASE("modules of empty cells alone do not count, nor take wires that pass over them") {
  Study study;
  const std::string spec =
      "cutline: 1\npackages: [{name: chip, cells: [1, 1]}, {name: board}]\ncandidates:\n"
      "  - {name: line, topology: {family: graph, nodes: 3, links: [[0, 1], [1, 2]]}, "
      "placement: {cells: [[0, 0], [3, 0], [3, 2]]}}\n";
  const std::vector<Candidate> candidates = packages_evaluated(spec, study);
  const LevelMeasures& chips = candidates[0].packages()->levels[0];
  CHECK(chips.modules == 3);
  CHECK(chips.partial == 0);
  CHECK(chips.links_crossing == 2);
  CHECK(candidates[0].packages()->levels[1].modules == 1);
}

TEST_CASE("a package of columns and rows holds a stack of planes: links between its planes cross no edge") {
  Study study;
  const auto stack = [&](const std::string& cells) {
    const std::vector<Candidate> candidates = packages_evaluated(
        "cutline: 1\npackages: [{name: chip, cells: " + cells +
            ", edge: {phy_delay: 5 ns}}]\ncandidates:\n"
            "  - {name: stack, topology: {family: mesh, radices: [2, 2, 3]}, placement: {axes: [x, y, z]}}\n",
        study);
    return candidates[0].packages()->levels[0];
  };
  const LevelMeasures whole = stack("[1, 1]"), planes = stack("[1, 1, 1]");
  CHECK(whole.modules == 4);
  CHECK(whole.links_crossing == 3 * 4);
  CHECK(whole.inside.links == 4 * 2);
  CHECK(in_ns(whole.inside.delay_max) == 0);
  CHECK(planes.modules == 12);
  CHECK(planes.links_crossing == 3 * 4 + 4 * 2);
  // In boards of one plane, chips have one plane too.
  const std::vector<Candidate> boards = packages_evaluated(
      "cutline: 1\npackages: [{name: chip, cells: [1, 1]}, {name: board, cells: [2, 2, 1]}]\n"
      "candidates: [{topology: {family: mesh, radices: [2, 2, 3]}, placement: {axes: [x, y, z]}}]\n",
      study);
  CHECK(boards[0].packages()->levels[0].modules == 12);
  CHECK(boards[0].packages()->levels[1].modules == 3);
}
