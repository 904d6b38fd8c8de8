// SPDX-License-Identifier: Apache-2.0
#include "cutline/detail/performance/traffic.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <set>

#include "cutline/base/error.hpp"
#include "cutline/topology/family.hpp"
#include "cutline/topology/topology.hpp"
#include "routing/destinations.hpp"
#include "support/small_networks.hpp"

using namespace cutline;
using doctest::Approx;

namespace {

Topology torus(const IntegerList& radices) { return build_topology("torus", {{"radices", radices}}); }

/// The one destination of each node, by number.
std::vector<std::uint64_t> images(std::string_view pattern, const Topology& topology) {
  const Traffic traffic = choose_traffic(pattern, {}).traffic(topology);
  std::vector<std::uint64_t> all;
  for (std::uint64_t source = 0; source < traffic.nodes; ++source) {
    const Destinations destinations = traffic.from(source);
    REQUIRE(destinations.to.size() == 1);
    all.push_back(destinations.to[0].node);
  }
  return all;
}

Parameters matrix(IntegerTable rows) { return {{"rows", std::move(rows)}}; }

/// The parameters that a pattern cannot do without, for a network with `nodes` nodes.
Parameters needed(std::string_view pattern, std::uint64_t nodes) {
  if (pattern != "matrix") return {};
  return matrix(IntegerTable(nodes, IntegerList(nodes, 3)));
}

}  // namespace

TEST_CASE("in every pattern nodes offer one message each on average, to nodes that are there") {
  cutline::test::each_small_network(32, [](const std::string& label, const Topology& network) {
    CAPTURE(label);
    const std::uint64_t nodes = network.node_count();
    for (const TrafficPattern& pattern : traffic_patterns()) {
      const ChosenTraffic chosen = choose_traffic(pattern.name, needed(pattern.name, nodes));
      CAPTURE(pattern.name);
      if (!chosen.refusal(network).empty()) {
        CHECK_THROWS_AS(chosen.traffic(network), Error);
        continue;
      }
      const Traffic traffic = chosen.traffic(network);
      CHECK(traffic.nodes == nodes);
      double offered = 0;
      for (std::uint64_t source = 0; source < nodes; ++source) {
        const Destinations destinations = traffic.from(source);
        std::uint64_t least = 0;
        for (const Destinations::To& to : destinations.to) {
          CHECK(to.node < nodes);
          CHECK(to.node >= least);
          CHECK(to.weight > 0);
          least = to.node + 1;
          offered += to.weight / destinations.divisor;
        }
      }
      CHECK(offered == Approx(static_cast<double>(nodes)));
    }
  });
}

TEST_CASE("permutations are those of their definitions") {
  const std::vector<std::uint64_t> transposed = {0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15};
  CHECK(images("transpose", torus({4, 4})) == transposed);
  CHECK(images("transpose", torus({2, 2, 2, 2})) == transposed);
  CHECK(images("bit_reversal", torus({8})) == std::vector<std::uint64_t>{0, 4, 2, 6, 1, 5, 3, 7});
  CHECK(images("shuffle", torus({8})) == std::vector<std::uint64_t>{0, 2, 4, 6, 1, 3, 5, 7});
  CHECK(images("bit_complement", torus({4, 2})) == std::vector<std::uint64_t>{7, 6, 5, 4, 3, 2, 1, 0});
  CHECK(images("bit_complement", torus({3, 2})) == std::vector<std::uint64_t>{5, 4, 3, 2, 1, 0});
  CHECK(images("tornado", torus({5})) == std::vector<std::uint64_t>{2, 3, 4, 0, 1});
  CHECK(images("tornado", torus({4, 2})) == std::vector<std::uint64_t>{1, 2, 3, 0, 5, 6, 7, 4});
}

TEST_CASE("permutations reach every node once") {
  cutline::test::each_small_network(64, [](const std::string& label, const Topology& network) {
    CAPTURE(label);
    for (const char* pattern : {"transpose", "bit_reversal", "bit_complement", "shuffle", "tornado"}) {
      if (!choose_traffic(pattern, {}).refusal(network).empty()) continue;
      const std::vector<std::uint64_t> all = images(pattern, network);
      CHECK(std::set<std::uint64_t>(all.begin(), all.end()).size() == network.node_count());
    }
  });
}

TEST_CASE("uniform traffic draws the node itself or not, a hot node its share and its part of the rest") {
  const Topology network = torus({3, 3});
  CHECK(choose_traffic("uniform", {}).traffic(network).from(4).to.size() == 9);
  const Destinations others = choose_traffic("uniform", {{"self", "false"}}).traffic(network).from(4);
  CHECK(others.to.size() == 8);
  CHECK(others.divisor == 8);
  for (const Destinations::To& to : others.to) CHECK(to.node != 4);
  const Traffic all = choose_traffic("hot_spot", {{"node", 5}}).traffic(network);
  REQUIRE(all.from(2).to.size() == 1);
  CHECK(all.from(2).to[0].node == 5);
  const Destinations some = choose_traffic("hot_spot", {{"node", 5}, {"share", 0.25}}).traffic(network).from(2);
  CHECK(some.to[5].weight / some.divisor == Approx(0.25 + 0.75 / 9));
  CHECK(some.to[4].weight / some.divisor == Approx(0.75 / 9));
}

TEST_CASE("a round trip asks the node so far on and answers the one so far back") {
  const Traffic trips = choose_traffic("round_trip", {{"distance", 2}}).traffic(torus({5, 2}));
  const Destinations of_six = trips.from(6);  // node 6 is at place 1 of the second row, which is nodes 5 to 9
  REQUIRE(of_six.to.size() == 2);
  CHECK(of_six.to[0].node == 8);
  CHECK(of_six.to[1].node == 9);
  CHECK(of_six.to[0].weight / of_six.divisor == 0.5);
  const Traffic half_way = choose_traffic("round_trip", {{"distance", 2}}).traffic(torus({4}));
  REQUIRE(half_way.from(3).to.size() == 1);
  CHECK(half_way.from(3).to[0].node == 1);
}

TEST_CASE("a matrix keeps the ratios of its rates, silent nodes too") {
  const Topology line = build_topology("mesh", {{"radices", IntegerList{3}}});
  const Traffic traffic = choose_traffic("matrix", matrix({{0, 4, 0}, {0, 0, 0}, {1, 1, 0}})).traffic(line);
  CHECK(traffic.from(0).to[0].weight / traffic.from(0).divisor == 2);
  CHECK(traffic.from(1).to.empty());
  CHECK(traffic.from(2).to.size() == 2);
  CHECK(traffic.from(2).to[1].weight / traffic.from(2).divisor == 0.5);
}

TEST_CASE("what a pattern needs is said in a sentence") {
  const auto why = [](std::string_view pattern, const Topology& topology, Parameters parameters = {}) {
    return choose_traffic(pattern, std::move(parameters)).refusal(topology);
  };
  CHECK(why("transpose", torus({8})) == "transpose needs a square number of nodes, and 8 is none");
  CHECK(why("transpose", torus({9})).empty());
  CHECK(why("shuffle", torus({6})) ==
        "shuffle moves the bits of node numbers and needs a power of two of nodes, not 6");
  CHECK(why("bit_reversal", torus({6})) ==
        "bit_reversal moves the bits of node numbers and needs a power of two of nodes, not 6");
  CHECK(why("tornado", torus({2, 2})) ==
        "tornado goes just less than half way round, and with 2 coordinates per dimension that is nowhere");
  CHECK(why("round_trip", torus({4, 8}), {{"distance", 4}}) ==
        "round_trip goes less than once round dimension 0, so its distance is at most 3");
  CHECK(why("hot_spot", torus({4}), {{"node", 4}}) == "hot_spot has no node 4: the nodes are 0 to 3");
  CHECK(why("matrix", torus({2})) == "matrix takes either rows or a file");
  CHECK(why("matrix", torus({2}), matrix({{1, 2}})) == "matrix needs a row for each of 2 nodes and has 1");
  CHECK(why("matrix", torus({2}), matrix({{1, 2}, {1}})) == "matrix needs 2 numbers in row 1 and has 1");
  CHECK(why("matrix", torus({2}), matrix({{1, 2}, {1, -1}})) == "matrix has a number below 0 in row 1");
  CHECK(why("matrix", torus({2}), matrix({{0, 0}, {0, 0}})) == "matrix sends nothing at all");
  CHECK_THROWS_AS(choose_traffic("tornadoe", {}), Error);
}

TEST_CASE("a file of traffic is read line by line, and a mistake has its place") {
  const std::filesystem::path path = std::filesystem::temp_directory_path() / "cutline_traffic_test.txt";
  const auto write = [&](const char* text) { std::ofstream(path) << text; };
  write("# source destination weight\n0 1 2.5\n\n1,0,1  # back\n");
  const std::vector<TrafficEntry> entries = read_traffic_file(path.string(), torus({2})).entries;
  REQUIRE(entries.size() == 2);
  CHECK(entries[0].weight == 2.5);
  CHECK(entries[1].source == 1);
  const Traffic traffic = choose_traffic("matrix", {{"file", path.string()}}).traffic(torus({2}));
  CHECK(traffic.from(0).to[0].weight / traffic.from(0).divisor == Approx(2 * 2.5 / 3.5));
  for (const char* wrong : {"0 1\n", "0 1 x\n", "0 1 -1\n", "0 1 1 1\n", "0 1 inf\n", "0 1 1e101\n", "0 1 1e-101\n"}) {
    write((std::string("0 0 1\n") + wrong).c_str());
    CAPTURE(wrong);
    try {
      read_traffic_file(path.string(), torus({2}));
      FAIL_CHECK("it was read");
    } catch (const Error& error) {
      REQUIRE(error.diagnostics()[0].place.known());
      CHECK(error.diagnostics()[0].place.line == 2);
    }
  }
  write("0 0 1\n-1 0 1\n");
  CHECK(read_traffic_file(path.string(), torus({2})).refusal.find("line 2") == 0);
  std::filesystem::resize_file(path, (std::uintmax_t{1} << 30) + 1);
  try {
    read_traffic_file(path.string(), torus({2}));
    FAIL_CHECK("it was read");
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::over_limit);
  }
  std::filesystem::remove(path);
  CHECK_THROWS_AS(read_traffic_file(path.string(), torus({2})), Error);
  CHECK_THROWS_AS(read_traffic_file("/dev/zero", torus({2})), Error);
}

TEST_CASE("traffic is a list of pairs or a matrix, with a line of names or without, by numbers or by names") {
  const std::filesystem::path folder = std::filesystem::temp_directory_path();
  const std::string graph_path = (folder / "cutline_traffic_names.dot").string();
  std::ofstream(graph_path)
      << "graph { \"cpu 0\"; gpu; sw [terminals=0]; dram; \"cpu 0\" -- sw; gpu -- sw; sw -- dram }";
  const Topology named = build_topology("graph", {{"file", graph_path}});
  const std::string path = (folder / "cutline_traffic_names.txt").string();
  const auto read = [&](const std::string& text, const Topology& network) {
    std::ofstream(path) << text;
    return read_traffic_file(path, network);
  };
  const auto same = [&](const std::vector<TrafficEntry>& entries) {
    return entries.size() == 2 && entries[0].source == 0 && entries[0].destination == 2 && entries[0].weight == 5 &&
           entries[1].source == 2 && entries[1].destination == 1 && entries[1].weight == 0.5;
  };
  CHECK(same(read("\"cpu 0\" dram 5\ndram gpu 0.5\n", named).entries));
  CHECK(same(read("source,destination,rate\n\"cpu 0\",dram,5\ndram,gpu,0.5\n", named).entries));
  CHECK(same(read("0 2 5\n2 1 0.5\n", named).entries));  // no name is a number
  const auto heavy = [](std::vector<TrafficEntry> entries) {
    std::erase_if(entries, [](const TrafficEntry& entry) { return entry.weight == 0; });
    return entries;
  };
  CHECK(heavy(read("0 0 5 0\n0 0 0 0\n0 0.5 0 0\n0 0 0 0\n", torus({4})).entries).size() == 2);
  CHECK(same(heavy(read("node,\"cpu 0\",gpu,dram\n\"cpu 0\",0,0,5\ngpu,0,0,0\ndram,0,0.5,0\n", named).entries)));
  CHECK(same(heavy(read("gpu;dram;\"cpu 0\"\n\"cpu 0\";0;5;0\ndram;0.5;0;0\ngpu;0;0;0\n", named).entries)));
  CHECK(read("gpu drum 1\n", named).refusal.find("line 1") == 0);
  CHECK(read("gpu drum 1\n", named).refusal.find("did you mean 'dram'?") != std::string::npos);
  CHECK(read("gpu sw 1\n", named).refusal.find("'sw', which is no node") != std::string::npos);
  CHECK(read("0 0 1 1 1\n0 0 0 0 0\n0 0 0 0 0\n0 0 0 0 0\n0 0 0 0 0\n", named).refusal.find("5 columns for 3 nodes") !=
        std::string::npos);
  CHECK_THROWS_WITH_AS(read("0 0 1 1\n0 0 0\n", torus({4})), doctest::Contains("has 3 numbers"), Error);
  CHECK_THROWS_WITH_AS(read("0 0 1 1\n0 0 0 0\n", torus({4})), doctest::Contains("4 columns and 2 rows"), Error);
  std::filesystem::remove(path);
  std::filesystem::remove(graph_path);
}

TEST_CASE("rates are shares or have units, which stand behind them, above them or in the spec") {
  const std::string path = (std::filesystem::temp_directory_path() / "cutline_traffic_rates.txt").string();
  const auto rates = [&](const std::string& text, const char* unit = nullptr) {
    std::ofstream(path) << text;
    Parameters parameters = {{"file", path}};
    if (unit != nullptr) parameters.set("unit", std::string(unit));
    return choose_traffic("matrix", parameters).rates(torus({2}));
  };
  const auto are = [](const GivenRates& given, RateKind kind, double of_node) {
    return given.kind == kind && given.of_node == Approx(of_node);
  };
  CHECK(are(rates("0 1 3\n1 0 1\n"), RateKind::share, 2));
  for (const char* text :
       {"0 1 16 GB/s\n", "0,1,16GB/s\n", "0,1,\"16 GB/s\"\n", "0 1 16 GB/s\n1 0 0\n",
        "source,destination,rate [GB/s]\n0,1,16\n", "source destination rate_GB/s\n0 1 16\n", "from;to;GB/s\n0;1;16\n",
        "from to (GB/s)\n0 1 16\n", "0 1 128Gb/s\n", "0 1 100 Gbit/s\n1 0 28000 Mb/s\n"}) {
    CAPTURE(text);
    CHECK(are(rates(text), RateKind::bits_per_ns, 64));
  }
  CHECK(are(rates("0 1 16\n", "GB/s"), RateKind::bits_per_ns, 64));
  CHECK(are(rates("0 1 16 GB/s\n", "GB/s"), RateKind::bits_per_ns, 64));
  CHECK(are(rates("0 1 3 bits/cycle\n1 0 1 bits/cycle\n"), RateKind::bits_per_cycle, 2));
  CHECK(are(rates("0 1 0.5\n", "flits/cycle"), RateKind::flits_per_cycle, 0.25));
  Parameters rows = matrix({{0, 3}, {1, 0}});
  rows.set("unit", std::string("kB/s"));
  CHECK(are(choose_traffic("matrix", rows).rates(torus({2})), RateKind::bits_per_ns, 2 * 8e-6));
  CHECK_FALSE(choose_traffic("uniform", {}).rates(torus({2})).absolute());

  struct Slip {
    const char* text;
    int line, column;
    const char* message;
    const char* hint;
    const char* unit = nullptr;
  };
  for (const Slip& slip : {Slip{"0 1 1 GB/s\n1 0 1\n", 2, 5, "has no unit", "one or the other"},
                           Slip{"0 1 1\n1 0 1 GB/s\n", 2, 7, "has a unit", "one or the other"},
                           Slip{"0 1 1 GB/s\n1 0 1 bits/cycle\n", 2, 7, "in bits/cycle", "of one kind"},
                           Slip{"0 1 1GBs\n", 1, 5, "'GBs' is no unit", "MB/s, Gbit/s"},
                           Slip{"s t rate [GB]\n0 1 1\n", 1, 10, "'GB' is no unit", "B a byte"},
                           Slip{"s t rate [GB/s]\n0 1 1 MB/s\n", 2, 7, "said to be in GB/s", "once"},
                           Slip{"s t rate [GB/s]\n0 1 1\n", 1, 10, "the spec says MB/s", "leave out", "MB/s"}}) {
    CAPTURE(slip.text);
    try {
      rates(slip.text, slip.unit);
      FAIL_CHECK("no error");
    } catch (const Error& error) {
      const Diagnostic& first = error.diagnostics().front();
      CHECK(first.place.line == slip.line);
      CHECK(first.place.column == slip.column);
      CHECK_MESSAGE(first.message.find(slip.message) != std::string::npos, first.message);
      CHECK_MESSAGE(first.hint.find(slip.hint) != std::string::npos, first.hint);
    }
  }
  std::filesystem::remove(path);
}

TEST_CASE("two double quotes inside of a name in quotes are one") {
  const std::filesystem::path folder = std::filesystem::temp_directory_path();
  const std::string graph_path = (folder / "cutline_traffic_quotes.edges").string();
  std::ofstream(graph_path) << "\"the \"\"hot\"\" one\" b\nb \"\"\"\"\n";
  const Topology named = build_topology("graph", {{"file", graph_path}});
  const std::string path = (folder / "cutline_traffic_quotes.txt").string();
  std::ofstream(path) << "\"the \"\"hot\"\" one\",\"\"\"\",2\n";
  const TrafficTable table = read_traffic_file(path, named);
  CHECK(table.refusal.empty());
  REQUIRE(table.entries.size() == 1);
  CHECK(table.entries[0].source == 0);
  CHECK(table.entries[0].destination == 2);
  std::filesystem::remove(path);
  std::filesystem::remove(graph_path);
}

TEST_CASE("names that are numbers mean the nodes that have them") {
  const std::string graph_path = (std::filesystem::temp_directory_path() / "cutline_traffic_numbers.dot").string();
  std::ofstream(graph_path) << "graph g { 10; 1; 0; 3; 10 -- 1; 1 -- 0; 0 -- 3 }";
  const Topology permuted = build_topology("graph", {{"file", graph_path}});
  const auto why = [&](const Parameters& parameters) {
    return choose_traffic("hot_spot", parameters).refusal(permuted);
  };
  CHECK(why({{"node", 10}}).empty());
  CHECK(why({{"node", 2}}).find("some names of this network are numbers") != std::string::npos);
  const Traffic traffic = choose_traffic("hot_spot", {{"node", 10}, {"share", 1.0}}).traffic(permuted);
  CHECK(traffic.from(1).to.size() == 1);
  CHECK(traffic.from(1).to[0].node == 0);
  std::filesystem::remove(graph_path);
}
