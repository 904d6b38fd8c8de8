// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>
#include <fmt/core.h>

#include <string>

#include "cutline/base/error.hpp"
#include "cutline/output/compare/comparison.hpp"
#include "cutline/output/record/record.hpp"
#include "cutline/spec/spec.hpp"
#include "cutline/study/candidate.hpp"
#include "cutline/study/ranking.hpp"

using namespace cutline;

namespace {

/// Whether a mesh of 16 nodes with 24 links, in which a message has 2.5 hops in the mean, is as expected.
std::vector<ExpectationResult> checked(Study& study, const std::string& key, const std::string& expected) {
  study = parse_study(
      "cutline: 1\ncandidates:\n- {name: mesh, topology: {family: mesh, radices: [4, 4]}}\n"
      "expect:\n- {candidate: mesh, key: " +
          key + (expected.starts_with("at_") ? ", " : ", value: ") + expected + "}\n",
      "spec.yaml", ".");
  const std::vector<Candidate> candidates = evaluate(study);
  const std::vector<Ranking> rankings = rank(study, candidates);
  return check_expectations(study, result_document(study, candidates, rankings), candidates, rankings);
}

bool holds(const std::string& key, const std::string& expected) {
  Study study;
  return all_hold(checked(study, key, expected));
}

}  // namespace

TEST_CASE("a key that no record has is told with the nearest one") {
  Study study;
  CHECK(checked(study, "link", "24").at(0).found == "no such key in the record; did you mean 'links'?");
  CHECK(checked(study, "lenght.longest_mm", "3").at(0).found ==
        "no such key in the record; did you mean 'length.longest_mm'?");
  CHECK(checked(study, "zzzzzzzz", "3").at(0).found ==
        "no such key in the record: `cutline list quantities` shows the keys");
}

TEST_CASE("a tolerance is absolute for whole numbers and relative for reals; a share is relative for both") {
  CHECK(holds("links", "24"));
  CHECK(!holds("links", "23"));
  CHECK(holds("links", "22, tolerance: 2"));
  CHECK(!holds("links", "21, tolerance: 2"));
  CHECK(!holds("links", "23, tolerance: 0.9"));
  CHECK(holds("links", "20, tolerance: 20 %"));
  CHECK(!holds("links", "19, tolerance: 20 %"));
  CHECK(holds("performance.mean_hops", "2.5"));
  CHECK(holds("performance.mean_hops", "2, tolerance: 0.26"));
  CHECK(holds("performance.mean_hops", "2, tolerance: 26 %"));
  CHECK(!holds("performance.mean_hops", "2, tolerance: 0.24"));
}

TEST_CASE("a figure of a plane is expected under the name of its candidate and its own") {
  const auto result = [](const std::string& candidate, int links) {
    const Study study = parse_study(
        fmt::format(
            "cutline: 1\ncandidates:\n- name: two\n  planes:\n  - {{name: request, topology: {{family: mesh, radices: "
            "[4, 4]}}}}\n  - {{name: reply, topology: {{family: ring, nodes: 16}}}}\n"
            "expect:\n- {{candidate: {}, key: links, value: {}}}\n",
            candidate, links),
        "spec.yaml", ".");
    const std::vector<Candidate> candidates = evaluate(study);
    const std::vector<Ranking> rankings = rank(study, candidates);
    return all_hold(check_expectations(study, result_document(study, candidates, rankings), candidates, rankings));
  };
  CHECK(result("two", 40));
  CHECK(result("two/request", 24));
  CHECK(result("two/reply", 16));
  CHECK_FALSE(result("two/reply", 24));
  CHECK_THROWS_AS(result("two/none", 24), Error);
}

TEST_CASE("a bound holds on its own side, the bound itself included") {
  CHECK(holds("links", "at_most: 24"));
  CHECK(!holds("links", "at_most: 23.9"));
  CHECK(holds("links", "at_least: 24"));
  CHECK(!holds("links", "at_least: 25"));
  CHECK(!holds("no.such.key", "at_most: 25"));
}

TEST_CASE("a bound without a candidate is one of all, and a unit is turned into that of the key") {
  const auto all_keep = [](const std::string& longest) {
    const Study study = parse_study(
        "cutline: 1\ntechnology: nangate45\nnode: {width: 1 mm, height: 1 mm}\nchannel: {width: 8 bits}\ncandidates:\n"
        "- {name: mesh, topology: {family: mesh, radices: [4, 4]}}\n"
        "- {name: torus, topology: {family: torus, radices: [4, 4]}}\nexpect:\n- {key: length.longest_mm, " +
            longest + "}\n",
        "spec.yaml", ".");
    const std::vector<Candidate> candidates = evaluate(study);
    const std::vector<Ranking> rankings = rank(study, candidates);
    return check_expectations(study, result_document(study, candidates, rankings), candidates, rankings).at(0);
  };
  CHECK(all_keep("at_most: 4 mm").holds);
  CHECK(all_keep("at_most: 4000 um").holds);
  CHECK(all_keep("at_least: 900 um").holds);
  CHECK(!all_keep("at_most: 2 mm").holds);
  CHECK(all_keep("at_most: 2 mm").found.ends_with(" of torus"));
}
