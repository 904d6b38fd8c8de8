// SPDX-License-Identifier: Apache-2.0
// Racks and units that stay empty, so that rows and halls may differ.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "cutline/base/error.hpp"
#include "cutline/spec/spec.hpp"
#include "cutline/study/candidate.hpp"
#include "machine/installed.hpp"

using namespace cutline;

namespace {

/// Racks of 20 U with two switches and four hosts, in three rows of four, of which four places are empty.
std::string spec_of_hall(const std::string& rack, const std::string& machine, int nodes) {
  return "cutline: 1\npopulation: any\nclock: {rule: fixed, frequency: 25 GHz}\nchannel: {width: 4 bits}\nmachine:\n"
         "  rows: 3\n  columns: 4\n  rack: {units: 20, switches: 2, terminals: 4" +
         rack + "}\n  empty: [{row: 1, rack: [1, 2]}, {rack: 4}]\n" + machine +
         "  media: {name: any, kind: optical}\n"
         "candidates: [{name: n, topology: {family: complete, nodes: " +
         std::to_string(nodes) + ", concentration: 2}}]\n";
}

const std::set<std::uint32_t> kEmpty = {0, 1, 3, 7, 11};

machine::RackPlan plan_of(const std::string& spec) {
  const Study study = parse_study(spec, "a.yaml", "");
  const std::vector<Candidate> candidates = evaluate(study, {}, Layouts::freed);
  REQUIRE_MESSAGE(candidates[0].can_be_built(), candidates[0].why_not());
  return candidates[0].machine->plan;
}

}  // namespace

TEST_CASE("no rule fills places that stay empty, and each fills all others") {
  for (const char* fill : {"in_order", "group", "one_of_each", "end_of_row", "middle_of_row", "shortest"}) {
    CAPTURE(fill);
    const bool by_rows = std::string(fill).ends_with("_row");
    // Each node is a group of its own, and so begins a rack.
    const int nodes = by_rows ? 4 : std::string(fill) == "group" ? 7 : 14;
    const machine::RackPlan plan = plan_of(spec_of_hall("", "  fill: " + std::string(fill) + "\n", nodes));
    std::map<std::uint32_t, int> switches;
    std::map<std::uint32_t, int> terminals;
    for (const machine::Port& port : plan.devices) ++switches[port.rack];
    for (const machine::Port& port : plan.terminals) ++terminals[port.rack];
    for (const std::uint32_t rack : kEmpty) {
      CHECK_FALSE(switches.contains(rack));
      CHECK_FALSE(terminals.contains(rack));
    }
    if (!by_rows) CHECK(switches.size() == 7);
  }
}

TEST_CASE("switches stand at the end and in the middle of what a row has") {
  // Row 1 has one rack, which is for switches; the four terminals stand in the first rack of row 2.
  const machine::RackPlan end = plan_of(spec_of_hall("", "  fill: end_of_row\n", 2));
  for (const machine::Port& port : end.devices) CHECK(port.rack == 4 + 2);
  const machine::RackPlan middle = plan_of(spec_of_hall("", "  fill: middle_of_row\n", 2));
  for (const machine::Port& port : middle.devices) CHECK(port.rack == 4 + 1);
  for (const machine::Port& port : middle.terminals) CHECK(port.rack == 4);
}

TEST_CASE("units at both ends of a rack stay empty, wherever its switches stand") {
  struct Stand {
    const char* at;
    std::uint32_t first_switch, first_host;
  };
  // 20 U, of which 3 below and 2 above are empty: U 3 to 17, counted from 0, with two switches in each rack.
  for (const Stand& each : {Stand{"top", 17, 3}, Stand{"bottom", 3, 5}, Stand{"middle", 9, 3}}) {
    CAPTURE(each.at);
    const machine::RackPlan plan =
        plan_of(spec_of_hall(", empty_below: 3, empty_above: 2, switches_at: " + std::string(each.at), "", 14));
    CHECK(plan.devices[0].unit == each.first_switch);
    CHECK(plan.terminals[0].unit == each.first_host);
    for (const machine::Port& port : plan.terminals) {
      CHECK(port.unit >= 3);
      CHECK(port.unit < 18);
    }
  }
}

TEST_CASE("a pitch of rows is that of their racks and the aisle") {
  const auto needed = [](const std::string& machine) {
    const Study study = parse_study(spec_of_hall("", "  to_tray: 1 m\n" + machine, 14), "a.yaml", "");
    const std::vector<Candidate> candidates = evaluate(study, {}, Layouts::freed);
    REQUIRE_MESSAGE(candidates[0].can_be_built(), candidates[0].why_not());
    return candidates[0].machine->needed_of_link;
  };
  CHECK(needed("  row_pitch: 2.1 m\n") == needed("  aisles: 0.9 m\n"));
  CHECK(needed("  row_pitch: 2.1 m\n") != needed("  aisles: 1 m\n"));
  CHECK_THROWS_WITH_AS(needed("  row_pitch: 2.1 m\n  aisles: 1 m\n"),
                       doctest::Contains("`aisles` say already how far rows are apart"), Error);
  CHECK_THROWS_WITH_AS(needed("  row_pitch: 1.1 m\n"), doctest::Contains("rows are closer than their racks are deep"),
                       Error);
}

TEST_CASE("places that stay empty are told where they are not there, or where something must stand") {
  const auto refusal = [](const std::string& spec) {
    try {
      parse_study(spec, "a.yaml", "");
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  const std::string spec = spec_of_hall("", "", 4);
  std::string wrong = spec;
  wrong.replace(wrong.find("{rack: 4}"), 9, "{rack: 5}");
  CHECK(refusal(wrong).find("no row has a rack 5: rows have 4 racks") != std::string::npos);
  wrong = spec;
  wrong.replace(wrong.find("{rack: 4}"), 9, "{}");
  CHECK(refusal(wrong).find("all racks are left empty") != std::string::npos);
  CHECK(refusal(spec_of_hall(", empty_below: 12, empty_above: 8", "", 4)).find("all 20 units of a rack stay empty") !=
        std::string::npos);
  CHECK(refusal(spec_of_hall(", empty_below: 15", "", 4)).find("do not fit into 5 U") != std::string::npos);
}
