// SPDX-License-Identifier: Apache-2.0
// What a machine costs where prices are uncertain, with spares, over the years, and when parts of it fail.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <string>

#include "cutline/base/error.hpp"
#include "cutline/output/record/record.hpp"
#include "cutline/spec/spec.hpp"
#include "cutline/study/candidate.hpp"
#include "cutline/study/quantities.hpp"
#include "machine/installed.hpp"
#include "output/compare/answer.hpp"
#include "rank/scoring.hpp"
#include "study/corners.hpp"

using namespace cutline;

namespace {

/// One row of racks with a switch each; cables inside are 2 m of copper, those between at least 4 m of fibre.
std::string hall_spec(const std::string& machine, const std::string& candidates, const std::string& more = "") {
  return "cutline: 1\npopulation: any\nclock: {rule: fixed, frequency: 25 GHz}\nchannel: {width: 4 bits}\n" + more +
         "machine:\n  rows: 1\n  columns: 9\n  rack: {width: 1 m, switches: 1, terminals: 8}\n  tray: straight\n"
         "  inside: 2 m\n  to_tray: 1.1 m\n"
         "  media:\n    - {name: dac, kind: copper, reach: 3 m, power: 0.5 W}\n"
         "    - {name: aoc, kind: optical, stock: [4 m, 6 m, 8 m, 10 m], power: 2 W, power_most: 3 W}\n" +
         machine + "candidates:\n" + candidates;
}

const std::string kPrices =
    "  prices:\n    name: list\n    currency: EUR\n    rack: {value: 100, from: 90, to: 130}\n"
    "    cables:\n      - {kind: copper, each_cable: {fixed: {value: 10, from: 8, to: 11}, per_metre: 5}}\n"
    "      - {kind: optical, lengths: [[4 m, {value: 60, from: 40, to: 90}], [6 m, 70], [8 m, 75], [10 m, 80]]}\n"
    "    switches: [{price: {fixed: -50, per_port: 100}, power: {per_port: 3 W}}]\n";
const std::string kLine = "  - {name: line, topology: {family: mesh, radices: [5], concentration: 2}}\n";

struct Told {
  Study study;
  std::vector<Candidate> candidates;

  explicit Told(const std::string& spec) : study(parse_study(spec, "a.yaml", "")), candidates(evaluate(study)) {
    for (const Candidate& each : candidates) REQUIRE_MESSAGE(each.can_be_built(), each.why_not());
  }
  Data operator()(std::string_view key, std::size_t candidate = 0) const {
    return quantity_value(under_delay(study, candidates[candidate], 0), key);
  }
};

}  // namespace

TEST_CASE("a cost lies between the sums of the least and of the most prices") {
  // Five switches: two with 3 ports, three with 4. Ten cables of 2 m to terminals, four of 4 m between racks.
  const Told told(hall_spec(kPrices, kLine));
  const double switches = 2 * 250 + 3 * 350;
  CHECK(told("machine.cost_of_cables").number() == 4 * 60);
  CHECK(told("machine.cost_of_terminal_cables").number() == 10 * 20);
  CHECK(told("machine.cost").number() == 4 * 60 + 10 * 20 + switches + 5 * 100);
  CHECK(told("machine.cost_least").number() == 4 * 40 + 10 * 18 + switches + 5 * 90);
  CHECK(told("machine.cost_most").number() == 4 * 90 + 10 * 21 + switches + 5 * 130);
}

TEST_CASE("a share of uncertainty is of the whole price, and leaves prices with an interval of their own alone") {
  const Told told(hall_spec(kPrices, kLine, "uncertainty: {switch_price: 20 %, optics_price: 50 %}\n"));
  const double switches = 2 * 250 + 3 * 350;
  CHECK(told("machine.cost_least").number() == doctest::Approx(4 * 40 + 10 * 18 + 0.8 * switches + 5 * 90));
  CHECK(told("machine.cost_most").number() == doctest::Approx(4 * 90 + 10 * 21 + 1.2 * switches + 5 * 130));
}

TEST_CASE("without uncertain prices a cost has no interval, and no certainty") {
  std::string prices = kPrices;
  for (const std::string interval :
       {"{value: 100, from: 90, to: 130}", "{value: 10, from: 8, to: 11}", "{value: 60, from: 40, to: 90}"}) {
    const std::string value = interval.substr(8, interval.find(',') - 8);
    prices.replace(prices.find(interval), interval.size(), value);
  }
  const Told told(hall_spec(prices, kLine, "rank: cost\n"));
  CHECK(told("machine.cost_least").is_null());
  CHECK(told("machine.cost_most").is_null());
  CHECK(rank(told.study, told.candidates)[0].certainty.held.empty());
}

TEST_CASE("uncertain prices decide who is cheapest: every corner is counted by hand") {
  // Switch against switch: a line of five has four cables of 4 m; four that are all joined have three, and three of 6
  // m.
  const std::string both = kLine + "  - {name: full, topology: {family: complete, nodes: 4, concentration: 2}}\n";
  std::string prices = kPrices;
  const std::string usual = "from: 40, to: 90}";
  prices.replace(prices.find(usual), usual.size(), "from: 40, to: 300}");
  const Told told(hall_spec(prices, both, "rank: cost\nuncertainty: {switch_price: 30 %}\n"));
  const std::vector<Ranking> rankings = rank(told.study, told.candidates);
  const Certainty& certainty = rankings[0].certainty;
  // copper, optics, switches and racks are uncertain here.
  REQUIRE(certainty.figures.size() == 4);
  REQUIRE(certainty.held.size() == 16);
  const auto cost = [&](bool line, std::size_t corner) {
    const bool copper = corner & 1, optics = corner & 2, switches = corner & 4, racks = corner & 8;
    const double cable = optics ? 300 : 40, end = copper ? 21 : 18, rack = racks ? 130 : 90,
                 times = switches ? 1.3 : 0.7;
    if (line) return 4 * cable + 10 * end + times * 1550 + 5 * rack;
    return 3 * cable + 3 * 70 + 8 * end + times * 4 * 450 + 4 * rack;
  };
  for (std::size_t corner = 0; corner < 16; ++corner) {
    CAPTURE(corner);
    const std::size_t cheaper = cost(true, corner) <= cost(false, corner) ? 0 : 1;
    CHECK(certainty.winners[corner] == cheaper);
    CHECK(certainty.held[corner] == (cheaper == 0));
  }
  // The full network is cheapest where optics are dear and switches cheap.
  CHECK(std::count(certainty.held.begin(), certainty.held.end(), false) == 4);
  CHECK(certainty.deciding == std::vector<std::size_t>{1, 2});
  CHECK(told("machine.cost", 1).number() == 3 * 60 + 3 * 70 + 8 * 20 + 4 * 450 + 4 * 100);
}

TEST_CASE("times count in corners of times alone, and prices only in rankings by money") {
  const Told told(hall_spec(kPrices, kLine, "rank: latency\nuncertainty: {router_delay: 10 %, optics_price: 30 %}\n"));
  CHECK(told.candidates[0].latency.corners.size() == 2);
  const Certainty by_time = rank(told.study, told.candidates)[0].certainty;
  CHECK(by_time.held.size() == 2);
  const Told both(hall_spec(kPrices, kLine, "rank: [latency, cost]\nuncertainty: {router_delay: 10 %}\n"));
  CHECK(rank(both.study, both.candidates)[0].certainty.held.size() == 16);  // the router, copper, optics, racks
}

TEST_CASE("factors on prices change what is bought, as a crossover over the price of optics needs it") {
  const Told told(hall_spec(kPrices + "  price_factor: {optics: 0.5, switches: 2}\n", kLine));
  CHECK(told("machine.cost_of_cables").number() == 4 * 30);
  CHECK(told("machine.cost_of_switches").number() == 2 * 1550);
  CHECK(told("machine.cost_least").number() == 4 * 20 + 10 * 18 + 2 * 1550 + 5 * 90);
}

TEST_CASE("spares are whole for every line of the bill") {
  const Told told(hall_spec(kPrices + "  spares: 10 %\n", kLine));
  // One of the ten cables of 2 m, one of the four of 4 m, one switch of each kind.
  CHECK(told("machine.spare_cables").number() == 2);
  CHECK(told("machine.spare_switches").number() == 2);
  CHECK(told("machine.cost_of_spares").number() == 20 + 60 + 250 + 350);
  CHECK(told("machine.cost").number() == 4 * 60 + 10 * 20 + 1550 + 500 + 680);
}

TEST_CASE("energy over the years is that of the typical watts") {
  const Told told(hall_spec(kPrices + "  years: 2\n  kwh_price: 0.25\n", kLine));
  const double watts = 18 * 3 + 2 * (10 * 0.5 + 4 * 2);
  CHECK(told("machine.power_w").number() == watts);
  CHECK(told("machine.power_most_w").number() == watts + 2 * 4);
  CHECK(told("machine.energy_kwh").number() == doctest::Approx(watts * 2 * 8766 / 1000));
  CHECK(told("machine.cost_with_energy").number() ==
        doctest::Approx(told("machine.cost").number() + 0.25 * watts * 2 * 8.766));
}

TEST_CASE("cables over the reach of each medium") {
  // Between racks 2.2 m and as many metres as they are apart; 2 m to a terminal.
  const Told told(hall_spec(kPrices, "  - {name: n, topology: {family: complete, nodes: 8, concentration: 1}}\n"));
  const Data::List over = told("machine.over_reach").list();
  REQUIRE(over.size() == 2);
  std::map<double, int> ways;
  for (int a = 0; a < 8; ++a) {
    ++ways[2];
    for (int b = 0; b < a; ++b) ++ways[2.2 + a - b];
  }
  int over_copper = 0;
  for (const auto& [metres, count] : ways) over_copper += metres > 3 ? count : 0;
  CHECK(over[0].at("medium").text() == "dac");
  CHECK(over[0].at("cables").number() == over_copper);
  CHECK(over[0].at("share").number() == doctest::Approx(over_copper / 36.0));
  CHECK(over[1].at("reach_m").number() == 10);
  CHECK(over[1].at("cables").number() == 0);
}

TEST_CASE("a failing switch of a line cuts off the shorter side") {
  const Told told(hall_spec(kPrices, kLine, "fail: [1 switch, 1 rack, 1 row]\n"));
  const Data::List faults = told("faults").list();
  REQUIRE(faults.size() == 4);
  // Two terminals each; with the first, second, middle ... switch 2, 4, 6, 4 and 2 are lost.
  const Data& each_switch = faults[1];
  CHECK(each_switch.at("part").text() == "switch");
  CHECK(each_switch.at("samples").number() == 5);
  CHECK(each_switch.at("connected_fraction").number() == doctest::Approx(2 / 5.0));
  CHECK(each_switch.at("lost_terminals").at("mean").number() == doctest::Approx(18 / 5.0));
  CHECK(each_switch.at("lost_terminals").at("worst").number() == 6);
  CHECK(each_switch.at("worst_part").text() == "2");
  CHECK(each_switch.at("lost_price").at("worst").number() == 350);
  // One link halves the line. Without its middle switch, or without all, none is left to cut.
  CHECK(faults[0].at("bisection_links").at("worst").number() == 1);
  CHECK(each_switch.at("bisection_links").at("mean").number() == doctest::Approx(4 / 5.0));
  CHECK(each_switch.at("bisection_links").at("worst").number() == 0);
  CHECK(faults[3].at("bisection_links").is_null());
  // A rack holds a switch with its terminals. An inner rack: the switch, two cables of 2 m, two of 4 m, itself.
  const Data& rack = faults[2];
  CHECK(rack.at("samples").number() == 5);
  CHECK(rack.at("worst_part").text() == "row 1, rack 3");
  CHECK(rack.at("lost_terminals").at("worst").number() == 6);
  CHECK(rack.at("lost_price").at("worst").number() == 350 + 2 * 20 + 2 * 60 + 100);
  const Data& row = faults[3];
  CHECK(row.at("samples").number() == 1);
  CHECK(row.at("lost_terminals").at("worst").number() == 10);
  CHECK(row.at("lost_price").at("worst").number() == 1550 + 10 * 20 + 4 * 60 + 500);
}

TEST_CASE("the bisection without a part is told in Gb/s too, and ranks what keeps more of it first") {
  // 100 Gb/s a cable. A ring of six keeps two links over its halves; without a switch it is a line, which keeps one.
  const std::string candidates =
      "  - {name: ring, topology: {family: ring, nodes: 6, concentration: 2}}\n"
      "  - {name: complete, topology: {family: complete, nodes: 6, concentration: 2}}\n";
  const Told told(hall_spec("", candidates, "fail: [1 link, 1 switch]\nrank: bisection_left\n"));
  const Data::List faults = told("faults").list();
  CHECK(faults[0].at("bisection_gbps").at("worst").number() == 200);
  CHECK(faults[1].at("bisection_gbps").is_null());
  CHECK(faults[2].at("bisection_gbps").at("mean").number() == doctest::Approx(100));
  CHECK(told("machine.bisection_gbps").number() == 200);
  CHECK(told("machine.bisection_gbps_left").number() == 100);
  CHECK(told("machine.bisection_gbps_left", 1).number() == 2 * 3 * 100);
  CHECK(rank(told.study, told.candidates)[0].order.front() == 1);
  CHECK(unit_text(measure_named("bisection_left").quantities.front()->unit, told.study).sign == "Gb/s");
}

TEST_CASE("nothing is left of the bisection where a part takes all terminals, and none is told where no part fails") {
  CHECK(Told(hall_spec("", kLine, "fail: [1 switch, 1 row]\n"))("machine.bisection_gbps_left").number() == 0);
  CHECK(Told(hall_spec("", kLine, "fail: 1 link\n"))("machine.bisection_gbps_left").is_null());
}

TEST_CASE("a limit of money names its currency") {
  const Told told(hall_spec(kPrices, kLine, "limits: {cost: 1000, power: 10 W}\n"));
  const std::vector<std::string> why = compare::reasons(under_delay(told.study, told.candidates[0], 0));
  REQUIRE(why.size() == 2);
  CHECK(why[0] == "over the limit machine.cost: needs 2490 EUR, allowed 1000 EUR");
  CHECK(why[1] == "over the limit machine.power_w: needs 80 W, allowed 10 W");
}

TEST_CASE("a failing rack takes the terminals that stand in it, wherever their switch is") {
  // The last two racks hold a switch each, the first three the terminals.
  const Told told(hall_spec("  fill: end_of_row\n",
                            "  - {name: n, topology: {family: complete, nodes: 2, concentration: 12}}\n",
                            "fail: 1 rack\n"));
  const Data rack = told("faults").list().at(1);
  CHECK(rack.at("samples").number() == 5);
  CHECK(rack.at("lost_terminals").at("worst").number() == 12);
  CHECK(rack.at("lost_terminals").at("mean").number() == doctest::Approx((2 * 12 + 3 * 8) / 5.0));
  CHECK(rack.at("lost_price").is_null());
}

TEST_CASE("a price is not off its interval") {
  const auto read = [](const std::string& price) {
    return hall_spec("  prices: {name: l, cables: [{kind: copper, lengths: [[3 m, " + price + "]]}]}\n", kLine);
  };
  CHECK_NOTHROW(parse_study(read("{value: 5, from: 5, to: 6}"), "a.yaml", ""));
  for (const char* wrong : {"{value: 5, from: 6, to: 7}", "{value: 5, from: -1, to: 7}", "{value: 5, from: 4}", "-1"}) {
    CAPTURE(wrong);
    CHECK_THROWS_AS(parse_study(read(wrong), "a.yaml", ""), Error);
  }
}

TEST_CASE("a cable between halls goes from row to row of one, over the gap, and on in the next") {
  // Rows 1 and 2 in one hall, 3 and 4 in the other, one rack each: 1 m deep, aisles of 1 m, 10 m between the halls.
  const Study study = parse_study(
      "cutline: 1\nclock: {rule: fixed, frequency: 1 GHz}\nchannel: {width: 4 bits}\nmachine:\n  rows: 2\n  columns: "
      "1\n  halls: 2\n  between_halls: 10 m\n  aisles: 1 m\n  rack: {depth: 1 m, switches: 1, terminals: 1}\n  "
      "to_tray: "
      "2 m\n  media: {name: any, kind: optical}\n"
      "candidates: [{name: line, topology: {family: mesh, radices: [4]}}]\n",
      "a.yaml", "");
  const std::vector<Candidate> candidates = evaluate(study);
  REQUIRE_MESSAGE(candidates[0].can_be_built(), candidates[0].why_not());
  const std::vector<machine::Nanometres>& needed = candidates[0].machine->needed_of_link;
  REQUIRE(needed.size() == 3);
  CHECK(machine::metres(needed[0]) == 2 + 4);
  CHECK(machine::metres(needed[1]) == 11 + 4);
  CHECK(machine::metres(needed[2]) == 2 + 4);
}

TEST_CASE("money is told in the currency of the price list, in columns, verdicts and records") {
  const Told told(hall_spec(kPrices, kLine, "rank: cost\n"));
  CHECK(told("machine.currency").text() == "EUR");
  CHECK(unit_text(Unit::money, told.study).heading == "EUR");
  const UnderDelay asked = under_delay(told.study, told.candidates[0], 0);
  CHECK(unit_text(Unit::money, asked).sign == "EUR");
  CHECK(unit_in_record(record(told.study, told.candidates[0], 0, nullptr, 0), Unit::money).words == "EUR");
  CHECK(rank(told.study, told.candidates)[0].verdict.unit == "EUR");
}

TEST_CASE("without prices there is no currency, and a column of money has no unit") {
  const Told told(hall_spec("", kLine));
  CHECK(told("machine.currency").is_null());
  CHECK(unit_text(Unit::money, told.study).heading.empty());
}

TEST_CASE("candidates that are paid in different currencies are one mistake") {
  const std::string other =
      "  - name: abroad\n    topology: {family: mesh, radices: [4], concentration: 2}\n    machine: {rows: 1, columns: "
      "9, "
      "rack: {switches: 1, terminals: 8}, prices: {name: other, currency: USD, rack: 1}}\n";
  CHECK_THROWS_WITH_AS(parse_study(hall_spec(kPrices, kLine + other), "a.yaml", ""),
                       doctest::Contains("'abroad' is priced in USD, and another candidate in EUR"), Error);
}
