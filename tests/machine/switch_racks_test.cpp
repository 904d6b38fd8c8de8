// SPDX-License-Identifier: Apache-2.0
// Halls whose racks of switches are of a kind of their own: wider, higher, in the middle or at the end of each row.
#include <doctest/doctest.h>
#include <fmt/core.h>

#include <cmath>
#include <set>
#include <string>

#include "cutline/spec/spec.hpp"
#include "cutline/study/candidate.hpp"
#include "machine/installed.hpp"
#include "support/errors.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

std::string spec_of_racks(const std::string& more) {
  return "cutline: 1\npopulation: any\nmachine:\n  rows: 2\n  columns: 5\n  rate: 100 Gb/s\n"
         "  media: [{name: wire, kind: copper}]\n" +
         more + "candidates:\n  - {name: n, topology: {family: hyperx, radix: 4, dimensions: 2, concentration: 16}}\n";
}

const std::string kBothRacks =
    "  rack: {width: 600 mm, units: 42, terminals: 32}\n"
    "  switch_rack: {width: 800 mm, depth: 1000 mm, units: 48, switches: 8, switch_units: 2}\n";

/// The test's own view of the floor, in millimetres: five columns, of which one is 0.8 m wide.
struct RackFloor {
  int wide = 0;  ///< the column of the switches
  double aside(std::uint32_t rack) const {
    double at = 0;
    for (int column = 0; column < static_cast<int>(rack % 5); ++column) at += column == wide ? 800 : 600;
    return at + (static_cast<int>(rack % 5) == wide ? 400 : 300);
  }
  static double ahead(std::uint32_t rack) { return rack < 5 ? 0 : 1200 + 1200; }
  static double height(const machine::Port& port) { return (port.unit + 0.5) * 44.45; }
  /// Over trays that are 127 mm above the higher kind of rack; in whole centimetres.
  long way(const machine::Port& a, const machine::Port& b) const {
    double mm = std::abs(height(a) - height(b));
    if (a.rack != b.rack)
      mm = std::abs(aside(a.rack) - aside(b.rack)) + std::abs(ahead(a.rack) - ahead(b.rack)) + 2 * (48 * 44.45 + 127) -
           height(a) - height(b);
    return static_cast<long>(std::ceil(mm / 10 - 1e-6));
  }
};

void check_switch_racks(const std::string& fill, int column) {
  CAPTURE(fill);
  const Study study = parse_study(spec_of_racks(kBothRacks + "  fill: " + fill + "\n"), "a.yaml", "");
  const std::vector<Candidate> candidates = evaluate(study, {}, Layouts::freed);
  REQUIRE_MESSAGE(candidates[0].can_be_built(), candidates[0].why_not());
  const machine::Installed& all = *candidates[0].machine;
  // 256 terminals fill the four racks of each row; 16 switches of 2 U stand below the top of one rack of each.
  std::vector<int> switches(10), terminals(10);
  for (const machine::Port& port : all.plan.devices) {
    CHECK(static_cast<int>(port.rack % 5) == column);
    CHECK(static_cast<int>(port.unit) == 48 - 2 * ++switches[port.rack]);
  }
  for (const machine::Port& port : all.plan.terminals) CHECK(static_cast<int>(port.unit) == terminals[port.rack]++);
  for (std::uint32_t rack = 0; rack < 10; ++rack) {
    CHECK(switches[rack] == (static_cast<int>(rack % 5) == column ? 8 : 0));
    CHECK(terminals[rack] == (static_cast<int>(rack % 5) == column ? 0 : 32));
  }
  const RackFloor floor{column};
  for (std::size_t t = 0; t < 256; ++t) {
    const long cm = static_cast<long>(all.lines[all.of_terminal[t]].cable.length / machine::kCentimetre);
    CHECK(cm == floor.way(all.plan.devices[t / 16], all.plan.terminals[t]));
  }
  // A 4 x 4 array: every row and every column of four is joined in all pairs.
  std::multiset<long> ours, theirs;
  for (std::uint32_t a = 0; a < 16; ++a) {
    for (std::uint32_t b = a + 1; b < 16; ++b) {
      if (a / 4 == b / 4 || a % 4 == b % 4) ours.insert(floor.way(all.plan.devices[a], all.plan.devices[b]));
    }
  }
  for (const machine::Nanometres each : all.needed_of_link)
    theirs.insert(static_cast<long>(each / machine::kCentimetre));
  CHECK(ours == theirs);
}

std::string mistake_of_racks(const std::string& more) {
  return message_of([&] { parse_study(spec_of_racks(more), "a.yaml", ""); });
}

}  // namespace

TEST_CASE("racks of switches have their own width, height and depth, in the middle and at the end of each row") {
  check_switch_racks("middle_of_row", 2);
  check_switch_racks("end_of_row", 4);
}

TEST_CASE("racks that are too small are one mistake each") {
  const std::string middle = "  fill: middle_of_row\n";
  CHECK(mistake_of_racks(
            "  rack: {units: 42, terminals: 32}\n  switch_rack: {units: 20, switches: 16, switch_units: 2}\n" +
            middle) == "16 switches of 2 U do not fit into 20 U");
  CHECK(mistake_of_racks("  rack: {units: 24, terminals: 32}\n  switch_rack: {switches: 16}\n" + middle) ==
        "32 hosts of 1 U do not fit into 24 U");
  CHECK(mistake_of_racks("  rack: {units: 1, terminals: 0, switch_units: 2}\n") ==
        "1 switch of 2 U does not fit into 1 U");
  CHECK(mistake_of_racks("  rack: {units: 10, terminals: 10}\n") ==
        "1 switch of 1 U and 10 hosts of 1 U do not fit into 10 U");
  CHECK(mistake_of_racks(kBothRacks) ==
        "`switch_rack` is for switches in racks of their own, which this `fill` does not give them");
  CHECK(mistake_of_racks("  rack: {}\n  switch_rack: {switches: 2, terminals: 4}\n" + middle) ==
        "unknown key 'terminals' in switch_rack");
  CHECK(mistake_of_racks("  row_pitch: 1.1 m\n  rack: {depth: 1 m}\n  switch_rack: {depth: 1.2 m}\n" + middle) ==
        "rows are closer than their racks are deep");
}

TEST_CASE("a hall with too few racks of either kind is a candidate below the ranking") {
  const auto why = [](const std::string& rack, const std::string& switch_rack) {
    const std::string racks = "  rack: " + rack + "\n  switch_rack: " + switch_rack + "\n  fill: middle_of_row\n";
    const Study study = parse_study(spec_of_racks(racks), "a.yaml", "");
    return evaluate(study, {}, Layouts::freed)[0].why_not();
  };
  CHECK(why("{terminals: 16}", "{switches: 8}") ==
        "16 switches and 256 terminals do not fit into the hall's 10 racks, each with room for 8 switches or 16 "
        "terminals: give more `rows` or `columns`, or let a `rack` hold more");
  CHECK(why("{terminals: 32}", "{switches: 4}").find("room for 4 switches or 32 terminals: give more") !=
        std::string::npos);
}
