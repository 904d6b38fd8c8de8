// SPDX-License-Identifier: Apache-2.0
// Compares the latency that `compare` ranks by, on Cutline's own routes, with BookSim's figures row by row.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "cutline/spec/spec.hpp"
#include "study/studies.hpp"
#include "support/csv.hpp"
#include "support/places.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

/// BookSim's law is 3 + (hops + 1) routers + links + flits - 1, which is two cycles more than the latency between
/// terminals.
constexpr double kOwnCycles = 2;

struct Point {
  double ours = 0, booksim = 0;
  bool of_64 = false;
};

std::vector<Point> points(const std::string& name) {
  Study study = read_study(source_folder() + "/tests/golden/booksim/" + name + ".yaml");
  for (Design& design : study.designs) design.router.passed = RoutersPassed::routers;
  std::map<std::string, double> latency;
  for (const Candidate& candidate : evaluated(study)) {
    REQUIRE_FALSE(candidate.latency.timings.empty());
    latency[candidate.design->name] = candidate.latency.timings[0].latency_cycles();
  }
  std::vector<Point> all;
  for (const Row& row : golden("booksim/" + name + ".csv"))
    all.push_back({latency.at(row.text("name")) + kOwnCycles, row.number("booksim"), row.integer("terminals") == 64});
  return all;
}

/// The pairs that stand in the same order less those in the opposite order, divided by the number of all pairs.
double kendall_tau(const std::vector<Point>& all) {
  double sum = 0, pairs = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const double same = (all[i].ours - all[j].ours) * (all[i].booksim - all[j].booksim);
      sum += same > 0 ? 1 : same < 0 ? -1 : 0;
      ++pairs;
    }
  }
  return sum / pairs;
}

}  // namespace

TEST_CASE("latency without load is BookSim's within 0.36 cycles in the mean and 2.5 at worst") {
  // Of dragonflies BookSim finds the shortest routes, as `routing: shortest` does. The worst is the fat tree: BookSim
  // takes the fastest of its shortest routes, and ours are shared by all of them.
  for (const char* name : {"zero-unit", "zero-nangate45"}) {
    CAPTURE(name);
    const std::vector<Point> all = points(name);
    REQUIRE(all.size() > 10);
    double sum = 0, worst = 0;
    for (const Point& point : all) {
      sum += std::abs(point.ours - point.booksim);
      worst = std::max(worst, std::abs(point.ours - point.booksim));
    }
    MESSAGE(name << ": mean error " << sum / static_cast<double>(all.size()) << " cycles, worst " << worst);
    CHECK(sum / static_cast<double>(all.size()) <= 0.36);
    CHECK(worst <= 2.5);
  }
}

TEST_CASE("networks of 64 terminals whose links differ in cycles rank as BookSim ranks them") {
  std::vector<Point> all = points("zero-nangate45");
  std::erase_if(all, [](const Point& point) { return !point.of_64; });
  REQUIRE(all.size() == 18);
  MESSAGE("Kendall's tau " << kendall_tau(all));
  CHECK(kendall_tau(all) >= 0.93);
}
