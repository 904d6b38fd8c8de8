// SPDX-License-Identifier: Apache-2.0
// A candidate's record does not depend on the other candidates, unless it is ranked or held equal to one of them.
#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>

#include "cutline/output/record/record.hpp"
#include "output/agreement_specs.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

std::vector<std::vector<std::string>> records_of(const Study& study) {
  std::vector<std::vector<std::string>> all;
  for (const Candidate& candidate : evaluate(study, {}, Layouts::kept)) all.push_back(record_texts(study, candidate));
  return all;
}

/// Compares all records with those of the candidates alone, and with those in the opposite order.
void expect_same_alone(const Study& study) {
  const std::vector<std::vector<std::string>> together = records_of(study);
  Study backwards = study;
  std::reverse(backwards.designs.begin(), backwards.designs.end());
  std::vector<std::vector<std::string>> turned = records_of(backwards);
  std::reverse(turned.begin(), turned.end());
  for (std::size_t i = 0; i < study.designs.size(); ++i) {
    CAPTURE(study.designs[i].name);
    Study alone = study;
    alone.designs = {study.designs[i]};
    CHECK(records_of(alone).at(0) == together[i]);
    CHECK(turned[i] == together[i]);
  }
}

}  // namespace

TEST_CASE("over layouts/: a candidate has the same record alone, beside the others, and in the opposite order") {
  int compared = 0;
  for (const std::string& file : specs_of_layouts()) {
    CAPTURE(file);
    std::optional<Study> study = small_part(read_study(file));
    if (!study || study->designs.size() < 2 || !study->hold.of.empty()) continue;
    if (study->designs.size() > 4) study->designs.resize(4);
    expect_same_alone(*study);
    ++compared;
  }
  CHECK(compared > 40);
}

TEST_CASE("what a record says of routes is the same beside every other routing, and beside one-way links") {
  std::ofstream("company_routes.csv") << "site,destination,next\n0,1,1\n0,2,1\n1,0,2\n1,2,2\n2,0,0\n2,1,0\n";
  for (const char* asked : {"", "load: 0.1 of capacity\n", "limits: {virtual_channels: 1}\n"}) {
    CAPTURE(asked);
    const std::string spec =
        std::string("cutline: 1\npopulation: any\n") + asked +
        "candidates:\n"
        "  - {name: one way, topology: {family: de_bruijn, dimensions: 3, channels: unidirectional}}\n"
        "  - {name: plain, topology: {family: de_bruijn, dimensions: 3}}\n"
        "  - {name: up, topology: {family: de_bruijn, dimensions: 3}, routing: up_down}\n"
        "  - {name: layered, topology: {family: de_bruijn, dimensions: 3}, routing: layered}\n"
        "  - {name: ring, topology: {family: ring, nodes: 3, channels: unidirectional}}\n"
        "  - {name: table, topology: {family: ring, nodes: 3, channels: unidirectional},\n"
        "     routing: {table: company_routes.csv}}\n";
    expect_same_alone(parse_study(spec, "spec.yaml", "."));
  }
  std::remove("company_routes.csv");
}
