// SPDX-License-Identifier: Apache-2.0
#include "cutline/detail/routing/routes.hpp"

#include <doctest/doctest.h>

#include "cutline/output/explain/explain.hpp"
#include "cutline/output/record/record.hpp"
#include "cutline/output/tables/measure_tables.hpp"
#include "cutline/spec/spec.hpp"
#include "cutline/study/placed_network.hpp"
#include "json.hpp"
#include "study/studies.hpp"
#include "support/csv.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

Design express(std::int64_t radix, std::int64_t dimensions, std::int64_t spacing, std::int64_t levels) {
  return design("express", "express",
                {{"radix", radix}, {"dimensions", dimensions}, {"spacing", spacing}, {"levels", levels}});
}

/// The study of figure 4 with the mean over all sources, or with one source: router delay 64, wires by their length.
Study figure_4(std::optional<std::uint64_t> source) {
  Study study = unit_study({"linear"});
  study.clock.rule = ClockRule::per_link;
  study.curve = CurveChoice{1, 512, source};
  study.designs = {design("conventional", "mesh", {{"radix", 64}, {"dimensions", 1}}), express(64, 1, 16, 1),
                   express(130, 1, 4, 3)};
  for (Design& each : study.designs) {
    each.router.delay.time = nanoseconds(64);
    each.router.given = true;
    each.placement.interchange_pitch = 0;
  }
  return study;
}

double distance_latency(const CurvePoint& point) { return in_ns(point.latency.node + point.latency.wire); }

std::string express_spec(const std::string& topology, const std::string& more) {
  return "cutline: 1\ncandidates: [{name: a, topology: " + topology + "}]\n" + more;
}

std::string complaint_about(const std::string& text) {
  return complaint([&] { evaluate(parse_study(text, "a.yaml", "", {})); });
}

constexpr const char* kExpress = "{family: express, radix: 16, dimensions: 1, spacing: 4}";
constexpr const char* kTorus = "{family: torus, radix: 4, dimensions: 2}";
constexpr const char* kGraph = "{family: graph, nodes: 3, links: [[0, 1], [1, 2]]}";

}  // namespace

TEST_CASE("latency against distance is that of figure 4, row by row, mean and by source") {
  const std::vector<Candidate> mean = evaluated(figure_4({}));
  const std::vector<Candidate> from_8 = evaluated(figure_4(8)), from_32 = evaluated(figure_4(32));
  const auto at = [](const std::vector<Candidate>& all, std::size_t which, long long distance) {
    return distance_latency(all.at(which).latency.timings.at(0).curve.at(static_cast<std::size_t>(distance - 1)));
  };
  for (const Row& row : golden("seeds_ec_fig4.csv")) {
    const long long distance = row.integer("D");
    CHECK(at(mean, 0, distance) == doctest::Approx(row.number("conv")));
    CHECK(at(mean, 1, distance) == doctest::Approx(row.number("T_flat16_mean")));
    CHECK(at(mean, 2, distance) == doctest::Approx(row.number("T_hier_mean")));
    CHECK(at(from_8, 1, distance) == doctest::Approx(row.number("T_flat16_s8")));
    CHECK(at(from_32, 2, distance) == doctest::Approx(row.number("T_hier_s32")));
    const CurvePoint& point = mean[0].latency.timings[0].curve[static_cast<std::size_t>(distance - 1)];
    CHECK(in_ns(point.latency.wire) == doctest::Approx(row.number("wire")));
  }
}

TEST_CASE("a network without a known curve has none, and a note says why") {
  Study study = figure_4({});
  study.designs = {torus(4, 2), hypercube(3)};
  for (const Candidate& candidate : evaluated(study)) {
    CHECK(candidate.latency.timings[0].curve.empty());
    bool said = false;
    for (const Note& note : candidate.notes) said = said || note.kind == NoteKind::no_curve;
    CHECK(said);
  }
}

TEST_CASE("messages of an express cube follow the express rule unless routing is minimal; distances stay shortest") {
  Study study = unit_study();
  study.designs = {express(20, 2, 4, 1), express(20, 2, 4, 1), torus(4, 2)};
  study.designs[1].routing = Routing::minimal;
  const std::vector<Candidate> all = evaluated(study);
  CHECK(all[0].facts.routing == Routing::express);
  CHECK(all[2].facts.routing == Routing::dimension_order);
  CHECK(*all[0].traffic.mean_hops() == doctest::Approx(*mean_express_hops(all[0].network()->topology, 1'000'000)));
  CHECK(*all[0].traffic.mean_hops() > *all[1].traffic.mean_hops());
  CHECK(*all[1].traffic.mean_hops() == doctest::Approx(all[1].graph()->distances->mean_hops * 399 / 400));
  CHECK(all[0].graph()->distances->mean_hops == all[1].graph()->distances->mean_hops);
}

TEST_CASE("under the clock rule per_link the wires of a mean express route are as long as its ends are apart") {
  const std::vector<Candidate> all = evaluated(figure_4({}));
  for (std::size_t which : {1, 2}) {
    const double k = all[which].facts.nodes;
    CHECK(in_ns(all[which].latency.timings[0].latency.wire) == doctest::Approx((k - 1 / k) / 3));
  }
}

TEST_CASE("routing that does not apply is refused with a hint") {
  CHECK(complaint_about(express_spec(kGraph, "routing: dimension_order")).find("use `routing: minimal`") !=
        std::string::npos);
  CHECK(complaint_about(express_spec(kExpress, "routing: express")).empty());
  CHECK(complaint_about(express_spec(kExpress, "routing: minimal")).empty());
  CHECK(complaint_about(express_spec(kTorus, "routing: dimension_order")).empty());
  CHECK(complaint_about(express_spec(kGraph, "routing: minimal")).empty());
}

TEST_CASE("a record tells interchanges, their pins, levels, and why shares differ from print") {
  Study study = unit_study();
  Design spare = express(64, 1, 2, 3);
  spare.parameters.set("multiplicity", IntegerList{1, 2, 4});
  study.designs = {spare, torus(4, 2)};
  const std::vector<Candidate> all = evaluated(study);
  const auto record_of = [&](std::size_t which) { return json_of(record(study, all[which], 0, nullptr, which)); };
  const auto json = record_of(0);
  CHECK(json.at("interchanges") == 31);
  CHECK(json.at("pins").at("per_interchange_max") == 4 * (1 + 1 + 2 + 4));
  const auto& line = json.at("express").at("lines").at(0);
  CHECK(line.at("allocation").dump() == "[1,1,1,5]");
  CHECK(line.at("allocation_example").dump() == "[1,1,2,4]");
  CHECK(line.at("share_printed").back().is_null());
  CHECK(json.dump().find("errata of Dally 1991") != std::string::npos);
  CHECK_FALSE(json.contains("curve"));
  CHECK(record_of(1).at("express").is_null());
  CHECK(record_of(1).at("interchanges") == 0);
  CHECK(record_of(1).at("pins").at("per_interchange_max").is_null());
  const Explanation explained = explain(study, all[0], 0, "express_allocation");
  CHECK(explained.value == "1, 1, 1, 5");
  CHECK(explained.errata.size() == 2);
  const std::string table = sections_text(measure_sections("x", {under_delay(study, all[0], 0)}), {});
  CHECK(table.find("highest interchange, one channel a level") != std::string::npos);
}
