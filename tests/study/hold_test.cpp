// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>

#include "cutline/study/laid_out.hpp"
#include "cutline/study/placed_network.hpp"
#include "study/studies.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

struct Held {
  Resource resource;
  BisectionCount count = BisectionCount::graph;
  bool per_machine = false;
  /// The same resource, measured in a finished layout.
  double (*measured)(const Candidate&);
};

double channel_wires_of(const Candidate& c) { return c.channel.wires; }

double bisection(const Candidate& c) {
  const BisectionWidth& wires = c.graph()->bisection_wires;
  return static_cast<double>(wires.upper_channels) * channel_wires_of(c) +
         static_cast<double>(wires.upper - wires.upper_channels) * c.channel.width_bits;
}

double middle_cut(const Candidate& c) {
  const GridSize grid = c.network()->placement.grid();
  const std::size_t longer = grid[Axis::y] > grid[Axis::x] ? 1 : 0;
  return static_cast<double>(c.laid_out()->measures.density[longer].middle_wires);
}

double pins(const Candidate& c) { return static_cast<double>(c.laid_out()->measures.pins_per_node_max); }

double line_peak(const Candidate& c) {
  const auto& density = c.laid_out()->measures.density;
  return static_cast<double>(std::max(density[0].per_line_peak_wires, density[1].per_line_peak_wires));
}

double machine_peak(const Candidate& c) {
  return static_cast<double>(
      std::max(c.laid_out()->measures.density[0].peak_wires, c.laid_out()->measures.density[1].peak_wires));
}

double area(const Candidate& c) { return static_cast<double>(c.laid_out()->measures.size.area_pitches2); }

double width(const Candidate& c) { return c.channel.width_bits; }

const std::vector<Held> kHeld = {{Resource::bisection, BisectionCount::graph, false, bisection},
                                 {Resource::bisection, BisectionCount::middle_cut, false, middle_cut},
                                 {Resource::pins, BisectionCount::graph, false, pins},
                                 {Resource::peak_density, BisectionCount::graph, false, line_peak},
                                 {Resource::peak_density, BisectionCount::graph, true, machine_peak},
                                 {Resource::area, BisectionCount::graph, false, area},
                                 {Resource::width, BisectionCount::graph, false, width}};

Design with_control(Design design) {
  design.name += " with control";
  design.channel.control_wires = 6;
  design.channel.wires_per_bit = 2;
  return design;
}

std::vector<Design> networks() {
  return {torus(4, 2),
          torus(5, 3, "unidirectional", "folded"),
          hypercube(5),
          design("mesh", "mesh", {{"radices", IntegerList{3, 7}}}),
          design("all", "complete", {{"nodes", 9}}),
          with_control(torus(6, 2)),
          graph("star", 5, {{0, 1}, {0, 2}, {0, 3}, {0, 4}})};
}

Candidate at_width(Design design, double bits) {
  Study study = unit_study();
  design.channel.width_bits = bits;
  design.channel.multiple = 1;
  study.designs = {design};
  return evaluated(study).at(0);
}

/// The width between 3 and 4 bits at which the area is the mean of the areas at both. Found by bisection, over sides
/// that grow linearly.
double half_way_by_area(const Design& design) {
  const Candidate three = at_width(design, 3), four = at_width(design, 4);
  const auto side = [](std::int64_t a, std::int64_t b, double x) {
    return static_cast<double>(a) + x * static_cast<double>(b - a);
  };
  double low = 3, high = 4;
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    const LayoutSize& a = three.laid_out()->measures.size;
    const LayoutSize& b = four.laid_out()->measures.size;
    const double at =
        side(a.width_pitches, b.width_pitches, middle - 3) * side(a.height_pitches, b.height_pitches, middle - 3);
    (at <= (area(three) + area(four)) / 2 ? low : high) = middle;
  }
  return low;
}

Study held_study(const Held& held, double amount) {
  Study study = unit_study();
  hold(study, held.resource, amount);
  study.hold.count = held.count;
  study.hold.per_machine = held.per_machine;
  return study;
}

Candidate one_held(const Design& design, Resource resource, double amount) {
  Study study = unit_study();
  hold(study, resource, amount);
  study.designs = {design};
  return evaluated(study).at(0);
}

}  // namespace

TEST_CASE("every network gets the widest channel that takes no more of what is held") {
  for (const Held& held : kHeld) {
    for (const Design& network : networks()) {
      const double most = held.measured(at_width(network, 3));
      const double more = held.measured(at_width(network, 4));
      for (const double budget : {most, (most + more) / 2}) {
        CAPTURE(static_cast<int>(held.resource));
        CAPTURE(network.name);
        Study study = held_study(held, budget);
        study.designs = {network};
        const Candidate candidate = evaluated(study).at(0);
        REQUIRE(candidate.can_be_built());
        CHECK(candidate.channel.width_bits == 3);
        CHECK(held.measured(candidate) == most);
        CHECK(candidate.channel.budget()->used == most);
        CHECK(candidate.channel.budget()->budget == budget);
        const double between = held.resource == Resource::area ? half_way_by_area(network) : 3.5;
        CHECK(candidate.channel.width_before_rounding == doctest::Approx(budget == most ? 3 : between));
      }
    }
  }
}

TEST_CASE("links of different widths never take more than is held") {
  const Design tree = graph("tree", 4, {{0, 1, 4}, {1, 2, 2}, {1, 3, 1}});
  for (const Held& held : kHeld) {
    CAPTURE(static_cast<int>(held.resource));
    const double budget = held.resource == Resource::area ? 5000 : 200;
    Study study = held_study(held, budget);
    study.designs = {tree};
    const Candidate candidate = evaluated(study).at(0);
    REQUIRE(candidate.can_be_built());
    CHECK(held.measured(candidate) <= budget);
    CHECK(held.measured(at_width(tree, candidate.channel.width_bits + 1)) > budget);
  }
}

TEST_CASE("a held bisection is the cut with the fewest wires: one link of width w counts as w links") {
  Study study = unit_study();
  hold(study, Resource::bisection, 512);
  IntegerTable threes = {{0, 1}, {0, 1}, {0, 1}, {2, 3}, {2, 3}, {2, 3}}, parallel = threes;
  threes.push_back({1, 2, 10});
  for (int i = 0; i < 10; ++i) parallel.push_back({1, 2});
  // The cheapest halves are {0, 3} and {1, 2}, 12 channels; of a cascade of two groups one thin link between them; of
  // an H-tree whose links widen fourfold the links of one leaf of each pair, 8 channels.
  study.designs = {graph("wide", 4, threes), graph("parallel", 4, parallel),
                   design("cascade", "cascade", {{"groups", 2}, {"chassis", 2}, {"slots", 3}, {"global_links", 1}}),
                   design("tree", "h_tree", {{"levels", 3}, {"widening", 4}})};
  const std::vector<Candidate> candidates = evaluated(study);
  const std::vector<double> right = {512.0 / 12, 512.0 / 12, 256, 64};
  for (std::size_t c = 0; c < right.size(); ++c) {
    CHECK(candidates[c].channel.width_before_rounding == doctest::Approx(right[c]).epsilon(1e-12));
    CHECK(candidates[c].channel.budget()->used <= 512);
  }
}

TEST_CASE("at the area of an 8 x 8 mesh of 16-bit channels a hypercube has 3.2 bits and cycles have 6.4, unrounded") {
  Study study = unit_study();
  Technology& wafer = study.technology;
  wafer = unit_technology();
  wafer.unit = false;
  wafer.name = "wafer";
  wafer.layers = {{.name = "along", .direction = LayerDirection::horizontal, .pitch = nanometres(1e3)},
                  {.name = "across", .direction = LayerDirection::vertical, .pitch = nanometres(1e3)}};
  hold_of(study, Resource::area, "mesh");
  study.designs = {design("mesh", "mesh", {{"radix", 8}, {"dimensions", 2}}), hypercube(6),
                   design("cycles", "ccc", {{"dimensions", 4}})};
  study.designs[0].channel.width_bits = 16;
  for (Design& each : study.designs) each.node_width = each.node_height = nanometres(64e3);
  const std::vector<Candidate> candidates = evaluated(study);
  CHECK(candidates[1].channel.width_before_rounding == doctest::Approx(3.2).epsilon(1e-12));
  CHECK(candidates[2].channel.width_before_rounding == doctest::Approx(6.4).epsilon(1e-12));
  // `explain` shows the sides at the whole widths on both sides of it.
  REQUIRE(std::holds_alternative<AreaBudget>(candidates[1].channel.share));
  const UseBetween& between = std::get<AreaBudget>(candidates[1].channel.share).between;
  CHECK(between.bits == 3);
  CHECK(between.lower.first == doctest::Approx(0.752));
  CHECK(between.next.first == doctest::Approx(0.832));
}

TEST_CASE("of a square layout's two middle cuts the one with more wires is held") {
  for (const bool along_x : {true, false}) {
    CAPTURE(along_x);
    const Design network =
        design("sparse", "sparse_hamming",
               {{"columns", 4}, {"rows", 4}, {along_x ? "row_skips" : "column_skips", IntegerList{2}}});
    Study study = held_study(kHeld[1], 4 * 3 * 2 * 5);
    study.designs = {network};
    CHECK(evaluated(study).at(0).channel.width_bits == 5);
  }
}

TEST_CASE("where more wires lie over the middle than are held, the note and the ranking's remark say so") {
  Study study = unit_study();
  hold_of(study, Resource::bisection, "mesh");
  study.designs = {
      design("mesh", "mesh", {{"radix", 8}, {"dimensions", 2}}),
      design("sparse", "sparse_hamming",
             {{"columns", 8}, {"rows", 8}, {"row_skips", IntegerList{4}}, {"column_skips", IntegerList{4}}})};
  study.designs[0].channel.width_bits = 64;
  const std::vector<Candidate> candidates = evaluated(study);
  CHECK(!noted(candidates[0].notes, NoteKind::over_middle));
  CHECK(noted(candidates[1].notes, NoteKind::over_middle, 1680, 1024));
  const auto remarks = remarks_of(study, candidates);
  CHECK(mentions(remarks,
                 "More wires lie over the middle of the layout than the 1024 held (`count: middle_cut` holds "
                 "those): sparse (1680)."));
  study.hold.count = BisectionCount::middle_cut;
  const std::vector<Candidate> by_middle = evaluated(study);
  CHECK(middle_cut(by_middle[1]) <= 1024);
  CHECK(by_middle[1].channel.width_bits == 12);
  CHECK(!noted(by_middle[1].notes, NoteKind::over_middle));
}

TEST_CASE("what a candidate has at its own width is held, times a factor") {
  for (const double times : {1.0, 4.0}) {
    Study study = unit_study();
    hold_of(study, Resource::bisection, "cube", times);
    study.designs = {torus(4, 2), hypercube(4), torus(4, 2, "unidirectional")};
    study.designs[1].channel.width_bits = 3;
    const std::vector<Candidate> candidates = evaluated(study);
    CHECK(candidates[0].channel.budget()->budget == 48 * times);
    CHECK(candidates[1].channel.width_bits == 3 * times);
    // With two-way links the 4-ary 2-cube is the binary 4-cube; with one-way links it has half its channels.
    CHECK(candidates[0].channel.width_bits == 3 * times);
    CHECK(candidates[2].channel.width_bits == 6 * times);
  }
}

TEST_CASE("control wires are paid from what is held") {
  // 8 links, and so 16 channels, cross the middle of an 8 x 8 mesh; each channel has 2 W + 6 wires.
  Design mesh = with_control(design("mesh", "mesh", {{"radix", 8}, {"dimensions", 2}}));
  CHECK(one_held(mesh, Resource::bisection, 16 * 26).channel.width_bits == 10);
  CHECK(one_held(mesh, Resource::bisection, 16 * 26 - 1).channel.width_bits == 9);
  CHECK_FALSE(one_held(mesh, Resource::bisection, 16 * 7).can_be_built());
}

TEST_CASE("widths are rounded as asked, never raised to a bit") {
  struct Case {
    Rounding round;
    int multiple;
    double wires;  // over the 8 channels of the bisection of a one-way 4-ary 2-cube
    std::optional<double> bits;
  };
  const std::vector<Case> cases = {{Rounding::down, 1, 8 * 7.75, 7},
                                   {Rounding::nearest, 1, 8 * 7.75, 8},
                                   {Rounding::nearest, 1, 8 * 7.25, 7},
                                   {Rounding::down, 4, 8 * 11.5, 8},
                                   {Rounding::nearest, 4, 8 * 11.5, 12},
                                   {Rounding::down, 8, 8 * 7.75, std::nullopt},
                                   {Rounding::down, 1, 7, std::nullopt},
                                   {Rounding::nearest, 1, 7, std::nullopt},
                                   {Rounding::down, 1, 8, 1},
                                   {Rounding::exact, 1, 8 * 5, 5}};
  for (const Case& expected : cases) {
    CAPTURE(expected.wires);
    CAPTURE(expected.multiple);
    Design network = torus(4, 2, "unidirectional");
    network.channel.round = expected.round;
    network.channel.multiple = expected.multiple;
    const Candidate candidate = one_held(network, Resource::bisection, expected.wires);
    CHECK(candidate.channel.width_before_rounding == doctest::Approx(expected.wires / 8));
    CHECK(candidate.channel.width_bits == expected.bits.value_or(0));
    CHECK(candidate.why_not().empty() == expected.bits.has_value());
    CHECK((candidate.laid_out() != nullptr) == expected.bits.has_value());
  }
}

TEST_CASE("fractions of a bit are for ideal candidates") {
  Design network = torus(4, 2, "unidirectional");
  network.channel.round = Rounding::exact;
  CHECK(complaint([&] { one_held(network, Resource::bisection, 8 * 5.5); }).find("whole bits") != std::string::npos);
  network.ideal = true;
  CHECK(one_held(network, Resource::bisection, 8 * 5.5).channel.width_bits == 5.5);
  CHECK(one_held(network, Resource::bisection, 4).channel.width_bits == 0.5);
}

TEST_CASE("counting by formula brings the formula's erratum along") {
  Study study = held_study(kHeld[0], 108);
  study.designs = {torus(3, 4, "unidirectional")};
  const Candidate by_graph = evaluated(study).at(0);
  CHECK(by_graph.channel.width_bits == 1);
  CHECK_FALSE(mentions(by_graph.notes, "for odd k"));
  study.hold.count = BisectionCount::formula;
  const Candidate by_formula = evaluated(study).at(0);
  CHECK(by_formula.channel.width_bits == 2);
  CHECK(mentions(by_formula.notes, "for odd k"));
  study.designs = {design("all", "complete", {{"nodes", 9}})};
  CHECK(complaint([&] { evaluated(study); }).find("no closed forms") != std::string::npos);
}

TEST_CASE("nothing can be held equal to a candidate that is not there or cannot be built") {
  Study study = unit_study();
  hold_of(study, Resource::pins, "nobody");
  study.designs = {torus(4, 2)};
  CHECK(complaint([&] { evaluated(study); }).find("no candidate is called 'nobody'") != std::string::npos);
  study.hold.of = study.designs[0].name;
  study.designs[0].channel.width_bits = 4;
  study.designs[0].channel.multiple = 8;
  CHECK(complaint([&] { evaluated(study); }).find("cannot be built") != std::string::npos);
}

TEST_CASE("a channel without a width, given or held, is one multiple wide; an exact ideal one has a bit") {
  Study study = unit_study();
  study.designs = {torus(4, 2), torus(4, 2), ideal_torus(64, 2), ideal_torus(64, 2)};
  for (Design& each : study.designs) each.channel.multiple = 8;
  study.designs[1].channel.round = Rounding::nearest;
  study.designs[3].channel.round = Rounding::down;
  const std::vector<Candidate> candidates = evaluated(study);
  CHECK(candidates[0].channel.width_bits == 8);
  CHECK(candidates[1].channel.width_bits == 8);
  CHECK(candidates[2].channel.width_bits == 1);
  CHECK(candidates[3].channel.width_bits == 8);
}
