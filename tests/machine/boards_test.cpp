// SPDX-License-Identifier: Apache-2.0
// Nodes that share a board are joined by its traces: no cable, no price, no port, and the rack holds whole boards.
#include "machine/boards.hpp"

#include <doctest/doctest.h>
#include <fmt/core.h>

#include <map>
#include <set>
#include <string>

#include "cutline/spec/spec.hpp"
#include "cutline/study/link_values.hpp"
#include "cutline/study/placed_network.hpp"
#include "cutline/study/quantities.hpp"
#include "cutline/topology/topology.hpp"
#include "evaluate/machine_of.hpp"
#include "machine/trays.hpp"
#include "study/machine_choice.hpp"

using namespace cutline;

namespace {

std::string spec_of_boards(const std::string& topology, const std::string& board, const std::string& more = "") {
  return "cutline: 1\npopulation: any\nclock: {rule: fixed, frequency: 25 GHz}\nchannel: {width: 4 bits}\n"
         "router: {delay: 100 ns, passed: routers}\nmachine:\n  rows: 4\n  columns: 8\n  nodes: terminals\n"
         "  rack: {units: 42, switches: 8, terminals: 32}\n  board: " +
         board + "\n" + more +
         "  media: [{name: wire, kind: copper, power: 0.5 W, power_most: 1 W, delay: 4 ns/m, end_delay: 20 ns}]\n"
         "  prices: {name: list, cables: [{kind: copper, each_cable: {fixed: 10, per_metre: 3}}], switches: [{price: "
         "{fixed: 100, per_port: 7}, power: {fixed: 9 W}}], laying_inside: 1, laying_between: 2}\n"
         "candidates:\n  - {name: n, topology: " +
         topology + "}\n";
}

struct BoardMachine {
  Study study;
  std::vector<Candidate> candidates;

  explicit BoardMachine(const std::string& spec)
      : study(parse_study(spec, "a.yaml", "")), candidates(evaluate(study, {}, Layouts::freed)) {}
  const machine::Installed& installed() const { return *candidates[0].machine; }
  machine::Equipment equipment() const { return equipment_of(*candidates[0].design, *candidates[0].network()); }
  Data told(std::string_view key) const { return quantity_value(under_delay(study, candidates[0], 0), key); }
};

/// A HammingMesh of x by y boards of a by b accelerators, counted by hand.
struct HammingMesh {
  std::int64_t a, b, x, y;
  std::int64_t accelerators() const { return a * b * x * y; }
  /// A mesh on every board.
  std::int64_t traces_along() const { return x * y * (a - 1) * b; }
  std::int64_t traces_across() const { return x * y * (b - 1) * a; }
  /// Both ends of every board's row to the switch of the line, and of its columns.
  std::int64_t cables() const { return 2 * x * (b * y) + 2 * y * (a * x); }
  std::int64_t switches() const { return b * y + a * x; }
  std::string spec() const {
    return fmt::format("{{family: hammingmesh, board_columns: {}, board_rows: {}, columns: {}, rows: {}}}", a, b, x, y);
  }
};

}  // namespace

TEST_CASE("the links on the boards of a HammingMesh are traces, by its closed forms") {
  for (const HammingMesh& mesh : {HammingMesh{2, 2, 8, 8}, HammingMesh{4, 4, 4, 2}, HammingMesh{4, 2, 3, 5}}) {
    CAPTURE(mesh.spec());
    const BoardMachine all(
        spec_of_boards(mesh.spec(), "{pitch: [80 mm, 120 mm], delay: 7 ns/m, end_delay: 1 ns, power: 10 mW}"));
    REQUIRE_MESSAGE(all.candidates[0].can_be_built(), all.candidates[0].why_not());
    const std::int64_t traces = mesh.traces_along() + mesh.traces_across();
    CHECK(all.told("machine.traces").number() == static_cast<double>(traces));
    CHECK(all.told("machine.cables").number() == static_cast<double>(mesh.cables()));
    CHECK(all.told("machine.terminal_cables").number() == 0.0);
    CHECK(all.told("machine.switches").number() == static_cast<double>(mesh.switches()));
    CHECK(all.told("links").number() == static_cast<double>(traces + mesh.cables()));
    CHECK(all.told("machine.trace_m").number() == doctest::Approx(0.08 * static_cast<double>(mesh.traces_along()) +
                                                                  0.12 * static_cast<double>(mesh.traces_across())));

    // Only cables and switches have a price, and both ends of everything draw watts.
    std::map<std::string, double> spent;
    double metres = 0, laying = 0;
    const machine::Equipment equipment = all.equipment();
    std::int64_t listed = 0;
    machine::for_each_cable(equipment, all.installed(), [&](const machine::ListedCable& cable) {
      ++listed;
      metres += machine::metres(all.installed().needed_of_link[cable.link]);
      laying += cable.a.place.rack == cable.b.place.rack ? 1 : 2;
    });
    CHECK(listed == mesh.cables());
    const double cables = static_cast<double>(mesh.cables());
    CHECK(all.told("machine.cost_of_cables").number() == doctest::Approx(10 * cables + 3 * metres));
    CHECK(all.told("machine.needed_m").number() == doctest::Approx(metres));
    CHECK(all.told("machine.cost_of_laying").number() == doctest::Approx(laying));
    CHECK(all.told("machine.cost_of_switches").number() ==
          doctest::Approx(100.0 * static_cast<double>(mesh.switches()) + 7 * cables));
    CHECK(all.told("machine.power_w").number() ==
          doctest::Approx(9.0 * static_cast<double>(mesh.switches()) + 2 * 0.5 * cables +
                          2 * 0.01 * static_cast<double>(traces)));
    CHECK(all.told("machine.power_most_w").number() ==
          doctest::Approx(9.0 * static_cast<double>(mesh.switches()) + 2 * cables +
                          2 * 0.01 * static_cast<double>(traces)));
  }
}

TEST_CASE("the delay of a trace is that of its length, and a board stands in one host") {
  const BoardMachine all(
      spec_of_boards(HammingMesh{4, 4, 2, 2}.spec(), "{pitch: [80 mm, 120 mm], delay: 7 ns/m, end_delay: 1 ns}"));
  REQUIRE(all.candidates[0].can_be_built());
  const machine::Equipment equipment = all.equipment();
  const machine::Installed& machine = all.installed();
  std::map<std::uint32_t, std::set<std::pair<std::uint32_t, std::uint32_t>>> hosts, places;
  for (std::size_t i = 0; i < 64; ++i) {
    const machine::Device& device = equipment.devices[i];
    REQUIRE(device.on_board());
    hosts[device.board].insert({machine.plan.devices[i].rack, machine.plan.devices[i].unit});
    places[device.board].insert({device.x, device.y});
  }
  CHECK(hosts.size() == 4);
  for (const auto& [board, own] : hosts) CHECK(own.size() == 1);
  for (const auto& [board, own] : places) {
    CHECK(own.size() == 16);
    CHECK(*own.rbegin() == std::pair(3U, 3U));
  }
  std::set<std::pair<std::uint32_t, std::uint32_t>> all_hosts;
  for (const auto& [board, own] : hosts) all_hosts.insert(*own.begin());
  CHECK(all_hosts.size() == 4);
  const GivenLinks& figures = *all.candidates[0].network()->topology.given;
  for (std::size_t link = 0; link < equipment.links.size(); ++link) {
    if (!machine.lines[machine.of_link[link]].trace) continue;
    const machine::Nanometres way = machine.needed_of_link[link];
    CHECK((way == 80'000'000 || way == 120'000'000));
    const Time delay = *figures.figures[figures.of_link[link] - 1].delay;
    CHECK(in_ns(delay) == doctest::Approx(7 * machine::metres(way) + 2));
  }
}

TEST_CASE("boards of so many nodes along each digit join a torus, and its terminals need no cables") {
  const std::string torus = "{family: torus, radix: 4, dimensions: 3}";
  std::string spec = spec_of_boards(torus, "{nodes: [2, 2], pitch: 100 mm, delay: 7 ns/m}");
  const BoardMachine hosts(spec);
  REQUIRE_MESSAGE(hosts.candidates[0].can_be_built(), hosts.candidates[0].why_not());
  CHECK(hosts.told("machine.traces").number() == 64.0);  // 16 boards of four links
  CHECK(hosts.told("machine.cables").number() == 128.0);
  CHECK(hosts.told("machine.trace_m").number() == doctest::Approx(6.4));
  spec.replace(spec.find("nodes: terminals"), 16, "nodes: switches ");
  const BoardMachine routers(spec);
  REQUIRE_MESSAGE(routers.candidates[0].can_be_built(), routers.candidates[0].why_not());
  CHECK(routers.told("machine.traces").number() == 64.0);
  CHECK(routers.told("machine.terminal_traces").number() == 64.0);
  CHECK(routers.told("machine.terminal_cables").number() == 0.0);
  CHECK(routers.told("machine.cables").number() == 128.0);
}

TEST_CASE("networks without boards of their own keep every cable") {
  for (const char* network :
       {"{family: torus, radix: 4, dimensions: 2}", "{family: xgft, children: [4, 4], parents: [1, 2]}"}) {
    CAPTURE(network);
    const BoardMachine all(spec_of_boards(network, "{pitch: 100 mm, delay: 7 ns/m}"));
    REQUIRE_MESSAGE(all.candidates[0].can_be_built(), all.candidates[0].why_not());
    CHECK(all.told("machine.traces").number() == 0.0);
    CHECK(all.told("machine.cables").number() == all.told("links").number());
  }
}

TEST_CASE("every rule fills racks with whole boards") {
  const HammingMesh mesh{4, 2, 4, 4};
  for (const char* rule : {"in_order", "group", "one_of_each", "end_of_row", "middle_of_row", "shortest", "cheapest"}) {
    CAPTURE(rule);
    const BoardMachine all(
        spec_of_boards(mesh.spec(), "{pitch: 100 mm, delay: 7 ns/m}", fmt::format("  fill: {}\n", rule)));
    REQUIRE_MESSAGE(all.candidates[0].can_be_built(), all.candidates[0].why_not());
    const machine::Equipment equipment = all.equipment();
    std::map<std::uint32_t, std::set<std::uint32_t>> racks;
    std::map<std::uint32_t, std::uint32_t> held;
    for (std::size_t i = 0; i < 128; ++i) {
      racks[equipment.devices[i].board].insert(all.installed().plan.devices[i].rack);
      ++held[all.installed().plan.devices[i].rack];
    }
    CHECK(racks.size() == 16);
    for (const auto& [board, own] : racks) CHECK(own.size() == 1);
    for (const auto& [rack, nodes] : held) CHECK(nodes <= 32);
  }
}

TEST_CASE("boards that do not fit have one clear reason") {
  const auto why = [](const std::string& topology, const std::string& board, const std::string& more = "") {
    const BoardMachine all(spec_of_boards(topology, board, more));
    REQUIRE(!all.candidates[0].can_be_built());
    return all.candidates[0].why_not();
  };
  const std::string at = ", pitch: 100 mm, delay: 7 ns/m}";
  CHECK(why(HammingMesh{8, 8, 2, 2}.spec(), "{nodes: joined" + at) ==
        "a board has 64 terminals, and a rack holds 32: give `rack: {terminals: 64}`");
  CHECK(why("{family: torus, radix: 5, dimensions: 2}", "{nodes: [2]" + at) ==
        "boards of 2 do not divide the 5 nodes along digit 0");
  CHECK(why("{family: torus, radix: 4, dimensions: 2}", "{nodes: [2, 2, 2]" + at) ==
        "boards have 3 numbers of nodes, and addresses 2 digits");
}
