// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "cutline/spec/spec.hpp"
#include "study/studies.hpp"

using namespace cutline;
using namespace cutline::test;
using doctest::Approx;

namespace {

/// Networks with and without interchanges, first as layouts, then as closed forms.
Study routers_passed_study_of(const std::string& passed, const std::string& keys) {
  return parse_study(
      "cutline: 1\ndelay: linear\npopulation: any\n"
      "curve: {x: distance, from: 1, to: 5}\nload: 0.1 of capacity\nuncertainty: {router_delay: 50 %}\n"
      "router: {delay: 3 cycles, energy: 0.5 pJ/bit" +
          passed + "}\n" + keys + R"(candidates:
  - {name: mesh, topology: {family: mesh, radix: 6, dimensions: 2}}
  - {name: express, topology: {family: express, radix: 12, dimensions: 1, spacing: 4}, interchange: {delay: 1 cycle}}
  - {name: cube, topology: {family: hypercube, dimensions: 4}}
)",
      "spec.yaml", "");
}

}  // namespace

TEST_CASE(
    "where the first router counts too, every latency is one router longer, and a bit takes one router's energy more") {
  for (const char* clock :
       {"clock: {rule: longest_wire}\n", "clock: {rule: fixed, frequency: 2 GHz}\nwires: pipelined\n",
        "clock: {rule: fixed, frequency: 8 GHz}\nswitching: store_and_forward\n"}) {
    CAPTURE(clock);
    const Study hops = routers_passed_study_of("", clock),
                routers = routers_passed_study_of(", passed: routers", clock);
    const std::vector<Candidate> by_hops = evaluated(hops), by_routers = evaluated(routers);
    REQUIRE(by_hops.size() == 3);
    for (std::size_t i = 0; i < by_hops.size(); ++i) {
      CAPTURE(by_hops[i].design->name);
      const Timing& fewer = by_hops[i].latency.timings.at(0);
      const Timing& more = by_routers[i].latency.timings.at(0);
      const double router = 3 * in_ns(fewer.clock.cycle);
      CHECK(in_ns(more.latency.node) == Approx(in_ns(fewer.latency.node) + router));
      CHECK(more.latency.wire == fewer.latency.wire);
      CHECK(more.latency.message == fewer.latency.message);
      REQUIRE(more.spread.by_distance.size() == fewer.spread.by_distance.size());
      for (std::size_t d = 0; d < more.spread.by_distance.size(); ++d)
        CHECK(in_ns(more.spread.by_distance[d].latency) == Approx(in_ns(fewer.spread.by_distance[d].latency) + router));
      REQUIRE(more.curve.size() == fewer.curve.size());
      CHECK(more.curve.empty() == (i == 2));
      for (std::size_t d = 0; d < more.curve.size(); ++d)
        CHECK(in_ns(more.curve[d].latency.total()) == Approx(in_ns(fewer.curve[d].latency.total()) + router));
      REQUIRE(more.load_points.size() == fewer.load_points.size());
      for (std::size_t d = 0; d < more.load_points.size(); ++d)
        CHECK(in_ns(*more.load_points[d].latency()) == Approx(in_ns(*fewer.load_points[d].latency()) + router));
      const auto& least = by_hops[i].latency.corners.front().at(0);
      CHECK(in_ns(by_routers[i].latency.corners.front().at(0).latency.total()) ==
            Approx(in_ns(least.latency.total()) + 0.5 * 3 * in_ns(least.clock.cycle)));
      CHECK(*more.energy.pj(EnergyPart::routers) == Approx(*fewer.energy.pj(EnergyPart::routers) + 0.5));
    }
  }
}

TEST_CASE("an interchange names no routers that are passed") {
  CHECK_THROWS_AS(routers_passed_study_of(", passed: both", ""), Error);
  CHECK_THROWS_AS(routers_passed_study_of("", "interchange: {passed: routers}\n"), Error);
}
