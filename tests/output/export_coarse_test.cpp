// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <cmath>
#include <map>
#include <set>

#include "output/exported.hpp"
#include "output/text/number.hpp"
#include "support/boost_oracle.hpp"

/// Exports to simulators without a delay for each link: exact where possible, else refused or noted.

namespace {

using namespace cutline;
using namespace cutline::test;

const std::string kTorus = "family: torus, radix: 4, dimensions: 2";
const std::string kMesh = "family: mesh, radices: [4, 3]";
const std::string kOneWay = kTorus + ", channels: unidirectional";
const std::string kExpress = "family: express, radix: 12, dimensions: 1, spacing: 4";
const std::string kGraph = "family: graph, nodes: 5, links: [[0, 1], [0, 1], [1, 4], [2, 3], [3, 4], [0, 3]]";

Exported made(const std::string& target, const std::string& spec, ExportChoice choice = {}) {
  if (choice.file == "-") choice.file = "network" + std::string(find_export(target).extension);
  return Evaluated(spec).to(target, choice);
}

std::string refused(const std::string& target, const std::string& spec, ExportChoice choice = {}) {
  return refusal([&] { made(target, spec, choice); });
}

/// The text after `key: ` at the start of a line.
std::string value_of(const std::string& text, const std::string& key) {
  for (const std::string& line : lines_of(text)) {
    const std::size_t start = line.find_first_not_of(" \t");
    if (start != std::string::npos && line.compare(start, key.size() + 2, key + ": ") == 0)
      return line.substr(start + key.size() + 2);
  }
  return {};
}

/// "[ 1, 2.5 ]  # comment" as numbers.
std::vector<double> numbers(const std::string& text) {
  std::vector<double> all;
  std::stringstream stream(text.substr(text.find('[') + 1));
  for (std::string number; std::getline(stream, number, ',');) all.push_back(std::stod(number));
  return all;
}

/// Rows of pairs, as CODES' reader splits them.
std::vector<std::vector<std::pair<double, double>>> matrix(const std::string& text) {
  std::vector<std::vector<std::pair<double, double>>> rows;
  for (const std::string& line : lines_of(text)) {
    rows.emplace_back();
    std::stringstream stream(line);
    for (std::string pair; stream >> pair;) {
      const std::size_t comma = pair.find(',');
      REQUIRE(comma != std::string::npos);
      rows.back().emplace_back(std::stod(pair.substr(0, comma)), std::stod(pair.substr(comma + 1)));
    }
  }
  return rows;
}

/// The delay of the cheapest path between any two nodes, as Boost finds it.
std::vector<std::vector<double>> delays(const ExportNetwork& network) {
  std::vector<CostlyWay> ways;
  for (const ExportChannel& each : channels(network)) {
    const std::uint64_t cycles = network.links[each.link].cycles + network.nodes[each.to].cycles;
    ways.push_back({each.from, each.to, 0.5 * static_cast<double>(cycles)});
  }
  return boost_least_costs(network.nodes.size(), ways);
}

}  // namespace

TEST_CASE("codes: the matrices are square with a diagonal of nothing, and hold the delays of cheapest ways") {
  for (const std::string& topology : {kTorus, kOneWay, kExpress, kGraph}) {
    CAPTURE(topology);
    const Evaluated each(spec_of(topology));
    const ExportNetwork network = each.network();
    const Exported files = each.to("codes", to_file("net.yaml"));
    const auto expected = delays(network);
    std::vector<std::size_t> sites;
    for (std::size_t i = 0; i < network.nodes.size(); ++i) {
      if (!network.nodes[i].interchange) sites.push_back(i);
    }
    const auto latency = matrix(files.files.at(1).content), bandwidth = matrix(files.files.at(2).content);
    REQUIRE(latency.size() == sites.size());
    REQUIRE(bandwidth.size() == sites.size());
    CHECK(value_of(files.files.at(0).content, "nodes") == std::to_string(sites.size()));
    for (std::size_t i = 0; i < sites.size(); ++i) {
      REQUIRE(latency[i].size() == sites.size());
      REQUIRE(bandwidth[i].size() == sites.size());
      for (std::size_t j = 0; j < sites.size(); ++j) {
        CHECK(latency[i][j].first == doctest::Approx(expected[sites[i]][sites[j]]));
        CHECK(latency[i][j].second == latency[i][j].first);
        // 32 bits in 0.5 ns, in MiB per second.
        CHECK(bandwidth[i][j].first == doctest::Approx(i == j ? 0 : 8e9 / 1048576));
      }
    }
    CHECK(says(files.notes, "it has no links"));
  }
}

TEST_CASE("codes: every terminal is a site, and the mean over all pairs is the latency of a message without its bits") {
  for (const bool routers : {false, true}) {
    CAPTURE(routers);
    const std::string passed = routers ? "routers" : "hops";
    const Evaluated each(
        spec_of(kMesh + ", concentration: 3", "wires: pipelined\nrouter: {delay: 3 cycles, passed: " + passed + "}\n"));
    const Exported files = each.to("codes", to_file("net.yaml"));
    CHECK(value_of(files.files.at(0).content, "nodes") == "36");
    const auto latency = matrix(files.files.at(1).content);
    REQUIRE(latency.size() == 36);
    const double router = 1.5, first = routers ? router : 0;  // 3 cycles of 0.5 ns
    double sum = 36 * first;                                  // messages of a terminal to itself, which CODES has not
    for (std::size_t i = 0; i < 36; ++i) {
      REQUIRE(latency[i].size() == 36);
      for (std::size_t j = 0; j < 36; ++j) {
        sum += latency[i][j].first;
        if (i / 3 == j / 3) CHECK(latency[i][j].first == (i == j ? 0 : first));
        CHECK(latency[i][j] == latency[i][i / 3 == j / 3 ? j : j / 3 * 3]);
      }
    }
    const Latency& told = each.one().latency.timings.at(0).latency;
    CHECK(sum / (36 * 36) == doctest::Approx(in_ns(told.node + told.wire)));
  }
}

TEST_CASE("codes: switches without terminals are no sites") {
  const Evaluated tree(spec_of("family: fat_tree, radix: 4, levels: 2"));
  const Exported files = tree.to("codes", to_file("net.yaml"));
  CHECK(matrix(files.files.at(1).content).size() == tree.network().terminals());
}

TEST_CASE("codes: more terminals than its matrices hold are refused") {
  CHECK(refusal(
            [] { Evaluated(spec_of("family: mesh, radices: [9], concentration: 256")).to("codes", to_file("n.yaml")); },
            ExitCode::over_limit)
            .find("2304") != std::string::npos);
}

TEST_CASE(
    "codes: routes follow the cost that is told, names stand beside the configuration, torn networks are refused") {
  // At 20 GHz three hops are faster than the wire around a row; a route by hops takes that wire.
  const Evaluated torus(spec_of(kTorus));
  ExportChoice hops = to_file("some/net.yaml");
  hops.cycle = nanoseconds(0.05);
  const auto across = [&] { return matrix(torus.to("codes", hops).files.at(1).content).at(0).at(3).first; };
  const double fastest = across();
  hops.route_cost = RouteCost::hop;
  CHECK(across() > fastest);
  const Exported by_hops = torus.to("codes", hops);
  CHECK(value_of(by_hops.files.at(0).content, "net_latency_ns_file") == "net.latency.conf");
  CHECK(value_of(by_hops.files.at(0).content, "net_bw_mbps_file") == "net.bandwidth.conf");
  CHECK(by_hops.files.at(1).extension == ".latency.conf");
  CHECK(refused("codes", spec_of(kTorus), to_file("4 by 4.yaml")).find("of the name") != std::string::npos);
  ExportNetwork network = Evaluated(spec_of(kTorus)).network();
  std::erase_if(network.links, [](const ExportLink& link) { return link.from == 0; });
  const Export& target = find_export("codes");
  CHECK(refusal([&] { target.write(target, network, to_file("n.yaml")); }).find("without a way") != std::string::npos);
}

TEST_CASE("a network is a product of dimensions or none") {
  const auto dimensions = [](const std::string& topology) {
    std::string text;
    for (const ExportDimension& each : Evaluated(spec_of(topology)).network().dimensions) {
      const char* shapes[] = {"line", "ring", "complete"};
      text += (each.one_way ? "one-way " : "") + std::string(shapes[static_cast<int>(each.shape)]) + " of " +
              std::to_string(each.radix) + "; ";
    }
    return text;
  };
  CHECK(dimensions(kMesh) == "line of 4; line of 3; ");
  CHECK(dimensions("family: torus, radices: [4, 3]") == "ring of 4; ring of 3; ");
  CHECK(dimensions("family: hypercube, dimensions: 3") == "line of 2; line of 2; line of 2; ");
  CHECK(dimensions("family: ring, nodes: 5") == "ring of 5; ");
  CHECK(dimensions("family: complete, nodes: 5") == "complete of 5; ");
  CHECK(dimensions(kOneWay) == "one-way ring of 4; one-way ring of 4; ");
  for (const std::string& none : {kExpress, kGraph, std::string("family: ccc, dimensions: 3")})
    CHECK(dimensions(none) == "");
}

TEST_CASE("astra_sim: one latency a dimension, that of its slowest wire and a router; GB are 2^30 bytes") {
  const Evaluated torus(spec_of("family: torus, radices: [8, 4]"));
  const ExportNetwork network = torus.network();
  const Exported files = torus.to("astra_sim", to_file("n.yml"));
  const std::string& text = files.files.at(0).content;
  CHECK(value_of(text, "topology") == "[ Ring, Ring ]");
  CHECK(value_of(text, "npus_count") == "[ 8, 4 ]");
  const std::vector<double> latency = numbers(value_of(text, "latency")),
                            bandwidth = numbers(value_of(text, "bandwidth"));
  REQUIRE(latency.size() == 2);
  for (std::size_t i = 0; i < 2; ++i) {
    std::uint64_t slowest = 0;
    for (const ExportLink& link : network.links) {
      if (link.link_class == i) slowest = std::max(slowest, link.cycles);
    }
    CHECK(latency[i] == 0.5 * static_cast<double>(slowest + 3));
    CHECK(bandwidth[i] == doctest::Approx(8e9 / 1073741824));
  }
  CHECK(says(files.notes, "one latency for dimension 0"));
  CHECK(says(files.notes, "whole ns"));
  CHECK(value_of(made("astra_sim", spec_of("family: complete, nodes: 6")).files.at(0).content, "topology") ==
        "[ FullyConnected ]");
  CHECK(value_of(made("astra_sim", spec_of("family: hypercube, dimensions: 3")).files.at(0).content, "npus_count") ==
        "[ 2, 2, 2 ]");
  for (const std::string& other : {kMesh, kOneWay, kExpress, kGraph}) {
    CAPTURE(other);
    CHECK(refused("astra_sim", spec_of(other)).find("rings and complete graphs") != std::string::npos);
  }
  CHECK(says(made("astra_sim", spec_of(kTorus + ", concentration: 2")).notes, "one NPU"));
}

TEST_CASE("caminos: built-in topologies have a delay for each dimension, others one for all links") {
  const auto cycles_of_class = [](const ExportNetwork& network, std::optional<std::size_t> link_class) {
    std::uint64_t slowest = 0;
    for (const ExportLink& link : network.links) {
      if (!link_class || link.link_class == *link_class) slowest = std::max(slowest, link.cycles);
    }
    return std::to_string(slowest);
  };
  struct Case {
    std::string topology, text;
    bool each;
  };
  for (const Case& each :
       {Case{kMesh, "Mesh { sides: [4, 3], servers_per_router: 1 },", true},
        Case{kTorus, "Torus { sides: [4, 4], servers_per_router: 1 },", true},
        Case{"family: hypercube, dimensions: 2", "Mesh { sides: [2, 2], servers_per_router: 1 },", true},
        Case{"family: complete, nodes: 5, concentration: 2", "Hamming { sides: [5], servers_per_router: 2 },", true},
        Case{kGraph, "File { filename: \"net.topo\", format: 0, servers_per_router: 1 },", false}}) {
    CAPTURE(each.topology);
    const Evaluated one(spec_of(each.topology));
    const ExportNetwork network = one.network();
    const Exported files = one.to("caminos", to_file("net.cfg"));
    const std::string& text = files.files.at(0).content;
    CHECK(value_of(text, "topology") == each.text);
    std::string classes = "[ ";
    for (std::size_t i = 0; i < (each.each ? network.dimensions.size() : 1); ++i) {
      classes += "LinkClass { delay: " + cycles_of_class(network, each.each ? std::optional(i) : std::nullopt) + " }, ";
    }
    CHECK(value_of(text, "link_classes") == classes + "LinkClass { delay: 1 } ],");
    CHECK(value_of(text, "crossbar_delay") == "3,");
    CHECK(value_of(text, "servers") == std::to_string(network.terminals()) + ",");
    CHECK(std::count(text.begin(), text.end(), '{') == std::count(text.begin(), text.end(), '}'));
    CHECK(std::stoull(value_of(text, "buffer_size")) >= 2 * network.slowest_cycles() + 3);
  }
  CHECK(says(made("caminos", spec_of("family: torus, radices: [8, 4]")).notes, "one delay for dimension 0"));
}

TEST_CASE("caminos: every neighbour stands at both ends, once, and nothing else stands in the list") {
  const Exported files = made("caminos", spec_of(kGraph));
  std::stringstream text(files.files.at(1).content);
  std::string word, line;
  std::size_t nodes = 0, degree = 0, number = 0, most = 0;
  text >> word >> nodes;
  CHECK(word == "NODOS");
  text >> word >> degree;
  CHECK(word == "GRADO");
  std::set<std::pair<std::size_t, std::size_t>> ends;
  for (std::size_t i = 0; i < nodes; ++i) {
    text >> word >> number;
    CHECK(word == "N");
    CHECK(number == i);
    std::getline(text, line);
    std::getline(text, line);
    std::stringstream row(line);
    std::size_t count = 0;
    for (std::size_t to = 0; row >> to; ++count) CHECK(ends.insert({i, to}).second);
    most = std::max(most, count);
  }
  CHECK(!(text >> word));
  CHECK(most == degree);
  CHECK(ends.size() == 10);  // 5 pairs of nodes
  for (const auto& [a, b] : ends) CHECK(ends.count({b, a}) == 1);
  CHECK(says(files.notes, "parallel to others"));
}

TEST_CASE("caminos: one-way links, interchanges, torn networks and other costs are refused") {
  CHECK(refused("caminos", spec_of(kOneWay)).find("one-way") != std::string::npos);
  CHECK(refused("caminos", spec_of(kExpress)).find("as many servers") != std::string::npos);
  CHECK(refused("caminos", spec_of(kTorus), to_file("my net.cfg")).find("of the name") != std::string::npos);
  CHECK(refused("caminos", spec_of(kTorus, "clock: {rule: per_link}\nrouter: {delay: 1 ns}\n")).find("cycle") !=
        std::string::npos);
  ExportNetwork network = Evaluated(spec_of(kGraph)).network();
  std::erase_if(network.links, [](const ExportLink& link) { return link.to == 4; });
  const Export& target = find_export("caminos");
  CHECK(refusal([&] { target.write(target, network, to_file("n.cfg")); }).find("not connected") != std::string::npos);
  for (const char* name : {"caminos", "astra_sim", "noxim"}) {
    ExportChoice choice;
    choice.route_cost = RouteCost::wire;
    CHECK(refused(name, spec_of(kTorus), choice).find("by hops alone") != std::string::npos);
  }
}

TEST_CASE("noxim: the length of its links is that of the row of its power table, to the last digit") {
  const Evaluated mesh(spec_of(kMesh));
  const Exported files = mesh.to("noxim", to_file("n.yaml"));
  const std::string& text = files.files.at(0).content;
  CHECK(value_of(text, "mesh_dim_x") == "4");
  CHECK(value_of(text, "mesh_dim_y") == "3");
  CHECK(value_of(text, "clock_period_ps") == "500");
  const std::string row = lines_of(files.files.at(1).content).back();
  const std::string length = value_of(text, "r2r_link_length");
  CHECK(row.rfind("- [" + length + ", 0, ", 0) == 0);
  double longest = 0;
  for (const ExportLink& link : mesh.network().links) longest = std::max(longest, in_mm(link.length));
  CHECK(std::stod(length) == text::twelve_digits(longest));
  // A bit over a millimetre of on-chip wire takes some tens of fJ.
  const double joules = numbers(row).at(2);
  CHECK(joules > 1e-15);
  CHECK(joules < 1e-12);
  CHECK(says(files.notes, "leakage"));
}

TEST_CASE("noxim: what is no mesh, has other flits, wires of several cycles or no millimetres is refused") {
  for (const std::string& other : {kTorus, kExpress, std::string("family: mesh, radix: 3, dimensions: 3")}) {
    CAPTURE(other);
    CHECK(refused("noxim", spec_of(other)).find("meshes of two dimensions") != std::string::npos);
  }
  CHECK(refused("noxim", spec_of(kMesh + ", concentration: 2")).find("one terminal at every node") !=
        std::string::npos);
  std::string wide = spec_of(kMesh);
  wide.replace(wide.find("32 bits"), 7, "24 bits");
  CHECK(refused("noxim", wide).find("flits of 16, 32, 64 and 128") != std::string::npos);
  ExportChoice fast;
  fast.cycle = nanoseconds(0.01);
  CHECK(refused("noxim", spec_of(kMesh), fast).find("one cycle") != std::string::npos);
  ExportChoice odd;
  odd.cycle = nanoseconds(1 / 1.7);
  CHECK(says(made("noxim", spec_of(kMesh), odd).notes, "whole picoseconds"));
  odd.cycle = nanoseconds(1e7);
  CHECK(refusal([&] { made("noxim", spec_of(kMesh), odd); }, ExitCode::over_limit).find("too long") !=
        std::string::npos);
  const std::string unit =
      "cutline: 1\ntechnology: unit\nchannel: {width: 32 bits}\n"
      "candidates:\n  - {name: one, topology: {family: mesh, radix: 4, dimensions: 2}}\n";
  CHECK(refused("noxim", unit).find("millimetres") != std::string::npos);
}
