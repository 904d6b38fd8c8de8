// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "cutline/output/record/record.hpp"
#include "cutline/spec/spec.hpp"
#include "cutline/study/laid_out.hpp"
#include "support/notes.hpp"

using namespace cutline;
using cutline::test::noted;

namespace {

/// Twelve nodes of 100 mm in a row, in racks of three without gaps. So neighbours touch, and the link from the last
/// node to the first passes two racks. Lines take 10 ns for each metre.
std::string ring(const std::string& edge, const std::string& more = "") {
  return "cutline: 1\ntechnology: {name: floor, flight: 10 ns/m, layers: [{name: a, direction: horizontal, pitch: 1 "
         "um}, {name: b, direction: vertical, pitch: 1 um}]}\nrouter: {delay: 1 ns}\nnode: {width: 100 mm, height: 100 "
         "mm}\ndelay: time_of_flight\n" +
         more + "packages: [{name: rack, cells: [3, 1], edge: " + edge +
         "}, {name: machine}]\ncandidates: [{name: ring, topology: {family: ring, nodes: 12}}]\n";
}

struct MediaStudy {
  Study study;
  std::vector<Candidate> candidates;
  const Candidate& only() const { return candidates.at(0); }
  const LevelMeasures& rack() const { return only().packages()->levels.at(0); }
};

/// The study must stay at its address, because candidates refer to its designs.
std::unique_ptr<MediaStudy> media_study(const std::string& text) {
  auto result = std::make_unique<MediaStudy>();
  result->study = parse_study(text, "a.yaml", "");
  result->candidates = evaluate(result->study, {}, Layouts::kept);
  return result;
}

}  // namespace

TEST_CASE("a link takes the first medium whose reach is no less than its way and slack") {
  const auto racks = [](const std::string& copper_reach) {
    return media_study(ring("{media: [{technology: copper-cable, slack: 0.5 m, reach: " + copper_reach +
                            "}, {technology: optical-cable, slack: 2 m}]}"));
  };
  // The way past two racks is a little more than 0.6 m: six nodes and the tracks beside them.
  const auto near = racks("1.0 m"), far = racks("1.2 m");
  CHECK(near->rack().media[0].links == 3);
  CHECK(near->rack().media[0].wires == 6);
  CHECK(near->rack().media[0].carried * 1e-9 == doctest::Approx(0.5));
  CHECK(near->rack().media[0].total * 1e-9 == doctest::Approx(1.5));
  CHECK(near->rack().media[1].links == 1);
  CHECK(near->rack().media[1].carried * 1e-9 == doctest::Approx(2.6).epsilon(1e-3));
  CHECK(far->rack().media[0].links == 4);
  CHECK(far->rack().media[1].links == 0);
  CHECK(far->rack().media[0].carried * 1e-9 == doctest::Approx(1.1).epsilon(1e-3));
}

TEST_CASE("a cable's link takes its ends' latency and flight, and its lines' time only within the racks") {
  const auto racks = media_study(ring("{phy_delay: 1 ns, media: [{technology: copper-cable, slack: 0.5 m}]}"));
  // 198 ns of error correction, 4.6 ns/m over 0.6 m and the slack, 1 ns of the PHYs, and lines over the two end racks.
  // From terminal to rack edge these are almost nothing on the left, and little more than the box itself on the right.
  const double cable = 198 + 1 + 4.6 * (0.6 + 0.5);
  const double all = 10 * in_mm(millimetres(racks->only().laid_out()->measures.length.mm->longest)) * 1e-3;
  const double rest = all - 10 * (racks->rack().media[0].carried * 1e-9 - 0.5);
  CHECK(rest > 0);
  CHECK(in_ns(racks->only().latency.timings[0].longest_wire) ==
        doctest::Approx(cable + 4.6 * (racks->rack().media[0].carried * 1e-9 - 1.1) + rest).epsilon(1e-9));
  // For a medium without a time of flight, the delay model computes the way.
  const auto wires = media_study(ring("{phy_delay: 1 ns, media: [{name: trace, delay: 2 ns}]}"));
  CHECK(in_ns(wires->only().latency.timings[0].longest_wire) == doctest::Approx(1 + 2 + all).epsilon(1e-9));
}

TEST_CASE("a board's line and a cable are as fast between modules as their files say") {
  // Permittivity 4.3: 6.917 ps/mm, and 5.982 over air.
  for (const auto& [name, ns_per_m] : {std::pair("fr4-stripline", 6.917), std::pair("fr4-microstrip", 5.982)}) {
    const auto racks = media_study(ring(name));
    const MediumUse& line = racks->rack().media.at(0);
    CHECK(line.links == 4);
    CHECK(line.carried * 1e-9 == doctest::Approx(0.6).epsilon(1e-3));
    CHECK(in_ns(line.delay_max) == doctest::Approx(ns_per_m * line.carried * 1e-9).epsilon(1e-4));
  }
  const MediumUse light = media_study(ring("optical-cable"))->rack().media.at(0);
  CHECK(in_ns(light.delay_max) == doctest::Approx(198 + 4.903 * light.carried * 1e-9));
}

TEST_CASE("the slowest link over a medium takes all that latency counts: PHYs, medium and its wires elsewhere") {
  const auto near =
      media_study(ring("{phy_delay: 2 ns, media: [{name: trace, reach: 0.1 m}, {name: cable, delay: 7 ns}]}"));
  const Timing& timing = near->only().latency.timings[0];
  REQUIRE(timing.slowest_over.at(0).size() == 2);
  CHECK(timing.slowest_over[0][1] == timing.longest_wire);
  // 10 ns/m of its wire, all the way.
  const MediumUse& trace = near->rack().media[0];
  CHECK(in_ns(timing.slowest_over[0][0]) == doctest::Approx(2 + 10 * trace.longest * 1e-9).epsilon(1e-9));
  CHECK(trace.longest > trace.carried);
}

TEST_CASE("the slowest link need not be the longest one") {
  // The long link's optical cable is faster than the short links' copper cables with their error correction.
  const auto racks = media_study(
      ring("{media: [{name: copper, reach: 0.1 m, flight: 5 ns/m, delay: 500 ns}, {name: light, flight: 5 ns/m}]}"));
  const double slowest = in_ns(racks->only().latency.timings[0].longest_wire);
  CHECK(slowest > 500);
  CHECK(slowest < 500 + 10 * 0.3);
}

TEST_CASE("links that no medium reaches are counted with their wires, in a note and below the ranking") {
  const auto racks =
      media_study(ring("{media: [{technology: copper-cable, reach: 0.4 m}]}", "channel: {width: 4 bits}\n"));
  CHECK(racks->rack().media[0].links == 3);
  CHECK(racks->rack().over_reach == 1);
  CHECK(racks->rack().wires_over_reach == 8);
  REQUIRE(racks->only().infeasible.size() == 1);
  CHECK(racks->only().infeasible[0].limit == "reach_mm of rack");
  CHECK(noted(racks->only().notes, NoteKind::links_past_reach, 1, 4, "rack"));
}

TEST_CASE("an inner level's medium carries what lies outside the outer level's edges") {
  const auto boards = media_study(
      "cutline: 1\ntechnology: {name: floor, flight: 10 ns/m, layers: [{name: a, direction: horizontal, pitch: 1 um}, "
      "{name: b, direction: vertical, pitch: 1 um}]}\nrouter: {delay: 1 ns}\nnode: {width: 100 mm, height: 100 mm}\n"
      "delay: time_of_flight\npackages: [{name: board, cells: [1, 1], edge: {media: [{name: trace, flight: 7 ns/m}]}}, "
      "{name: rack, cells: [3, 1], spacing: 1 m, edge: {media: [{name: cable, flight: 5 ns/m, delay: 100 ns}]}}, "
      "{name: "
      "machine}]\ncandidates: [{name: mesh, topology: {family: mesh, radix: 6, dimensions: 1}}]\n");
  const PackageMeasures& packages = *boards->only().packages();
  CHECK(packages.levels[0].media[0].links == 5);
  CHECK(packages.levels[1].media[0].links == 1);
  CHECK(packages.levels[1].media[0].carried * 1e-9 == doctest::Approx(1));
  CHECK(packages.levels[0].media[0].carried == 0);
  CHECK(in_ns(packages.delay_max) == doctest::Approx(100 + 5));
}

TEST_CASE("an edge by name offers what its technology says") {
  const auto chips = media_study(
      "cutline: 1\ntechnology: nangate45\nrouter: {delay: 1 cycle}\nclock: {rule: fixed, frequency: 2 GHz}\nwires: "
      "pipelined\nchannel: {width: 128 bits}\nnode: {width: 1.5 mm, height: 1.5 mm}\ndelay: repeated\npackages: "
      "[{name: "
      "chiplet, cells: [4, 4], spacing: 0.15 mm, edge: ucie-advanced}]\ncandidates: [{name: mesh, topology: {family: "
      "mesh, radix: 16, dimensions: 2}}]\n");
  const LevelMeasures& chip = chips->only().packages()->levels[0];
  const PackageEdge& edge = chips->study.designs[0].packages[0].edge;
  CHECK(std::get<PinsPerMm>(edge.pins).pins == doctest::Approx(140 / 0.3888));
  CHECK(in_mm2(std::get<Area>(edge.phy)) == doctest::Approx(0.4055 / 140));
  CHECK(in_ns(edge.phy_delay) == 2);
  CHECK(edge.energy_pj_per_bit == 0.25);
  CHECK(chip.pins_max == 4 * 4 * 256);
  CHECK(chip.media.at(0).name == "ucie-advanced");
  CHECK(in_mm(chip.media[0].reach) == doctest::Approx(2));
  CHECK(chip.over_reach == 0);
  CHECK(chips->only().infeasible.empty());
  // 4,096 wires pass one bit each every 0.5 ns, over a circumference of 4 x 6 mm, because tiles with facing neighbours
  // touch.
  const auto bandwidth = edge_gbyte_per_s_per_mm(chips->only(), chips->only().latency.timings[0], chip);
  REQUIRE(bandwidth);
  CHECK(*bandwidth == doctest::Approx(4096 * 2.0 / 8 / (4 * 6.0)).epsilon(0.001));
  // Half of the pairs of tiles along a dimension lie on different chips. A crossing costs 0.25 pJ for each bit, and the
  // mean number of crossings along a dimension of four chips is 20 / 16.
  CHECK(*chips->only().latency.timings.at(0).energy.pj(EnergyPart::edges) == doctest::Approx(2 * 20 / 16.0 * 0.25));
  CHECK(chips->only().packages()->energy->max_pj_per_bit == 0.25);
}

TEST_CASE("more data than a millimetre of edge passes makes a candidate infeasible") {
  const auto racks = [](const std::string& bandwidth) {
    return media_study(ring("{bandwidth: " + bandwidth + "}",
                            "clock: {rule: fixed, frequency: 1 GHz}\nwires: pipelined\nchannel: {width: 4 bits}\n"));
  };
  // Two links of 8 wires leave each rack of 300 x 100 mm: 16 bits/ns are 2 GB/s over 800 mm of edge.
  const auto fits = racks("0.0026 GB/s/mm"), over = racks("0.0024 GB/s/mm");
  CHECK(fits->only().infeasible.empty());
  REQUIRE(over->only().infeasible.size() == 1);
  CHECK(over->only().infeasible[0].limit == "edge_gbyte_per_s_per_mm of rack");
  CHECK(over->only().infeasible[0].needed == doctest::Approx(0.0025).epsilon(1e-3));
}

TEST_CASE("PHYs larger than their module make a candidate infeasible") {
  const auto racks = media_study(ring("{phy_area: 1000000 mm2}"));
  REQUIRE(racks->only().infeasible.size() == 1);
  CHECK(racks->only().infeasible[0].limit == "phy_area_fraction of rack");
}

TEST_CASE("an energy that no source gives is not taken for nothing") {
  const auto racks = media_study(ring("copper-cable"));
  CHECK(!racks->only().packages()->energy);
  CHECK(!racks->only().latency.timings.at(0).energy.pj(EnergyPart::edges));
  CHECK(noted(racks->only().notes, NoteKind::no_crossing_energy));
  const auto told = media_study(ring("{media: [{technology: copper-cable, energy: 6 pJ/bit}]}"));
  CHECK(told->only().packages()->energy->max_pj_per_bit == 6);
  CHECK(told->only().packages()->energy->mean_pj_per_bit == doctest::Approx(4 * 6 / 12.0));
}
