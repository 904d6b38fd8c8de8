// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <cmath>

#include "cutline/study/laid_out.hpp"
#include "cutline/study/placed_network.hpp"
#include "study/paper_specs.hpp"
#include "study/studies.hpp"
#include "support/csv.hpp"
#include "topology/ideal_network.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

const std::vector<std::string> kPapersDelays = {"constant", "logarithmic", "linear"};

/// A study that holds the bisection at one wire for each node, as in a one-bit binary cube.
Study equal_bisection(std::int64_t nodes) {
  Study study = unit_study(kPapersDelays);
  hold(study, Resource::bisection, static_cast<double>(nodes));
  return study;
}

double published_total(const Candidate& candidate, std::size_t delay) {
  return in_ns(candidate.latency.timings.at(delay).latency.total());
}

Candidate only(const Study& study) { return evaluated(study).at(0); }

/// The best dimension under each delay model, over ideal tori of `first`, `first` + `step` ... dimensions.
std::vector<std::string> best(Study study, std::int64_t nodes, std::int64_t step, const std::string& channels) {
  for (std::int64_t n = 2; n <= std::llround(std::log2(nodes)); n += step) {
    study.designs.push_back(ideal_torus(nodes, n, channels));
  }
  const std::vector<Candidate> candidates = evaluated(study);
  std::vector<std::string> winners;
  for (const Ranking& ranking : rank(study, candidates)) winners.push_back(winner(ranking, candidates).substr(4));
  return winners;
}

}  // namespace

TEST_CASE("whole k-ary n-cubes in the plane have the published cuts, pins, hops and lengths") {
  for (const Row& row : golden("seeds_kn_cubes.csv")) {
    const std::int64_t k = row.integer("k");
    const std::int64_t n = row.integer("n");
    const double width = row.number("W");
    CAPTURE(k);
    CAPTURE(n);
    Study study = unit_study();
    study.designs = {torus(k, n, "unidirectional"), torus(k, n, "unidirectional", "folded"),
                     design("mesh", "mesh", {{"radix", k}, {"dimensions", n}})};
    const std::vector<Candidate> all = evaluated(study);
    const Candidate& natural = all[0];
    const Measures& measures = natural.laid_out()->measures;
    const Density& along_x = measures.density[0];
    CHECK(natural.facts.nodes == row.number("N"));
    CHECK(natural.network()->placement.grid()[Axis::x] == row.integer("Px"));
    CHECK(natural.network()->placement.grid()[Axis::y] == row.integer("Py"));
    CHECK(along_x.middle_wires * width == row.number("cut_mid_x"));
    CHECK(along_x.peak_wires * width == row.number("peak_x"));
    CHECK(along_x.per_line_peak_wires * width == row.number("peak_row"));
    CHECK(*natural.traffic.mean_hops() == near(row.number("D")));
    CHECK(measures.pins_per_node_max * width == row.number("pins"));
    CHECK(measures.ports_per_node_max == row.integer("chan_per_node"));
    CHECK(measures.length.longest_span.pitches() == row.integer("longest_natural"));
    CHECK(all[1].laid_out()->measures.length.longest_span.pitches() == row.integer("longest_folded"));
    CHECK(all[2].laid_out()->measures.length.longest_span.pitches() == row.integer("longest_mesh"));
    CHECK(natural.graph()->bisection.exact());
    CHECK(natural.graph()->bisection.upper_channels * width == row.number("B_true"));
  }
}

TEST_CASE("the published bisection formula gives every cube its published width") {
  for (const Row& row : golden("seeds_kn_cubes.csv")) {
    CAPTURE(row.text("k"));
    CAPTURE(row.text("n"));
    Study study = equal_bisection(row.integer("N"));
    study.hold.count = BisectionCount::formula;
    study.designs = {torus(row.integer("k"), row.integer("n"), "unidirectional")};
    study.designs[0].ideal = true;
    const Candidate candidate = only(study);
    CHECK(candidate.channel.width_bits == near(row.number("W")));
    CHECK(candidate.ideal()->bisection_channels * row.number("W") == near(row.number("B_eq6")));
  }
}

TEST_CASE("pins per node at equal bisection follow the published curve, with and without rounding") {
  for (const Row& row : golden("seeds_kn_pins.csv")) {
    CAPTURE(row.text("N"));
    CAPTURE(row.text("n"));
    Study study = equal_bisection(row.integer("N"));
    study.designs = {ideal_torus(row.integer("N"), row.integer("n"))};
    const Candidate real = only(study);
    CHECK(real.ideal()->ports_per_node * real.channel.wires == near(row.number("pins")));
    CHECK(real.channel.width_bits == near(row.number("hot_spot")));
    study.designs[0].channel.round = Rounding::nearest;
    const Candidate rounded = only(study);
    CHECK(rounded.ideal()->ports_per_node * rounded.channel.wires == near(row.number("pins_r")));
  }
}

TEST_CASE("latency against dimension follows the published curves") {
  for (const Row& row : golden("seeds_kn_latency.csv")) {
    CAPTURE(row.text("N"));
    CAPTURE(row.text("n"));
    Study study = equal_bisection(row.integer("N"));
    study.designs = {ideal_torus(row.integer("N"), row.integer("n"))};
    const Candidate candidate = only(study);
    CHECK(candidate.channel.width_bits == near(row.number("W")));
    CHECK(*candidate.traffic.mean_hops() == near(row.number("D")));
    CHECK(candidate.ideal()->longest_span == near(row.number("l")));
    CHECK(in_ns(candidate.latency.timings[0].latency.message) == near(row.number("L_over_W")));
    CHECK(published_total(candidate, 0) == near(row.number("T_const")));
    CHECK(published_total(candidate, 1) == near(row.number("T_log")));
    CHECK(published_total(candidate, 2) == near(row.number("T_lin")));
  }
}

TEST_CASE("latency with whole widths and cycles follows the published curves") {
  for (const Row& row : golden("seeds_kn_latency.csv")) {
    CAPTURE(row.text("N"));
    CAPTURE(row.text("n"));
    Study study = equal_bisection(row.integer("N"));
    study.designs = {ideal_torus(row.integer("N"), row.integer("n"))};
    study.designs[0].channel.round = Rounding::nearest;
    const Candidate candidate = only(study);
    CHECK(candidate.channel.width_bits == row.number("W_r"));
    const char* columns[] = {"Tr_const", "Tr_log", "Tr_lin"};
    for (std::size_t delay = 0; delay < 3; ++delay) {
      LatencyInput input = candidate.latency.timings[delay].input;
      input.whole_cycles = true;
      const Latency latency = zero_load_latency(input);
      CHECK(in_ns(latency.total()) == near(row.number(columns[delay])));
      CHECK(latency.message / clock_of(input).cycle == near(row.number("cyc_r")));
    }
  }
}

TEST_CASE("the best dimension is the published one") {
  for (const Row& row : golden("seeds_kn_best_n.csv")) {
    const std::string delay = row.text("delay");
    const std::size_t index = delay == "const" ? 0 : delay == "log" ? 1 : 2;
    CAPTURE(row.text("N"));
    CAPTURE(delay);
    const Study study = equal_bisection(row.integer("N"));
    CHECK(best(study, row.integer("N"), 1, "unidirectional").at(index) == row.text("best_n"));
    CHECK(best(study, row.integer("N"), 2, "unidirectional").at(index) == row.text("best_even_n"));
  }
}

TEST_CASE("the best dimension rises with the router delay and falls with channels both ways") {
  struct Case {
    double router_cycles;
    std::string channels;
    std::vector<std::string> best;
  };
  const std::vector<Case> cases = {{0, "unidirectional", {"2", "4", "5"}},
                                   {3, "unidirectional", {"2", "5", "8"}},
                                   {10, "unidirectional", {"3", "7", "11"}},
                                   {0, "bidirectional", {"2", "3", "4"}}};
  const std::int64_t sizes[] = {256, 16384, 1048576};
  for (const Case& expected : cases) {
    for (std::size_t size = 0; size < 3; ++size) {
      CAPTURE(expected.router_cycles);
      CAPTURE(sizes[size]);
      Study study = equal_bisection(sizes[size]);
      std::vector<std::string> winners;
      for (std::int64_t n = 2; n <= std::llround(std::log2(sizes[size])); ++n) {
        study.designs.push_back(ideal_torus(sizes[size], n, expected.channels));
        study.designs.back().router.delay.cycles = expected.router_cycles;
      }
      const std::vector<Candidate> candidates = evaluated(study);
      CHECK(winner(rank(study, candidates)[0], candidates).substr(4) == expected.best[size]);
    }
  }
}

TEST_CASE("folded layouts with whole radices and even dimensions have their own best dimensions") {
  const std::int64_t sizes[] = {256, 16384, 1048576};
  const std::vector<std::vector<std::string>> best = {{"2", "2", "2"}, {"2", "2", "2"}, {"4", "4", "2"}};
  for (std::size_t size = 0; size < 3; ++size) {
    CAPTURE(sizes[size]);
    Study study = equal_bisection(sizes[size]);
    for (std::int64_t n = 2; n <= std::llround(std::log2(sizes[size])); n += 2) {
      study.designs.push_back(ideal_torus(sizes[size], n));
      study.designs.back().ideal = false;
      study.designs.back().swept = true;
      study.designs.back().placement.orders = {"folded"};
    }
    const std::vector<Candidate> candidates = evaluated(study);
    const std::vector<Ranking> rankings = rank(study, candidates);
    for (std::size_t delay = 0; delay < 3; ++delay) {
      CHECK(winner(rankings[delay], candidates).substr(4) == best[size][delay]);
    }
    const bool differs = sizes[size] > 256;
    const std::vector<std::string> said = remarks_of(study, candidates);
    CHECK(mentions(said, "would win") == differs);
    CHECK(mentions(said, "no whole radix") == differs);
    CHECK(mentions(said, "folding a ring doubles them") == differs);
    CHECK(mentions(said, "rounded to whole ones") == differs);
    CHECK(remarks_of(study, candidates, 2).empty());
  }
}
