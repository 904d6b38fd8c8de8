// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "cutline/output/compare/comparison.hpp"
#include "cutline/spec/spec.hpp"
#include "cutline/study/laid_out.hpp"
#include "cutline/topology/family.hpp"
#include "json.hpp"
#include "study/studies.hpp"
#include "support/places.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

std::vector<std::filesystem::path> specs_of(const std::string& folder) {
  std::vector<std::filesystem::path> paths;
  const std::filesystem::path root = std::filesystem::path(cutline::test::source_folder()) / "layouts" / folder;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
    if (entry.path().extension() == ".yaml") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

void check_expected(const std::filesystem::path& path) {
  CAPTURE(path.string());
  const Study study = read_study(path.string());
  CHECK_FALSE(study.expectations.empty());
  for (const Expectation& expectation : study.expectations) CHECK_FALSE(expectation.origin.empty());
  const std::vector<Candidate> candidates = evaluate(study);
  const std::vector<Ranking> rankings = rank(study, candidates);
  const auto document = json_of(result_document(study, candidates, rankings));
  const std::vector<ExpectationResult> results = check_expectations(study, data_of(document), candidates, rankings);
  CHECK_MESSAGE(all_hold(results), expectations_text(results));
  for (const Ranking& ranking : rankings) CHECK_FALSE(verdict_text(study, candidates, ranking).empty());
}

Study paper(const std::string& name) {
  return read_study((std::filesystem::path(cutline::test::source_folder()) / "layouts/papers" / name).string());
}

}  // namespace

TEST_CASE("every spec of a paper shows the numbers that it expects") {
  const std::vector<std::filesystem::path> specs = specs_of("papers");
  CHECK(specs.size() >= 21);
  for (const std::filesystem::path& path : specs) check_expected(path);
}

TEST_CASE("every family has a spec in the gallery, and each shows the numbers that it expects") {
  const std::vector<std::filesystem::path> specs = specs_of("gallery/families");
  for (const std::filesystem::path& path : specs) check_expected(path);
  for (const Family& family : families()) {
    const auto own = [&](const std::filesystem::path& path) { return path.stem() == family.name; };
    CHECK_MESSAGE(std::any_of(specs.begin(), specs.end(), own), family.name);
  }
}

TEST_CASE("256 tiles on 16 chiplets come out as the hand calculation beside the spec says") {
  const Study study = read_study(cutline::test::source_folder() + "/layouts/gallery/noc-256.yaml");
  const std::vector<Candidate> candidates = evaluate(study);
  const std::vector<Ranking> rankings = rank(study, candidates);
  const auto document = json_of(result_document(study, candidates, rankings));
  const std::vector<ExpectationResult> results = check_expectations(study, data_of(document), candidates, rankings);
  CHECK(results.size() >= 10);
  CHECK_MESSAGE(all_hold(results), expectations_text(results));
}

TEST_CASE("the densest cut of a row of the binary 20-cube comes 48 times") {
  const Study study = paper("dally-1987-memo/density-of-a-row.yaml");
  const std::vector<Candidate> candidates = evaluated(study);
  for (const std::size_t cube : {0, 1}) {
    CAPTURE(study.designs[cube].name);
    const Layout& layout = candidates[cube].laid_out()->layout;
    REQUIRE(layout.lines(Axis::x).patterns.size() == 1);
    const std::vector<std::int64_t> links = pattern_profile(layout, Axis::x, layout.lines(Axis::x).patterns[0]).links;
    const std::int64_t peak = *std::max_element(links.begin(), links.end());
    CHECK(peak == 682);
    CHECK(std::count(links.begin(), links.end(), peak) == 48);
    CHECK(links[340] == peak);
    CHECK(links.front() == 10);
    CHECK(links.back() == 10);
  }
}

TEST_CASE("a paper's comparison ends with who wins, by how much, and what limits the loser") {
  const auto sentence = [](const std::string& name, std::size_t delay) {
    const Study study = paper(name);
    return verdict_of(study, evaluate(study), delay);
  };
  CHECK(
      sentence("ranade-johnsson-1987/table-3-high.yaml", 0) ==
      "Ranked by emulation under constant wire delay mesh wins: 261,888 tau, 1.11 times less than cycles (291,840 "
      "tau), "
      "which loses by its narrow channels (0.337 against 16 wires); cycles Gray, hypercube and hypercube Gray are held "
      "back by their narrow channels.");
  CHECK(sentence("ranade-johnsson-1987/table-3-low.yaml", 0) ==
        "Ranked by emulation under constant wire delay cycles and cycles Gray share the first place: 1152 tau, 1.78 "
        "times "
        "less than mesh (2046 tau), which loses by its many steps (2046 against 48); hypercube and hypercube Gray are "
        "held "
        "back by their narrow channels.");
  CHECK(
      sentence("ranade-johnsson-1987/table-4-low.yaml", 2) ==
      "Ranked by emulation under linear wire delay mesh wins: 2046 tau, 6.8 times less than cycles (13,832 tau), which "
      "loses by its long wires (a phit takes 251 times as long); cycles Gray, hypercube and hypercube Gray are held "
      "back "
      "by their long wires.");
  CHECK(
      sentence("engel-kocak-2006/fig-4.yaml", 0) ==
      "Under constant (constant=0.254) wire delay 4-ary 3-cube wins: 9.27 tau, 4.4 times less than bus of 5 inch (40.9 "
      "tau), which loses by its narrow channels (12 bits, 160 cycles of message); bus of 12 inch is held back by its "
      "narrow channels. Under load 4-ary 3-cube stays first, up to about 14.4 bits a cycle and terminal, its "
      "expected saturation.");
}

TEST_CASE("what loses a host is what, exchanged for the winner's, gains it most") {
  const Study study = paper("ranade-johnsson-1987/table-4-low.yaml");
  const std::vector<Candidate> all = evaluate(study);
  for (const Ranking& ranking : rank(study, all)) {
    CHECK(ranking.order.size() == 5);
    CHECK(verdict_text(study, all, ranking).find("which loses by its") != std::string::npos);
  }
  Study same = study;
  same.designs = {study.designs[1], study.designs[1]};
  same.designs[1].name = "twin";
  const std::vector<Candidate> twins = evaluate(same);
  for (const Ranking& ranking : rank(same, twins)) {
    for (const Loss& loss : ranking.verdict.losses) CHECK(loss.cause == Cause::none);
  }
}

TEST_CASE("hosts name the errata of their paper") {
  const auto notes = [](const std::string& table, std::size_t host) {
    const Study study = paper("ranade-johnsson-1987/table-" + table + ".yaml");
    return evaluate(study).at(host).emulations.at(0)->notes();
  };
  CHECK(mentions(notes("1", 1), "RJ-tab1: t2 + c2 p printed"));
  CHECK(mentions(notes("1", 2), "RJ-gray"));
  CHECK(mentions(notes("1", 4), "RJ 2.3"));
  CHECK(mentions(notes("2-high", 3), "RJ 3: 2^p' printed"));
  CHECK(mentions(notes("2-high", 3), "RJ 2.2"));
  CHECK(mentions(notes("3-high", 1), "RJ 4.1"));
  CHECK(mentions(notes("3-high", 0), "RJ-tab3"));
  CHECK(mentions(notes("4-low", 3), "RJ-tab4"));
}

TEST_CASE("a hypercube by its nodes is the one by its dimensions, and only powers of two can be laid out") {
  const auto cube = [](const std::string& topology, const std::string& ideal) {
    const Study study = parse_study(
        "cutline: 1\ncandidates: [{name: c, ideal: " + ideal + ", topology: {family: hypercube, " + topology + "}}]\n",
        "a.yaml", "");
    return evaluate(study).at(0);
  };
  for (const char* ideal : {"true", "false"}) {
    const Candidate by_nodes = cube("nodes: 64", ideal), by_dimensions = cube("dimensions: 6", ideal);
    CHECK(by_nodes.facts.nodes == 64);
    CHECK(by_nodes.facts.links == by_dimensions.facts.links);
    CHECK(*by_nodes.traffic.mean_hops() == *by_dimensions.traffic.mean_hops());
    CHECK(by_nodes.facts.digits == by_dimensions.facts.digits);
  }
  CHECK(cube("nodes: 100", "true").facts.links == doctest::Approx(50 * std::log2(100)));
  CHECK(complaint([&] { cube("nodes: 100", "false"); }).find("near are 64 and 128") != std::string::npos);
  CHECK(complaint([&] { cube("nodes: 64, dimensions: 6", "true"); }).find("either `dimensions` or `nodes`") !=
        std::string::npos);
  CHECK_FALSE(complaint([&] { cube("channels: bidirectional", "true"); }).empty());
}

TEST_CASE("where folded layouts have another winner than the closed forms, the output says why") {
  const Study study = paper("dally-1990/folded-layouts/16k.yaml");
  const std::vector<std::string> said = remarks_of(study, evaluated(study));
  for (const char* reason : {"dimensions=4 would win with 47.1 tau", "no whole radix", "folding a ring doubles them",
                             "rounded to whole ones"}) {
    CHECK(mentions(said, reason));
  }
}
