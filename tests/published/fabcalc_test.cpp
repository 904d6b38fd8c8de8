// SPDX-License-Identifier: Apache-2.0
// Every cable and every tray of a dragonfly and a HyperX as fabcalc, a calculator of cables, counts them [McDonald
// 2018].
#include <doctest/doctest.h>
#include <fmt/core.h>

#include <cmath>
#include <cstdlib>
#include <map>
#include <numeric>
#include <utility>

#include "cutline/study/placed_network.hpp"
#include "machine/installed.hpp"
#include "machine/trays.hpp"
#include "published/published.hpp"
#include "study/machine_choice.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

struct Case {
  const char* name;
  const char* topology;
  int rows, columns, terminals;  ///< terminals of a rack
};
constexpr Case kDragonfly = {"dragonfly", "{family: dragonfly, global_links: 4, routers: 8, concentration: 4}", 3, 16,
                             32};
constexpr Case kHyperX = {"hyperx", "{family: hyperx, radix: 8, dimensions: 2, concentration: 16}", 1, 8, 128};

/// What fabcalc's floor is made of. As it computes: a cooling unit of 24 in lengthens a way by 24 in times 0.6096, and
/// the first two rows are a hot aisle of 36 in apart, the next two also two racks of 48 in and a cold aisle of 48 in.
struct Floor {
  std::string cooling = "371.61216 mm", depth = "100 mm", aisles = "[814.4 mm, 3557.6 mm]";
};
const Floor kWideCooling = {.cooling = "609.6 mm"};
const Floor kMended = {.cooling = "609.6 mm", .depth = "48 inch", .aisles = "[36 inch, 48 inch]"};

/// Eight switches at eighths of a rack of 48 U under the tray, which the way to a unit's middle is taken from.
std::string settings_of(const Case& each, const Floor& floor, const std::string& market) {
  std::string doors;
  for (int after = 2; after < each.columns; after += 4)
    doors += fmt::format("{}{{after: {}, width: {}}}", doors.empty() ? "" : ", ", after, floor.cooling);
  return fmt::format(
      "population: any\nclock: {{rule: fixed, frequency: 25 GHz}}\nchannel: {{width: 4 bits}}\nmachine:\n  rows: {}\n  "
      "columns: {}\n  rack: {{width: 24 inch, depth: {}, units: 49, switches: 8, switch_units: 6, terminals: {}, "
      "host_terminals: {}, switches_at: bottom}}\n  aisles: {}\n  doors: [{}]\n  tray: floor\n  tray_gap: 104.775 mm\n"
      "  fill: group\n{}",
      each.rows, each.columns, floor.depth, each.terminals, each.terminals, floor.aisles, doors, market);
}

/// Lists of stock lengths make cables of these alone; the laws of [Kim 2008] have fabcalc's stock.
Told installed(const Case& each, const Floor& floor, const std::string& prices) {
  const std::string stock = "stock: [0.5 m, 1 m, 2 m, 3 m, 4 m, 5 m, 7 m, 10 m, 15 m, 20 m]";
  const std::string laws = fmt::format("[{{name: c, kind: copper, {}}}, {{name: o, kind: optical, {}}}]", stock, stock);
  // A stand-in for switches, of which two of the lists have none: fabcalc has figures of its own there.
  const std::string switches = "{name: switches, switches: [{price: {fixed: 1}}]}";
  const bool by_laws = prices == "kim-2008";
  const std::string market =
      fmt::format("  rate: {}\n  media: {}\n  prices: [{}, {}]\n", by_laws ? "1 Gb/s" : "100 Gb/s",
                  by_laws ? laws : "[electrical, optical]", prices, switches);
  return told(settings_of(each, floor, market), fmt::format("topology: {}", each.topology));
}

struct Bought {
  std::uint64_t count = 0;
  double money = 0;
};
using ByLength = std::map<double, Bought>;  ///< by metres as made

/// By how much fabcalc's way between two racks is longer: it leads a cable into its second rack as far as it led it out
/// of the first one, and takes every step of a single row for one over a hot aisle, wherever the row stands.
machine::Nanometres longer_there(const machine::Hall& hall, const machine::Port& from, const machine::Port& to) {
  constexpr machine::Nanometres kHot = 914'400'000, kCold = 3'657'600'000;
  if (from.rack == to.rack) return 0;
  const std::int64_t rows = std::abs(std::int64_t{hall.row(from.rack)} - std::int64_t{hall.row(to.rack)});
  const machine::Nanometres across = (rows + 1) / 2 * kHot + rows / 2 * kCold;
  return (std::int64_t{from.unit} - std::int64_t{to.unit}) * hall.rack.unit + across -
         machine::way_across(hall, from.rack, to.rack);
}

/// The cables between switches; `as_there`: as long as fabcalc makes them.
ByLength cables_of(const Told& told, bool as_there) {
  const Design& design = *told.candidate().design;
  const machine::Installed& all = *told.candidate().machine;
  const Topology& topology = told.candidate().network()->topology;
  const NodeNumbers numbers(topology);
  ByLength bought;
  std::size_t link = 0;
  for_each_link(topology, [&](std::size_t, std::size_t, std::uint64_t a, std::uint64_t b) {
    machine::Port from = all.plan.devices[numbers.number(a)], to = all.plan.devices[numbers.number(b)];
    if (from.rack > to.rack) std::swap(from, to);
    machine::Nanometres way = all.needed_of_link[link++];
    if (as_there) way += longer_there(design.machine->hall, from, to);
    const auto offer = machine::cheapest_cable(design.machine->market, way, all.gbps);
    const auto& cable = std::get<machine::CableOffer>(offer);
    Bought& line = bought[machine::metres(cable.length)];
    ++line.count;
    line.money += cable.price->value;
  });
  return bought;
}

double money_of(const ByLength& bought) {
  return std::accumulate(bought.begin(), bought.end(), 0.0,
                         [](double sum, const auto& each) { return sum + each.second.money; });
}

ByLength theirs(const Case& each, const std::string& prices) {
  ByLength bought;
  for (const Row& row : golden("machines/fabcalc.csv")) {
    if (row.text("network") == each.name && row.text("prices") == prices && row.text("what") == "cable")
      bought[row.number("at")] = {static_cast<std::uint64_t>(row.integer("count")), row.number("money")};
  }
  REQUIRE(!bought.empty());
  return bought;
}

void check_same(const ByLength& ours, const ByLength& printed) {
  CHECK(ours.size() == printed.size());
  for (const auto& [metres, line] : printed) {
    CAPTURE(metres);
    REQUIRE(ours.contains(metres));
    CHECK(ours.at(metres).count == line.count);
    CHECK(std::abs(ours.at(metres).money - line.money) <= 0.5 + 1e-6);  // whole dollars
  }
}

/// Cables over each step along all rows together, or over each step across in all columns together.
std::map<std::size_t, std::uint64_t> steps_of(const Told& told, bool along) {
  const machine::Hall& hall = told.candidate().design->machine->hall;
  const machine::Installed& all = *told.candidate().machine;
  const Topology& topology = told.candidate().network()->topology;
  const NodeNumbers numbers(topology);
  machine::TrayCounter trays(hall);
  for_each_link(topology, [&](std::size_t, std::size_t, std::uint64_t a, std::uint64_t b) {
    const auto rack = [&](std::uint64_t site) { return all.plan.devices[numbers.number(site)].rack; };
    if (rack(a) != rack(b)) trays.add(rack(a), rack(b), 1, 0);
  });
  std::map<std::size_t, std::uint64_t> sums;
  const std::vector<std::uint64_t> counts = along ? trays.along() : trays.across();
  for (std::uint32_t rack = 0; rack < counts.size(); ++rack) {
    if (counts[rack] > 0) sums[(along ? hall.column(rack) : hall.row(rack)) + 1] += counts[rack];
  }
  return sums;
}

}  // namespace

TEST_CASE("a HyperX in one row has fabcalc's cables by every stock length, and its money, with two price lists") {
  for (const char* prices : {"edr-2018", "kim-2008"}) {
    CAPTURE(prices);
    const Told t = installed(kHyperX, {}, prices);
    check_same(cables_of(t, false), theirs(kHyperX, prices));
    CHECK(t.number("machine.racks") == 8);
    CHECK(t.number("machine.cables") == 448);
  }
}

TEST_CASE(
    "a dragonfly has fabcalc's cables by every stock length once its ways into racks are taken as it takes them") {
  for (const char* prices : {"edr-2018", "ethernet-100g-2018", "kim-2008", "opa-2018"}) {
    CAPTURE(prices);
    const Told t = installed(kDragonfly, {}, prices);
    CHECK(t.number("machine.racks") == 33);
    CHECK(t.number("machine.cables") == 1452);
    check_same(cables_of(t, true), theirs(kDragonfly, prices));
    CHECK(money_of(cables_of(t, false)) == doctest::Approx(t.number("machine.cost_of_cables")));
  }
}

TEST_CASE("what fabcalc's slips come to in money: the way into racks, cooling units, rows without the depth of racks") {
  const auto ours = [](const Case& each, const Floor& floor, const char* prices) {
    return std::lround(installed(each, floor, prices).number("machine.cost_of_cables"));
  };
  CHECK(std::lround(money_of(theirs(kHyperX, "edr-2018"))) == 127687);
  CHECK(ours(kHyperX, {}, "edr-2018") == 127687);
  CHECK(ours(kHyperX, kWideCooling, "edr-2018") == 132457);
  CHECK(std::lround(money_of(theirs(kDragonfly, "edr-2018"))) == 399024);
  CHECK(ours(kDragonfly, {}, "edr-2018") == 390974);
  CHECK(ours(kDragonfly, kWideCooling, "edr-2018") == 394479);
  CHECK(ours(kDragonfly, kMended, "edr-2018") == 402239);
  CHECK(ours(kDragonfly, {}, "ethernet-100g-2018") == 278419);
  CHECK(ours(kDragonfly, kMended, "ethernet-100g-2018") == 298349);
  CHECK(ours(kDragonfly, {}, "opa-2018") == 453652);
  CHECK(ours(kDragonfly, kMended, "opa-2018") == 465184);
  CHECK(ours(kDragonfly, {}, "kim-2008") == 9628);
  CHECK(ours(kDragonfly, kMended, "kim-2008") == 10057);
}

TEST_CASE("as many cables pass each step of fabcalc's trays, whichever of two ways around each cable takes") {
  for (const Case& each : {kDragonfly, kHyperX}) {
    CAPTURE(each.name);
    std::map<std::size_t, std::uint64_t> along, across;
    for (const Row& row : golden("machines/fabcalc.csv")) {
      if (row.text("network") != each.name || row.has("prices")) continue;
      const bool is_along = row.text("what") == "along";
      (is_along ? along : across)[static_cast<std::size_t>(row.integer(is_along ? "at" : "row"))] +=
          static_cast<std::uint64_t>(row.integer("count"));
    }
    const Told t = installed(each, {}, "edr-2018");
    CHECK(steps_of(t, true) == along);
    CHECK(steps_of(t, false) == across);
  }
}
