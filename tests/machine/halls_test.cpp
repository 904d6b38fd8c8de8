// SPDX-License-Identifier: Apache-2.0
// Machines as the literature prices them: a worked dragonfly, and a maker's public bill of cables.
#include <doctest/doctest.h>
#include <fmt/core.h>

#include <cmath>
#include <fstream>
#include <map>
#include <sstream>

#include "cutline/spec/spec.hpp"
#include "cutline/study/candidate.hpp"
#include "cutline/study/quantities.hpp"
#include "machine/installed.hpp"
#include "support/own_folder.hpp"
#include "support/places.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

/// The candidates of a spec, and its numbers.
struct Evaluated {
  Study study;
  std::vector<Candidate> candidates;

  double operator()(std::string_view key, std::size_t candidate = 0) const {
    return quantity_value(under_delay(study, candidates.at(candidate), 0), key).number();
  }
  const machine::Installed& machine(std::size_t candidate = 0) const { return *candidates.at(candidate).machine; }
};

Evaluated evaluated(const std::string& spec) {
  Evaluated made{
      parse_study("cutline: 1\npopulation: any\nclock: {rule: fixed, frequency: 10 GHz}\n" + spec, "a.yaml", ""), {}};
  made.candidates = evaluate(made.study, {}, Layouts::freed);
  for (const Candidate& each : made.candidates) REQUIRE_MESSAGE(each.can_be_built(), each.why_not());
  return made;
}

/// The dragonfly of 1,056 terminals with a group in each of 33 racks, on the floor of layout studies.
Evaluated dragonfly(const std::string& prices, int bits) {
  return evaluated(fmt::format(
      "channel: {{width: {} bits}}\nmachine:\n  rows: 6\n  columns: 6\n  rack: {{units: 48, switches: 8, terminals: "
      "32}}\n  aisles: 0.9 m\n  inside: 2 m\n  to_tray: 2 m\n  fill: group\n  media: [electrical, optical]\n  prices: "
      "{}\ncandidates:\n  - {{name: d, topology: {{family: dragonfly, global_links: 4, routers: 8, concentration: "
      "4}}}}\n",
      bits, prices));
}

/// Money for the links of a class, and how many of their cables are optical.
struct Spent {
  double money = 0;
  std::uint64_t optical = 0;
};
Spent spent_on(const Evaluated& made, bool global) {
  Spent spent;
  const std::size_t local = 33 * 28;  // the links of a group stand first
  const machine::Installed& all = made.machine();
  for (std::size_t link = global ? local : 0; link < (global ? all.of_link.size() : local); ++link) {
    const machine::CableOffer& cable = all.lines[all.of_link[link]].cable;
    spent.money += cable.price->value;
    spent.optical += cable.medium;
  }
  return spent;
}

double rounded_to_cents(double money) { return std::round(money * 100) / 100; }

}  // namespace

TEST_CASE("a worked dragonfly costs to the cent what the laws of its study say") {
  const Evaluated made = dragonfly("besta-2014", 4);
  CHECK(made("machine.racks") == 33);
  CHECK(made("machine.terminal_needed_m") == 2112);
  CHECK(made("machine.needed_m") == doctest::Approx(1848 + 4823.40).epsilon(1e-12));
  CHECK(made("machine.longest_m") == doctest::Approx(17.5));
  CHECK(rounded_to_cents(made("machine.cost_of_terminal_cables")) == 58836.10);
  CHECK(rounded_to_cents(spent_on(made, false).money) == 51481.58);
  CHECK(rounded_to_cents(spent_on(made, true).money) == 90886.95);
  CHECK(made("machine.optical_cables") == 0);
  CHECK(rounded_to_cents(made("machine.cost_of_switches")) == 1152016.80);
  CHECK(made("machine.power_w") == doctest::Approx(11088.0));
  CHECK(made("machine.tray_cables_along") == 90);
  CHECK(made("machine.tray_cables_across") == 54);
  CHECK(made.machine().totals.along.row == 0);
  CHECK(made.machine().totals.along.column == 2);
  const double lines = made("machine.cost_of_cables") + made("machine.cost_of_terminal_cables") +
                       made("machine.cost_of_switches") + made("machine.cost_of_racks") +
                       made("machine.cost_of_laying");
  CHECK(made("machine.cost") == doctest::Approx(lines).epsilon(1e-14));
}

TEST_CASE("the global cables of the worked dragonfly have the lengths of an independent program") {
  std::ifstream file(source_folder() + "/tests/golden/machines/dragonfly_lengths.csv");
  REQUIRE(file);
  std::map<long, std::uint64_t> known, found;
  for (std::string line; std::getline(file, line);) {
    double metres = 0;
    std::uint64_t count = 0;
    char comma = 0;
    if (std::istringstream(line) >> metres >> comma >> count) known[std::lround(metres * 100)] += count;
  }
  const Evaluated made = dragonfly("besta-2014", 4);
  const machine::Installed& all = made.machine();
  for (std::size_t link = 33 * 28; link < all.of_link.size(); ++link)
    ++found[static_cast<long>(all.lines[all.of_link[link]].cable.length / machine::kCentimetre)];
  CHECK(known.size() == 35);
  CHECK(found == known);
}

TEST_CASE("other studies' prices of the worked dragonfly: copper to a length, fibre beyond") {
  const Evaluated mudigonda = dragonfly("mudigonda-2011", 4);
  const double inside = 2.5, between = 6.25;  // labour, which that study counts with the cable
  CHECK(mudigonda("machine.cost_of_terminal_cables") + 1056 * inside == doctest::Approx(97680.00));
  CHECK(spent_on(mudigonda, false).money + 924 * inside == doctest::Approx(85470.00));
  CHECK(spent_on(mudigonda, true).money + 528 * between == doctest::Approx(271974.00));
  CHECK(spent_on(mudigonda, true).optical == 501);
  CHECK(mudigonda("machine.cost_of_switches") == doctest::Approx(1980000.00));
  CHECK(mudigonda("machine.cost_of_laying") == doctest::Approx(1980 * inside + 528 * between));
  const Evaluated kim = dragonfly("[kim-2008, {name: no switches, switches: [{price: {fixed: 0}}]}]", 1);
  CHECK(rounded_to_cents(kim("machine.cost_of_terminal_cables")) == 52377.60);
  CHECK(rounded_to_cents(spent_on(kim, false).money) == 45830.40);
  CHECK(rounded_to_cents(spent_on(kim, true).money) == 66676.93);
  CHECK(spent_on(kim, true).optical == 378);
}

/// Racks in a row, each with two leaf switches and one above them; each leaf deals eight links round robin over the
/// racks, from its own on. Source: the public bill of Oracle's engineered systems of 2 to 8 racks.
TEST_CASE("a maker's public bill of cables for 2 to 8 racks") {
  const std::map<int, std::array<std::uint64_t, 3>> bill = {{2, {16, 16, 0}},  {3, {18, 30, 0}},  {4, {16, 40, 8}},
                                                            {5, {20, 42, 18}}, {6, {24, 46, 26}}, {7, {28, 44, 40}},
                                                            {8, {16, 52, 60}}};
  for (const auto& [racks, counts] : bill) {
    CAPTURE(racks);
    std::string links, places = "node,row,rack\n";
    for (int rack = 0; rack < racks; ++rack) {
      for (const int node : {2 * rack, 2 * rack + 1, 2 * racks + rack})
        places += fmt::format("{},1,{}\n", node, rack + 1);
      for (int leaf = 2 * rack; leaf < 2 * rack + 2; ++leaf) {
        for (int i = 0; i < 8; ++i) links += fmt::format("[{}, {}], ", leaf, 2 * racks + (rack + i) % racks);
      }
    }
    links.resize(links.size() - 2);
    const OwnFolder folder;
    const std::string file = folder.write("racks.csv", places);
    const Evaluated made = evaluated(fmt::format(
        "channel: {{width: 4 bits}}\nmachine:\n  rows: 1\n  columns: {}\n  rack: {{switches: 3, terminals: 3}}\n  "
        "inside: 3 m\n  to_tray: 1.9 m\n  places: {}\n  media: {{name: cable, kind: copper, stock: [3 m, 5 m, 10 "
        "m]}}\ncandidates:\n  - {{name: n, topology: {{family: graph, nodes: {}, links: [{}]}}}}\n",
        racks, file, 3 * racks, links));
    std::array<std::uint64_t, 3> found{};
    for (const machine::CableLine& line : made.machine().lines) {
      if (line.to_terminal) continue;
      const auto metres = line.cable.length / 1'000'000'000;
      found[metres == 3 ? 0 : metres == 5 ? 1 : 2] += line.count;
    }
    CHECK(found == counts);
  }
}

TEST_CASE("a tree fills racks pod by pod, and its highest switches stand by themselves") {
  // Three levels of four switches with two links down: leaves 0 and 1 have switches 4 and 5 above them, leaves 2 and 3
  // have 6 and 7, and four switches are on top.
  const auto racks_of = [](const std::string& rule) {
    const Evaluated made = evaluated(
        "channel: {width: 4 bits}\nmachine:\n  rows: 1\n  columns: 12\n  rack: {switches: 4, terminals: 8}\n  fill: " +
        rule + "\ncandidates: [{name: t, topology: {family: fat_tree, radix: 2, levels: 3}}]\n");
    std::vector<std::uint32_t> racks;
    for (const machine::Port& port : made.machine().plan.devices) racks.push_back(port.rack);
    return racks;
  };
  const std::vector<std::uint32_t> by_pods = racks_of("group");
  CHECK(by_pods == std::vector<std::uint32_t>{0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 2, 2});
}
