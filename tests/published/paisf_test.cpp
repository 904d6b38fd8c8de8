// SPDX-License-Identifier: Apache-2.0
// Networks on chips, interposers and wafers of PAISF, and two of them in four sizes: hops, lengths and cycles of links.
#include <doctest/doctest.h>

#include <cmath>
#include <numeric>

#include "evaluate/link_costs.hpp"
#include "published/published.hpp"

using namespace cutline;
using namespace cutline::test;

namespace {

/// A network of the work on the coarsest grid that has a place for each router.
struct PlacedOnGrid {
  PublishedGraph graph;
  double cell_mm = 0;  ///< side of a cell
};

long long micrometres(const Row& row, const char* column) { return std::llround(1000 * row.number(column)); }

/// The series of sizes does not repeat two networks that are already among the settings.
std::string table_of(const std::string& network) {
  if (network == "size_noc_mesh_64") return "noc_mesh";
  return network == "size_aici_kite_large_64" ? "aici_kite_large" : network;
}

PlacedOnGrid placed(const std::vector<Row>& nodes, const std::vector<Row>& links) {
  long long x = micrometres(nodes.front(), "x_mm"), y = micrometres(nodes.front(), "y_mm"), side = 0;
  for (const Row& node : nodes) {
    x = std::min(x, micrometres(node, "x_mm"));
    y = std::min(y, micrometres(node, "y_mm"));
  }
  for (const Row& node : nodes)
    side = std::gcd(side, std::gcd(micrometres(node, "x_mm") - x, micrometres(node, "y_mm") - y));
  PlacedOnGrid result{{}, static_cast<double>(side) / 1000};
  for (const Row& node : nodes) {
    result.graph.cells.push_back(
        fmt::format("[{}, {}]", (micrometres(node, "x_mm") - x) / side, (micrometres(node, "y_mm") - y) / side));
    if (node.integer("node") == 0) result.graph.switches.push_back(node.text("router"));
  }
  for (const Row& link : links) result.graph.add_link(link);
  return result;
}

/// Links take half a cycle for each mm, and 4 more cycles over an interposer; routers take 4 cycles, node links 5.
std::string settings(const Row& row, double cell_mm) {
  const bool interposer = row.text("setting") == "pici" || row.text("setting") == "aici";
  return kBits + fmt::format(
                     "clock: {{rule: fixed, frequency: 1 GHz}}\nwires: pipelined\n"
                     "delay: {{model: linear, coefficient: {:.12g}, constant: {}}}\n"
                     "router: {{delay: 4 cycles, passed: routers, injection: 5 cycles, ejection: 5 cycles}}\n",
                     0.5 * cell_mm, interposer ? 4 : 0);
}

/// The number of links with a given length in micrometres and number of cycles.
using LengthCounts = std::map<std::pair<long long, long long>, std::uint64_t>;

LengthCounts published_lengths(const std::vector<Row>& links) {
  LengthCounts lengths;
  for (const Row& link : links) ++lengths[{micrometres(link, "length_mm"), link.integer("latency")}];
  return lengths;
}

LengthCounts told_lengths(const Told& t, double cell_mm) {
  const LinkKinds kinds(t.candidate());
  const LinkCosts costs(t.study, t.candidate(), kinds, t.study.delays.at(0));
  const Time cycle = t.candidate().latency.timings.at(0).clock.cycle;
  LengthCounts lengths;
  for (std::size_t kind = 0; kind < kinds.count(); ++kind) {
    const long long span = std::llround(1000 * cell_mm * kinds.geometry(kind).span.pitches());
    lengths[{span, std::llround(whole_cycles(costs.delay(kind), cycle))}] += kinds.links(kind);
  }
  return lengths;
}

}  // namespace

TEST_CASE("hops, lengths and cycles of PAISF's 18 networks and of its sizes are the published ones") {
  auto nodes = golden_by("network", "paisf_nodes.csv");
  auto links = golden_by("network", "paisf_links.csv");
  const std::vector<Row> rows = golden("published/paisf_networks.csv");
  CHECK(rows.size() == 26);
  for (const Row& row : rows) {
    const std::string table = table_of(row.text("network"));
    CAPTURE(row.text("network"));
    PlacedOnGrid network = placed(nodes[table], links[table]);
    const Told t = told(settings(row, network.cell_mm), network.graph.candidate());
    const int switches = t.at("switches").get<int>();
    CHECK(t.at("nodes") == row.integer("nodes"));
    CHECK(t.at("nodes").get<int>() + switches == row.integer("routers"));
    CHECK(t.at("links") == row.integer("links"));
    CHECK(t.at("graph.diameter_hops") == row.integer("diameter_nodes"));
    CHECK(t.number("graph.mean_distance_hops") == printed(row.number("mean_links_distinct")));
    CHECK(t.number("performance.mean_hops") == printed(row.number("mean_links_self")));
    CHECK(network.cell_mm * t.number("length.total_span") == printed(row.number("total_mm")));
    CHECK(network.cell_mm * t.number("length.longest_span") == printed(row.number("longest_mm")));
    CHECK(network.cell_mm * t.number("length.mean_span") == doctest::Approx(row.number("mean_mm")).epsilon(1e-6));
    CHECK(told_lengths(t, network.cell_mm) == published_lengths(links[table]));
    CHECK(t.number("performance.latency_parts_ns.wire") == printed(row.number("mean_latency_even")));
    // Their law takes the fastest of the shortest paths, ours takes all of them alike.
    const double slower = row.number("mean_latency_even") - row.number("mean_latency_least");
    CHECK(t.number("performance.latency_cycles") == printed(row.number("law_flit_latency") + slower));

    network.graph.switches.clear();
    const Told all = told(kBits, network.graph.candidate());
    CHECK(all.at("graph.diameter_hops") == row.integer("diameter_all"));
    CHECK(all.at("graph.degree_max") == row.integer("degree_max"));
  }
}

TEST_CASE("PAISF's runs at low load take the latency told where no link is slower than a node's, and more elsewhere") {
  auto nodes = golden_by("network", "paisf_nodes.csv");
  auto links = golden_by("network", "paisf_links.csv");
  auto runs = golden_by("network", "paisf_lowload.csv");
  std::size_t compared = 0;
  for (const Row& row : golden("published/paisf_networks.csv")) {
    const std::string& name = row.text("network");
    CAPTURE(name);
    const PlacedOnGrid network = placed(nodes[table_of(name)], links[table_of(name)]);
    const Told t = told(settings(row, network.cell_mm), network.graph.candidate());
    const double hops = t.number("performance.mean_hops");
    const double cycles_per_hop = 4 + t.number("performance.latency_parts_ns.wire") / hops;
    double error = 0;
    for (const Row& run : runs[name]) {
      // A run has some 1,300 messages, so that its mean hops, and with them its latency, vary by chance. BookSim counts
      // routers.
      const double law = t.number("performance.latency_cycles") + (run.number("hops") - 1 - hops) * cycles_per_hop;
      error += (run.number("flit_latency") / law - 1) / static_cast<double>(runs[name].size());
      ++compared;
    }
    std::uint64_t slowest = 0;
    for (const auto& [length, count] : told_lengths(t, network.cell_mm))
      slowest = std::max(slowest, static_cast<std::uint64_t>(length.second));
    MESSAGE(name << ": links of up to " << slowest << " cycles, measured over told - 1: " << error);
    // Messages come as bursts of 64 flits on one virtual channel. Links slower than a node's, which take 5 cycles, lack
    // credits even without load.
    if (slowest <= 5) CHECK(std::abs(error) < 0.012);
    if (slowest > 5) CHECK(error > 0.03);
  }
  CHECK(compared == 87);
}
