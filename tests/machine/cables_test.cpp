// SPDX-License-Identifier: Apache-2.0
// Every cable of three networks of about 1,000 terminals, counted apart: rack, height, way, stock length, price, tray.
#include <doctest/doctest.h>
#include <fmt/core.h>

#include <cmath>
#include <map>
#include <numeric>

#include "cutline/spec/spec.hpp"
#include "cutline/study/link_values.hpp"
#include "cutline/study/placed_network.hpp"
#include "cutline/study/quantities.hpp"
#include "cutline/topology/topology.hpp"
#include "machine/installed.hpp"
#include "support/notes.hpp"

using namespace cutline;

namespace {

/// A floor of 6 rows of 9 racks, with a door, copper to 3 m and fibre to 30 m.
std::string spec_of(const std::string& network, const std::string& more) {
  return "cutline: 1\npopulation: any\nclock: {rule: fixed, frequency: 25 GHz}\nchannel: {width: 4 bits}\n"
         "machine:\n  rows: 6\n  columns: 9\n"
         "  rack: {width: 600 mm, depth: 1200 mm, units: 42, switches: 5, terminals: 36}\n"
         "  aisles: [1.2 m, 0.9 m]\n  doors: [{after: 4, width: 1 m}]\n  slack: 0.3 m\n  service_loop: 0.5 m\n" +
         more +
         "  media:\n"
         "    - {name: dac, kind: copper, stock: [0.5 m, 1 m, 2 m, 3 m], power: 0.1 W, delay: 4.5 ns/m}\n"
         "    - {name: aoc, kind: optical, stock: [5 m, 7 m, 10 m, 15 m, 20 m, 30 m], power: 3.5 W, delay: 4.9 ns/m, "
         "end_delay: 100 ns}\n"
         "  prices: {name: list, cables: [{kind: copper, each_cable: {fixed: 50, per_metre: 30}}, {kind: optical, "
         "each_cable: {fixed: 480, per_metre: 5}}], switches: [{price: {fixed: 5000}}], laying_inside: 2, "
         "laying_between: 6}\n"
         "candidates:\n  - {name: n, topology: " +
         network + "}\n";
}

/// The test's own view of the floor; lengths in millimetres.
struct Floor {
  static constexpr int columns = 9, switches = 5, terminals = 36, units = 42;
  bool trays = true;

  static double height(int unit) { return (unit + 0.5) * 44.45; }
  static double aside(int rack) { return 600.0 * (rack % columns) + (rack % columns >= 4 ? 1000 : 0); }
  static double ahead(int rack) {
    double at = 0;
    for (int row = 0; row < rack / columns; ++row) at += 1200 + (row % 2 == 0 ? 1200 : 900);
    return at;
  }
  /// In whole centimetres.
  long way(int rack_a, int unit_a, int rack_b, int unit_b) const {
    double mm = 300;
    if (rack_a == rack_b) {
      mm += std::abs(height(unit_a) - height(unit_b));
    } else {
      const double x = std::abs(aside(rack_a) - aside(rack_b)), y = std::abs(ahead(rack_a) - ahead(rack_b));
      const double top = units * 44.45;
      mm += 2 * 500 + (trays ? x + y + (top - height(unit_a) + 127) + (top - height(unit_b) + 127)
                             : std::hypot(x, y, height(unit_a) - height(unit_b)));
    }
    return static_cast<long>(std::ceil(mm / 10 - 1e-6));
  }
};

struct Bought {
  bool optical = false;
  long cm = 0;
  double price = 0;
};

Bought bought(long way_cm) {
  for (const long cm : {50L, 100L, 200L, 300L}) {
    if (cm >= way_cm) return {false, cm, 50 + 0.30 * static_cast<double>(cm)};
  }
  for (const long cm : {500L, 700L, 1000L, 1500L, 2000L, 3000L}) {
    if (cm >= way_cm) return {true, cm, 480 + 0.05 * static_cast<double>(cm)};
  }
  FAIL("no cable is long enough");
  return {};
}

/// Racks filled in the order of the nodes: five switches or 36 terminals. Switches without terminals fill what is left.
struct Filled {
  std::vector<int> rack, unit, terminal_rack, terminal_unit;
};

Filled filled(const std::vector<int>& terminals) {
  Filled all;
  std::map<int, int> switches, hosts;  // of each rack so far
  int rack = 0, inner = 0;
  for (const int each : terminals) {
    int& at = each > 0 ? rack : inner;
    while (switches[at] == Floor::switches || hosts[at] + each > Floor::terminals) ++at;
    all.rack.push_back(at);
    all.unit.push_back(Floor::units - 1 - switches[at]++);
    for (int i = 0; i < each; ++i) all.terminal_rack.push_back(at), all.terminal_unit.push_back(hosts[at]++);
  }
  return all;
}

void check_every_cable(const std::string& network, std::size_t links, std::size_t ends, bool trays) {
  CAPTURE(network);
  const Study study = parse_study(spec_of(network, trays ? "" : "  tray: straight\n"), "a.yaml", "");
  const std::vector<Candidate> candidates = evaluate(study, {}, Layouts::freed);
  REQUIRE_MESSAGE(candidates[0].can_be_built(), candidates[0].why_not());
  const machine::Installed& all = *candidates[0].machine;
  const Topology& topology = candidates[0].network()->topology;
  const NodeNumbers numbers(topology);
  std::vector<int> terminals(topology.node_count(), static_cast<int>(topology.concentration));
  terminals.resize(terminals.size() + topology.interchange_count(), 0);
  const Filled places = filled(terminals);
  const Floor floor{trays};
  std::map<std::pair<int, int>, std::uint64_t> along, across;  // behind a rack, behind a row in a column
  double price = 0, laying = 0;
  std::uint64_t optical = 0;
  const auto check = [&](const machine::CableLine& line, int rack_a, int unit_a, int rack_b, int unit_b) {
    const Bought one = bought(floor.way(rack_a, unit_a, rack_b, unit_b));
    CHECK(line.cable.length == one.cm * machine::kCentimetre);
    CHECK(line.cable.medium == (one.optical ? 1 : 0));
    CHECK(line.cable.price->value == doctest::Approx(one.price));
    price += one.price;
    laying += rack_a == rack_b ? 2 : 6;
    optical += one.optical ? 1 : 0;
    if (rack_a == rack_b) return;
    const auto [low, high] = std::minmax({rack_a, rack_b});
    const auto [left, right] = std::minmax({low % Floor::columns, high % Floor::columns});
    for (int c = left; c < right; ++c) ++along[{low / Floor::columns, c}];
    for (int r = low / Floor::columns; r < high / Floor::columns; ++r) ++across[{r, high % Floor::columns}];
  };
  std::size_t number = 0;
  for_each_link(topology, [&](std::size_t, std::size_t, std::uint64_t a, std::uint64_t b) {
    const std::uint64_t from = numbers.number(a), to = numbers.number(b);
    check(all.lines[all.of_link[number++]], places.rack[from], places.unit[from], places.rack[to], places.unit[to]);
  });
  std::size_t terminal = 0;
  for (std::size_t device = 0; device < terminals.size(); ++device) {
    for (int i = 0; i < terminals[device]; ++i, ++terminal)
      check(all.lines[all.of_terminal[terminal]], places.rack[device], places.unit[device],
            places.terminal_rack[terminal], places.terminal_unit[terminal]);
  }
  CHECK(number == links);
  CHECK(terminal == ends);
  const auto told = [&](std::string_view key) {
    return quantity_value(under_delay(study, candidates[0], 0), key).number();
  };
  CHECK(told("machine.cables") == static_cast<double>(links));
  CHECK(told("machine.terminal_cables") == static_cast<double>(ends));
  CHECK(told("machine.cost_of_cables") + told("machine.cost_of_terminal_cables") == doctest::Approx(price));
  CHECK(told("machine.cost_of_laying") == doctest::Approx(laying));
  CHECK(told("machine.optical_cables") == static_cast<double>(optical));
  CHECK(told("machine.cost_of_switches") == 5000.0 * static_cast<double>(terminals.size()));
  const auto fullest = [](const auto& counts) {
    return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0},
                           [](std::uint64_t most, const auto& each) { return std::max(most, each.second); });
  };
  CHECK(told("machine.tray_cables_along") == static_cast<double>(fullest(along)));
  CHECK(told("machine.tray_cables_across") == static_cast<double>(fullest(across)));
}

}  // namespace

TEST_CASE("every cable of a fat tree, a dragonfly and a slim fly is what an independent count says") {
  for (const bool trays : {true, false}) {
    check_every_cable("{family: fat_tree, radix: 32, levels: 2}", 1024, 1024, trays);
    check_every_cable("{family: dragonfly, global_links: 4, routers: 8, concentration: 4}", 1452, 1056, trays);
    check_every_cable("{family: slim_fly, q: 9, concentration: 6}", 1053, 972, trays);
  }
}

TEST_CASE("cables set the delays of links: stock length and both transceivers") {
  const Study study =
      parse_study(spec_of("{family: dragonfly, global_links: 4, routers: 8, concentration: 4}", ""), "a.yaml", "");
  const std::vector<Candidate> candidates = evaluate(study, {}, Layouts::kept);
  const machine::Installed& all = *candidates[0].machine;
  const std::vector<double> delays = link_values(study, candidates[0], 0).delay_ns;
  REQUIRE(delays.size() == all.of_link.size());
  for (std::size_t link = 0; link < delays.size(); ++link) {
    const machine::CableOffer& cable = all.lines[all.of_link[link]].cable;
    const double metres = static_cast<double>(cable.length) * 1e-9;
    CHECK(delays[link] == doctest::Approx(cable.medium == 0 ? 4.5 * metres : 4.9 * metres + 200));
  }
}

TEST_CASE("a rate of cables beside that of width and clock is told with both figures") {
  const auto notes = [](const std::string& more) {
    return evaluate(parse_study(spec_of("{family: ring, nodes: 8}", more), "a.yaml", ""), {}, Layouts::freed)[0].notes;
  };
  CHECK(test::noted(notes("  rate: 50 Gb/s\n"), NoteKind::rate_of_cables, 50.0, 4.0, 100.0));
  CHECK_FALSE(test::noted(notes("  rate: 100 Gb/s\n"), NoteKind::rate_of_cables));
  CHECK_FALSE(test::noted(notes(""), NoteKind::rate_of_cables));
}

TEST_CASE("what cannot stand is a candidate below the ranking, with its reason") {
  const auto why = [](const std::string& network, const std::string& more) {
    const Study study = parse_study(spec_of(network, more), "a.yaml", "");
    return evaluate(study, {}, Layouts::freed)[0].why_not();
  };
  CHECK(why("{family: dragonfly, global_links: 5, routers: 10, concentration: 5}", "") ==
        "510 switches and 2550 terminals do not fit into the hall's 54 racks, each with room for 5 switches and 36 "
        "terminals: give more `rows` or `columns`, or let a `rack` hold more");
  CHECK(why("{family: ring, nodes: 8}", "  to_tray: 20 m\n  rate: 1 Tb/s\n") == "no medium reaches 41.9 m");
}
