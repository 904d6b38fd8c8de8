// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>
#include <fmt/core.h>

#include "app/exported_links.hpp"

/// Runs exported platforms in SimGrid. A message takes the delays of its links and routers.

namespace {

using namespace cutline::test;

const bool kSimgridThere = is_there("/usr/include/simgrid/s4u.hpp");

constexpr double kCycleNs = 0.25, kSimgridRouterCycles = 2, kSimgridInterchangeCycles = 1, kBytesInCycle = 4;

/// The time that one message took, and the links of its route.
struct SimgridSent {
  double ns = -1;
  std::vector<std::string> links;
};

SimgridSent simgrid_send(const Place& place, const std::string& platform, int from, int to, int bytes) {
  const std::string text = place.output_of(fmt::format("./send {} n{} n{} {}", platform, from, to, bytes));
  const std::string start = fmt::format("n{} to n{}: ", from, to);
  SimgridSent sent;
  const std::size_t at = text.find(start);
  CHECK_MESSAGE(at != std::string::npos, text);
  if (at == std::string::npos) return sent;
  std::stringstream words(text.substr(at + start.size()));
  std::string word;
  words >> word >> word >> word >> sent.ns >> word >> word;
  while (words >> word) sent.links.push_back(word);
  return sent;
}

/// Cycles of the links and routers in a route: `l3_UP`, `r7`.
double cycles_of(const std::vector<std::string>& route, const std::vector<Row>& links, int nodes) {
  double cycles = 0;
  for (const std::string& each : route) {
    const int number = std::stoi(each.substr(1));
    const bool router = each[0] == 'r';
    cycles += router ? (number < nodes ? kSimgridRouterCycles : kSimgridInterchangeCycles)
                     : links.at(static_cast<std::size_t>(number)).number("delay_cycles");
  }
  return cycles;
}

}  // namespace

TEST_CASE("a message in SimGrid takes the exported delays of its links and routers, and its width's bandwidth" *
          doctest::skip(!kSimgridThere)) {
  const Place place(kSimulated);
  REQUIRE(place.run("export spec.yaml -c torus --to simgrid -o torus.xml").code == 0);
  REQUIRE(place.output_of("g++ -std=c++17 torus.cpp -lsimgrid -o send") == "");
  struct Case {
    const char* candidate;
    int nodes;
    std::vector<std::pair<int, int>> pairs;
  };
  const auto hop = [](const Row&, long long) { return 1.0; };
  for (const Case& each :
       {Case{"torus", 36, {{0, 1}, {0, 3}, {0, 10}, {15, 2}}}, Case{"oneway", 16, {{0, 1}, {1, 0}, {5, 4}, {0, 15}}},
        Case{"express", 12, {{0, 1}, {0, 11}, {11, 0}, {4, 8}}}, Case{"parallel", 3, {{0, 1}, {0, 2}, {2, 0}}}}) {
    CAPTURE(std::string(each.candidate));
    const std::string candidate = std::string(" -c ") + each.candidate;
    REQUIRE(place.run("export spec.yaml --to simgrid -o net.xml" + candidate).code == 0);
    const std::vector<Row> links = links_of(place, candidate);
    const std::vector<Row> routes = exported_rows(place, "--to routes" + candidate);
    const bool shares = !have_one_way_each(routes);
    for (const auto& [from, to] : each.pairs) {
      const SimgridSent sent = simgrid_send(place, "net.xml", from, to, 0);
      const std::vector<long long> path = shares ? std::vector<long long>() : routed_path(routes, from, to);
      CHECK(static_cast<double>(sent.links.size()) ==
            2 * (shares ? least_cost(links, from, to, hop) : static_cast<double>(path.size())));
      for (std::size_t i = 0; i < path.size(); ++i) CHECK(sent.links.at(2 * i + 1) == fmt::format("r{}", path[i]));
      CHECK(sent.ns == doctest::Approx(kCycleNs * cycles_of(sent.links, links, each.nodes)));
      const SimgridSent longer = simgrid_send(place, "net.xml", from, to, 400);
      CHECK(longer.ns - sent.ns == doctest::Approx(kCycleNs * 400 / kBytesInCycle));
    }
  }
  // Without the platform's configuration SimGrid's default model would take 13.01 times the delay.
  CHECK(place.output_of("grep -v '<prop' torus.xml > bare.xml") == "");
  CHECK(simgrid_send(place, "bare.xml", 0, 10, 0).ns ==
        doctest::Approx(13.01 * simgrid_send(place, "torus.xml", 0, 10, 0).ns));
}

TEST_CASE("SimGrid's plugins of energy find the watts of a machine" * doctest::skip(!kSimgridThere)) {
  const Place place(kSimulated);
  // Five switches with two terminals each, 18 ports in use; four cables between racks, two watts an end.
  place.write("hall.yaml",
              "cutline: 1\nclock: {rule: fixed, frequency: 25 GHz}\nchannel: {width: 4 bits}\npopulation: any\n"
              "machine:\n  rows: 1\n  columns: 5\n  rack: {width: 1 m, switches: 1, terminals: 2}\n"
              "  inside: 2 m\n  to_tray: 1.1 m\n"
              "  media:\n    - {name: dac, kind: copper, reach: 3 m, power: 0.5 W}\n"
              "    - {name: aoc, kind: optical, power: 2 W, power_most: 3 W}\n"
              "  prices:\n    name: list\n    cables: [{kind: copper, each_cable: {fixed: 10}}, "
              "{kind: optical, each_cable: {fixed: 60}}]\n"
              "    switches: [{price: {fixed: 100}, power: {per_port: 3 W}}]\n"
              "candidates: [{name: line, topology: {family: mesh, radices: [5], concentration: 2}}]\n");
  REQUIRE(place.run("export hall.yaml --to simgrid -o net.xml").code == 0);
  REQUIRE(place.output_of("g++ -std=c++17 net.cpp -lsimgrid -o send") == "");
  // 1.25 TB at 100 Gb/s take 100 s. A cable is fuller one way: it draws half of the watts more that it has at most.
  const std::string text =
      place.output_of("./send net.xml n0 n4 1250000000000 --cfg=plugin:link_energy --cfg=plugin:host_energy");
  const auto joules = [&](const std::string& words) {
    const std::size_t at = text.find(words);
    REQUIRE_MESSAGE(at != std::string::npos, text);
    return std::stod(text.substr(at + words.size()));
  };
  const double switches = 18 * 3, cables = 4 * 2 * 2, fuller = 4 * 1, terminals = 10 * 2 * 0.5;
  CHECK(joules("Total energy over all links: ") == doctest::Approx(100 * (switches + cables + fuller)));
  CHECK(joules("Total energy consumption: ") == doctest::Approx(100 * terminals));
  const Run measured = place.run("measure hall.yaml --format json");
  CHECK(contains(measured.out, fmt::format("\"power_w\": {}", switches + cables + terminals)));
}

// ctest recognises the message and counts the file as skipped, so that a missing program does not look like a passed
// test.
TEST_CASE("without SimGrid its platforms are not run, and a message says so") {
  if (!kSimgridThere) MESSAGE("SimGrid is not installed: tests skipped");
}
