// SPDX-License-Identifier: Apache-2.0
// The file of cables that NetBox imports: its columns are those of NetBox's form, and no interface has two cables.
#include <doctest/doctest.h>

#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "cutline/spec/spec.hpp"
#include "cutline/study/candidate.hpp"
#include "cutline/study/quantities.hpp"
#include "output/tables/layout_lists.hpp"

using namespace cutline;

namespace {

/// The columns of NetBox's form for files of cables, and those without which it takes no line. Source: netbox,
/// 43fe81fe, CableImportForm.
const std::set<std::string> kFormFields = {"side_a_site",
                                           "side_a_device",
                                           "side_a_power_panel",
                                           "side_a_type",
                                           "side_a_name",
                                           "side_b_site",
                                           "side_b_device",
                                           "side_b_power_panel",
                                           "side_b_type",
                                           "side_b_name",
                                           "type",
                                           "status",
                                           "profile",
                                           "tenant",
                                           "bundle",
                                           "label",
                                           "color",
                                           "length",
                                           "length_unit",
                                           "description",
                                           "owner",
                                           "comments",
                                           "tags"};
const std::set<std::string> kNeededFields = {"side_a_type", "side_a_name", "side_b_type", "side_b_name"};
const std::set<std::string> kStates = {"connected", "planned", "decommissioning"};
const std::set<std::string> kLengthUnits = {"km", "m", "cm", "mi", "ft", "in"};

std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields;
  std::istringstream in(line);
  for (std::string field; std::getline(in, field, ',');) fields.push_back(field);
  return fields;
}

}  // namespace

TEST_CASE("NetBox gets every cable of a dragonfly and of a torus of hosts, and each interface once") {
  for (const char* network : {"{family: dragonfly, global_links: 2, routers: 4, concentration: 2}",
                              "{family: torus, radix: 4, dimensions: 2}"}) {
    CAPTURE(network);
    const std::string hall =
        "cutline: 1\nmachine: {rows: 3, columns: 6, rate: 100 Gb/s, media: [dac-100g, aoc-100g], "
        "rack: {switches: 4, terminals: 16}}\n";
    const std::string spec = hall + "candidates:\n  - {name: net, topology: " + network + "}\n";
    const Study study = parse_study(spec, "a.yaml", "");
    const std::vector<Candidate> candidates = evaluate(study, {}, Layouts::freed);
    REQUIRE_MESSAGE(candidates[0].can_be_built(), candidates[0].why_not());
    const UnderDelay asked = under_delay(study, candidates[0], 0);
    std::istringstream file(csv_table(netbox_table(asked)));
    std::string line;
    std::getline(file, line);
    CHECK(line ==
          "side_a_device,side_a_type,side_a_name,side_b_device,side_b_type,side_b_name,"
          "status,label,length,length_unit");
    std::set<std::string> needed = kNeededFields;
    for (const std::string& column : fields_of(line)) {
      CHECK(kFormFields.contains(column));
      needed.erase(column);
    }
    CHECK(needed.empty());
    std::set<std::string> interfaces;
    std::size_t cables = 0;
    double metres = 0;
    for (; std::getline(file, line); ++cables) {
      const std::vector<std::string> fields = fields_of(line);
      REQUIRE(fields.size() == 10);
      for (const std::size_t side : {0u, 3u}) {
        CAPTURE(line);
        CHECK(interfaces.insert(fields[side] + "/" + fields[side + 2]).second);
        CHECK(fields[side + 1] == "dcim.interface");
      }
      CHECK(kStates.contains(fields[6]));
      CHECK(fields[7].size() <= 100);
      CHECK(kLengthUnits.contains(fields[9]));
      metres += std::stod(fields[8]);
    }
    const auto told = [&](std::string_view key) { return quantity_value(asked, key).number(); };
    CHECK(static_cast<double>(cables) == told("machine.cables") + told("machine.terminal_cables"));
    CHECK(metres == doctest::Approx(told("machine.laid_m")));
  }
}

TEST_CASE("NetBox takes labels of 100 characters and lengths of two decimals: longer ones are cut and rounded up") {
  const std::string name(120, 'x');
  const Study study = parse_study("cutline: 1\nmachine: {rows: 1, columns: 2, rate: 100 Gb/s, media: [{name: " + name +
                                      ", kind: copper, stock: [30.005 m]}]}\ncandidates:\n"
                                      "  - {name: net, topology: {family: torus, radix: 2, dimensions: 1}}\n",
                                  "a.yaml", "");
  const std::vector<Candidate> candidates = evaluate(study, {}, Layouts::freed);
  REQUIRE_MESSAGE(candidates[0].can_be_built(), candidates[0].why_not());
  std::istringstream file(csv_table(netbox_table(under_delay(study, candidates[0], 0))));
  std::string line;
  std::getline(file, line);
  for (std::size_t lines = 0; std::getline(file, line); ++lines) {
    CHECK(fields_of(line)[7].size() == 100);
    CHECK(fields_of(line)[8] == "30.01");
  }
}
