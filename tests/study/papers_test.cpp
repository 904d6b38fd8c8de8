// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "cutline/output/comparison.hpp"
#include "cutline/spec/spec.hpp"
#include "study/studies.hpp"
#include "support/places.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

std::vector<std::filesystem::path> specs_of_papers() {
  std::vector<std::filesystem::path> paths;
  const std::filesystem::path folder = std::filesystem::path(cutline::test::source_folder()) / "layouts/papers";
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.path().extension() == ".yaml") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

Study paper(const std::string& name) {
  return read_study((std::filesystem::path(cutline::test::source_folder()) / "layouts/papers" / name).string());
}

}  // namespace

TEST_CASE("every spec of a paper shows the numbers that it expects") {
  const std::vector<std::filesystem::path> specs = specs_of_papers();
  CHECK(specs.size() >= 21);
  for (const std::filesystem::path& path : specs) {
    CAPTURE(path.string());
    const Study study = read_study(path.string());
    CHECK_FALSE(study.expectations.empty());
    for (const Expectation& expectation : study.expectations) CHECK_FALSE(expectation.origin.empty());
    const std::vector<Candidate> candidates = evaluate(study, {}, false);
    const std::vector<Ranking> rankings = rank(study, candidates);
    const auto document = result_document(study, candidates, rankings);
    const std::vector<ExpectationResult> results = check_expectations(study, document, candidates, rankings);
    CHECK_MESSAGE(all_hold(results), expectations_text(results));
    for (const Ranking& ranking : rankings) CHECK_FALSE(ranking.sentence.empty());
  }
}

TEST_CASE("256 tiles on 16 chiplets come out as the hand calculation beside the spec says") {
  const Study study = read_study(cutline::test::source_folder() + "/layouts/gallery/noc-256.yaml");
  const std::vector<Candidate> candidates = evaluate(study, {}, false);
  const std::vector<Ranking> rankings = rank(study, candidates);
  const auto document = result_document(study, candidates, rankings);
  const std::vector<ExpectationResult> results = check_expectations(study, document, candidates, rankings);
  CHECK(results.size() >= 10);
  CHECK_MESSAGE(all_hold(results), expectations_text(results));
}

TEST_CASE("the densest cut of a row of the binary 20-cube comes 48 times") {
  const Study study = paper("dally-1987-memo/density-of-a-row.yaml");
  const std::vector<Candidate> candidates = evaluated(study);
  for (const std::size_t cube : {0, 1}) {
    CAPTURE(study.designs[cube].name);
    const Layout& layout = *candidates[cube].layout;
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

TEST_CASE("where folded layouts have another winner than the closed forms, the output says why") {
  const Study study = paper("dally-1990/folded-layouts/16k.yaml");
  const std::vector<Ranking> rankings = rank(study, evaluated(study));
  for (const char* reason : {"dimensions=4 would win with 47.1 tau", "no whole radix", "folding a ring doubles them",
                             "rounded to whole ones"}) {
    CHECK(mentions(rankings[0].remarks, reason));
  }
}
