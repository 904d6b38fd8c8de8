// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "cutline/output/compare/comparison.hpp"
#include "cutline/output/explain/explain.hpp"
#include "cutline/output/record/record.hpp"
#include "cutline/spec/spec.hpp"
#include "json.hpp"
#include "spec/reading.hpp"

using namespace cutline;
using Json = nlohmann::ordered_json;

namespace {

const std::string kCandidates = R"(candidates:
  - {name: ring, topology: {family: ring, nodes: 6}}
  - {name: tree, topology: {family: graph, nodes: 4, links: [[0, 1], [0, 2], [0, 3]]}}
  - {name: real, ideal: true, topology: {family: torus, nodes: 16, dimensions: 2}}
)";

Study faults_study_of(const std::string& keys) {
  return parse_study("cutline: 1\npopulation: any\n" + keys + kCandidates, "spec.yaml", ".");
}

std::vector<Json> records_of(const Study& study) {
  std::vector<Json> records;
  const std::vector<Candidate> candidates = evaluate(study);
  for (std::size_t i = 0; i < candidates.size(); ++i)
    records.push_back(test::json_of(record(study, candidates[i], 0, nullptr, i)));
  return records;
}

bool notes_say(const Json& record, const std::string& words) {
  for (const Json& note : record.at("notes")) {
    if (note.get<std::string>().find(words) != std::string::npos) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("the record tells what a failed link leaves: of a ring a path, of a star nothing connected") {
  const std::vector<Json> records = records_of(faults_study_of("fail: [1 link, {links: 2, samples: 30, seed: 5}]\n"));
  const Json& ring = records[0];
  CHECK(ring.at("graph").at("edge_connectivity") == 2);
  // Opposite nodes, 3 of 15 pairs, have two paths between them; all others have one.
  CHECK(ring.at("graph").at("mean_shortest_paths").get<double>() == doctest::Approx(18.0 / 15));
  REQUIRE(ring.at("faults").size() == 3);
  const Json& whole = ring.at("faults").at(0);
  CHECK(whole.at("failed_links") == 0);
  CHECK(whole.at("mean_distance_hops").at("mean").get<double>() == doctest::Approx(1.8));
  const Json& one = ring.at("faults").at(1);
  CHECK(one.at("samples") == 6);
  CHECK(one.at("exact") == true);
  CHECK(one.at("connected_fraction") == 1.0);
  CHECK(one.at("mean_distance_hops").at("worst").get<double>() == doctest::Approx(7.0 / 3));
  // In a path of six nodes, 9 of the 36 ordered pairs cross the middle link in each direction.
  CHECK(one.at("peak_channel_load").at("mean").get<double>() == doctest::Approx(9.0 / 6));
  const Json& two = ring.at("faults").at(2);
  CHECK(two.at("samples") == 15);
  CHECK(two.at("exact") == true);
  CHECK(two.at("connected_fraction") == 0.0);
  CHECK(two.at("mean_distance_hops").at("mean").is_null());
  CHECK(notes_say(ring, "after 2 failed links are null: no sample stays connected"));
  CHECK(records[1].at("graph").at("edge_connectivity") == 1);
  CHECK(records[1].at("faults").at(1).at("connected_fraction") == 0.0);
  CHECK(records[2].at("faults").empty());
  CHECK(records[2].at("graph").at("edge_connectivity").is_null());
}

TEST_CASE("without `fail` nothing of faults is measured or told") {
  for (const Json& record : records_of(faults_study_of(""))) {
    CHECK(!record.contains("faults"));
    CHECK(!record.at("graph").contains("edge_connectivity"));
  }
}

TEST_CASE("what would pass the effort is null with a note, and the rest is measured") {
  const Study study = faults_study_of("fail: {links: 1, samples: 3}\n");
  Effort small;
  small.link_visits = 150;  // 1.5 visits for each channel and source: 6 nodes x 12 channels x 1.5 = 108 for one sample
  const std::vector<Candidate> candidates = evaluate(study, small);
  const Json ring = test::json_of(record(study, candidates[0], 0, nullptr, 0));
  CHECK(!ring.at("faults").at(0).at("connected_fraction").is_null());
  CHECK(ring.at("faults").at(1).at("connected_fraction").is_null());
  CHECK(notes_say(ring, "faults of 1 link are null: not computed: 3 samples would take 3.2e+02 link visits"));
}

TEST_CASE("more failed links than a candidate has are null with a note, and the others are measured") {
  const Study study = faults_study_of("fail: 4 links\n");
  const std::vector<Candidate> candidates = evaluate(study);
  int few = 0, enough = 0;
  for (const Candidate& candidate : candidates) {
    const Json found = test::json_of(record(study, candidate, 0, nullptr, 0));
    const bool is_small = candidate.network() && candidate.facts.links < 4;
    if (is_small) CHECK(notes_say(found, "faults of 4 links are null: not computed: there are only 3 links"));
    if (candidate.network()) CHECK(found.at("faults").at(1).at("connected_fraction").is_null() == is_small);
    ++(is_small ? few : enough);
  }
  CHECK(few > 0);
  CHECK(enough > 0);
}

TEST_CASE("mistakes in `fail` are told with what it takes") {
  const auto says = [](const std::string& value, const std::string& words) {
    const std::string text = reading::mistakes("cutline: 1\nfail: " + value + "\n" + kCandidates);
    CAPTURE(text);
    CHECK(text.find(words) != std::string::npos);
  };
  says("3", "write `3 links`; the units are links or link");
  says("3 wires", "'fail' is given in 'wires', which is not its unit");
  says("0 links", "'fail' is 0, must be at least 1");
  says("[1 link, {links: 1}]", "the same links fail twice");
  says("1.5 links", "a whole number of links fails, from 1 to 1000000");
  says("[]", "'fail' is an empty list");
  says("{samples: 3}", "'fail' needs the key 'links', 'link' or 'node'");
  says("{links: 3, sample: 5}", "did you mean 'samples'?");
  says("{links: 3, samples: 0}", "'samples' is 0, must be at least 1");
}

TEST_CASE("the comparison shows a row for every number of failed links, and explanations say how it was found") {
  Study study = faults_study_of("fail: 1 link\n");
  const std::vector<Candidate> candidates = evaluate(study);
  const std::vector<Ranking> rankings = rank(study, candidates);
  const std::vector<ExpectationResult> none;
  const std::string text = comparison_text({study, candidates, rankings, none}, ReportStyle{});
  CHECK(text.find("edge connectivity") != std::string::npos);
  CHECK(text.find("all 6") != std::string::npos);
  const Json ring = test::json_of(record(study, candidates[0], 0, nullptr, 0));
  CHECK(needs_faults("edge_connectivity"));
  CHECK(needs_faults("graph.mean_shortest_paths"));
  CHECK(needs_faults("faults"));
  CHECK(!needs_faults("bisection"));
  CHECK(explain(study, candidates[0], 0, "edge_connectivity").value == "2");
  CHECK(explain(study, candidates[0], 0, "shortest_paths").value == "1.2");
}
