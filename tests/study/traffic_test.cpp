// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <cmath>

#include "cutline/output/record/record.hpp"
#include "cutline/spec/spec.hpp"
#include "cutline/study/laid_out.hpp"
#include "cutline/study/placed_network.hpp"
#include "cutline/topology/family.hpp"
#include "json.hpp"
#include "output/text/number.hpp"
#include "performance/pair_costs.hpp"
#include "performance/pattern_loads.hpp"
#include "routing/destinations.hpp"
#include "study/studies.hpp"
#include "support/csv.hpp"
#include "support/small_networks.hpp"

using namespace cutline;
using namespace cutline::test;
using doctest::Approx;

namespace {
using Json = nlohmann::ordered_json;
constexpr double kClose = 1e-9;

Json results(const Study& study) { return json_of(result_document(study, evaluate(study), {})).at("candidates"); }

Json spec_of(const std::string& name, const Overrides& overrides = {}) {
  return results(read_study(source_folder() + "/layouts/papers/" + name, overrides));
}

/// The record of a candidate, under the delay model in which a wire of one pitch takes `delay_ns`.
const Json& first_record(const Json& records, const std::string& name, double delay_ns = 0) {
  for (const Json& record : records) {
    const bool same =
        delay_ns == 0 || std::abs(record.at("delay").at("longest_wire_ns").get<double>() - delay_ns) < 1e-9;
    if (record.at("name") == name && same) return record;
  }
  FAIL("no record of " << name);
  return records.front();
}

/// The point of the curve with this offered load; the reference has decimal loads.
const Json& at_load(const Json& record, double offered) {
  for (const Json& point : record.at("curve").at("points")) {
    const double load = point.at("offered_bits_per_cycle_per_terminal").get<double>();
    if (std::abs(load - offered) <= 1e-9 * offered) return point;
  }
  FAIL("no point at " << offered);
  return record;
}

void check_point(const Json& point, const Row& row, const char* column, const char* key = "latency_cycles") {
  CAPTURE(column);
  REQUIRE(point.at("saturated").get<bool>() == !row.has(column));
  if (row.has(column)) {
    CHECK(point.at(key).get<double>() == Approx(row.number(column)).epsilon(kClose));
  } else {
    CHECK(point.at(key).is_null());
  }
}

std::string cube_of(const Row& row) { return row.text("k") + "-ary " + row.text("n") + "-cube"; }

Study traffic_study(const std::string& pattern, Parameters parameters = {}) {
  Study study = unit_study();
  study.traffic = choose_traffic(pattern, std::move(parameters));
  return study;
}

}  // namespace

TEST_CASE("the specs of Dally 1990 show every latency of the reference, with and without queues") {
  for (const std::string file : {"256", "1024"}) {
    const std::string spec = "dally-1990/contention/" + file + ".yaml";
    const Json blocking = spec_of(spec);
    const Json queues = spec_of(spec, {{"contention", "{model: dally-1990, queueing: sufficient}"}});
    for (const Row& row : golden("seeds_kn_contention.csv")) {
      if ((row.text("N") == "256") != (file == "256")) continue;
      CAPTURE(cube_of(row));
      CAPTURE(row.text("lam"));
      check_point(at_load(first_record(blocking, cube_of(row)), row.number("lam")), row, "latency");
      check_point(at_load(first_record(queues, cube_of(row)), row.number("lam")), row, "latency_q");
    }
  }
}

TEST_CASE("the spec of Agarwal 1991 shows every latency of the reference, and without the fallback") {
  const Json md1 = spec_of("agarwal-1991/contention.yaml");
  const Json none =
      spec_of("agarwal-1991/contention.yaml", {{"contention", "{model: agarwal-1991, short_dimensions: none}"}});
  for (const Row& row : golden("seeds_ag_contention.csv")) {
    CAPTURE(cube_of(row));
    CAPTURE(row.text("rho"));
    const double offered = row.number("m") * 200;
    // The channels of binary cubes have one bit, and their terminals are full before the channels are.
    if (row.text("k") == "2" && offered >= 1) {
      CHECK(first_record(md1, cube_of(row)).at("performance").at("contention_saturation_bits_per_cycle_per_terminal") ==
            1);
      continue;
    }
    check_point(at_load(first_record(md1, cube_of(row)), offered), row, "T");
    check_point(at_load(first_record(none, cube_of(row)), offered), row, "T_clamp");
  }
}

TEST_CASE("no model gives a latency at loads that a terminal cannot send") {
  Study study = unit_study();
  study.designs = {hypercube(6)};
  study.designs[0].channel.width_bits = 16;
  study.messages = {{64, 1}};
  study.contention = {choose_contention("agarwal-1991", {})};
  for (const double load : {15.9, 16.0, 24.7}) study.loads.push_back({load, OfferedLoad::Unit::bits_per_cycle});
  const Candidate candidate = evaluated(study)[0];
  const Timing& timing = candidate.latency.timings[0];
  CHECK(timing.load_points[0].latency());
  CHECK(!timing.load_points[1].latency());
  CHECK(!timing.load_points[2].latency());
  CHECK(timing.load_points[2].delivered == 16);
  CHECK(*timing.model_saturation() == 16);
  CHECK(noted(candidate.notes, NoteKind::steady_beyond_terminals, "agarwal-1991", 32));
}

TEST_CASE("the specs of Engel and Kocak's figure 3 show every point of the reference") {
  for (const std::string flits : {"32", "64"}) {
    const Json records = spec_of("engel-kocak-2006/fig-3-" + flits + ".yaml");
    const Json all = spec_of("engel-kocak-2006/fig-3-" + flits + ".yaml",
                             {{"contention", "{model: engel-kocak-2006, source_rate: all}"}});
    for (const Row& row : golden("seeds_ek_fig3.csv")) {
      if (row.text("M") != flits) continue;
      CAPTURE(cube_of(row));
      CAPTURE(row.text("mg"));
      const double offered = row.number("mg") * row.number("M");
      check_point(at_load(first_record(records, cube_of(row)), offered), row, "L");
      check_point(at_load(first_record(all, cube_of(row)), offered), row, "L_V");
    }
    for (const Row& row : golden("seeds_ek_sat.csv")) {
      if (row.text("M") != flits) continue;
      const char* key = "contention_saturation_bits_per_cycle_per_terminal";
      const double saturation = first_record(records, cube_of(row)).at("performance").at(key).get<double>();
      CHECK(saturation == Approx(row.number("load_flits")).epsilon(kClose));
    }
  }
}

TEST_CASE("the specs of Engel and Kocak's figure 4 show every point of the reference, of bus and cube") {
  for (const std::string flits : {"32", "64"}) {
    const Json bus = spec_of("engel-kocak-2006/fig-4-bus-" + flits + ".yaml");
    const Json turnless =
        spec_of("engel-kocak-2006/fig-4-bus-" + flits + ".yaml", {{"contention", "{model: shared-bus, turns: none}"}});
    for (const Row& row : golden("seeds_ek_fig4_bus.csv")) {
      if (row.text("flits") != flits) continue;
      CAPTURE(row.text("inches"));
      CAPTURE(row.text("rho"));
      const double cycle_ns = 0.254 * row.number("inches");
      const Json& record = first_record(bus, "bus", cycle_ns);
      // Messages in a nanosecond of all 64 modules, as bits in a cycle of one module.
      const double message = 32 * row.number("flits");
      check_point(at_load(record, row.number("lam") * message * cycle_ns / 64), row, "L_ns", "latency_ns");
      const double alone = row.number("rho") / row.number("r_ns") * message * cycle_ns / 64;
      check_point(at_load(first_record(turnless, "bus", cycle_ns), alone), row, "L_mu1_ns", "latency_ns");
    }
    const Json cube = spec_of("engel-kocak-2006/fig-4-cube-" + flits + ".yaml");
    for (const Row& row : golden("seeds_ek_fig4_cube.csv")) {
      if (row.text("M") != flits) continue;
      const double offered = row.number("mg") * row.number("M");
      const Json& point = at_load(first_record(cube, "4-ary 3-cube", row.number("cycle_ns")), offered);
      check_point(point, row, "cube_ns", "latency_ns");
      check_point(point, row, "cube_cycles");
    }
  }
}

TEST_CASE("a hot node takes W bits a cycle from all others together, whatever the network") {
  for (const std::int64_t k : {2, 4, 8}) {
    for (const char* channels : {"unidirectional", "bidirectional"}) {
      Study study = traffic_study("hot_spot", {{"node", 3}});
      study.designs = {torus(k, 2, channels)};
      study.designs[0].channel.width_bits = 6;
      const Candidate candidate = evaluated(study)[0];
      CHECK(candidate.traffic.saturation.bits_per_phit * candidate.facts.terminals == Approx(6));
    }
  }
}

TEST_CASE("mean hops and the busiest channel of a study are those of a walk, for every family and pattern") {
  int compared = 0;
  each_small_network(64, [&](const std::string& label, const Topology& network) {
    if (network.has_interchanges() || network.concentration > 1) return;
    CAPTURE(label);
    for (const TrafficPattern& pattern : traffic_patterns()) {
      if (pattern.name == "matrix") continue;
      CAPTURE(pattern.name);
      const ChosenTraffic chosen = choose_traffic(pattern.name, {});
      if (!chosen.refusal(network).empty()) continue;
      const auto walked = walked_loads(network, chosen.traffic(network), 1'000'000'000);
      if (const auto closed = pattern_loads(network, chosen.digit_form(network), 1'000'000'000)) {
        const auto peaks = closed->class_peaks();
        const auto expected = walked->class_peaks(network);
        for (std::size_t c = 0; c < peaks.size(); ++c) {
          // The node with the fewest channels may have none of this class.
          if (pattern.name != "nearest_neighbour") CHECK(peaks[c] == Approx(expected[c]).epsilon(kClose));
        }
        ++compared;
      }
    }
  });
  CHECK(compared > 100);
}

TEST_CASE("latency over the walk's mean hops is the study's latency, under every pattern") {
  for (const char* pattern :
       {"nearest_neighbour", "transpose", "bit_complement", "tornado", "round_trip", "hot_spot"}) {
    CAPTURE(pattern);
    Study study = traffic_study(pattern);
    study.designs = {torus(4, 2), torus(4, 2, "unidirectional"), hypercube(4), design("ring", "ring", {{"nodes", 16}})};
    for (const Candidate& candidate : evaluated(study)) {
      CAPTURE(candidate.design->name);
      const Topology& topology = candidate.network()->topology;
      if (!study.traffic->refusal(topology).empty()) {
        CHECK(candidate.latency.timings.empty());
        CHECK(noted(candidate.notes, NoteKind::no_hops));
        continue;
      }
      const auto walked = walked_loads(topology, study.traffic->traffic(topology), 1'000'000'000);
      CHECK(*candidate.traffic.mean_hops() == Approx(walked->mean_hops).epsilon(kClose));
      // Where the place of the node decides ties in rings, the busiest channel carries more than an even share.
      const double peak = *candidate.traffic.peak_channel_load();
      CHECK((peak == Approx(walked->peak).epsilon(kClose) || (candidate.traffic.routed && peak > walked->peak)));
      CHECK(candidate.latency.timings[0].latency_cycles() == Approx(walked->mean_hops + 150).epsilon(kClose));
    }
  }
}

TEST_CASE("half a round trip takes half the ring one way round, and its distance both ways round") {
  for (const std::int64_t k : {5, 8}) {
    for (std::int64_t distance = 1; distance <= k / 2; ++distance) {
      CAPTURE(k);
      CAPTURE(distance);
      Study study = traffic_study("round_trip", {{"distance", distance}});
      study.designs = {torus(k, 2, "unidirectional"), torus(k, 2)};
      const std::vector<Candidate> both = evaluated(study);
      CHECK(*both[0].traffic.mean_hops() == Approx(static_cast<double>(k) / 2));
      CHECK(*both[1].traffic.mean_hops() == Approx(static_cast<double>(distance)));
    }
  }
}

TEST_CASE("the latency by distance has the study's latency for its mean") {
  Study study = unit_study();
  study.designs = {torus(5, 2), hypercube(5), design("mesh", "mesh", {{"radices", IntegerList{4, 7}}}),
                   design("ccc", "ccc", {{"dimensions", 3}})};
  for (const bool self : {true, false}) {
    study.traffic_self = self;
    for (const Candidate& candidate : evaluated(study)) {
      const Timing& timing = candidate.latency.timings[0];
      REQUIRE_FALSE(timing.spread.by_distance.empty());
      double mean = 0;
      for (const LatencyAtDistance& at : timing.spread.by_distance) mean += at.share * in_ns(at.latency);
      CHECK(mean == Approx(in_ns(timing.latency.total())).epsilon(kClose));
    }
  }
}

TEST_CASE("with cycles or delays of each link's own, latency by distance has the study's latency for its mean") {
  Study study = unit_study({"linear"});
  study.designs = {torus(5, 2), hypercube(5), design("ccc", "ccc", {{"dimensions", 3}}),
                   design("tree", "fat_tree", find_family("fat_tree")->examples.front()),
                   design("express", "express", find_family("express")->examples.front())};
  study.designs[0].parameters.set("concentration", std::int64_t{3});
  for (const ClockRule rule : {ClockRule::fixed, ClockRule::per_link}) {
    study.clock = {rule, nanoseconds(0.5), {}};
    study.pipelined = true;
    for (const bool self : {true, false}) {
      study.traffic_self = self;
      for (const Candidate& candidate : evaluated(study)) {
        CAPTURE(candidate.design->name);
        const Timing& timing = candidate.latency.timings[0];
        REQUIRE_FALSE(timing.spread.empty());
        double mean = 0;
        for (const LatencyAtDistance& at : timing.spread.by_distance) mean += at.share * in_ns(at.latency);
        CHECK(mean == Approx(in_ns(timing.latency.total())).epsilon(kClose));
        CHECK(timing.spread.quantiles[3] >= timing.spread.quantiles[2]);
      }
    }
  }
}

TEST_CASE("each link takes its own cycles under every traffic: the sum over its own loads") {
  for (const char* pattern : {"uniform", "transpose", "bit_reversal", "nearest_neighbour", "tornado"}) {
    CAPTURE(pattern);
    Study study = traffic_study(pattern, {});
    study.delays = unit_study({"linear"}).delays;
    study.clock = {ClockRule::fixed, nanoseconds(0.5), {}};
    study.pipelined = true;
    study.designs = {hypercube(6), torus(8, 2)};
    for (const Candidate& candidate : evaluated(study)) {
      if (candidate.latency.timings.empty()) continue;  // the pattern does not run there
      const Topology& topology = candidate.network()->topology;
      const auto costs = channel_costs({topology, candidate.network()->placement, candidate.laid_out()->layout},
                                       1'000'000, [&](const LinkPlace& place) {
                                         return 2 * link_geometry(candidate.laid_out()->layout, place).span.pitches();
                                       });
      const auto walked = walked_loads(topology, study.traffic->traffic(topology), 1'000'000'000);
      double cycles = 0;
      for (std::size_t c = 0; c < walked->loads.size(); ++c) cycles += walked->loads[c] * (*costs)[c].links;
      cycles /= static_cast<double>(topology.node_count());
      CHECK(candidate.latency.timings[0].latency.wire / nanoseconds(0.5) == Approx(cycles).epsilon(kClose));
    }
  }
}

TEST_CASE("an ideal network's wires of each span take cycles of their own") {
  Study study = unit_study({"linear"});
  study.clock = {ClockRule::fixed, nanoseconds(1), {}};
  study.pipelined = true;
  study.designs = {ideal_torus(4096, 4, "bidirectional"), ideal_torus(4096, 2, "bidirectional")};
  const auto all = evaluated(study);
  // 8-ary 4-cube: two dimensions with wires of 1 node pitch, two of 8; two hops along each.
  CHECK(all[0].latency.timings[0].latency.wire / nanoseconds(1) == Approx(2 * 2 * 1 + 2 * 2 * 8));
  CHECK(all[1].latency.timings[0].latency.wire / nanoseconds(1) == Approx(2 * 16));
}

TEST_CASE("a terminal saturates a concentration times earlier, and never above its own channel") {
  Study study = unit_study();
  study.designs = {torus(8, 2), torus(8, 2), design("complete", "complete", {{"nodes", 16}})};
  study.designs[1].parameters.set("concentration", std::int64_t{4});
  const auto all = evaluated(study);
  CHECK(all[0].traffic.saturation.bits_per_phit == 1);
  CHECK(all[0].traffic.saturation.limited_by.limit == SaturationLimit::bisection);
  CHECK(all[1].traffic.saturation.bits_per_phit == 0.25);
  CHECK(all[2].traffic.saturation.bits_per_phit == 1);
  CHECK(all[2].traffic.saturation.limited_by.limit == SaturationLimit::terminal);
  CHECK(noted(all[2].notes, NoteKind::terminal_channel));
}

TEST_CASE("where no contention model applies there are no operating points, and a note says why") {
  Study study = unit_study();
  study.designs = {torus(4, 2)};
  study.loads = {{0.1, OfferedLoad::Unit::of_capacity}};
  CHECK(evaluated(study)[0].latency.timings[0].load_points.size() == 1);
  study.contention = {choose_contention("dally-1990", {})};
  const Candidate candidate = evaluated(study)[0];
  CHECK(candidate.latency.timings[0].load_points.empty());
  CHECK(noted(candidate.notes, NoteKind::no_contention));
  study.contention.push_back(choose_contention("agarwal-1991", {}));
  CHECK(evaluated(study)[0].latency.contention->name == "agarwal-1991");
}

TEST_CASE("a bus at the cube's loads saturates where the reference says nothing") {
  const std::string flits_of[] = {"32", "64"};
  for (const std::string& flits : flits_of) {
    std::string loads;
    std::vector<Row> rows;
    for (const Row& row : golden("seeds_ek_fig4_cube.csv")) {
      // The bus does not depend on the cube's cycle, so each row appears twice.
      if (row.text("M") != flits || row.text("cycle_ns") != "1") continue;
      const double bits_per_ns = row.number("lam_per_ns") * 32 * row.number("M") / 64;
      loads += (rows.empty() ? "" : ", ") + text::exact_text(bits_per_ns);
      rows.push_back(row);
    }
    REQUIRE(rows.size() > 10);
    const Overrides curve = {{"curve", "{x: load, in: bits/ns, at: [" + loads + "]}"}};
    Overrides turnless = curve;
    turnless.emplace_back("contention", "{model: shared-bus, turns: none}");
    for (const int inches : {5, 12}) {
      const std::string column = "bus" + std::to_string(inches);
      const std::string spec = "engel-kocak-2006/fig-4-bus-" + flits + ".yaml";
      const Json printed = first_record(spec_of(spec, curve), "bus", 0.254 * inches).at("curve").at("points");
      const Json without = first_record(spec_of(spec, turnless), "bus", 0.254 * inches).at("curve").at("points");
      for (std::size_t i = 0; i < rows.size(); ++i) {
        check_point(printed.at(i), rows[i], (column + "_ns").c_str(), "latency_ns");
        check_point(without.at(i), rows[i], (column + "_mu1_ns").c_str(), "latency_ns");
      }
    }
  }
}

TEST_CASE("loads are read in every form, and count what they say") {
  const auto offered = [](const std::string& load) {
    const Study study = parse_study("cutline: 1\nmessage: 16 bits\ncontention: none\nload: " + load +
                                        "\ncandidates: [{name: t, topology: {family: torus, radix: 4, dimensions: 2, "
                                        "channels: unidirectional, concentration: 2}, channel: {width: 6 bits}}]\n",
                                    "a.yaml", "");
    std::vector<double> loads;
    const Candidate candidate = evaluate(study)[0];
    for (const LoadPoint& point : candidate.latency.timings[0].load_points) loads.push_back(point.offered);
    return loads;
  };
  // The capacity is 2 W / (k - 1) = 4 bits for a node, 2 for a terminal; the longest wire sets a cycle of 3 tau.
  CHECK(offered("0.5 of capacity") == std::vector<double>{1});
  CHECK(offered("'[0.5, 0.25] of capacity'") == std::vector<double>{1, 0.5});
  CHECK(offered("[0.1 bits/cycle, 0.2 bits/cycle/terminal]") == std::vector<double>{0.1, 0.2});
  CHECK(offered("0.1 bits/ns")[0] == Approx(0.3));
  CHECK(offered("{from: 0, to: 1, step: 0.5, of: capacity}") == std::vector<double>{0, 1, 2});
  CHECK(offered("{at: [0.5], of: saturation}") == std::vector<double>{1});
}
