// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>
#include <fmt/core.h>

#include "spec/reading.hpp"

using namespace cutline;
using reading::mistakes;
using reading::read;
using reading::with;

namespace {

const std::string kMetric = "technology: nangate45\n";

Packages packages_of(const std::string& line) { return read(with(line)).designs.at(0).packages; }

/// The text behind "error: " of the only mistake; the test fails if there are two.
std::string only_mistake(const std::string& line) {
  const std::string text = mistakes(with(line));
  const std::size_t first = text.find("error: ");
  REQUIRE(first != std::string::npos);
  CHECK(text.find("error: ", first + 1) == std::string::npos);
  return text.substr(first + 7, text.find('\n', first) - first - 7);
}

}  // namespace

TEST_CASE("packages are read level by level, the whole machine on top") {
  const Packages packages = packages_of(
      kMetric +
      "packages: [{name: chip, cells: [4, 2], spacing: 0.15 mm, technology: asap7, usable: 50 %, "
      "edge: {pins_per_mm: 360, phy_delay: 2 ns, phy_area: 0.003 mm2, energy: 250 fJ/bit, reach: 2 mm}}, "
      "{name: board, cells: [8, 2, 1], wires_per_mm: 500, layers: 2, edge: {pins: 100, media: "
      "[{name: trace, reach: 2 mm}, {name: cable, reach: 5 m, delay: 4 ns, energy: 6 pJ/bit}, {name: fibre}]}}]");
  REQUIRE(packages.size() == 3);
  const PackageLevel &chip = packages[0], &board = packages[1];
  CHECK(chip.cells == std::array<std::uint32_t, 3>{4, 2, 0});
  CHECK(in_mm(chip.spacing) == doctest::Approx(0.15));
  CHECK(std::get<PinsPerMm>(chip.edge.pins).pins == 360);
  CHECK(in_ns(chip.edge.phy_delay) == 2);
  CHECK(in_mm2(std::get<Area>(chip.edge.phy)) == 0.003);
  CHECK(chip.edge.energy_pj_per_bit == 0.25);
  REQUIRE(chip.edge.media.size() == 1);
  CHECK(in_mm(chip.edge.media[0].reach) == doctest::Approx(2));
  // M4 and M6 run along x, with one wire every 48 and 64 nm; half of them may be used.
  CHECK(*offered_wires_per_mm(chip, LayerDirection::horizontal) == doctest::Approx((1 / 48e-6 + 1 / 64e-6) / 2));
  CHECK(*offered_wires_per_mm(board, LayerDirection::vertical) == 1000);
  CHECK(board.edge.media.size() == 3);
  CHECK(board.edge.media[2].reach == Length{kUnlimited});
  CHECK(in_ns(board.edge.media[1].delay) == 4);
  CHECK(packages[2].name == "whole machine");
  CHECK(is_whole_machine(packages[2]));
}

TEST_CASE("the outermost level may be the whole machine itself, and candidates may have packages of their own") {
  const Study study = read(
      "cutline: 1\npackages: [{name: chip, cells: [2, 2]}, {name: board}]\ncandidates:\n"
      "  - {name: a, topology: {family: torus, radix: 4, dimensions: 2}}\n"
      "  - {name: b, topology: {family: torus, radix: 4, dimensions: 2}, packages: []}\n"
      "  - {name: c, topology: {family: torus, radix: 4, dimensions: 2}, packages: [{name: die, cells: [4, 1], "
      "spacing: 3 pitches, edge: {reach: 7 pitches}}]}\n");
  CHECK(study.designs[0].packages.size() == 2);
  CHECK(study.designs[0].packages[1].name == "board");
  CHECK(study.designs[1].packages.empty());
  REQUIRE(study.designs[2].packages.size() == 2);
  CHECK(study.designs[2].packages[0].spacing == Length{3});
}

TEST_CASE("an edge and its media may be technologies of the library, and what is given beside them counts") {
  const Packages packages = packages_of(
      kMetric +
      "packages: [{name: chip, cells: [2, 2], spacing: [1 mm, 2 mm], edge: ucie-standard}, {name: package, cells: [2, "
      "2], edge: {technology: ucie-advanced, pins: 500, phy_depth: 1 mm, energy: 1 pJ/bit, reach: 3 mm}}, {name: "
      "board, "
      "cells: [2, 2], edge: {technology: fr4-stripline, bandwidth: 2 GB/s/mm}}, {name: rack, cells: [4, 4], edge: "
      "{media: [copper-cable, {technology: optical-cable, slack: 2 m, reach: 50 m, energy: 15 pJ/bit}]}}]");
  const PackageLevel& chip = packages.at(0);
  CHECK(in_mm(chip.spacing) == doctest::Approx(1));
  CHECK(in_mm(chip.spacing_y) == doctest::Approx(2));
  CHECK(std::get<PinsPerMm>(chip.edge.pins).pins == doctest::Approx(44 / 0.5715));
  CHECK(chip.edge.bandwidth_gbyte_per_s_per_mm == 224);
  CHECK(in_mm2(std::get<Area>(chip.edge.phy)) == doctest::Approx(0.754 / 44));
  CHECK(in_ns(chip.edge.phy_delay) == 2);
  CHECK(*chip.edge.media.at(0).flight_ps_per_mm == doctest::Approx(flight_ps_per_mm(3.3)));
  CHECK(in_mm(chip.edge.media[0].reach) == doctest::Approx(25));
  const PackageEdge& die = packages.at(1).edge;
  CHECK(std::get<ModulePins>(die.pins).pins == 500);
  CHECK(in_mm(std::get<Length>(die.phy)) == doctest::Approx(1));
  CHECK(die.energy_pj_per_bit == 1);
  CHECK(in_mm(die.media.at(0).reach) == doctest::Approx(3));
  const PackageEdge& board = packages.at(2).edge;
  CHECK(board.media.at(0).reach == Length{kUnlimited});
  CHECK(board.bandwidth_gbyte_per_s_per_mm == 2);
  CHECK(!board.media[0].energy_pj_per_bit);
  const std::vector<EdgeMedium>& cables = packages.at(3).edge.media;
  REQUIRE(cables.size() == 2);
  CHECK(cables[0].name == "copper-cable");
  CHECK(in_ns(cables[0].delay) == 198);
  CHECK(!cables[0].energy_pj_per_bit);
  CHECK(cables[1].name == "optical-cable");
  CHECK(in_mm(cables[1].slack) == doctest::Approx(2000));
  CHECK(in_mm(cables[1].reach) == doctest::Approx(50e3));
  CHECK(cables[1].energy_pj_per_bit == 15);
}

TEST_CASE("every mistake in packages is one error that says what is wrong") {
  const std::pair<std::string, std::string> mistakes[] = {
      {"packages: chip", "'packages' must be a list, not 'chip'"},
      {"packages: [{cells: [2, 2]}]", "a level of packages needs the key 'name'"},
      {"packages: [{name: chip, cell: [2, 2]}]", "unknown key 'cell' in a level of packages"},
      {"packages: [{name: chip, cells: [2]}]", "'cells' has 1 entries"},
      {"packages: [{name: chip, cells: [2, 0]}]", "'cells' is 0, must be at least 1"},
      {"packages: [{name: chip, cells: [2, 1.5]}]", "'cells' must be a whole number, not '1.5'"},
      {"packages: [{name: chip}, {name: board, cells: [2, 2]}]",
       "the level 'chip' has no 'cells', but 'board' stands above it"},
      {"packages: [{name: chip, cells: [2, 2]}, {name: chip, cells: [4, 4]}]",
       "two levels of packages are called 'chip'"},
      {"packages: [{name: chip, cells: [2, 2]}, {name: board, cells: [4, 3]}]",
       "a board is 3 cells along y, no whole number of chips, which are 2"},
      {"packages: [{name: chip, cells: [2, 2], spacing: 1 mm}]", "'spacing' is given in 'mm', which is not its unit"},
      {kMetric + "packages: [{name: chip, cells: [2, 2], spacing: 1 pitch}]",
       "'spacing' is given in 'pitch', which is not its unit"},
      {"packages: [{name: chip, cells: [2, 2], edge: {pins_per_mm: 3}}]",
       "'pins_per_mm' needs millimetres, and the technology 'unit' has no metres"},
      {"packages: [{name: chip, cells: [2, 2], technology: asap7}]",
       "'technology' needs millimetres, and the technology 'unit' has no metres"},
      {kMetric + "packages: [{name: chip, cells: [2, 2], wires_per_mm: 0}]", "'wires_per_mm' must be more than 0"},
      {kMetric + "packages: [{name: chip, cells: [2, 2], technology: optical-cable}]",
       "the technology 'optical-cable' has no layers to lay a network on"},
      {kMetric + "packages: [{name: chip, cells: [2, 2], usable: 120 %}]",
       "'usable' must be more than 0 % and at most 100 %"},
      {kMetric + "packages: [{name: chip, cells: [2, 2], edge: {pins: 3, bump_pitch: 45 um}}]",
       "'pins' and 'bump_pitch' exclude each other"},
      {kMetric + "packages: [{name: chip, cells: [2, 2], edge: {bump_pitch: 0 um}}]",
       "'bump_pitch' must be more than 0"},
      {kMetric + "packages: [{name: chip, cells: [2, 2], edge: {reach: 1 mm, media: [{name: a}]}}]",
       "'media' and 'reach' exclude each other"},
      {kMetric +
           "packages: [{name: chip, cells: [2, 2], edge: {media: [{name: a, reach: 2 m}, {name: b, reach: 1 m}]}}]",
       "the medium 'b' is never taken: 'a' before it reaches as far"},
      {"packages: [{name: chip, cells: [2, 2], edge: {media: []}}]", "'media' is an empty list"},
      {"packages: [{name: chip, cells: [2, 2], edge: {energy: 3}}]", "'energy' has no unit"},
      {kMetric + "packages: [{name: chip, cells: [2, 2], edge: ucie-advance}]",
       "no technology is called 'ucie-advance'"},
      {kMetric + "packages: [{name: chip, cells: [2, 2], edge: paper-pcb}]",
       "'paper-pcb' carries no links between modules: it gives no time of flight"},
      {kMetric + "packages: [{name: chip, cells: [2, 2], edge: {media: [{reach: 1 m}]}}]",
       "a medium needs the key 'name' or 'technology'"},
      {kMetric + "packages: [{name: chip, cells: [2, 2], edge: {media: [optical-cable, copper-cable]}}]",
       "the medium 'copper-cable' is never taken: 'optical-cable' before it reaches as far"},
      {kMetric + "packages: [{name: chip, cells: [2, 2], edge: {media: [{technology: copper-cable, slack: 4 m}]}}]",
       "the slack of the medium 'copper-cable' is longer than its reach"},
      {kMetric + "packages: [{name: chip, cells: [2, 2], edge: {media: [{name: a, flight: 5 ns}]}}]",
       "'flight' is given in 'ns', which is not its unit"},
      {kMetric + "packages: [{name: chip, cells: [2, 2], spacing: [1 mm, 2 mm, 3 mm]}]", "'spacing' has 3 entries"},
      {"packages: [{name: chip, cells: [2, 2], edge: ucie-advanced}]",
       "'edge' needs millimetres, and the technology 'unit' has no metres"},
      {"packages: [{name: chip, cells: [2, 2], edge: {phy_delay: 3 cycles}}]",
       "'phy_delay' is given in 'cycles', which is not its unit"}};
  for (const auto& [line, message] : mistakes) {
    CAPTURE(line);
    CHECK(only_mistake(line) == message);
  }
}
