// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "cutline/base/parallel.hpp"
#include "cutline/layout/check.hpp"
#include "cutline/spec/spec.hpp"
#include "cutline/study/laid_out.hpp"
#include "cutline/study/quantities.hpp"
#include "study/studies.hpp"
#include "study/work_estimate.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

Study several() {
  Study study = unit_study({"constant", "linear"});
  hold(study, Resource::bisection, 256);
  study.designs = {torus(8, 2), hypercube(6), design("mesh", "mesh", {{"radices", IntegerList{4, 4, 4}}}), torus(4, 3)};
  return study;
}

double total(const Candidate& candidate, std::size_t delay = 0) {
  return in_ns(candidate.latency.timings.at(delay).latency.total());
}

/// Notes the work that begins.
class Noted : public Watch {
 public:
  std::uint64_t begun(const std::string& what, std::uint64_t) override {
    begun_.insert(what);
    return 0;
  }
  bool go_on(std::uint64_t, std::uint64_t) override { return true; }
  void ended(std::uint64_t) override {}
  bool has_begun(const std::string& what) const { return begun_.count(what) > 0; }

 private:
  std::set<std::string> begun_;
};

bool says(const std::string& text, const std::string& words) { return text.find(words) != std::string::npos; }

}  // namespace

TEST_CASE("results stand in the order of the spec and do not depend on the number of threads") {
  const Study study = several();
  set_thread_count(1);
  const std::vector<Candidate> one = evaluated(study);
  set_thread_count(4);
  const std::vector<Candidate> four = evaluated(study);
  set_thread_count(0);
  REQUIRE(one.size() == study.designs.size());
  for (std::size_t i = 0; i < one.size(); ++i) {
    CHECK(one[i].design->name == study.designs[i].name);
    CHECK(total(one[i]) == total(four[i]));
    CHECK(total(one[i], 1) == total(four[i], 1));
    CHECK(one[i].laid_out()->measures.length.total_pitches == four[i].laid_out()->measures.length.total_pitches);
    CHECK(one[i].notes == four[i].notes);
  }
  CHECK(rank(study, one) == rank(study, four));
}

TEST_CASE("freeing the patterns keeps every number") {
  const Study study = several();
  const std::vector<Candidate> kept = evaluate(study, {}, Layouts::kept);
  const std::vector<Candidate> freed = evaluate(study);
  for (std::size_t i = 0; i < kept.size(); ++i) {
    CHECK_FALSE(kept[i].laid_out()->layout.lines(Axis::x).patterns.empty());
    CHECK(freed[i].laid_out()->layout.lines(Axis::x).patterns.empty());
    CHECK(freed[i].laid_out()->layout.lines(Axis::x).slots == kept[i].laid_out()->layout.lines(Axis::x).slots);
    CHECK(freed[i].laid_out()->layout.columns().total == kept[i].laid_out()->measures.size.width_pitches);
    CHECK(total(freed[i]) == total(kept[i]));
  }
}

TEST_CASE("the errors of all designs are told together, in their order and at their places") {
  Study study = several();
  study.designs[1].parameters.set("dimensions", std::int64_t{0});
  study.designs[1].places["topology"] = Place{"s.yaml", 7, 9, "topology"};
  study.designs[3].placement.orders = {"alphabetical"};
  study.designs[3].places["placement.order"] = Place{"s.yaml", 9, 2, "order"};
  const std::string text = complaint([&] { evaluated(study); });
  CHECK(text.find("s.yaml:7:9") < text.find("s.yaml:9:2"));
  CHECK(says(text, "s.yaml:9:2"));
  CHECK(says(text, "alphabetical"));
}

TEST_CASE("what is refused after the spec was read stands at the key at fault, else at the candidate") {
  Study study = unit_study();
  study.designs = {torus(5, 1)};
  Design& ring = study.designs[0];
  ring.parameters.set("channels", std::string("unidirectional"));
  ring.routing = Routing::up_down;
  ring.places["candidate"] = Place{"s.yaml", 3, 5, "name: a"};
  CHECK(says(complaint([&] { evaluated(study); }), "s.yaml:3:5"));
  ring.places["routing"] = Place{"s.yaml", 4, 14, "routing: up_down"};
  CHECK(says(complaint([&] { evaluated(study); }), "s.yaml:4:14"));
}

TEST_CASE("a design has one error at most, and alike designs of one place have it once") {
  Study study = unit_study();
  Design apart = graph("apart", 4, {{0, 1}, {1, 2}, {2, 3}, {3, 0}});
  apart.parameters.set("channels", std::string("unidirectional"));
  apart.routing = Routing::up_down;
  study.designs = {torus(4, 1), apart, torus(4, 2)};
  const auto count = [&] {
    const std::string text = complaint([&] { evaluated(study); });
    CHECK(says(text, "messages cannot go up and down where a link goes one way only"));
    return std::count(text.begin(), text.end(), '\n');
  };
  CHECK(count() == 2);
  hold(study, Resource::bisection, 64);
  CHECK(count() == 2);
  hold_of(study, Resource::bisection, study.designs[0].name);
  CHECK(count() == 2);
  hold_of(study, Resource::bisection, "apart");
  CHECK(count() == 2);
  const Place first{"a.yaml", 4, 5, "apart", 1}, second{"a.yaml", 6, 5, "apart", 1};
  study.designs = {torus(4, 1), apart, apart};
  study.designs[1].places["candidate"] = study.designs[2].places["candidate"] = first;
  const auto places = [&] {
    const std::string text = complaint([&] { evaluated(study); });
    return std::pair(says(text, "a.yaml:4:5"), says(text, "a.yaml:6:5"));
  };
  CHECK(places() == std::pair(true, false));
  study.designs[2].places["candidate"] = second;
  CHECK(places() == std::pair(true, true));
}

TEST_CASE("work that would not fit the memory is refused before it starts") {
  Study study = unit_study();
  study.designs = {torus(1 << 20, 2)};
  Effort effort;
  effort.memory_bytes = std::uint64_t{64} << 20;
  try {
    evaluate(study, effort);
    FAIL("nothing was refused");
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::over_limit);
    CHECK(says(error.what(), "--max-memory"));
  }
}

TEST_CASE("a layout's message takes whole cycles, and the same without rounding stands beside it") {
  Study study = unit_study();
  study.designs = {torus(4, 2, "unidirectional")};
  study.designs[0].channel.width_bits = 8;
  const Candidate candidate = evaluated(study)[0];
  CHECK(total(candidate) == 3 + 19);
  REQUIRE(candidate.latency.unrounded.size() == 1);
  CHECK(in_ns(candidate.latency.unrounded[0].latency.total()) == 3 + 150.0 / 8);
  study.messages = {{144, 1}};
  study.header_bits = 8;
  const Candidate whole = evaluated(study)[0];
  CHECK(total(whole) == 3 + 19);
  CHECK(whole.latency.unrounded.empty());
}

TEST_CASE("messages to oneself shorten the mean route, by terminals where a node has several") {
  Study study = unit_study();
  study.designs = {hypercube(4), hypercube(4)};
  study.designs[1].parameters.set("concentration", std::int64_t{4});
  CHECK(*evaluated(study)[0].traffic.mean_hops() == doctest::Approx(2));
  CHECK(*evaluated(study)[1].traffic.mean_hops() == doctest::Approx(2));
  study.traffic_self = false;
  CHECK(*evaluated(study)[0].traffic.mean_hops() == doctest::Approx(2 * 16.0 / 15));
  CHECK(*evaluated(study)[1].traffic.mean_hops() == doctest::Approx(2 * 64.0 / 63));
}

TEST_CASE("a clock that is not set by the longest wire adds up the delays of the wires on the way") {
  Study study = unit_study({"linear"});
  study.clock.rule = ClockRule::per_link;
  study.designs = {hypercube(4)};
  // Of the four dimensions, two have links of 1 node pitch and two of 2; half of all routes take each dimension.
  const Candidate candidate = evaluated(study)[0];
  CHECK(in_ns(candidate.latency.timings[0].latency.wire) == doctest::Approx(3));
  study.designs[0].ideal = true;
  CHECK(says(complaint([&] { evaluated(study); }), "it has no wires of its own"));
}

TEST_CASE("a delay along routed wires needs a layout") {
  Study study = unit_study();
  study.delays = {choose_delay("linear", {{"length", "routed"}})};
  study.designs = {hypercube(4)};
  CHECK(in_ns(evaluated(study)[0].latency.timings[0].longest_wire) > 2);
  study.designs[0].ideal = true;
  CHECK(says(complaint([&] { evaluated(study); }), "it has no routed wires"));
}

TEST_CASE("a sweep lists the networks that do not exist; a single one is an error") {
  Study study = unit_study();
  study.designs = {ideal_torus(256, 3)};
  study.designs[0].ideal = false;
  CHECK(says(complaint([&] { evaluated(study); }), "no whole radix"));
  study.designs[0].swept = true;
  const Candidate candidate = evaluated(study)[0];
  CHECK_FALSE(candidate.can_be_built());
  CHECK(says(candidate.why_not(), "no whole radix"));
  CHECK(verdict_of(study, evaluated(study)) == "No candidate can be built.");
}

TEST_CASE("a design of a sweep that a limit of the program forbids is left out, and the others are measured") {
  const Study study = parse_study(R"(
cutline: 1
title: wide links on a board
technology: fr4-stripline
channel: {width: 16 bits}
board: {slot_pitch: 20 mm, connectors: cpci-2mm-hm, tracks: {width: 5 mil, space: 5 mil}}
candidates:
  - {name: r, topology: {family: ring, nodes: 4}, sweep: {channel.width: [16 bits, 600000 bits]}}
)",
                                  "sweep.yaml", ".");
  const std::vector<Candidate> candidates = evaluated(study);
  REQUIRE(candidates.size() == 2);
  CHECK(candidates[0].can_be_built());
  CHECK(says(candidates[1].why_not(), "past the limit of a board"));
  Study alone = study;
  alone.designs.erase(alone.designs.begin());
  alone.designs.front().swept = false;
  CHECK(says(complaint([&] { evaluated(alone); }), "past the limit of a board"));
}

TEST_CASE("what a sweep does not change is an error of its candidate, with its place") {
  const auto swept = [](const std::string& placement, const std::string& values) {
    return parse_study("cutline: 1\npopulation: any\ncandidates:\n  - {name: a, topology: {family: torus, radix: 4, " +
                           ("dimensions: 2}, placement: {" + placement) + "}, sweep: {" + values + "}}\n",
                       "sweep.yaml", ".");
  };
  const std::string shared = complaint([&] { evaluated(swept("box: [2, 2]", "topology.radix: [4, 5]")); });
  CHECK(says(shared, "sweep.yaml:4:"));
  CHECK(says(shared, "leave out `box`"));
  const std::vector<Candidate> one = evaluated(swept("columns: 4", "placement.order: [natural, split]"));
  REQUIRE(one.size() == 2);
  CHECK(one[0].can_be_built());
  CHECK(!one[1].can_be_built());
}

TEST_CASE("a candidate tells its sources and what its reader must know") {
  Study study = unit_study();
  study.designs = {torus(4, 2, "unidirectional", "folded"), ideal_torus(100, 3)};
  const std::vector<Candidate> candidates = evaluated(study);
  CHECK(mentions(candidates[0].sources, "Dally 1990"));
  CHECK(noted(candidates[0].notes, NoteKind::default_width));
  CHECK(noted(candidates[0].notes, NoteKind::longest_departs, 2, 1));
  CHECK(noted(candidates[1].notes, NoteKind::radix_not_whole, 4.642));
  CHECK_FALSE(noted(candidates[0].notes, NoteKind::default_router_delay));
  for (const Candidate& candidate : candidates) {
    for (const std::string& source : candidate.sources) CHECK(source.find('[') == std::string::npos);
  }
}

TEST_CASE("limits that a candidate has no number for are noted") {
  Study study = unit_study();
  study.limits[Limited::area_pitches2] = 100;
  study.limits[Limited::longest_wire_pitches] = 1000;
  study.limits[Limited::layers] = 2;
  study.limits[Limited::ports_per_node] = 8;
  study.designs = {torus(4, 2), torus(4, 2)};
  study.designs[1].ideal = true;
  const std::vector<Candidate> candidates = evaluated(study);
  REQUIRE(candidates[0].infeasible.size() == 1);
  CHECK(candidates[0].infeasible[0].limit == "area_pitches2");
  CHECK(candidates[0].infeasible[0].needed ==
        static_cast<double>(candidates[0].laid_out()->measures.size.area_pitches2));
  CHECK(candidates[1].infeasible.empty());
  CHECK(noted(candidates[1].notes, NoteKind::limit_not_checked, "area_pitches2"));
}

TEST_CASE("a design that cannot be, or of another size, is refused before any search, measure or layout") {
  Study study = several();
  study.hold = {};
  study.designs = {torus(8, 2), design("dragonfly", "dragonfly", {{"global_links", 2}, {"groups", 1000}})};
  study.designs[0].placement.orders = {"annealed"};
  Noted watch, onlooker;
  const Effort effort{.to_rank = true, .watch = &watch, .onlooker = &onlooker};
  CHECK(says(complaint([&] { evaluate(study, effort); }), "groups"));
  CHECK_FALSE(watch.has_begun("moves"));
  study.designs[1] = hypercube(5);
  CHECK(says(complaint([&] { evaluate(study, effort); }), "32 terminals and cannot be ranked with 64"));
  CHECK_FALSE(watch.has_begun("moves"));
  CHECK_FALSE(onlooker.has_begun("graphs measured"));
  study.designs[1] = hypercube(6);
  evaluate(study, effort);
  CHECK(watch.has_begun("moves"));
  CHECK(onlooker.has_begun("graphs measured"));
}

TEST_CASE("a check takes memory by the links, not by their wires side by side, and as much is told before") {
  Study study = unit_study();
  study.designs = {design("ring", "ring", {{"nodes", 8}}), torus(4, 2)};
  for (Design& each : study.designs) {
    CAPTURE(each.name);
    each.channel.width_bits = 10'000;
    const double told = estimate_work(study, each).check_bytes;
    const double narrow = check_memory(evaluated(study).at(each.name == "ring" ? 0 : 1).laid_out()->layout);
    each.channel.width_bits = 100'000;
    const double wide = check_memory(evaluated(study).at(each.name == "ring" ? 0 : 1).laid_out()->layout);
    CHECK(wide == narrow);
    // Eight links of 20,000 wires side by side: a run and two stubs of at least 40 bytes each, not a byte a wire.
    if (each.name == "ring") CHECK(narrow >= 8 * 3 * 40);
    if (each.name == "ring") CHECK(narrow < 8 * 20'000.0);
    if (each.name == "ring") CHECK(told == doctest::Approx(narrow).epsilon(0.01));
  }
}

TEST_CASE("routing takes memory by the wire where links share no unit, and that is refused before it is taken") {
  Study study = unit_study();
  study.designs = {design("graph", "graph", {{"nodes", 3}, {"links", IntegerTable{{0, 1, 1}, {1, 2, 2}}}})};
  Design& graph = study.designs[0];
  graph.channel.width_bits = 1 << 24;
  const double in_units = estimate_work(study, graph).bytes;
  graph.channel.control_wires = 1;  // 2^25 + 2 and 2^26 + 2 wires: pairs of wires are all that they share
  CHECK(estimate_work(study, graph).bytes > 1000 * in_units);
  CHECK(says(complaint([&] { evaluate(study, {.memory_bytes = 100'000'000}); }), "--max-memory"));
  hold(study, Resource::area, 1e12);
  CHECK(says(complaint([&] { evaluate(study, {.memory_bytes = 10'000}); }), "--max-memory"));
}

TEST_CASE("the limit of layers counts those that carry wires, not those that the technology has") {
  Study study = unit_study();
  study.technology = unit_technology(4);
  study.limits[Limited::layers] = 4;
  Design line = design("line", "mesh", {{"radix", 8}, {"dimensions", 1}});
  line.channel.width_bits = 8;
  Design square = design("square", "mesh", {{"radix", 4}, {"dimensions", 2}});
  square.channel.width_bits = 8;
  study.designs = {line, square};
  const std::vector<Candidate> candidates = evaluate(study);
  // All wires of one row run along x, on four layers of eight.
  CHECK(candidates[0].infeasible.empty());
  REQUIRE(candidates[1].infeasible.size() == 1);
  CHECK(candidates[1].infeasible[0].needed == 8);
}

TEST_CASE("a fat tree and an extended generalized fat tree that are one network have one record") {
  Study study = unit_study();
  study.clock = {ClockRule::fixed, nanoseconds(1)};
  const std::pair<Design, Design> same[] = {
      {design("k-ary n-tree", "fat_tree", {{"radix", 4}, {"levels", 3}}),
       design("the same", "xgft", {{"children", IntegerList{4, 4, 4}}, {"parents", IntegerList{1, 4, 4}}})},
      {design("folded Clos", "fat_tree", {{"radix", 4}, {"levels", 3}, {"form", std::string("folded_clos")}}),
       design("the same", "xgft",
              {{"children", IntegerList{4, 4, 4}},
               {"parents", IntegerList{1, 4, 2}},
               {"parallel", IntegerList{1, 1, 2}}})}};
  for (const auto& [one, other] : same) {
    study.designs = {one, other};
    for (Design& each : study.designs) {
      each.router.delay = {3, {}};
      each.router.passed = RoutersPassed::routers;
    }
    const std::vector<Candidate> candidates = evaluate(study);
    for (const char* key : {"nodes", "switches", "terminals", "links", "graph.degree_max", "graph.diameter_hops",
                            "graph.mean_distance_hops", "pins.per_node_max", "routers.router.ports",
                            "routers.interchange.ports", "performance.mean_hops", "performance.latency_ns"}) {
      CAPTURE(key);
      CHECK(quantity_value(under_delay(study, candidates[0], 0), key) ==
            quantity_value(under_delay(study, candidates[1], 0), key));
    }
    CHECK(quantity_value(under_delay(study, candidates[0], 0), "routers.router.ports").number() == 8);
  }
}
