// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <cmath>
#include <cstdlib>

#include "cutline/detail/delay/wire_formulas.hpp"
#include "cutline/detail/layout/shapes.hpp"
#include "cutline/output/compare/comparison.hpp"
#include "cutline/output/explain/explain.hpp"
#include "cutline/output/record/record.hpp"
#include "cutline/detail/routing/routes.hpp"
#include "cutline/spec/spec.hpp"
#include "cutline/study/laid_out.hpp"
#include "json.hpp"
#include "study/studies.hpp"
#include "support/places.hpp"

using namespace cutline;
using namespace cutline::test;
using doctest::Approx;

namespace {

Study study_of(const std::string& keys, const std::string& candidates) {
  return parse_study("cutline: 1\n" + keys + "\ncandidates:\n" + candidates, "a.yaml", "");
}

/// Resistance, capacitance and length of a wire, added up piece by piece from its drawn shapes.
struct Metal {
  double ohm = 0, ff = 0, via_ohm = 0, mm = 0;
};

const Layer& layer_of(const Technology& technology, int layer) {
  const auto pair = static_cast<std::size_t>(layer / 2) * 2;
  const auto wanted = layer % 2 == 0 ? LayerDirection::horizontal : LayerDirection::vertical;
  return technology.layers[technology.layers[pair].direction == wanted ? pair : pair + 1];
}

Metal metal_of(const WireShapes& wire, const Layout& layout, const Technology& technology) {
  Metal metal;
  for (const Segment& piece : wire.segments) {
    const double cells_x = std::abs(static_cast<double>(piece.x1 - piece.x0));
    const double cells_y = std::abs(static_cast<double>(piece.y1 - piece.y0));
    const double mm = (cells_x * layout.rules.cell_width_nm + cells_y * layout.rules.cell_height_nm) * 1e-6;
    metal.mm += mm;
    metal.ohm += mm * layer_of(technology, piece.layer).figures[TechnologyFigure::r_ohm_per_mm];
    metal.ff += mm * layer_of(technology, piece.layer).figures[TechnologyFigure::c_ff_per_mm];
  }
  const auto stack = [&](int layer) { return via_stack_ohm(technology, layer_of(technology, layer)); };
  for (const Terminal& terminal : wire.terminals) metal.via_ohm += stack(terminal.layer);
  for (const Via& via : wire.vias) metal.via_ohm += std::abs(stack(via.upper) - stack(via.lower));
  return metal;
}

double d2m_ns(const Metal& metal, const Technology& technology) {
  const double size = best_repeater_size(*technology.driver, metal.ohm / metal.mm, metal.ff / metal.mm);
  Driver driver = sized(*technology.driver, size);
  if (technology.largest_driver.input_ff > 0 && driver.input_ff > technology.largest_driver.input_ff)
    driver = technology.largest_driver;
  return in_ns(
      d2m_delay({metal.ohm + metal.via_ohm, metal.ff, driver.r_chain_ohm, driver.parasitic_ff, driver.input_ff}));
}

const std::string kNetworks = R"(
  - {name: torus, topology: {family: torus, radix: 5, dimensions: 2}, placement: {order: folded}}
  - {name: cube, topology: {family: hypercube, dimensions: 6}, placement: {order: gray}}
  - {name: bent, topology: {family: graph, nodes: 9, links: [[0, 4], [4, 8], [0, 8], [2, 6], [1, 2],
    [1, 7], [3, 5], [0, 1], [3, 7], [5, 8], [6, 7]]}, placement: {columns: 3}}
  - {name: cycles, topology: {family: ccc, dimensions: 3}}
  - {name: wide, topology: {family: mesh, radix: 4, dimensions: 2}, channel: {width: 7 bits}}
)";

}  // namespace

TEST_CASE("the slowest link is that of the slowest wire, each on the layers it was dealt to, wire by wire") {
  for (const std::string technology : {"nangate45", "sky130", "gf180"}) {
    const Study study = study_of("technology: " + technology + "\nrouter: {delay: 1 cycle}\ndelay: d2m", kNetworks);
    for (const Candidate& candidate : evaluated(study)) {
      CAPTURE(technology);
      CAPTURE(candidate.design->name);
      double slowest = 0;
      for_each_wire(candidate.laid_out()->layout, [&](const WireShapes& wire) {
        slowest =
            std::max(slowest, d2m_ns(metal_of(wire, candidate.laid_out()->layout, study.technology), study.technology));
      });
      REQUIRE(candidate.latency.timings.size() == 1);
      CHECK(in_ns(candidate.latency.timings[0].longest_wire) == Approx(slowest).epsilon(1e-9));
      CHECK(candidate.latency.timings[0].slowest.known());
    }
  }
}

TEST_CASE("a bit's wire energy on a cube is the mean over all wires of C V^2 / 4, half a wire a dimension") {
  const Study study =
      study_of("technology: nangate45\ndelay: linear\nchannel: {width: 3 bits, wires_per_bit: 2}",
               "  - {name: cube, topology: {family: hypercube, dimensions: 6}, placement: {order: gray}}");
  const Candidate cube = evaluated(study).at(0);
  double ff = 0, wires = 0;
  for_each_wire(cube.laid_out()->layout, [&](const WireShapes& wire) {
    ff += metal_of(wire, cube.laid_out()->layout, study.technology).ff;
    wires += 1;
  });
  const double one = ff / wires * 1.1 * 1.1 / 4 * 1e-3;
  CHECK(*cube.latency.timings.at(0).energy.pj(EnergyPart::wires) == Approx(2 * 6 * 0.5 * one).epsilon(1e-9));
  CHECK(noted(cube.notes, NoteKind::energy_of_bare_wires));
}

TEST_CASE("a mean route's energy is the sum of its known parts, and names those that are not") {
  const std::string torus = "  - {name: t, topology: {family: torus, radix: 4, dimensions: 2}}";
  const Candidate given =
      evaluated(study_of("technology: nangate45\nrouter: {energy: 0.5 pJ/bit, area: 100 um2}", torus)).at(0);
  const EnergyPerBit& energy = given.latency.timings.at(0).energy;
  CHECK(*energy.pj(EnergyPart::routers) == Approx(2 * 0.5));
  CHECK(*energy.total_pj() == *energy.pj(EnergyPart::wires) + *energy.pj(EnergyPart::routers));
  CHECK_FALSE(energy.pj(EnergyPart::edges));
  CHECK(*router_area_fraction(given) == Approx(16 * 1e-4 / given.laid_out()->measures.size.mm.area_mm2));
  CHECK_FALSE(noted(given.notes, NoteKind::router_by_law));
  // The paper's technology has no supply, so there is no energy, and none that counts as zero.
  const Candidate paper = evaluated(study_of("technology: paper-cmos-1um", torus)).at(0);
  CHECK_FALSE(paper.latency.timings.at(0).energy.total_pj());
  CHECK(noted(paper.notes, NoteKind::no_router_energy, "paper-cmos-1um gives no supply"));
  const Candidate partial = evaluated(study_of("technology: paper-cmos-1um\nrouter: {energy: 1 pJ/bit}", torus)).at(0);
  CHECK(*partial.latency.timings.at(0).energy.total_pj() == Approx(2));
  CHECK(noted(partial.notes, NoteKind::energy_without_wires));
  const Study two = study_of("technology: paper-cmos-1um\nrouter: {energy: 1 pJ/bit}",
                             torus + "\n  - {name: u, topology: {family: torus, radix: 4, dimensions: 2}}");
  const std::vector<std::string> remarks = remarks_of(two, evaluated(two));
  CHECK(std::find(remarks.begin(), remarks.end(), "Energies are partial: without wires of t and u.") != remarks.end());
  const Candidate unit = evaluated(study_of("title: unit", torus)).at(0);
  CHECK_FALSE(unit.latency.timings.at(0).energy.total_pj());
  CHECK_FALSE(noted(unit.notes, NoteKind::no_router_energy));
}

TEST_CASE("routers by law are an estimate, and more ports cost more") {
  const Study study = study_of("technology: nangate45\nchannel: {width: 16 bits}\nrank: energy",
                               R"(  - {name: thin, topology: {family: torus, radix: 8, dimensions: 2}}
  - {name: fat, topology: {family: hypercube, dimensions: 6}}
)");
  const std::vector<Candidate> all = evaluated(study);
  CHECK(all[0].sites.router.ports == 5);
  CHECK(all[1].sites.router.ports == 7);
  CHECK(*site_value(all[0].sites.router.energy_pj_per_bit) < *site_value(all[1].sites.router.energy_pj_per_bit));
  CHECK(*site_value(all[0].sites.router.area_mm2) < *site_value(all[1].sites.router.area_mm2));
  for (const Candidate& candidate : all) CHECK(noted(candidate.notes, NoteKind::router_by_law, "area and energy"));
  const Ranking ranking = rank(study, all).at(0);
  REQUIRE(ranking.order.size() == 2);
  CHECK(*ranking.score[ranking.order[0]] == *all[ranking.order[0]].latency.timings[0].energy.total_pj());
  CHECK(*ranking.score[ranking.order[0]] < *ranking.score[ranking.order[1]]);
}

TEST_CASE("an interchange's own delay counts at each one that a mean route passes, the router's at all else") {
  const std::string line = "  - {name: e, topology: {family: express, radix: 16, dimensions: 1, spacing: 2}}";
  const auto node_ns = [&](const std::string& keys) {
    return in_ns(evaluated(study_of(keys, line)).at(0).latency.timings.at(0).latency.node);
  };
  double visits = 0;
  const ExpressRule route{{2}, 1};
  for (std::int64_t from = 0; from < 16; ++from) {
    for (std::int64_t to = 0; to < 16; ++to) {
      double express = 0, legs = 0;
      for_each_leg(route, from, to, [&](const ExpressLeg& leg) {
        legs += 1;
        if (leg.level > 0) express += static_cast<double>(leg.hops);
      });
      if (legs > 1) visits += express + 1;
    }
  }
  const double interchanges = node_ns("router: {delay: 0 ns}\ninterchange: {delay: 1 ns}");
  CHECK(interchanges == Approx(visits / 256));
  const double routers = node_ns("router: {delay: 1 ns}\ninterchange: {delay: 0 ns}");
  CHECK(interchanges + routers == Approx(node_ns("router: {delay: 1 ns}")));
  // A figure that an interchange does not give is the router's.
  CHECK(node_ns("router: {delay: 1 ns}\ninterchange: {energy: 1 pJ/bit}") == node_ns("router: {delay: 1 ns}"));
}

TEST_CASE("along a curve too interchanges take their own delay") {
  const std::string line = "  - {name: e, topology: {family: express, radix: 16, dimensions: 1, spacing: 4}}";
  const std::string curve = "curve: {x: distance, from: 1, to: 12, source: mean}\n";
  const auto points = [&](const std::string& keys) {
    return evaluated(study_of(curve + keys, line)).at(0).latency.timings.at(0).curve;
  };
  const auto both = points("router: {delay: 1 ns}");
  const auto routers = points("router: {delay: 1 ns}\ninterchange: {delay: 0 ns}");
  const auto interchanges = points("router: {delay: 0 ns}\ninterchange: {delay: 1 ns}");
  REQUIRE(both.size() == 12);
  for (std::size_t i = 0; i < both.size(); ++i) {
    CAPTURE(i);
    CHECK(in_ns(interchanges[i].latency.node + routers[i].latency.node) == Approx(in_ns(both[i].latency.node)));
  }
  // On a way of twelve nodes there are three interchanges between groups, from any source.
  CHECK(in_ns(interchanges[11].latency.node) == Approx(3));
}

TEST_CASE("a router's period holds phits back, as cycles and as a time") {
  const std::string torus =
      "  - {name: t, topology: {family: torus, radix: 4, dimensions: 2}, channel: {width: 10 bits}}";
  const auto timing = [&](const std::string& keys) {
    return evaluated(study_of("message: 100 bits\n" + keys, torus)).at(0).latency.timings.at(0);
  };
  const Timing plain = timing("title: plain");
  const Timing cycles = timing("router: {period: 3 cycles}");
  CHECK(cycles.clock.period_cycles == 3);
  CHECK(in_ns(cycles.latency.message) == Approx(3 * in_ns(plain.latency.message)));
  CHECK(in_ns(cycles.latency.wire) == in_ns(plain.latency.wire));
  const Timing time = timing("router: {period: 5 ns}\ndelay: constant");
  CHECK(in_ns(time.clock.cycle) == 5);
  CHECK(time.clock.cycle_set_by == CycleLimit::router);
  const Timing fixed = timing("router: {period: 5 ns}\ndelay: constant\nclock: {rule: fixed, frequency: 0.5 GHz}");
  CHECK(in_ns(fixed.clock.cycle) == 2);
  CHECK(fixed.clock.period_cycles == 3);
}

TEST_CASE("no delay named: d2m with a real technology, with a note where repeaters would help") {
  const std::string cube =
      "  - {name: c, topology: {family: hypercube, dimensions: 4}, node: {width: 2 mm, height: 2 mm}}";
  const Candidate wired = evaluated(study_of("technology: nangate45", cube)).at(0);
  CHECK(wired.latency.timings.at(0).delay_label == "d2m");
  CHECK(noted(wired.notes, NoteKind::one_driver));
  CHECK_FALSE(noted(evaluated(study_of("technology: nangate45\ndelay: d2m", cube)).at(0).notes, NoteKind::one_driver));
  const Candidate paper = evaluated(study_of("technology: paper-cmos-1um", cube)).at(0);
  CHECK(paper.latency.timings.at(0).delay_label == "linear");
  CHECK(noted(paper.notes, NoteKind::default_delay, "linear", "paper-cmos-1um"));
  CHECK(study_of("title: unit", "  - {name: c, topology: {family: hypercube, dimensions: 4}}").delays.at(0).label ==
        "linear");
}

TEST_CASE("links outside a model's range are counted, and the farthest is named") {
  const Study study =
      study_of("technology: nangate45\ndelay: [time_of_flight, repeated]\nnode: {width: 2 mm, height: 2 mm}",
               "  - {name: m, topology: {family: mesh, radix: 4, dimensions: 2}}");
  const Candidate mesh = evaluated(study).at(0);
  CHECK(noted(mesh.latency.timings.at(0).outside_range, NoteKind::links_too_long, 24, 24, 2));
  CHECK(mesh.latency.timings.at(1).outside_range.empty());
  CHECK(noted(mesh.notes, NoteKind::outside_range, "time_of_flight"));
  const auto json = json_of(record(study, mesh, 0, nullptr, 0));
  CHECK(json.at("delay").at("warning").get<std::string>() == notes_text(mesh.latency.timings.at(0).outside_range));
  CHECK(json.at("delay").at("slowest_wire").at("layers").get<std::string>().find("metal") == 0);
}

TEST_CASE("candidates may have technologies of their own, by name or by sweep") {
  const std::string cubes = R"(  - {name: a, topology: {family: hypercube, dimensions: 4}, technology: asap7}
  - {name: b, topology: {family: hypercube, dimensions: 4}, sweep: {technology: [sky130, nangate45]}}
)";
  const Study study = study_of("technology: nangate45\ndelay: d2m", cubes);
  REQUIRE(study.designs.size() == 3);
  CHECK(study.designs[1].name == "b technology=sky130");
  const std::vector<Candidate> all = evaluated(study);
  CHECK(json_of(record(study, all[0], 0, nullptr, 0)).at("technology") == "asap7");
  for (const char* name : {"asap7", "sky130", "nangate45"}) {
    CAPTURE(name);
    const auto alone = evaluated(study_of(std::string("delay: d2m\ntechnology: ") + name,
                                          "  - {name: x, topology: {family: hypercube, dimensions: 4}}"));
    const auto found = std::find_if(all.begin(), all.end(), [&](const Candidate& candidate) {
      return technology_of(study, *candidate.design).name == name;
    });
    REQUIRE(found != all.end());
    CHECK(found->latency.timings.at(0).longest_wire == alone.at(0).latency.timings.at(0).longest_wire);
    CHECK(found->laid_out()->measures.size.mm.area_mm2 == alone.at(0).laid_out()->measures.size.mm.area_mm2);
    CHECK(found->latency.timings.at(0).energy.total_pj() == alone.at(0).latency.timings.at(0).energy.total_pj());
  }
}

TEST_CASE("a hypercube in five technologies comes out as the hand calculation beside the spec says") {
  const Study study = read_study(source_folder() + "/layouts/gallery/hypercube-five-technologies.yaml");
  const std::vector<Candidate> candidates = evaluate(study);
  const std::vector<Ranking> rankings = rank(study, candidates);
  const auto document = json_of(result_document(study, candidates, rankings));
  const std::vector<ExpectationResult> results = check_expectations(study, data_of(document), candidates, rankings);
  CHECK(candidates.size() == 5);
  CHECK(results.size() >= 20);
  CHECK_MESSAGE(all_hold(results), expectations_text(results));
}

TEST_CASE("explain tells which layers the slowest wire runs on, and what its energy is made of") {
  const Study study = study_of("technology: nangate45\ndelay: repeated\nrouter: {delay: 1 cycle}",
                               "  - {name: t, topology: {family: torus, radix: 4, dimensions: 2}}");
  const std::vector<Candidate> candidates = evaluated(study);
  const auto json = json_of(record(study, candidates[0], 0, nullptr, 0));
  const auto told = [&](const std::string& measure) {
    return explanation_text(explain(study, candidates[0], 0, measure), {});
  };
  for (const char* measure : {"delay", "longest_wire"}) {
    CAPTURE(measure);
    const std::string text = told(measure);
    for (const char* part : {"metal", "repeated", "[Bakoglu 1985]", "node pitch", "ohm of all its vias"}) {
      CAPTURE(part);
      CHECK(text.find(part) != std::string::npos);
    }
  }
  CHECK(told("energy").find("E_wire + E_router + E_edge") != std::string::npos);
  CHECK(told("router_hop_energy").find("2 * 8 * 8 + 1") != std::string::npos);
  CHECK(told("router_area").find("an estimate") != std::string::npos);
}

TEST_CASE("the law of routers counts the width of every port") {
  const auto costs_of = [](const std::string& more) {
    const Study study = parse_study(
        "cutline: 1\ntechnology: nangate45\nchannel: {width: 32 bits}\ncandidates:\n  - {topology: {family: h_tree, "
        "levels: 3" +
            more + "}}\n",
        "spec.yaml", ".");
    return evaluate(study).front().sites;
  };
  const SiteCosts even = costs_of(""), widening = costs_of(", widening: 2");
  REQUIRE(even.has_interchanges);
  CHECK(even.interchange.port_bits == 32);
  CHECK(widening.interchange.ports == even.interchange.ports);
  CHECK(widening.interchange.port_bits > 32);
  CHECK(*site_value(widening.interchange.area_mm2) > *site_value(even.interchange.area_mm2));
  CHECK(*site_value(widening.interchange.energy_pj_per_bit) > *site_value(even.interchange.energy_pj_per_bit));
}

TEST_CASE("buffers that are not given cover the way of a credit over the slowest link, in the law and under load") {
  const auto sites_of = [](const std::string& router) {
    const Study study = parse_study(
        "cutline: 1\ntechnology: nangate45\nnode: {width: 1 mm, height: 1 mm}\nchannel: {width: 32 bits}\n"
        "clock: {rule: fixed, frequency: 1 GHz}\nwires: pipelined\ndelay: {model: linear, coefficient: 10 ns, per: "
        "mm}\nrouter: " +
            router + "\ncandidates:\n  - {topology: {family: mesh, radix: 4, dimensions: 2}}\n",
        "spec.yaml", ".");
    return evaluate(study).front().sites;
  };
  // A link of 1 mm takes a little more than 10 cycles. A credit takes both ways, 3 cycles of the router, and 2 to be
  // sent and counted.
  const double depth = sites_of("{delay: 3 cycles}").router.depth_flits;
  CHECK(depth >= 2 * 10 + 3 + 2);
  CHECK(depth <= 2 * 11 + 3 + 2);
  CHECK(sites_of("{delay: 13 cycles}").router.depth_flits == depth + 10);
  CHECK(sites_of("{delay: 3 cycles, depth: 5}").router.depth_flits == 5);
}
