// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "app/exported_links.hpp"

/// Runs exported networks in ns-3. A packet takes the delays of its links and routers, and at every hop the time to
/// send its bits.

namespace {

using namespace cutline::test;

const bool kThere = is_there("/usr/include/ns3/point-to-point-helper.h");

constexpr double kCycleFs = 250000, kRouterCycles = 2, kInterchangeCycles = 1, kBitsInCycle = 32;
constexpr double kHeaderBytes = 30;

struct Sent {
  double fs = -1, hops = -1;
  /// Less the time in which the sender of each hop puts out the packet.
  double delay(double bytes, double bits_per_fs) const { return fs - hops * (bytes + kHeaderBytes) * 8 / bits_per_fs; }
};

Sent send(const Place& place, int from, int to, int bytes, const std::string& routes = "") {
  const std::string text = place.output_of(fmt::format("./send net.inet {} {} {} {}", from, to, bytes, routes));
  std::stringstream words(text);
  std::string word;
  Sent sent;
  words >> word >> word >> word >> sent.fs >> word >> word >> sent.hops;
  CHECK_MESSAGE(static_cast<bool>(words), text);
  return sent;
}

struct Pairs {
  const char* candidate;
  int nodes;
  std::vector<std::pair<int, int>> pairs;
};

}  // namespace

TEST_CASE("a packet in ns-3 takes the exported delays, along the route of the least exported cost" *
          doctest::skip(!kThere)) {
  const Place place(kSimulated);
  REQUIRE(place.run("export spec.yaml -c torus --to ns3 -o net.inet").code == 0);
  REQUIRE(place.output_of(
              "g++ -std=c++17 net.cpp -lns3-internet -lns3-point-to-point -lns3-network -lns3-core -o send") == "");
  for (const Pairs& each :
       {Pairs{"parallel", 3, {{0, 1}, {0, 2}, {2, 0}}}, Pairs{"torus", 36, {{0, 1}, {0, 5}, {0, 21}, {35, 2}}},
        Pairs{"express", 12, {{0, 1}, {0, 11}, {11, 0}, {4, 8}}}}) {
    CAPTURE(std::string(each.candidate));
    const std::string candidate = std::string(" -c ") + each.candidate;
    fs::remove(place / "net.routes");
    REQUIRE(place.run("export spec.yaml --to ns3 -o net.inet" + candidate).code == 0);
    const std::vector<Row> links = links_of(place, candidate);
    const auto cycles = [&](const Row& link, long long entered) {
      return link.number("delay_cycles") + (entered < each.nodes ? kRouterCycles : kInterchangeCycles);
    };
    for (const auto& [from, to] : each.pairs) {
      for (const int bytes : {0, 400}) {
        const Sent sent = send(place, from, to, bytes);
        CHECK(sent.delay(bytes, kBitsInCycle / kCycleFs) == kCycleFs * least_cost(links, from, to, cycles));
      }
    }
    // The candidate's own routes, if all packets for a node leave another node on one link.
    const std::vector<Row> routes = exported_rows(place, "--to routes" + candidate);
    CHECK(fs::exists(place / "net.routes") == have_one_way_each(routes));
    for (const auto& [from, to] : fs::exists(place / "net.routes") ? each.pairs : std::vector<std::pair<int, int>>()) {
      const Sent sent = send(place, from, to, 8, "net.routes");
      const std::vector<long long> path = routed_path(routes, from, to);
      CHECK(sent.hops == static_cast<double>(path.size()));
      CHECK(sent.delay(8, kBitsInCycle / kCycleFs) == kCycleFs * cost_of_path(links, from, path, cycles));
    }
    REQUIRE(place.run("export spec.yaml --to ns3 -o net.inet --route-cost hop" + candidate).code == 0);
    for (const auto& [from, to] : each.pairs) {
      CHECK(send(place, from, to, 8).hops == least_cost(links, from, to, [](const Row&, long long) { return 1.0; }));
    }
  }
  // Without a clock, the wires' own delays are exported. They are not rounded to a nanosecond, the default of ns-3.
  const std::string own =
      " -c express --set 'clock={rule: per_link}' --set 'router.delay=1 ns' --set 'interchange.delay=1 ns'";
  REQUIRE(place.run("export spec.yaml --to ns3 -o net.inet" + own).code == 0);
  const std::vector<Row> links = links_of(place, own);
  double slowest = 0;
  for (const Row& link : links) slowest = std::max(slowest, link.number("delay_ns"));
  const auto ns = [](const Row& link, long long) { return link.number("delay_ns") + 1; };
  const Sent sent = send(place, 0, 3, 8);
  CHECK(sent.hops == 3);
  CHECK(sent.delay(8, kBitsInCycle / (slowest * 1e6)) ==
        doctest::Approx(1e6 * least_cost(links, 0, 3, ns)).epsilon(1e-6));
}

TEST_CASE("a packet in ns-3 meets the transceivers at both ends of every cable" * doctest::skip(!kThere)) {
  const Place place(kSimulated);
  // Racks side by side, a metre apart: between neighbours 3 m and a half are needed, and 4 m of fibre are bought.
  place.write("hall.yaml",
              "cutline: 1\nclock: {rule: fixed, frequency: 1 GHz}\nchannel: {width: 32 bits}\nrouter: {delay: 250 ns}\n"
              "machine:\n  rows: 1\n  columns: 5\n  rack: {width: 1 m}\n  tray: straight\n  to_tray: 1.25 m\n"
              "  media: {name: aoc, kind: optical, stock: [4 m, 7 m], delay: 5 ns/m, end_delay: 100 ns}\n"
              "candidates: [{name: line, topology: {family: mesh, radices: [5]}}]\n");
  REQUIRE(place.run("export hall.yaml --to ns3 -o net.inet").code == 0);
  REQUIRE(place.output_of(
              "g++ -std=c++17 net.cpp -lns3-internet -lns3-point-to-point -lns3-network -lns3-core -o send") == "");
  for (const int hops : {1, 4}) {
    const Sent sent = send(place, 0, hops, 8);
    CHECK(sent.hops == hops);
    CHECK(sent.delay(8, 32 / 1e6) == doctest::Approx(1e6 * hops * (4 * 5 + 2 * 100 + 250)));
  }
}

// ctest recognises the message and counts the file as skipped, so that a missing program does not look like a passed
// test.
TEST_CASE("without ns-3 its networks are not run, and a message says so") {
  if (!kThere) MESSAGE("ns-3 is not installed: tests skipped");
}
