// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>
#include <fmt/core.h>

#include <algorithm>
#include <map>

#include "cutline/study/quantities.hpp"
#include "cutline/study/study.hpp"
#include "evaluate/traffic.hpp"
#include "routing/destinations.hpp"
#include "spec/reading.hpp"
#include "study/planes.hpp"
#include "study/studies.hpp"

using namespace cutline;
using namespace cutline::test;

namespace applications_tested {
namespace {

const std::string kApplicationHead =
    "cutline: 1\ntechnology: nangate45\nchannel: {width: 32 bits}\nrouter: {delay: 2 cycles}\n"
    "node: {width: 1 mm, height: 1 mm}\nload: [2 bits/cycle, 0.3 of saturation]\n";
const std::string kApplicationCandidates = "candidates:\n  - {name: mesh, topology: {family: mesh, radices: [4, 3]}}\n";
const std::string kHot = "{pattern: hot_spot, node: 5, share: 0.4}";

Candidate application_candidate(const std::string& keys) {
  return evaluate(reading::read(kApplicationHead + keys + kApplicationCandidates), {}, Layouts::kept).front();
}
double application_number(const Candidate& candidate, const Study& study, const char* key) {
  return quantity_value(under_delay(study, candidate, 0), key).number();
}

}  // namespace

TEST_CASE("figures under several applications are means over time, and the first that is full bounds saturation") {
  const std::string keys =
      "traffic: [{name: even, share: 0.75, traffic: uniform}, {name: hot, share: 25 %, traffic: " + kHot + "}]\n";
  const Study study = reading::read(kApplicationHead + keys + kApplicationCandidates);
  const Candidate both = evaluate(study, {}, Layouts::kept).front();
  const Candidate even = application_candidate("traffic: uniform\n"),
                  hot = application_candidate("traffic: " + kHot + "\n");
  const auto of = [&](const Candidate& candidate, const char* key) {
    return application_number(candidate, study, key);
  };
  for (const char* key : {"performance.mean_hops", "performance.latency_ns", "energy.total_pj_per_bit"}) {
    CAPTURE(key);
    CHECK(of(both, key) == doctest::Approx(0.75 * of(even, key) + 0.25 * of(hot, key)));
  }
  for (const char* key : {"performance.saturation_bits_per_cycle_per_terminal",
                          "performance.contention_saturation_bits_per_cycle_per_terminal"}) {
    CAPTURE(key);
    CHECK(of(hot, key) < of(even, key));
    CHECK(of(both, key) == doctest::Approx(of(hot, key)));
  }
  CHECK(of(both, "performance.peak_channel_load") == doctest::Approx(of(hot, "performance.peak_channel_load")));
  const auto at = [](const Candidate& candidate) {
    return in_ns(*candidate.latency.timings[0].load_points[0].latency());
  };
  CHECK(at(both) == doctest::Approx(0.75 * at(even) + 0.25 * at(hot)));
  // A share of saturation is that of the whole, under every application.
  const double load = both.latency.timings[0].load_points[1].offered;
  CHECK(load == doctest::Approx(0.3 * of(hot, "performance.contention_saturation_bits_per_cycle_per_terminal")));
  for (const PlaneResult& each : both.planes->all)
    CHECK(each.candidate.latency.timings[0].load_points[1].offered == doctest::Approx(load));
  const bool hot_is_slower = of(hot, "performance.latency_ns") > of(even, "performance.latency_ns");
  CHECK(of(both, "worst_application.latency_ns") ==
        doctest::Approx(std::max(of(hot, "performance.latency_ns"), of(even, "performance.latency_ns"))));
  CHECK(quantity_value(under_delay(study, both, 0), "worst_application.latency_ns_in").text() ==
        (hot_is_slower ? "hot" : "even"));
  CHECK(noted(both.notes, NoteKind::whole_of_applications));
}

TEST_CASE("an application is measured as the candidate under its traffic alone") {
  const std::string keys =
      "traffic: [{name: even, share: 1, traffic: tornado}, {name: hot, share: 0, traffic: " + kHot + "}]\n";
  const Candidate both = application_candidate(keys), hot = application_candidate("traffic: " + kHot + "\n");
  const PlaneResult* own = find_plane(both, "hot");
  REQUIRE(own != nullptr);
  CHECK(own->candidate.design->name == "mesh/hot");
  CHECK(own->candidate.traffic.class_loads == hot.traffic.class_loads);
  CHECK(own->candidate.latency.timings[0].latency.total() == hot.latency.timings[0].latency.total());
  CHECK(names_of_parts(*own->study, *own->candidate.design).empty());
}

TEST_CASE("the mean traffic of applications is the sum of their messages, each by its part of the time") {
  const Study study = reading::read(kApplicationHead +
                                    "traffic: [{name: a, share: 0.5, traffic: {pattern: uniform, self: true}}, "
                                    "{name: b, share: 0.5, traffic: {pattern: hot_spot, node: 2}}]\n" +
                                    kApplicationCandidates);
  const Candidate candidate = evaluate(study, {}, Layouts::kept).front();
  const Traffic mean = placed_traffic(study, *candidate.network());
  REQUIRE(mean.nodes == 12);
  for (std::uint64_t source = 0; source < 12; ++source) {
    const Destinations all = mean.from(source);
    REQUIRE(all.to.size() == 12);
    for (const Destinations::To& to : all.to)
      CHECK(to.weight / all.divisor == doctest::Approx(0.5 / 12 + (to.node == 2 ? 0.5 : 0)));
  }
}

}  // namespace applications_tested
