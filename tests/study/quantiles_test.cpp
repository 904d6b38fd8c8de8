// SPDX-License-Identifier: Apache-2.0
// Quantiles of latency without load are over all messages, each on a way of its own and through routers of their own.
#include <doctest/doctest.h>

#include <array>

#include "cutline/spec/spec.hpp"
#include "study/studies.hpp"

using namespace cutline;
using namespace cutline::test;
using doctest::Approx;

namespace {

constexpr const char* kQuantilesUnit =
    "cutline: 1\npopulation: any\nclock: {rule: fixed, frequency: 1 GHz}\nwires: pipelined\ndelay: linear\n"
    "channel: {width: 64 bits}\nmessage: 64 bits\n";

LatencySpread spread_of(const std::string& keys, const std::string& candidate) {
  const Study study = parse_study(keys + "candidates:\n  - {name: a, " + candidate + "}\n", "a.yaml", "");
  return evaluated(study).at(0).latency.timings.at(0).spread;
}

/// Half, 90 %, 99 % and all, without what a message of no hops takes.
std::array<double, 4> beyond_own(const LatencySpread& spread) {
  REQUIRE(spread.by_distance.at(0).hops == 0);
  std::array<double, 4> all{};
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = in_ns(spread.quantiles[i] - spread.by_distance[0].latency);
  return all;
}

}  // namespace

TEST_CASE("in a fat tree of two links a switch some messages take the slower way up, by 5.75 ns and not 5.5") {
  const LatencySpread spread = spread_of(
      "cutline: 1\ntechnology: nangate45\npopulation: any\nnode: {width: 1 mm, height: 1 mm}\n"
      "clock: {rule: fixed, frequency: 4 GHz}\nwires: pipelined\nchannel: {width: 64 bits}\n"
      "router: {delay: 3 cycles}\ninterchange: {delay: 1 cycles}\nmessage: 640 bits\ndelay: repeated\n",
      "topology: {family: fat_tree, radix: 2, levels: 3}");
  CHECK(in_ns(spread.quantiles[3]) == Approx(5.75));
  CHECK(in_ns(spread.quantiles[0]) == Approx(4.25));
  CHECK(in_ns(spread.by_distance.back().latency) == Approx(5.375));  // the mean over both ways
}

TEST_CASE("where two ways of a pair take 2 and 4 ns, half of its messages take each, by hand") {
  // On a line 0 1 2 3 the ring has links of 1, 1, 1 and 3 pitches. Of 16 pairs 4 take 0 ns, 6 take 1 and 2 take 3; the
  // other 4 go two hops, over 1 + 1 or over 3 + 1 pitches.
  for (const char* clock : {"", "clock: {rule: per_link}\n"}) {
    CAPTURE(clock);
    std::string keys = kQuantilesUnit;
    if (*clock != 0) keys.replace(keys.find("clock:"), keys.find("delay:") - keys.find("clock:"), clock);
    const LatencySpread spread = spread_of(
        keys, "topology: {family: graph, nodes: 4, links: [[0, 1], [1, 2], [2, 3], [3, 0]]}, placement: {columns: 4}");
    CHECK(beyond_own(spread) == std::array<double, 4>{1, 4, 4, 4});
    CHECK(in_ns(spread.by_distance.back().latency - spread.by_distance.front().latency) == Approx(3));
  }
}

TEST_CASE("each message passes the routers on its way: one slow tile of three, by hand") {
  const std::string line =
      "topology: {family: mesh, radices: [3]}, tiles: [{name: slow, at: 1, router: {delay: 7 cycles}}]";
  // Hops end at nodes with routers of 1, 7 and 1 cycles; links take 1.
  const LatencySpread hops = spread_of(kQuantilesUnit + std::string("router: {delay: 1 cycles}\n"), line);
  CHECK(beyond_own(hops) == std::array<double, 4>{2, 10, 10, 10});
  // The first router counts too: 1, 1, 7, 9 four times and 11 twice, and 1 cycle for the only flit.
  const LatencySpread all =
      spread_of(kQuantilesUnit + std::string("router: {delay: 1 cycles, passed: routers}\n"), line);
  const std::array<double, 4> expected = {10, 12, 12, 12};
  for (std::size_t i = 0; i < expected.size(); ++i) CHECK(in_ns(all.quantiles[i]) == Approx(expected[i]));
  CHECK(in_ns(all.by_distance[0].latency) == Approx(1 + 3));
}
