// SPDX-License-Identifier: Apache-2.0
// Hops, latencies and rates of the four baselines of PlaceIT [Iff 2025]: chiplets of compute, memory and IO.
#include <doctest/doctest.h>

#include <cmath>

#include "published/published.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

bool of_one_size(const std::string& name) { return name.find("homo") != std::string::npos; }

/// The chiplets of a baseline and the links between their PHYs.
struct Baseline {
  PublishedGraph graph;
  std::string types;  ///< 'C', 'M' or 'I' of every chiplet

  std::size_t count(char type) const { return static_cast<std::size_t>(std::count(types.begin(), types.end(), type)); }
  /// Chiplets of 3 mm stand on a grid. Chiplets of unequal size do not; here they are placed in the order of their
  /// numbers.
  std::string candidate(const std::string& name) const {
    const std::string all = graph.candidate();
    return of_one_size(name) ? all : all.substr(0, all.find(", placement"));
  }
};

Baseline baseline(const std::string& name) {
  static auto chiplets = golden_by("design", "placeit_chiplets.csv");
  static auto links = golden_by("design", "placeit_links.csv");
  Baseline result;
  for (const Row& chiplet : chiplets[name]) {
    result.types += chiplet.text("type");
    result.graph.cells.push_back(fmt::format("[{:.0f}, {:.0f}]", chiplet.number("x") / 3, chiplet.number("y") / 3));
  }
  for (const Row& link : links[name]) result.graph.add_link(link);
  return result;
}

/// Every chiplet of one type sends equally to all chiplets of another. Within one type it also sends to itself if
/// `self` is set.
std::string traffic(const Baseline& from, char source, char destination, bool self) {
  std::vector<std::string> rows;
  for (std::size_t i = 0; i < from.types.size(); ++i) {
    std::vector<int> weights(from.types.size(), 0);
    for (std::size_t j = 0; j < from.types.size(); ++j)
      weights[j] = from.types[i] == source && from.types[j] == destination && (self || i != j) ? 1 : 0;
    rows.push_back("[" + join(weights, ", ") + "]");
  }
  return "traffic: {pattern: matrix, rows: [" + join(rows, ", ") + "]}\n";
}

/// Links take 25 cycles, whatever their length, and relays 10 cycles.
const std::string kCycles =
    "clock: {rule: fixed, frequency: 1 GHz}\nwires: pipelined\ndelay: {model: constant, constant: 25}\n";

const std::vector<std::string> kClasses = {"c2c", "c2m", "c2i", "m2i"};
char source_of(const std::string& flow) { return static_cast<char>(std::toupper(flow[0])); }
char destination_of(const std::string& flow) { return static_cast<char>(std::toupper(flow[2])); }

}  // namespace

TEST_CASE("hops, latencies and rates of PlaceIT's baselines are the published proxies") {
  const std::vector<Row> rows = golden("published/placeit_baselines.csv");
  CHECK(rows.size() == 4);
  for (const Row& row : rows) {
    const std::string& name = row.text("design");
    CAPTURE(name);
    const Baseline design = baseline(name);
    CHECK(design.graph.links.size() == static_cast<std::size_t>(row.integer("links")));
    CHECK(design.count('C') == static_cast<std::size_t>(row.integer("n_c")));
    CHECK(design.count('M') == static_cast<std::size_t>(row.integer("n_m")));
    CHECK(design.count('I') == static_cast<std::size_t>(row.integer("n_i")));
    for (const std::string& flow : kClasses) {
      CAPTURE(flow);
      const Told t = told(kBits + kCycles + "router: {delay: 10 cycles}\n" +
                              traffic(design, source_of(flow), destination_of(flow), false),
                          design.candidate(name));
      CHECK(t.number("performance.mean_hops") == printed(row.number("h_" + flow)));
      if (of_one_size(name)) {
        CHECK(3 * t.at("grid.columns").get<int>() == row.integer("width_mm"));
        CHECK(3 * t.at("grid.rows").get<int>() == row.integer("height_mm"));
        CHECK(t.at("length.longest_span") == 1);
      }
      // They count the chiplets that a message passes, which is one less than its hops.
      CHECK(without_message(t) - 10 == printed(row.number("lat_" + flow)));
      if (flow == "c2c")
        continue;  // the rate between compute chiplets follows from paths that are chosen one after the other
      const double senders = static_cast<double>(design.count(source_of(flow)));
      const double ports = flow[0] == 'c' ? 4 : 1;
      const double rate = t.number("performance.saturation_bits_per_cycle") / senders / ports;
      CHECK(rate == printed(row.number("tp_" + flow)));
    }
  }
}

TEST_CASE("BookSim's latency at low load of PlaceIT's baselines is that told, at the hops that it measured") {
  const std::vector<Row> rows = golden("published/placeit_lowload.csv");
  CHECK(rows.size() == 16);
  for (const Row& row : rows) {
    const std::string& name = row.text("design");
    CAPTURE(name);
    CAPTURE(row.text("traffic"));
    const Baseline design = baseline(name);
    const char source = row.text("traffic")[0], destination = row.text("traffic")[2];
    const Told t = told(kBits + kCycles +
                            "router: {delay: 10 cycles, passed: routers, injection: 1 cycles, ejection: 1 cycles}\n" +
                            traffic(design, source, destination, true),
                        design.candidate(name));
    const double routers = t.number("performance.mean_hops") + 1;
    CHECK(routers == printed(row.number("hops_expected")));
    const double measured = row.number("hops");
    const double law = t.number("performance.latency_cycles") + 35 * (measured - routers);
    CHECK(law == doctest::Approx(row.number("law")).epsilon(1e-5));
    CHECK(row.number("latency") == doctest::Approx(law).epsilon(0.006));
  }
}
