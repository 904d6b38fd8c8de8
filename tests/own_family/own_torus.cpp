// SPDX-License-Identifier: Apache-2.0
// A user's own family with the links of a torus gets the same figures as the torus.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include "cutline/output/explain/explain.hpp"
#include "cutline/output/record/record.hpp"
#include "cutline/topology/family.hpp"
#include "cutline/topology/topology.hpp"
#include "json.hpp"
#include "study/studies.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

Topology build_rounds(const Parameters& parameters) {
  const auto side = static_cast<std::uint32_t>(parameters.integer("side"));
  const auto axes = static_cast<std::uint8_t>(parameters.integer("axes"));
  Topology network{.digits = std::vector<Digit>(axes, side)};
  for (std::uint8_t digit = 0; digit < axes; ++digit) {
    LinkClass round{.name = "round", .digits = {digit}};
    for (std::uint32_t node = 0; node + 1 < side; ++node) round.links.push_back({node, node + 1});
    if (side > 2) {
      round.links.push_back({side - 1, 0});
      round.channels = parameters.text("channels") == "unidirectional" ? 1 : 2;
    }
    network.classes.push_back(round);
  }
  return network;
}

Family rounds() {
  return {.name = "rounds",
          .summary = "rings in every direction",
          .source = "none",
          .fields = {{.name = "side", .help = "nodes of a ring", .required = true, .min = 2, .max = 64},
                     {.name = "axes", .help = "directions", .required = true, .min = 1, .max = 8}},
          .build = build_rounds,
          .errata = find_family("torus")->errata,
          .examples = {{{"side", 4}, {"axes", 2}}}};
}

/// A torus, and the same network as a member of the test's own family.
Study twins(std::int64_t side, std::int64_t axes, const std::string& channels) {
  Study study = unit_study();
  study.designs = {torus(side, axes, channels),
                   design("own", "rounds", {{"side", side}, {"axes", axes}, {"channels", channels}})};
  study.designs[1].placement.orders = {"natural"};
  for (Design& each : study.designs) each.channel.width_bits = 8;
  return study;
}

using Json = nlohmann::ordered_json;

Json records_of(const Study& study, const std::vector<Candidate>& candidates) {
  return json_of(result_document(study, candidates, {})).at("candidates");
}

}  // namespace

TEST_CASE("a torus of one's own has the saturation and the latencies under load of a torus") {
  for (const char* model : {"dally-1990", "agarwal-1991", "engel-kocak-2006"}) {
    for (const auto& [side, axes] : {std::pair{4, 2}, {5, 2}, {8, 1}, {2, 4}, {3, 3}}) {
      for (const char* channels : {"unidirectional", "bidirectional"}) {
        CAPTURE(model);
        CAPTURE(side);
        CAPTURE(channels);
        Study study = twins(side, axes, channels);
        study.contention = {choose_contention(model, {})};
        for (const double share : {0.1, 0.5, 0.9}) study.loads.push_back({share, OfferedLoad::Unit::of_saturation});
        const std::vector<Candidate> both = evaluated(study);
        CHECK(both[0].latency.contention == both[1].latency.contention);
        const bool applies = std::string(model) == "agarwal-1991" || side == 2 || channels[0] == 'u';
        CHECK(both[1].latency.contention == (applies ? find_contention_model(model) : nullptr));
        const Json records = records_of(study, both);
        for (const char* key : {"performance", "curve", "delay"})
          CHECK(records[0].value(key, Json()) == records[1].value(key, Json()));
      }
    }
  }
}

TEST_CASE("formulas are known to be wrong for a torus of one's own where they are for a torus") {
  for (const auto& [side, axes] : {std::pair{5, 2}, {2, 4}}) {
    const Study study = twins(side, axes, "bidirectional");
    const std::vector<Candidate> both = evaluated(study);
    const Json records = records_of(study, both);
    for (const ExplainedMeasure& measure : explained_measures()) {
      const std::string name(measure.name);
      if (needs_faults(name)) continue;
      CAPTURE(name);
      CHECK(explain(study, both[0], 0, name).errata == explain(study, both[1], 0, name).errata);
    }
    CHECK(!explain(study, both[1], 0, "longest_span").errata.empty());
  }
}

TEST_CASE("a binary cube of one's own is a host on a wafer") {
  Study study = twins(2, 4, "bidirectional");
  study.guest = GuestChoice{.side = 64};
  const std::vector<Candidate> both = evaluated(study);
  REQUIRE(both[1].emulations.size() == 1);
  REQUIRE(both[1].emulations[0].has_value());
  CHECK(both[1].emulations[0]->host == WaferHost::hypercube);
}

int main(int argc, char** argv) {
  add_family(rounds());
  return doctest::Context(argc, argv).run();
}
